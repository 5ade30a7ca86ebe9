import { InvalidArgumentError } from "commander";
import { registeredDomain } from "../../../shared/url/domain.ts";
import { normaliseLine } from "../../../shared/url/normalise-line.ts";
import type { HostName } from "../../../shared/url/types.ts";

export const ROOT = "a domain of the organisation, such as uni-example.org";

/** The host of a line that is a URL or a host name, or what is wrong with it. */
export function hostOfLine(line: string): { readonly host: string } | { readonly error: string } {
  const text = line.trim();
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text.replace(/^\/\//, "")}`;
  const { host, valid, message } = normaliseLine(url, { allowPrivate: true });
  return valid && host !== null ? { host } : { error: message ?? "no host; give a URL or a host name" };
}

/** A host of an organisation, as an argument in the form in which names are compared. */
export function parseRoot(text: string): string {
  const found = hostOfLine(text);
  if ("error" in found) throw new InvalidArgumentError(`Give ${ROOT}.`);
  if (registeredDomain(found.host as HostName) === null)
    throw new InvalidArgumentError(
      `${found.host} is an address or a suffix under which many have domains. Give ${ROOT}.`,
    );
  return found.host;
}

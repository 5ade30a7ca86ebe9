import { InvalidArgumentError } from "commander";
import { literalAddress, parseIpv6 } from "../../../shared/url/addresses.ts";
import { registeredDomain } from "../../../shared/url/domain.ts";
import { normaliseLine } from "../../../shared/url/normalise-line.ts";
import type { HostName } from "../../../shared/url/types.ts";

export const ROOT = "a domain of the organisation, such as uni-example.org";

/** The host of a line that is a URL or a host name, or what is wrong with it. */
export function hostOfLine(line: string): { readonly host: string } | { readonly error: string } {
  const bare = line.trim();
  const text = parseIpv6(bare) === null ? bare : `[${bare}]`;
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text.replace(/^\/\//, "")}`;
  // A URL parser leaves out tabs and line ends, so two words would become another host.
  if (/^[^/]*\/\/[^/?#]*\p{Cc}/u.test(url)) return { error: "a control character stands in the host" };
  const { host, valid, reason, message } = normaliseLine(url, { allowPrivate: true });
  if (valid && host !== null) return { host };
  return reason === "label" && SERVICE_LABEL.test(url)
    ? {
        error:
          "a name with a part such as _dmarc or _tcp is that of a DNS record, and no host has it; leave it out",
      }
    : { error: message ?? "no host; give a URL or a host name" };
}

/** RFC 8552: such names have records of DNS, and are no hosts. */
const SERVICE_LABEL = /^[^/]*\/\/(?:[^/?#]*\.)?_[^/?#.]/;

/** A list of an organisation's hosts takes a line as `hostOfLine`, but no suffix under which many have domains. */
export function ownableHost(line: string): ReturnType<typeof hostOfLine> {
  const found = hostOfLine(line);
  return "host" in found &&
    literalAddress(found.host) === null &&
    registeredDomain(found.host as HostName) === null
    ? { error: "a suffix under which many have domains" }
    : found;
}

/** As `ownableHost`, of a name that is no URL: out of a configuration, a scan or a file of facts. */
export const hostOfName = (name: string): ReturnType<typeof hostOfLine> =>
  /^(?:\[[0-9a-f:.]+\]|[^\s\p{C}/\\?#@:%]+)$/iu.test(name) ? ownableHost(name) : { error: "no host name" };

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

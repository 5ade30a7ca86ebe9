import { normaliseLine } from "../../../shared/url/normalise-line.ts";

/** The host of a line that is a URL or a host name, or what is wrong with it. */
export function hostOfLine(line: string): { readonly host: string } | { readonly error: string } {
  const text = line.trim();
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text.replace(/^\/\//, "")}`;
  const { host, valid, message } = normaliseLine(url, { allowPrivate: true });
  return valid && host !== null ? { host } : { error: message ?? "no host; give a URL or a host name" };
}

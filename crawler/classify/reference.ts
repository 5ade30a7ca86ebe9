import { type ClassifyOptions, classify, strippedLikeBrowsers } from "../../shared/url/classify.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { Classified, NormalisedUrl } from "../../shared/url/types.ts";

const SCHEME = /^([a-z][a-z0-9+.-]*):(.*)$/is;

/**
 * The target of a redirect (RFC 3986 5.2, as tolerant as browsers: WHATWG URL). `https:x.zz/` and `https:/x.zz/` name a
 * host, as any number of slashes or backslashes does; a reference with the base's scheme and no slashes is relative.
 *
 * @param base the URL that answered
 * @param reference the Location field, as Latin-1 (which keeps its bytes) or as Unicode. Bytes above 0x7F
 *   are percent-encoded as they are, so that UTF-8 and legacy encodings both reach their target.
 * @returns the target with its path as the server wrote it (`pathAsSent`)
 */
export function resolveReference(
  base: NormalisedUrl,
  reference: string,
  options: ClassifyOptions = {},
): Classified {
  const target = absolute(base, strippedLikeBrowsers(escapedBytes(reference)));
  return classify(target, { ...options, asSent: true });
}

function absolute(base: NormalisedUrl, reference: string): string {
  const { scheme: baseScheme } = splitUrl(base);
  const [, named, afterScheme = ""] = SCHEME.exec(reference) ?? [];
  const scheme = named?.toLowerCase();
  if (scheme === undefined || (scheme === baseScheme && !/^[/\\]{2}/.test(afterScheme)))
    return relative(base, scheme === undefined ? reference : afterScheme);
  return `${scheme}:${hasHost(scheme) ? afterScheme.replace(/^[/\\]*/, "//") : afterScheme}`;
}

/** Whether browsers expect a host after the scheme, however many slashes are between (WHATWG URL, "special scheme"). */
function hasHost(scheme: string): boolean {
  return scheme === "http" || scheme === "https" || scheme === "ftp";
}

function relative(base: NormalisedUrl, reference: string): string {
  const { scheme, path } = splitUrl(base);
  const origin = base.slice(0, base.length - path.length);
  if (/^[/\\]{2}/.test(reference)) return `${scheme}:${reference.replace(/^[/\\]+/, "//")}`;
  if (/^[/\\]/.test(reference)) return origin + reference;
  const mark = path.indexOf("?");
  const folder = mark < 0 ? path : path.slice(0, mark);
  if (reference === "" || reference.startsWith("#")) return base;
  if (reference.startsWith("?")) return origin + folder + reference;
  return origin + folder.slice(0, folder.lastIndexOf("/") + 1) + reference;
}

/**
 * Escapes the non-ASCII bytes of a header read as Latin-1, as Chromium does. A character above U+00FF
 * shows that the caller has decoded the header already.
 */
function escapedBytes(reference: string): string {
  if (!/[\u0080-\u00FF]/.test(reference) || /[^\0-\u00FF]/.test(reference)) return reference;
  return reference.replace(/[\u0080-\u00FF]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * An address of the edge about a wiki: `/list/dewiki@WMF/broken`. Each part is encoded, but for the @, which may stand in a
 * path (RFC 3986, 3.3).
 */
export function wikiPath(kind: "page" | "list" | "feed", wiki: string, part?: string | number): `/${string}` {
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll("%40", "@");
  return `/${kind}/${encoded(wiki)}${part === undefined ? "" : `/${encoded(String(part))}`}`;
}

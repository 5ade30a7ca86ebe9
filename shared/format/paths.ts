import type { WikiProfile } from "../protocol/types.ts";

/**
 * An address of the edge about a wiki: `/list/dewiki@WMF/broken`. Each part is encoded, but for the @, which may stand in a
 * path (RFC 3986, 3.3).
 */
export function wikiPath(
  kind: "page" | "list" | "feed" | "repair",
  wiki: string,
  part?: string | number,
): `/${string}` {
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).replaceAll("%40", "@");
  return `/${kind}/${encoded(wiki)}${part === undefined ? "" : `/${encoded(String(part))}`}`;
}

/** Where a wiki's page can be read, by its title, as MediaWiki spells addresses. Not judged yet whether it is safe as a link. */
export function articleUrl({ articleUrl: pattern }: Pick<WikiProfile, "articleUrl">, title: string): string {
  const name = encodeURIComponent(title.toWellFormed().replaceAll(" ", "_"))
    .replaceAll("%2F", "/")
    .replaceAll("%3A", ":");
  return pattern.replace("$1", () => name);
}

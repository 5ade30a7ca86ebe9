import type { WikiProfile } from "../protocol/types.ts";

/** Where a wiki's page can be read, by its title, as MediaWiki spells addresses. Not judged yet whether it is safe as a link. */
export function articleUrl({ articleUrl: pattern }: Pick<WikiProfile, "articleUrl">, title: string): string {
  const name = encodeURIComponent(title.toWellFormed().replaceAll(" ", "_"))
    .replaceAll("%2F", "/")
    .replaceAll("%3A", ":");
  return pattern.replace("$1", () => name);
}

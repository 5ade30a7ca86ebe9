import type { Database } from "../../db/connect.ts";
import { titledPages } from "../../db/pages/read.ts";
import { findNamespaces } from "../../db/wikis/sites.ts";
import type { Wiki } from "../../db/wikis/wikis.ts";
import { storedTitles } from "../../shared/interwiki/stored-titles.ts";
import type { TitlesResponse } from "../../shared/protocol/pages.ts";

/** Ids of watched pages by title (Q1), for a wiki that does not answer itself; unknown titles are left out. */
export async function answerTitles(
  db: Database,
  wiki: Wiki,
  titles: readonly string[],
): Promise<TitlesResponse> {
  const namespaces = await findNamespaces(db, wiki.id);
  const spellings = titles.map((title) => ({ title, stored: storedTitles(title, namespaces, wiki.lang) }));
  const all = new Set(spellings.flatMap(({ stored }) => stored));
  const pages = await titledPages(db, wiki.id, [...all]);
  return {
    pages: spellings.flatMap(({ title, stored }) => {
      const pageid = stored.map((one) => pages.get(one)).find((one) => one !== undefined);
      return pageid === undefined ? [] : [{ title, pageid }];
    }),
  };
}

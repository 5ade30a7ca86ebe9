import { NOTHING_KNOWN, type UrlFacts } from "../../../shared/answer/types.ts";
import type { Scope } from "../../../shared/spam/types.ts";
import { urlKey } from "../../../shared/url/key.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Database } from "../../connect.ts";
import type { UrlId, WikiId } from "../../types.ts";
import { factsOf } from "./facts.ts";

/**
 * What is known of URLs, for the answers about a page of `wiki`; unknown ones are left out, order of the request. What
 * this wiki's lists block (P1) is known by that alone.
 */
export async function urlFacts(
  db: Database,
  wiki: WikiId | null,
  urls: readonly NormalisedUrl[],
): Promise<UrlFacts[]> {
  const rows = await db.sql<{ id: UrlId | null; place: number; spam: Scope | null }[]>`
    select u.id, given.place::int,
      (select min(s.list) from spam_use s where s.wiki_id = ${wiki}::int and s.key = given.key) as spam
    from unnest(${urls.map(urlKey)}::uuid[]) with ordinality as given (key, place)
    left join url u on u.key = given.key order by given.place`;
  const facts = await factsOf(
    db,
    wiki,
    rows.flatMap(({ id }) => id ?? []),
  );
  return rows.flatMap(({ id, place, spam }) => {
    const known = id === null ? undefined : facts.get(id);
    if (known !== undefined) return known;
    const url = urls[place - 1];
    return spam === null || url === undefined ? [] : { ...NOTHING_KNOWN, url, spam };
  });
}

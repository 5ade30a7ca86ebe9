import type { UrlFacts } from "../../../shared/answer/types.ts";
import { urlKey } from "../../../shared/url/key.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Database } from "../../connect.ts";
import type { UrlId, WikiId } from "../../types.ts";
import { factsOf } from "./facts.ts";

/** What is known of URLs, for the answers about a page of `wiki`; unknown ones are left out, order of the request. */
export async function urlFacts(
  db: Database,
  wiki: WikiId | null,
  urls: readonly NormalisedUrl[],
): Promise<UrlFacts[]> {
  const rows = await db.sql<{ id: UrlId; place: number }[]>`
    select u.id, given.place::int from unnest(${urls.map(urlKey)}::uuid[]) with ordinality as given (key, place)
    join url u on u.key = given.key order by given.place`;
  const facts = await factsOf(
    db,
    wiki,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id }) => facts.get(id) ?? []);
}

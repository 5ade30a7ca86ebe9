import type { Day } from "../../../shared/calendar/day.ts";
import type { Scope } from "../../../shared/spam/types.ts";
import type { UrlKey } from "../../../shared/url/types.ts";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** Where to go on in the list of uses. */
export interface SpamUseCursor {
  readonly pageid: number;
  readonly key: UrlKey;
}

/** A link of a page that a list blocks. */
export interface SpamUse extends SpamUseCursor {
  readonly title: string;
  readonly namespace: number;
  readonly url: string;
  readonly scope: Scope;
  /** The entry of the list that matched. */
  readonly line: string;
  /** Days on which the feeder first and last saw it there. */
  readonly first: Day;
  readonly last: Day;
}

/** The backtrace of spam uses of a wiki (P1, Q5), by page and URL, beyond `after`. */
export async function spamUses(
  { sql }: Database,
  wiki: WikiId,
  { limit, after = null }: { readonly limit: number; readonly after?: SpamUseCursor | null },
): Promise<SpamUse[]> {
  const rows = await sql<SpamUse[]>`
    select s.pageid, replace(s.key::text, '-', '') as key, p.title, p.namespace, s.url, s.list as scope, s.line,
      s.first, s.last
    from spam_use s join page p on p.wiki_id = s.wiki_id and p.pageid = s.pageid
    where s.wiki_id = ${wiki}
      and (s.pageid, s.key) > (${after?.pageid ?? 0}::bigint, ${after?.key ?? "0".repeat(32)}::uuid)
    order by s.pageid, s.key limit ${limit}`;
  return [...rows];
}

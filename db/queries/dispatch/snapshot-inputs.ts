import { NOTHING_KNOWN, type UrlFacts } from "../../../shared/answer/types.ts";
import { asDay } from "../../../shared/calendar/day.ts";
import type { Snapshot } from "../../../shared/snapshot/types.ts";
import type { Scope } from "../../../shared/spam/types.ts";
import type { Database } from "../../connect.ts";
import type { UrlId, WikiId } from "../../types.ts";
import { factsOf } from "../answers/facts.ts";

interface Row {
  readonly wiki: string;
  readonly pageid: number;
  readonly title: string;
  readonly namespace: number;
  readonly read: number;
  readonly urls: readonly UrlId[] | null;
}

/** What lists block on these pages (P1): it is not among their watched URLs, and nothing else is told of it. */
async function spamOf(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
): Promise<ReadonlyMap<number, UrlFacts[]>> {
  const rows = await db.sql<{ pageid: number; url: string; spam: Scope }[]>`
    select pageid, url, list as spam from spam_use
    where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[]) order by pageid, url`;
  const byPage = Map.groupBy(rows, ({ pageid }) => pageid);
  return new Map(
    [...byPage].map(([pageid, uses]) => [
      pageid,
      uses.map(({ url, spam }): UrlFacts => ({ ...NOTHING_KNOWN, url, spam })),
    ]),
  );
}

/** The snapshots of these pages as the database has them now; pages not watched, or never read, are left out. */
export async function snapshotInputs(
  db: Database,
  wiki: WikiId,
  pageids: readonly number[],
): Promise<Snapshot[]> {
  const rows = await db.sql<Row[]>`
    select w.dbname || '@' || f.name as wiki, p.pageid, p.title, p.namespace, p.links_read as read, l.urls
    from page p join wiki w on w.id = p.wiki_id join farm f on f.code = w.farm
    left join page_link l on l.wiki_id = p.wiki_id and l.pageid = p.pageid
    where p.wiki_id = ${wiki} and p.pageid = any(${[...pageids]}::bigint[]) and p.links_read >= 0
    order by p.pageid`;
  const ids = [...new Set(rows.flatMap(({ urls }) => urls ?? []))];
  const [facts, spam] = await Promise.all([factsOf(db, wiki, ids), spamOf(db, wiki, pageids)]);
  return rows.map((row) => ({
    wiki: row.wiki,
    pageid: row.pageid,
    title: row.title,
    namespace: row.namespace,
    asOf: asDay(row.read),
    urls: [...(row.urls ?? []).flatMap((id) => facts.get(id) ?? []), ...(spam.get(row.pageid) ?? [])],
  }));
}

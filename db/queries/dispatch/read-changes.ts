import { asDay } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { Change, ChangeKind, Position, UrlId, WikiId } from "../../types.ts";

export interface ChangeBatch {
  readonly changes: readonly Change[];
  /** Where to go on: that of the last change, or the one given when there is none. */
  readonly next: Position;
}

interface Row {
  readonly xid: string;
  readonly id: number;
  readonly atMs: number;
  readonly day: number;
  readonly kind: ChangeKind;
  readonly urlId: UrlId | null;
  readonly wikiId: WikiId | null;
  readonly pageid: number | null;
  readonly payload: Change["payload"];
}

/**
 * The changes after a position, in their order, at most `limit`. Only below the oldest transaction that still runs:
 * of all these it is settled whether and what they wrote, so nothing that commits late is skipped (design 6). `until`: a head
 * position of before, which is the next place when there are no more changes below it.
 */
export async function readChanges(
  db: Database,
  after: Position,
  limit: number,
  until: Position | null = null,
): Promise<ChangeBatch> {
  const rows = await db.sql<Row[]>`
    select xid::text as xid, id, (extract(epoch from at) * 1000)::float8 as "atMs", day, kind,
      url_id as "urlId", wiki_id as "wikiId", pageid, payload
    from change
    where (xid, id) > (${after.xid}::xid8, ${after.id}::bigint) and xid < coalesce(${until?.xid ?? null}::xid8, pg_snapshot_xmin(pg_current_snapshot()))
    order by change.xid, change.id limit ${limit}`;
  const changes = rows.map(
    ({ xid, id, atMs, day, kind, urlId, wikiId, pageid, payload }) =>
      ({
        position: { xid, id },
        atMs,
        day: asDay(day),
        kind,
        url: urlId,
        page: wikiId === null || pageid === null ? null : { wiki: wikiId, pageid },
        payload,
      }) as Change,
  );
  const last = changes.at(-1)?.position ?? after;
  return { changes, next: until !== null && changes.length < limit ? until : last };
}

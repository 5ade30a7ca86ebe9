import type { Database } from "../../connect.ts";

export interface ClientLag {
  readonly wiki: string;
  /** An edge by its name, or the table of events (FEED_TARGET). */
  readonly target: string;
  /** Nobody dispatches to it, so its lag is no trouble. */
  readonly paused: boolean;
  readonly needsExport: boolean;
  readonly holder: string | null;
  /** Pages of a full export that is under way; null: none is. */
  readonly exporting: { readonly done: number; readonly total: number } | null;
  /** Changes that the client was not told yet, counted up to LAG_COUNT_MAX. */
  readonly waiting: number;
  /** Age of the oldest of them. */
  readonly lagSeconds: number;
}

export const LAG_COUNT_MAX = 100_000;

/** In one walk over the youngest changes, as each of a thousand clients may be behind by all of them. */
export async function clientLags({ sql }: Database): Promise<ClientLag[]> {
  const rows = await sql<ClientLag[]>`
    with place as (
      select distinct position_xid as xid, position_id as id from dispatch_client
    ), walked as (
      -- Before a place stand the changes beyond it, the youngest first; the place itself before the change of that number.
      select xid, id, is_change, sum(is_change) over (order by xid desc, id desc, is_change rows unbounded preceding) as beyond
      from (
        select xid, id, 0 as is_change from place
        union all
        (select xid, id, 1 from change order by xid desc, id desc limit ${LAG_COUNT_MAX})
      ) both_kinds
    ), waiting as materialized (
      select w.xid, w.id, w.beyond::int as changes, first.lag from walked w left join lateral (
        select extract(epoch from clock_timestamp() - at) as lag from change
        where (change.xid, change.id) > (w.xid, w.id) order by xid, id limit 1
      ) first on true
      where w.is_change = 0
    )
    select w.dbname || '@' || f.name as wiki, c.target, w.paused, c.needs_export as "needsExport",
      case when c.lease_until > clock_timestamp() then c.holder end as holder,
      case when c.export_after is not null then json_build_object('done', c.export_done, 'total', c.export_total) end as exporting,
      waiting.changes as waiting, coalesce(waiting.lag, 0)::float8 as "lagSeconds"
    from dispatch_client c join wiki w on w.id = c.wiki_id join farm f on f.code = w.farm
      join waiting on waiting.xid = c.position_xid and waiting.id = c.position_id
    order by 1, 2`;
  return [...rows];
}

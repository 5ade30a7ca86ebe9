import type { Database } from "../../connect.ts";

export interface ClientLag {
  readonly wiki: string;
  /** Nobody dispatches to it, so its lag is no trouble. */
  readonly paused: boolean;
  readonly needsExport: boolean;
  readonly holder: string | null;
  /** Changes that the client was not told yet, counted up to LAG_COUNT_MAX. */
  readonly waiting: number;
  /** Age of the oldest of them. */
  readonly lagSeconds: number;
}

export const LAG_COUNT_MAX = 100_000;

export async function clientLags({ sql }: Database): Promise<ClientLag[]> {
  const rows = await sql<ClientLag[]>`
    select w.dbname || '@' || f.name as wiki, w.paused, c.needs_export as "needsExport",
      case when c.lease_until > clock_timestamp() then c.holder end as holder,
      waiting.changes as waiting, coalesce(waiting.lag, 0)::float8 as "lagSeconds"
    from dispatch_client c join wiki w on w.id = c.wiki_id join farm f on f.code = w.farm
    cross join lateral (
      select count(*)::int as changes, extract(epoch from clock_timestamp() - min(at)) as lag from (
        select at from change where (xid, id) > (c.position_xid, c.position_id)
        order by xid, id limit ${LAG_COUNT_MAX}
      ) behind
    ) waiting order by 1`;
  return [...rows];
}

import type { Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { inBatches } from "../work/batches.ts";
import { type HostNoteRow, type HostTraitRow, isConsolidated, tellHostNotes, tellTraits } from "./changes.ts";

/** Traits last seen before `last`; the need of GET by its first day, as while checks go by it nobody sees it again. */
export interface TraitLimits {
  readonly last: Day;
  readonly firstOfGet: Day;
}

/** M9: after 100 days, the need of GET after 200. Readers who were told of them are told that they are gone. */
export function expireTraits(
  db: Database,
  before: TraitLimits,
  today: Day,
  signal?: AbortSignal,
): Promise<number> {
  return inBatches(
    db,
    async ({ sql }, limit) => {
      const gone = await sql<HostTraitRow[]>`
        delete from host_trait where (host_id, trait) in (
          select host_id, trait from host_trait
          where (trait <> 'get-needed' and last < ${before.last})
            or (trait = 'get-needed' and first < ${before.firstOfGet})
          order by host_id, trait limit ${limit} for update)
        returning host_id as host, trait, first, last`;
      await tellTraits(sql, gone.filter(isConsolidated), "gone", today);
      return gone.length;
    },
    signal,
  );
}

/** M10: notes of domains not refreshed since `before` (half a year ago). Readers of their URLs are told so. */
export function expireNotes(db: Database, before: Day, today: Day, signal?: AbortSignal): Promise<number> {
  return inBatches(
    db,
    async ({ sql }, limit) => {
      const gone = await sql<HostNoteRow[]>`
        delete from domain_note where id in (
          select id from domain_note where last < ${before} order by id limit ${limit} for update)
        returning host, path, kind, value`;
      await tellHostNotes(sql, gone, "gone", today);
      return gone.length;
    },
    signal,
  );
}

/** What is known of the sites of hosts (C7) and was last written before `before` is forgotten; how many hosts that were. */
export async function expireSites(db: Database, before: Day): Promise<number> {
  const { count } = await db.sql`
    update host set site = '', site_day = -1 where site_day >= 0 and site_day < ${before}`;
  return count;
}

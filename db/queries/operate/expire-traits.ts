import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import { type HostTraitRow, isConsolidated, tellTraits } from "../record/tell-hosts.ts";
import { inBatches } from "./in-batches.ts";

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
    async (sql, limit) => {
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

import type { Database } from "../../connect.ts";
import { type DueRequest, dueClients } from "./due-clients.ts";

export interface HeldClient {
  /** `dewiki@WMF` */
  readonly name: string;
  /** Name of the dispatcher that has it, alive or not. */
  readonly holder: string;
  /** Until its lease runs out, if it is not prolonged. */
  readonly seconds: number;
}

/** Clients that have something to be told and are another's than `worker`'s: they are told by that one, or after its lease. Longest lease first. */
export async function heldClients(db: Database, request: DueRequest, worker: string): Promise<HeldClient[]> {
  return db.sql<HeldClient[]>`
    with ${dueClients(db, request)}
    select w.dbname || '@' || f.name as name, coalesce(c.holder, '') as holder,
      extract(epoch from c.lease_until - clock_timestamp())::float8 as seconds
    from due join dispatch_client c using (wiki_id, target) join wiki w on w.id = c.wiki_id join farm f on f.code = w.farm
    where not w.paused and c.lease_until >= clock_timestamp() and c.holder is distinct from ${worker}
    order by 3 desc`;
}

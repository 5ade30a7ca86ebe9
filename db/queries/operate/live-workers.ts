import type { Database } from "../../connect.ts";
import type { Json } from "../../types.ts";

export interface LiveWorker {
  readonly name: string;
  readonly role: string;
  readonly startedAtMs: number;
  readonly secondsSilent: number;
  readonly info: { readonly [name: string]: Json | undefined };
}

/** Processes that gave a sign of life within so many seconds. */
export async function liveWorkers(db: Database, withinSeconds = 60): Promise<LiveWorker[]> {
  const rows = await db.sql<LiveWorker[]>`
    select name, role, (extract(epoch from started_at) * 1000)::float8 as "startedAtMs",
      extract(epoch from clock_timestamp() - seen_at)::float8 as "secondsSilent", info
    from worker where seen_at > clock_timestamp() - make_interval(secs => ${withinSeconds})
    order by role, name`;
  return [...rows];
}

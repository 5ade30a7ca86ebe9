import type { Database } from "../../connect.ts";

export interface DispatchTally {
  readonly batches: number;
  /** Changes times the pages that they concern: what would have been written without coalescing (D4). */
  readonly concerned: number;
  /** Snapshots written for changes, and removed. */
  readonly written: number;
  readonly removed: number;
  /** Snapshots written by full exports. */
  readonly exported: number;
}

/** Adds what a dispatcher did since it last said so to the counts of this hour, for its edge. */
export async function tallyDispatch(
  { sql }: Database,
  target: string,
  { batches, concerned, written, removed, exported }: DispatchTally,
): Promise<void> {
  await sql`
    insert into dispatch_hour as d (hour, target, batches, concerned, written, removed, exported)
    values (extract(epoch from clock_timestamp())::bigint / 3600, ${target}, ${batches}, ${concerned}, ${written},
      ${removed}, ${exported})
    on conflict (hour, target) do update set batches = d.batches + excluded.batches,
      concerned = d.concerned + excluded.concerned, written = d.written + excluded.written,
      removed = d.removed + excluded.removed, exported = d.exported + excluded.exported`;
}

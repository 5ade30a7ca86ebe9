import type { Database } from "../../db/connect.ts";
import { type DispatchTally, tallyDispatch } from "../../db/dispatch/published.ts";
import { createTally } from "../../db/work/tally.ts";

/** Counts of what this process did for its edge, added to those of the hour now and then. */
export interface Tallies {
  add(more: Partial<DispatchTally>): void;
  flush(db: Database): Promise<void>;
}

export function openTallies(edge: string): Tallies {
  const sum = { batches: 0, concerned: 0, written: 0, removed: 0, exported: 0 };
  const tally = createTally(() => sum);
  return {
    add(more) {
      for (const name of Object.keys(sum) as (keyof DispatchTally)[]) sum[name] += more[name] ?? 0;
    },
    flush: (db) => tally((more) => tallyDispatch(db, edge, more)),
  };
}

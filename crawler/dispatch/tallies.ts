import { type DispatchTally, tallyDispatch } from "../../db/dispatch/published.ts";
import type { Database } from "../runtime/context.ts";

/** What this process did for its edge since it last told the counts of the hour. */
export interface Tallies {
  add(more: Partial<DispatchTally>): void;
  tell(db: Database): Promise<void>;
}

const NONE: DispatchTally = { batches: 0, concerned: 0, written: 0, removed: 0, exported: 0 };

export function openTallies(edge: string): Tallies {
  let sum = NONE;
  const add = (more: Partial<DispatchTally>) => {
    sum = {
      batches: sum.batches + (more.batches ?? 0),
      concerned: sum.concerned + (more.concerned ?? 0),
      written: sum.written + (more.written ?? 0),
      removed: sum.removed + (more.removed ?? 0),
      exported: sum.exported + (more.exported ?? 0),
    };
  };
  return {
    add,
    async tell(db) {
      const told = sum;
      if (Object.values(told).every((count) => count === 0)) return;
      sum = NONE;
      await tallyDispatch(db, edge, told);
    },
  };
}

import type { SweepTally } from "../../db/work/passes.ts";

type Store = (more: SweepTally) => Promise<void>;

/** Stores by how much counts grew since the last time. What could not be stored is stored with the next, as a beat that fails is skipped. */
export function createTally(counts: () => SweepTally): (store: Store) => Promise<void> {
  let stored: SweepTally = { checked: 0, inferred: 0 };
  return async (store) => {
    const now = counts();
    const more = { checked: now.checked - stored.checked, inferred: now.inferred - stored.inferred };
    if (more.checked === 0 && more.inferred === 0) return;
    stored = now;
    try {
      await store(more);
    } catch (error) {
      stored = {
        checked: stored.checked - more.checked,
        inferred: stored.inferred - more.inferred,
      };
      throw error;
    }
  };
}

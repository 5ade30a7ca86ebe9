import type { Database } from "./connect.ts";

/** Rows of one transaction: what is published of them is held back from all readers of changes until it ends. */
const BATCH = 10_000;

/** Work that takes at most BATCH rows at a time, each in a transaction of its own; ends between two after the signal. Answers how many. */
export async function inBatches(
  db: Database,
  work: (tx: Database, limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let done = 0;
  for (;;) {
    const count = await db.transaction((tx) => work(tx, BATCH));
    done += count;
    if (count < BATCH || signal?.aborted) return done;
  }
}

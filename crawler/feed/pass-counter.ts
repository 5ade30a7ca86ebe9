import type { WikiId } from "../../db/types.ts";
import { countPages, endPass, type FeedTally, tallyFeed } from "../../db/work/passes.ts";
import { createTally } from "../../db/work/tally.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { FeedCounts } from "./wiki-run.ts";

/** How often counts are stored: those of a killed feeder's last moments are missing in the rates. */
const EVERY_MS = 10_000;

/** The counts by which operators see how far a wiki's pass is and how fast (F7), for the time of a lease. */
export interface PassCounter {
  /** Counts the pages, as a feeder that was killed could not. */
  open(): Promise<void>;
  /** Stores what is left at the end of a time slice, and whether the pass ended with it. */
  settle(): Promise<void>;
  close(): void;
}

/** How many pages there are is counted now and then; in between it follows from what was done. */
export function openPassCounter(
  { db, clock, signal }: Pick<RoleContext, "db" | "clock" | "signal">,
  wiki: WikiId,
  counts: Readonly<FeedCounts>,
): PassCounter {
  const tally = createTally(() => counts);
  const store = () => tally((more) => tallyFeed(db, wiki, tallyOf(more)));
  // Counts may miss a moment; the run itself meets the database's trouble.
  const timer = setInterval(() => void store().catch(() => {}), EVERY_MS);
  return {
    open: () => countPages(db, wiki, false),
    async settle() {
      await store();
      const over = await endPass(db, wiki, clock.now());
      // A process that shall stop has ten seconds, and counting a large wiki may take as long.
      if (!signal.aborted) await countPages(db, wiki, over);
    },
    close: () => clearInterval(timer),
  };
}

/** Listed pages are to be read; pages that came in another way, or were marked before, the next count includes. */
const tallyOf = ({ listed, created, read, passedOver, deleted }: Readonly<FeedCounts>): FeedTally => ({
  listed,
  read,
  passedOver,
  pages: created - deleted,
  needUpdate: listed - read - passedOver - deleted,
});

import type { WikiId } from "../../db/types.ts";
import { countPages, endPass, type FeedTally, tallyFeed } from "../../db/work/passes.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { FeedCounts } from "./wiki-run.ts";

/** What a killed feeder did in its last moments is missing in the rates. */
const EVERY_MS = 10_000;

export interface PassBook {
  /** A feeder that was killed had no time to count. */
  open(): Promise<void>;
  /** The turn came to its end: what is left is written down, and whether the pass is over with it. */
  settle(): Promise<void>;
  close(): void;
}

/**
 * Keeps the counts by which operators see how far a wiki's pass is and how fast (F7); for the time of a hold. How many
 * pages there are is counted now and then, and told in between by what was done.
 */
export function openPassBook(
  { db, clock, signal }: Pick<RoleContext, "db" | "clock" | "signal">,
  wiki: WikiId,
  counts: Readonly<FeedCounts>,
): PassBook {
  let told = tallyOf(counts);
  const tell = async () => {
    const now = tallyOf(counts);
    const before = told;
    const news = {
      listed: now.listed - before.listed,
      read: now.read - before.read,
      passedOver: now.passedOver - before.passedOver,
      pages: now.pages - before.pages,
      needUpdate: now.needUpdate - before.needUpdate,
    };
    if (Object.values(news).every((more) => more === 0)) return;
    told = now;
    await tallyFeed(db, wiki, news);
  };
  // Counts may miss a moment; the run itself meets the database's trouble.
  const timer = setInterval(() => void tell().catch(() => {}), EVERY_MS);
  return {
    open: () => countPages(db, wiki, false),
    async settle() {
      await tell();
      const over = await endPass(db, wiki, clock.now());
      // Whoever is to stop has ten seconds, and counting a large wiki may take as long.
      if (!signal.aborted) await countPages(db, wiki, over);
    },
    close: () => clearInterval(timer),
  };
}

/** Listed pages wait to be read; what is met in another way, or was marked before, the next count sets right. */
const tallyOf = ({ listed, created, read, passedOver, deleted }: Readonly<FeedCounts>): FeedTally => ({
  listed,
  read,
  passedOver,
  pages: created - deleted,
  needUpdate: listed - read - passedOver - deleted,
});

import { countPages } from "../../db/queries/passes/count-pages.ts";
import { endPass } from "../../db/queries/passes/end-pass.ts";
import { tallyFeed } from "../../db/queries/passes/tally-feed.ts";
import type { WikiId } from "../../db/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { FeedCounts } from "./wiki-run.ts";

/** What a killed feeder did in its last moments is missing in the rates. */
const EVERY_MS = 10_000;

export interface PassBook {
  /** The turn came to its end: what is left is written down, and whether the pass is over with it. */
  settle(): Promise<void>;
  close(): void;
}

/** Keeps the counts by which operators see how far a wiki's pass is and how fast (F7); for the time of a hold. */
export function openPassBook(
  { db, clock, signal }: Pick<RoleContext, "db" | "clock" | "signal">,
  wiki: WikiId,
  counts: Readonly<FeedCounts>,
): PassBook {
  const { listed, read, passedOver } = counts;
  let told = { listed, read, passedOver };
  const tell = async () => {
    const { listed, read, passedOver } = counts;
    const before = told;
    const news = {
      listed: listed - before.listed,
      read: read - before.read,
      passedOver: passedOver - before.passedOver,
    };
    if (Object.values(news).every((more) => more === 0)) return;
    told = { listed, read, passedOver };
    await tallyFeed(db, wiki, news);
  };
  // Counts may miss a moment; the run itself meets the database's trouble.
  const timer = setInterval(() => void tell().catch(() => {}), EVERY_MS);
  return {
    async settle() {
      await tell();
      const over = await endPass(db, wiki, clock.now());
      // Whoever is to stop has ten seconds, and counting a large wiki may take as long.
      if (!signal.aborted) await countPages(db, wiki, over);
    },
    close: () => clearInterval(timer),
  };
}

import { exchangeTurns, expireTurns } from "../../db/hosts/leases.ts";
import { listOptouts } from "../../db/hosts/optout.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { createFleet, type Fleet } from "../politeness/fleet.ts";
import { optoutTest } from "../politeness/optout.ts";
import { createRobotsBook } from "../politeness/robots-book.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { workerName } from "../runtime/heartbeat.ts";

/** How a worker behaves towards hosts (C4), for its checker and its sweep alike. */
export interface Manners {
  readonly fleet: Fleet;
  /** By the list as it was half a minute ago at most. */
  readonly optedOut: (parts: UrlParts) => boolean;
  close(): Promise<void>;
}

/** docs/operators.md promises a minute. */
const OPTOUT_MS = 20_000;
/** Of a fleet's workers each looks so often, so that the table stays as small as what was visited lately. */
const EXPIRE_MS = 300_000;
/** Longer than a turn of a sweep, whose hosts were read at its beginning. */
const LORE_SECONDS = 20 * 60;

export async function openManners(ctx: RoleContext): Promise<Manners> {
  let test = optoutTest(await retryWhileDatabaseDown(ctx, () => listOptouts(ctx.db)));
  // A failure leaves the list as it was: the role itself meets the trouble with the database.
  const reload = () =>
    listOptouts(ctx.db).then(
      (entries) => {
        test = optoutTest(entries);
      },
      () => {},
    );
  const timers = [
    setInterval(() => void reload(), OPTOUT_MS),
    setInterval(() => void expireTurns(ctx.db, LORE_SECONDS).catch(() => {}), EXPIRE_MS),
  ];
  const fleet = createFleet({
    exchange: (request) => retryWhileDatabaseDown(ctx, () => exchangeTurns(ctx.db, request)),
    holder: workerName("crawl"),
    robots: createRobotsBook(),
  });
  return {
    fleet,
    optedOut: (parts) => test(parts),
    async close() {
      for (const timer of timers) clearInterval(timer);
      await fleet.close();
    },
  };
}

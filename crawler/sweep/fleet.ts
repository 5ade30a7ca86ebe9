import { exchangeHostLeases, expireHostLeases } from "../../db/hosts/leases.ts";
import { listOptouts } from "../../db/hosts/optout.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { createHostLeases, type HostLeases } from "../politeness/host-leases.ts";
import { optoutTest } from "../politeness/optout.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { workerName } from "../runtime/heartbeat.ts";
import { systemTiming } from "../runtime/timing.ts";

/** What a worker shares with all others on one database (C4). */
export interface Fleet {
  readonly leases: HostLeases;
  /** Whose owners asked to be left alone, by the list as it was half a minute ago at most. */
  readonly optedOut: (parts: UrlParts) => boolean;
  close(): Promise<void>;
}

/** docs/neighbour.md promises a minute. */
const OPTOUT_MS = 20_000;
/** Of a fleet's workers each looks so often, so that the table stays as small as what was visited lately. */
const EXPIRE_MS = 300_000;
/** Longer than a batch, whose hosts were read at its beginning. */
const EXPIRED_SECONDS = 20 * 60;

export async function openFleet(ctx: RoleContext): Promise<Fleet> {
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
    setInterval(() => void expireHostLeases(ctx.db, EXPIRED_SECONDS).catch(() => {}), EXPIRE_MS),
  ];
  const leases = createHostLeases({
    exchange: (request) => retryWhileDatabaseDown(ctx, () => exchangeHostLeases(ctx.db, request)),
    holder: workerName("crawl"),
    timing: systemTiming,
  });
  return {
    leases,
    optedOut: (parts) => test(parts),
    async close() {
      for (const timer of timers) clearInterval(timer);
      await leases.close();
    },
  };
}

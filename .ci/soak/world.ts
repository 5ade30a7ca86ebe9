import { join } from "node:path";
import { connect } from "../../db/connect.ts";
import { freePort } from "../../db/embedded/port.ts";
import { type Cluster, openCluster } from "../chaos/postgres.ts";
import { faketimeLibrary } from "../chaos/processes.ts";
import type { Reaper } from "../chaos/reaper.ts";
import { openSystem, type System } from "../chaos/system.ts";
import type { Pace } from "./fast-clock.ts";
import { hastenDate } from "./fast-date.mjs";

const SEED = 19;
const LINKS = 700;
const FLEET = { crawl: 1, feed: 1, dispatch: 1, origin: 1, maintain: 1, archive: 1 } as const;
const PRELOAD = join(import.meta.dirname, "preload.ts");
const EDGE_PRELOAD = join(import.meta.dirname, "edge-preload.mjs");
/** Of real time, as its timers are not hastened. */
const SETTINGS = { autovacuum_naptime: "5s", checkpoint_timeout: "30s" } as const;

export interface World {
  readonly system: System;
  readonly pace: Pace;
  /** Where `/metrics` of a process is, by its name. */
  readonly metrics: ReadonlyMap<string, string>;
}

const roles = Object.entries(FLEET).flatMap(([role, count]) =>
  Array.from({ length: count }, (_, at) => `${role}-${at + 1}`),
);

/** The whole system, and its PostgreSQL, in a time that runs `rate` times as fast as ours. */
export async function openWorld(rate: number): Promise<World> {
  const library = faketimeLibrary();
  if (library === null) throw new Error("faketime is not installed: apt-get install faketime");
  const metrics = new Map<string, string>();
  for (const role of roles) metrics.set(role, `127.0.0.1:${await freePort()}`);
  let pace: Pace = { since: Date.now(), rate };
  const cluster = async ({ folder, env }: Reaper): Promise<Cluster> => {
    const clock = { LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: "1", FAKETIME: `+0 x${rate}` };
    const opened = await openCluster(join(folder, "data"), { ...env, ...clock }, SETTINGS);
    pace = { since: await beginningOf(opened.url, rate), rate };
    return opened;
  };
  const system = await openSystem(SEED, {
    cluster,
    fleet: FLEET,
    steadyLinks: LINKS,
    envOf: (name) => ({
      WEBOID_SOAK_PACE: `${pace.since} ${rate}`,
      ...(name === "edge"
        ? { NODE_OPTIONS: `--import=${EDGE_PRELOAD}` }
        : { BUN_OPTIONS: `--preload=${PRELOAD}`, WEBOID_METRICS: metrics.get(name) ?? "" }),
    }),
  });
  // After it, as starting takes the time it takes.
  hastenDate(pace);
  return { system, pace, metrics };
}

/** When the server's time began to be faster, in milliseconds since 1970: from then on all others go with it. */
async function beginningOf(url: string, rate: number): Promise<number> {
  const db = await connect(url, { max: 1 });
  const sent = Date.now();
  const [row] = await db.sql<{ ms: number }[]>`select extract(epoch from clock_timestamp()) * 1000 as ms`;
  const now = (sent + Date.now()) / 2;
  await db.close();
  return Math.round(now - (Number(row?.ms) - now) / (rate - 1));
}

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { serverAccount } from "../../db/embedded/account.ts";
import { usableBinaries } from "../../db/embedded/binaries.ts";
import { dataOf, runningServer } from "../../db/embedded/process.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { noLog } from "../../db/errors.ts";
import type { Reaper } from "./reaper.ts";
import { pauseMs } from "./time.ts";

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // A process that is killed loses nothing that it wrote; only a machine that stops does.
  fsync: "off",
  shared_buffers: "64MB",
  max_wal_size: "96MB",
  min_wal_size: "32MB",
  max_connections: "200",
  wal_level: "minimal",
  max_wal_senders: "0",
  jit: "off",
} as const;
const START_MS_MAX = 60_000;
const POLL_MS = 250;

/** How the server is stopped: by `pg_ctl stop -m immediate`, or by `kill -9` of its first process. */
export const HARD_STOPS = ["SIGQUIT", "SIGKILL"] as const;

/** A PostgreSQL server of the trial's own, which is stopped hard and started again, as an init system would. */
export interface Cluster {
  /** As the owner of the database. */
  readonly url: string;
  /** Its first line is the id of the first process. */
  readonly pidFile?: string;
  /** Starts so far, with the first. */
  starts(): number;
  stopHard(signal: (typeof HARD_STOPS)[number]): void;
  /** Starts it, again and again until it stands; throws after a minute. */
  start(): Promise<void>;
  /** True while it takes connections. */
  stands(): boolean;
  close(): Promise<void>;
}

/** @param more settings of the server beside SETTINGS */
export async function openCluster(
  folder: string,
  env: Reaper["env"],
  more: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  // The first start makes the cluster, its owner and the database.
  const made = await startEmbedded(folder, noLog, { settings: { fsync: "off" } });
  const { url } = made;
  await made.stop();
  const place = join(folder, "postgres");
  const data = dataOf(place);
  const account = serverAccount(data);
  const { postgres } = usableBinaries(account, join(folder, "programs"));
  const { port } = new URL(url);
  const settings = Object.entries({ ...SETTINGS, ...more, port }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  let starts = 0;
  let child: ChildProcess | null = null;
  const launch = () => {
    const log = openSync("/dev/null", "w");
    child = spawn(postgres, ["-D", data, ...settings], {
      ...account.ids,
      cwd: "/",
      env: { PATH: process.env.PATH, LC_ALL: "C", ...env },
      stdio: ["ignore", log, log],
    });
    child.on("error", () => {});
    closeSync(log);
  };
  const ended = () => child === null || child.exitCode !== null || child.signalCode !== null;
  const stands = () => !ended() && runningServer(place)?.status === "ready";
  const signal = (name: NodeJS.Signals) => void (ended() || child?.kill(name));
  const start = async () => {
    for (const until = Date.now() + START_MS_MAX; !stands(); await pauseMs(POLL_MS)) {
      if (Date.now() > until) throw new Error(`PostgreSQL in ${place} does not start again`);
      // What a killed server left behind, or a full disk, ends the start: it is tried again.
      if (ended()) launch();
    }
    starts += 1;
  };
  await start();
  return {
    url,
    pidFile: join(data, "postmaster.pid"),
    starts: () => starts,
    stopHard: signal,
    start,
    stands,
    async close() {
      signal("SIGINT");
      for (let waited = 0; !ended() && waited < 10_000; waited += POLL_MS) await pauseMs(POLL_MS);
      signal("SIGKILL");
    },
  };
}

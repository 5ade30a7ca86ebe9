import type { Cluster } from "../../chaos/postgres.ts";
import type { Reaper } from "../../chaos/reaper.ts";
import { waitFor } from "../../chaos/time.ts";
import { DebianPostgres, type DebianServer } from "./debian-postgres.ts";

const MS_MAX = 120_000;
const SETTINGS = ["max_connections=200", "shared_buffers=64MB", "jit=off"];
/** Of tables that each role writes. */
const WRITTEN = `select (select count(*) from change), (select max(seen_at) from worker), (select sum(queried) from url),
  (select max(token) from slice), (select max(no) from people_log), (select sum(position_id) from dispatch_client)`;

/** A primary and its replica, for which commits wait, made by the commands of docs/database.md. */
export interface ServerPair {
  /** Of both; stopped and started is the first one. */
  readonly cluster: Cluster;
  /** Of the second one, for DATABASE_READ_URL. */
  readonly readUrl: string;
  /** The first one crashes. */
  crash(): Promise<void>;
  /** The second one becomes the primary. */
  promote(): void;
  /** The first one starts as it was, and takes itself for the primary. */
  comeBack(): Promise<void>;
  /** What roles wrote there last. */
  writtenAtOld(): string;
  /** The first one, which has something that the second lacks, becomes its replica. Answers what of that is left at both. */
  rewind(): Promise<string[]>;
}

export async function openServerPair(reaper: Reaper): Promise<ServerPair> {
  const debian = new DebianPostgres(reaper);
  const first = await debian.server("first", SETTINGS);
  const second = await debian.server("second", SETTINGS);
  debian.create(first);
  // Not on the command line: a server that crashed is recovered by pg_rewind, which knows what stands in the file.
  debian.shell(`echo 'wal_log_hints = on' >> "${first.data}/postgresql.conf"`);
  await first.start();
  debian.createDatabase(first);
  debian.ask(first, "create role replicator replication login");
  await follow(debian, first, second);
  const url = `postgres://weboid@127.0.0.1:${first.port},127.0.0.1:${second.port}/weboid`;
  let starts = 1;
  return {
    readUrl: `postgres://127.0.0.1:${second.port}/weboid`,
    cluster: {
      url,
      starts: () => starts,
      stopHard: () => void first.stop("immediate"),
      stands: () => true,
      async start() {
        starts += 1;
        await first.start();
      },
      async close() {
        await Promise.all([first, second].map((server) => server.stop("immediate").catch(() => {})));
      },
    },
    crash: () => first.stop("immediate"),
    promote: () => void debian.operate("failover", { SUPERUSER_URL: second.superuser }),
    comeBack: () => first.start(),
    writtenAtOld: () => debian.ask(first, WRITTEN, "weboid"),
    async rewind() {
      // Its commits wait for a replica that it no longer has.
      const alone = "set synchronous_commit = local; create table only_here as select 1 as no";
      debian.ask(first, alone, "weboid");
      await first.stop("immediate");
      debian.operate("rewind", connecting(second, first));
      await first.start();
      await waitsFor(debian, second, first);
      return [first, second].map((server) => debian.ask(server, "select to_regclass('only_here')", "weboid"));
    },
  };
}

/** Of a replica that is made. */
const connecting = (primary: DebianServer, replica: DebianServer) => ({
  SUPERUSER_URL: primary.superuser,
  REPLICATION_URL: `postgres://replicator@127.0.0.1:${primary.port}/postgres`,
  PGDATA: replica.data,
  SLOT: `at_${replica.port}`,
});

/** Makes a replica, and lets commits wait for it. */
async function follow(debian: DebianPostgres, primary: DebianServer, replica: DebianServer): Promise<void> {
  debian.operate("replica", connecting(primary, replica));
  await replica.start();
  await waitsFor(debian, primary, replica);
}

async function waitsFor(debian: DebianPostgres, primary: DebianServer, replica: DebianServer): Promise<void> {
  const { SUPERUSER_URL, SLOT } = connecting(primary, replica);
  debian.operate("synchronous", { SUPERUSER_URL, SLOT });
  const question = "select application_name, sync_state from pg_stat_replication";
  const waits = () => debian.ask(primary, question) === `${SLOT}|sync`;
  if (!(await waitFor(waits, MS_MAX))) throw new Error("no replica for which commits wait");
}

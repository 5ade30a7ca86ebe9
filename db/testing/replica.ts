import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { serverAccount } from "../embedded/account.ts";
import { usableBinaries } from "../embedded/binaries.ts";
import { freePort } from "../embedded/port.ts";

/** A PostgreSQL server of a test's own, which asks nobody for a password. */
export interface TestServer {
  /** As the superuser `postgres`, in the database of this name. */
  readonly url: string;
  readonly port: number;
  /** Resolves once it takes connections. */
  start(): Promise<void>;
  /** SIGINT: as an administrator does; SIGQUIT: at once, as after a crash. Resolves once it is gone. */
  stop(signal: "SIGINT" | "SIGQUIT"): Promise<void>;
  /** Stops all of its processes in their tracks, or lets them go on: it takes connections and says nothing. */
  freeze(frozen: boolean): void;
  /** One statement as the superuser; answers its first row. */
  run(statement: string): Promise<Record<string, unknown>>;
}

export interface ReplicaPair {
  readonly primary: TestServer;
  /** Follows the primary by streaming. */
  readonly replica: TestServer;
  close(): Promise<void>;
}

const START_MS_MAX = 120_000;
const POLL_MS = 50;

/** The server whose data are in a folder; it runs from `start` to `stop`. */
function serverIn(data: string, port: number, programs: string): TestServer {
  const account = serverAccount(data);
  const { postgres: program } = usableBinaries(account, programs);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = { listen_addresses: "127.0.0.1", port, unix_socket_directories: "", fsync: "off" };
  let child: ChildProcess | null = null;
  const run = async (statement: string) => {
    const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice() {} });
    try {
      return { ...(await sql.unsafe(statement))[0] };
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  return {
    url,
    port,
    run,
    async start() {
      const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
      child = spawn(program, ["-D", data, ...args], { ...account.ids, cwd: "/", stdio: "ignore" });
      for (const until = Date.now() + START_MS_MAX; ; await sleep(POLL_MS)) {
        const stands = await run("select 1").then(
          () => true,
          () => false,
        );
        if (stands) return;
        if (child.exitCode !== null || Date.now() > until)
          throw new Error(`PostgreSQL in ${data} does not start`);
      }
    },
    freeze(frozen) {
      const signal = frozen ? "SIGSTOP" : "SIGCONT";
      const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(child?.pid)], { encoding: "utf8" });
      for (const pid of [child?.pid, ...stdout.split("\n").map(Number)]) if (pid) process.kill(pid, signal);
    },
    async stop(signal) {
      const stopping = child;
      child = null;
      if (stopping === null || stopping.exitCode !== null || stopping.signalCode !== null) return;
      const gone = new Promise((done) => stopping.once("exit", done));
      stopping.kill(signal);
      await gone;
    },
  };
}

/** A primary and a replica of it, of the embedded PostgreSQL, which has no pg_basebackup: the replica begins as a copy of the stopped primary. */
export async function openReplicaPair(): Promise<ReplicaPair> {
  const folder = mkdtempSync(join(tmpdir(), "weboid-replica-"));
  chmodSync(folder, 0o755);
  const account = serverAccount(null);
  const [data, copy, programs] = ["primary", "replica", "programs"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const { initdb } = usableBinaries(account, programs);
  if (account.ids.uid !== undefined) chownSync(folder, account.ids.uid, account.ids.gid ?? account.ids.uid);
  const asServer = (program: string, args: readonly string[]) => {
    const { status, stderr } = spawnSync(program, args, { ...account.ids, cwd: "/", encoding: "utf8" });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  };
  asServer(initdb, [
    ...[`--pgdata=${data}`, "--username=postgres", "--auth=trust"],
    ...["--encoding=UTF8", "--no-locale", "--no-sync"],
  ]);
  asServer("cp", ["-a", data, copy]);
  const primary = serverIn(data, await freePort(), programs);
  const replica = serverIn(copy, await freePort(), programs);
  asServer("touch", [join(copy, "standby.signal")]);
  appendFileSync(
    join(copy, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'\nwal_retrieve_retry_interval = '200ms'\n`,
  );
  await primary.start();
  await replica.start();
  return {
    primary,
    replica,
    async close() {
      await Promise.all([replica.stop("SIGQUIT"), primary.stop("SIGQUIT")]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

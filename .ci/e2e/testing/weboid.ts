import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { connect, type Database } from "../../../db/connect.ts";
import { startEmbedded } from "../../../db/embedded.ts";
import { noLog } from "../../../db/errors.ts";
import { run } from "./process.ts";
import { readStored, type StoredPage } from "./stored.ts";

const MAIN = resolve(import.meta.dirname, "../../../crawler/cli/main.ts");
const COMMAND_MS_MAX = 120_000;

interface Started {
  /** Its exit code; null: a signal ended it. */
  readonly ended: Promise<number | null>;
  /** As a crash: nothing is tidied up. */
  kill(): void;
}

/** Weboid's commands on a PostgreSQL of their own, and a look at what they stored. */
export interface Weboid {
  readonly db: Database;
  /** Of its commands. */
  readonly env: Readonly<Record<string, string>>;
  /** Answers standard output; throws unless the command ends with 0. */
  command(...args: string[]): Promise<string>;
  /** Starts a command and leaves it to the caller. */
  start(...args: string[]): Started;
  /** By page id. */
  stored(wiki: string): Promise<Map<number, StoredPage>>;
  close(): Promise<void>;
}

export async function openWeboid(): Promise<Weboid> {
  const data = mkdtempSync(join(tmpdir(), "weboid-e2e-"));
  // As root the server runs under another account, which passes through.
  chmodSync(data, 0o755);
  const server = await startEmbedded(data, noLog, { settings: { fsync: "off" } });
  const db = await connect(server.url, { max: 2 });
  const env = {
    DATABASE_URL: server.url,
    WEBOID_DATA: data,
    WEBOID_CONTACT: "e2e@weboid.zz",
    WEBOID_ALLOW_PRIVATE: "1",
  };
  const command = (...args: string[]) =>
    run(process.execPath, [MAIN, ...args], { cwd: data, env, msMax: COMMAND_MS_MAX });
  const start = (...args: string[]): Started => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: data,
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
    const ended = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
    return { ended, kill: () => void child.kill("SIGKILL") };
  };
  await command("migrate");
  return {
    db,
    env,
    command,
    start,
    stored: (wiki) => readStored(db, wiki),
    async close() {
      await db.close();
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

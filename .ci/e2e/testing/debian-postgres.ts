import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, globSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { serverAccount } from "../../../db/embedded/account.ts";
import { freePort } from "../../../db/embedded/port.ts";
import type { Reaper } from "../../chaos/reaper.ts";
import { waitFor } from "../../chaos/time.ts";
import { blocksOf } from "../../guides/blocks.ts";

/** Debian's PostgreSQL (package postgresql): with the tools that operators have, which the embedded one lacks. */
const BIN = globSync("/usr/lib/postgresql/*/bin").sort().at(-1) ?? "";
const WEBOID = `"${process.execPath}" "${join(import.meta.dirname, "../../../crawler/cli/main.ts")}"`;
const MS_MAX = 300_000;

export interface DebianServer {
  /** Where its data are; empty until they are made. */
  readonly data: string;
  readonly port: number;
  /** As the administrator. */
  readonly superuser: string;
  /** Resolves once it takes connections, and can be written unless it is a replica. */
  start(): Promise<void>;
  /** `immediate`: as after a crash. Resolves once it is gone. */
  stop(mode?: "fast" | "immediate"): Promise<void>;
}

/** Servers of one trial, run by the account that PostgreSQL wants, and commands of that account. */
export class DebianPostgres {
  readonly #reaper: Reaper;
  readonly #account: ReturnType<typeof serverAccount>;
  readonly #msMax: number;

  /** `msMax`: of a command. */
  constructor(reaper: Reaper, msMax = MS_MAX) {
    this.#reaper = reaper;
    this.#msMax = msMax;
    this.#account = serverAccount(reaper.folder);
  }

  /** A folder that the server may write. */
  folder(name: string): string {
    const folder = join(this.#reaper.folder, name);
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    return folder;
  }

  /** Runs a shell command as the server's account, and answers what it printed. */
  shell(command: string, env: Readonly<Record<string, string>> = {}): string {
    const { status, stdout, stderr } = spawnSync("bash", ["-euc", command], {
      ...this.#account.ids,
      cwd: "/",
      encoding: "utf8",
      timeout: this.#msMax,
      env: { PATH: `${BIN}:${process.env.PATH}`, LC_ALL: "C.UTF-8", HOME: "/", ...this.#reaper.env, ...env },
    });
    if (status !== 0) throw new Error(`ended with ${status}: ${command}\n${stdout}${stderr}`);
    return stdout;
  }

  /** Runs a block of docs/database.md, by the name behind its language, as an operator who has `weboid`, or another command of that name. */
  operate(block: string, env: Readonly<Record<string, string>>, weboid = WEBOID): string {
    const found = blocksOf("docs/database.md").find(
      ({ language, name }) => language === "sh" && name === block,
    );
    if (found === undefined) throw new Error(`docs/database.md has no block ${block}`);
    return this.shell(`weboid() { ${weboid} "$@"; }\n${found.text}`, env);
  }

  /** The settings of docs/database.md by which a server archives its log in `$BACKUP/wal`, for its command line. */
  archiving(backup: string): string[] {
    const text = blocksOf("docs/database.md").find(({ name }) => name === "archiving")?.text ?? "";
    const [, command] = /^archive_command = '(.*)'$/m.exec(text) ?? [];
    if (command === undefined) throw new Error("docs/database.md has no archive_command");
    return ["archive_mode=on", `archive_command=${command.replaceAll("/backup/", `${backup}/`)}`];
  }

  /** A server that is not there yet. `settings`: as on its command line. */
  async server(name: string, settings: readonly string[] = []): Promise<DebianServer> {
    const data = join(this.folder(name), "data");
    const port = await freePort();
    const superuser = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const all = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
    const args = [...all, ...settings].flatMap((setting) => ["-c", setting]);
    let over: Promise<unknown> = Promise.resolve();
    return {
      data,
      port,
      superuser,
      start: async () => {
        const child = spawn(`${BIN}/postgres`, ["-D", data, ...args], {
          ...this.#account.ids,
          cwd: "/",
          stdio: "ignore",
          env: { PATH: process.env.PATH, LC_ALL: "C", ...this.#reaper.env },
        });
        over = new Promise((done) => child.once("exit", done));
        // A primary that replays its log answers before it can be written.
        const isReplica = existsSync(join(data, "standby.signal"));
        const question = `select 1 / (pg_is_in_recovery() = ${isReplica})::int`;
        const stands = () => spawnSync(`${BIN}/psql`, [superuser, "-c", question]).status === 0;
        if (!(await waitFor(stands, this.#msMax))) throw new Error(`the server in ${data} does not start`);
      },
      stop: async (mode = "fast") => {
        this.shell(`pg_ctl stop --pgdata=${data} --mode=${mode} --wait`);
        await over;
      },
    };
  }

  /** Makes an empty cluster in its folder. */
  create({ data }: DebianServer): void {
    this.shell(`initdb --pgdata=${data} --username=postgres --auth=trust --no-sync`);
  }

  /** Makes the database `weboid`, and the role that owns it. */
  createDatabase({ superuser }: DebianServer): void {
    this.shell(
      `psql ${superuser} -c 'create role weboid login createrole' -c 'create database weboid owner weboid' -c 'grant pg_read_all_stats to weboid'`,
    );
  }

  /** Of a file, or of all in a folder. */
  bytesOf(path: string): number {
    return Number.parseInt(this.shell(`du --bytes --summarize "${path}"`), 10);
  }

  /** What a question answers, asked by the administrator. */
  ask({ superuser }: DebianServer, question: string, database = "postgres"): string {
    return this.shell(
      `psql ${superuser.replace(/postgres$/, database)} --no-align --tuples-only -c "$QUESTION"`,
      {
        QUESTION: question,
      },
    ).trim();
  }
}

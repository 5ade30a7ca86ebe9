import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dice } from "../../crawler/sample/verdicts/testing/dice.ts";
import { connect } from "../../db/connect.ts";
import { serverAccount } from "../../db/embedded/account.ts";
import { freePort } from "../chaos/ports.ts";
import { RoleProcess, runCommand } from "../chaos/processes.ts";
import { openReaper } from "../chaos/reaper.ts";
import { must } from "../chaos/system.ts";
import { waitFor } from "../chaos/time.ts";
import { openTrialWeb, type TrialWeb } from "../chaos/web.ts";
import { openWiki, type RestlessWiki } from "../chaos/wikis.ts";

/**
 * The commands of docs/database.md, as they stand there, with Debian's PostgreSQL: a dump is read into another server, and a
 * base backup with archived WAL brings back the moment before an operator's mistake. Nothing is lost, the doctor finds nothing.
 */
const root = join(import.meta.dirname, "../..");
const MAIN = join(root, "crawler/cli/main.ts");
const BIN = globSync("/usr/lib/postgresql/*/bin").sort().at(-1) ?? "";
const MS_MAX = 300_000;
const secret = () => randomBytes(32).toString("hex");
const TOKENS = { ORIGIN_TOKEN: secret(), EDGE_TOKEN: secret() };

/** Roles run in this test when they are needed. */
const LOOKED_AT = ["database", "clock", "grants", "edge"];

const opened = new AsyncDisposableStack();
const reaper = openReaper("backup");
opened.defer(() => reaper.close());
const account = serverAccount(reaper.folder);
const backup = folderOf("backup");
folderOf("backup/wal");
afterAll(() => opened.disposeAsync());

/** A folder that the server may write. */
function folderOf(name: string): string {
  const folder = join(reaper.folder, name);
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  return folder;
}

/** Runs a shell command as the account of the server, and answers what it printed. */
function asServer(command: string, env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync("bash", ["-euc", command], {
    ...account.ids,
    cwd: "/",
    encoding: "utf8",
    timeout: MS_MAX,
    env: { PATH: `${BIN}:${process.env.PATH}`, LC_ALL: "C.UTF-8", HOME: "/", ...reaper.env, ...env },
  });
  if (status !== 0) throw new Error(`ended with ${status}: ${command}\n${stdout}${stderr}`);
  return stdout;
}

interface Server {
  readonly data: string;
  readonly superuser: string;
  /** As the owner of the database `weboid`. */
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

async function openServer(name: string): Promise<Server> {
  const data = join(folderOf(name), "data");
  const port = await freePort();
  const superuser = `postgres://postgres@127.0.0.1:${port}/postgres`;
  asServer(`initdb --pgdata=${data} --username=postgres --auth=trust --no-sync`);
  const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off
    -c archive_mode=on -c archive_command='test ! -f ${backup}/wal/%f && cp %p ${backup}/wal/%f'`;
  let over: Promise<unknown> = Promise.resolve();
  const server: Server = {
    data,
    superuser,
    url: `postgres://weboid@127.0.0.1:${port}/weboid`,
    async start() {
      const child = spawn(
        "bash",
        ["-c", `exec ${BIN}/postgres -D ${data} ${settings.replaceAll("\n", " ")}`],
        {
          ...account.ids,
          cwd: "/",
          stdio: "ignore",
          env: { PATH: process.env.PATH, LC_ALL: "C", ...reaper.env },
        },
      );
      over = new Promise((done) => child.once("exit", done));
      const stands = () => spawnSync(`${BIN}/psql`, [superuser, "-c", "select pg_switch_wal()"]).status === 0;
      if (!(await waitFor(stands, MS_MAX))) throw new Error(`the server in ${data} does not start`);
    },
    async stop() {
      asServer(`pg_ctl stop --pgdata=${data} --mode=fast --wait`);
      await over;
    },
  };
  await server.start();
  opened.defer(() => server.stop().catch(() => {}));
  return server;
}

const createDatabase = ({ superuser }: Server) =>
  asServer(
    `psql ${superuser} -c 'create role weboid login createrole' -c 'create database weboid owner weboid'`,
  );

/** The commands of a block of the document, which is named behind its language. */
function documented(name: string): string {
  const text = readFileSync(join(root, "docs/database.md"), "utf8");
  const [, block] = new RegExp(`^\`\`\`sh ${name}\\n([^]*?)^\`\`\``, "m").exec(text) ?? [];
  if (block === undefined) throw new Error(`docs/database.md has no block ${name}`);
  return block;
}

/** Every row of every table but what only says who works at the moment. */
async function contents(url: string): Promise<Record<string, string>> {
  const db = await connect(url, { max: 1 });
  try {
    const tables = await db.sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relpersistence = 'p' and relname <> 'worker' order by 1`;
    const all: Record<string, string> = {};
    for (const { name } of tables) {
      const [row] = await db.sql.unsafe<{ sum: string }[]>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from "${name}" t`,
      );
      all[name] = row?.sum ?? "";
    }
    return all;
  } finally {
    await db.close();
  }
}

let web: TrialWeb;
let wiki: RestlessWiki;
let edgeUrl: string;
let primary: Server;

const environment = (server: Server): Record<string, string> => ({
  ...reaper.env,
  ...TOKENS,
  DATABASE_URL: server.url,
  EDGE_URL: edgeUrl,
  WEBOID_DATA: join(reaper.folder, "edge"),
  WEBOID_CONTACT: "backup@weboid.zz",
  WEBOID_DNS: web.dns,
  WEBOID_ALLOW_PRIVATE: "1",
  WEBOID_CONTROL: web.control,
});
const command = (server: Server, ...args: string[]) => runCommand(args, environment(server), MS_MAX);

/** Runs a block of the document as an operator, who has `weboid` in the path. */
const operate = (server: Server, name: string, more: Record<string, string> = {}): string =>
  asServer(`weboid() { "${process.execPath}" "${MAIN}" "$@"; }\n${documented(name)}`, {
    ...environment(server),
    BACKUP: backup,
    SUPERUSER_URL: server.superuser,
    ...more,
  });

/** Everything is fed, checked and published. */
async function work(server: Server): Promise<void> {
  for (const role of ["feed", "crawl", "dispatch"]) await must(command(server, role, "--once"));
}

beforeAll(async () => {
  const chance = dice(31);
  web = await openTrialWeb(chance);
  opened.defer(() => web.close());
  wiki = await openWiki({ dbname: "alpha", dice: chance, pages: 40, link: () => web.link() });
  opened.defer(() => wiki.close());
  const port = await freePort();
  edgeUrl = `http://127.0.0.1:${port}`;
  primary = await openServer("primary");
  createDatabase(primary);
  const edge = new RoleProcess({
    name: "edge",
    args: ["edge", "--port", String(port)],
    env: { ...reaper.env, ...TOKENS, WEBOID_DATA: folderOf("edge") },
    clockFile: null,
  });
  opened.defer(async () => void (await edge.stop()));
  await must(command(primary, "migrate"));
  await must(command(primary, "wiki", "add", wiki.name, "--api", wiki.api));
  await work(primary);
}, MS_MAX);

test(
  "a dump, read into another server: every row is there, the doctor finds nothing, and work goes on",
  async () => {
    const before = await contents(primary.url);
    expect(Number.parseInt(before.url ?? "", 10)).toBeGreaterThan(50);
    operate(primary, "dump");
    const other = await openServer("other");
    createDatabase(other);
    operate(other, "restore-dump");
    expect(await contents(other.url)).toEqual(before);
    for (let edits = 0; edits < 20; edits++) wiki.act();
    await work(other);
    const { code, stdout } = await command(other, "doctor", "--only", ...LOOKED_AT);
    expect([code, stdout]).toEqual([0, expect.any(String)]);
    await other.stop();
  },
  MS_MAX,
);

test(
  "base backup and archived WAL: the moment before a mistake, with what was written since the base",
  async () => {
    // The second week's takes the place of the first's.
    for (const _week of [1, 2]) operate(primary, "base-backup");
    for (let edits = 0; edits < 20; edits++) wiki.act();
    await work(primary);
    const before = await contents(primary.url);
    const until = asServer(
      `psql ${primary.superuser} --no-align --tuples-only -c 'select clock_timestamp()'`,
    ).trim();
    await sleep(1_100);
    const mistake = await connect(primary.url, { max: 1 });
    await mistake.sql`delete from page_link`;
    await mistake.sql`delete from page`;
    await mistake.close();
    expect(await contents(primary.url)).not.toEqual(before);
    asServer(`psql ${primary.superuser} -c 'select pg_switch_wal()'`);
    await primary.stop();
    asServer(`mv "${primary.data}" "${primary.data}.old"`);
    operate(primary, "restore-base", { PGDATA: primary.data, UNTIL: until });
    await primary.start();
    expect(await contents(primary.url)).toEqual(before);
    await must(command(primary, "export", wiki.name));
    await must(command(primary, "dispatch", "--once"));
    const { code, stdout } = await command(primary, "doctor", "--only", ...LOOKED_AT);
    expect([code, stdout]).toEqual([0, expect.any(String)]);
  },
  MS_MAX,
);

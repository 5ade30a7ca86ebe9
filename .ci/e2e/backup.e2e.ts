import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dice } from "../../crawler/sample/verdicts/testing/dice.ts";
import { connect } from "../../db/connect.ts";
import { freePort } from "../../db/embedded/port.ts";
import { RoleProcess, runCommand } from "../chaos/processes.ts";
import { openReaper } from "../chaos/reaper.ts";
import { must } from "../chaos/system.ts";
import { openTrialWeb, type TrialWeb } from "../chaos/web.ts";
import { openWiki, type RestlessWiki } from "../chaos/wikis.ts";
import { step } from "../testing/steps.ts";
import { DebianPostgres, type DebianServer } from "./testing/debian-postgres.ts";

/**
 * The commands of docs/database.md, as they stand there, with Debian's PostgreSQL: a dump is read into another server, and a
 * base backup with archived WAL brings back the moment before an operator's mistake. Nothing is lost, the doctor finds nothing.
 */
const MS_MAX = 300_000;
/** For a machine with many times more work than it can do; PostgreSQL tries again to archive after a minute. */
const PATIENT = { timeout: 120_000, interval: 200 };
const secret = () => randomBytes(32).toString("hex");
const TOKENS = { ORIGIN_TOKEN: secret(), EDGE_TOKEN: secret() };

/** Roles run in this test when they are needed. */
const LOOKED_AT = ["database", "clock", "grants", "edge"];

const opened = new AsyncDisposableStack();
const reaper = openReaper("backup");
opened.defer(() => reaper.close());
const debian = new DebianPostgres(reaper);
const backup = debian.folder("backup");
debian.folder("backup/wal");
afterAll(() => opened.disposeAsync());

async function openServer(name: string, settings: readonly string[] = []): Promise<DebianServer> {
  const server = await debian.server(name, settings);
  debian.create(server);
  await server.start();
  opened.defer(() => server.stop().catch(() => {}));
  debian.createDatabase(server);
  return server;
}

/** As the owner of the database. */
const urlOf = ({ port }: DebianServer) => `postgres://weboid@127.0.0.1:${port}/weboid`;

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
let primary: DebianServer;

const environment = (server: DebianServer): Record<string, string> => ({
  ...reaper.env,
  ...TOKENS,
  DATABASE_URL: urlOf(server),
  EDGE_URL: edgeUrl,
  WEBOID_DATA: join(reaper.folder, "edge"),
  WEBOID_CONTACT: "backup@weboid.zz",
  WEBOID_DNS: web.dns,
  WEBOID_ALLOW_PRIVATE: "1",
  WEBOID_CONTROL: web.control,
});
const command = (server: DebianServer, ...args: string[]) => runCommand(args, environment(server), MS_MAX);

/** The only dump that there is. */
const dump = (): string => debian.shell(`ls ${backup}/weboid-*.dump`).trim();

/** Runs a block of the document. */
const operate = (server: DebianServer, name: string, more: Record<string, string> = {}): string =>
  debian.operate(name, {
    ...environment(server),
    BACKUP: backup,
    SUPERUSER_URL: server.superuser,
    ...more,
  });

const bytesIn = (server: DebianServer): number =>
  Number(debian.ask(server, "select pg_database_size('weboid')"));

/** Everything is fed, checked and published. */
async function work(server: DebianServer): Promise<void> {
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
  // Of two servers only one may, as their files have the same names.
  primary = await openServer("primary", debian.archiving(backup));
  const edge = new RoleProcess({
    name: "edge",
    args: ["edge", "--port", String(port)],
    env: { ...reaper.env, ...TOKENS, WEBOID_DATA: debian.folder("edge") },
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
    const before = await contents(urlOf(primary));
    expect(Number.parseInt(before.url ?? "", 10)).toBeGreaterThan(50);
    await step(
      "dump",
      () => operate(primary, "dump"),
      () => debian.bytesOf(dump()),
    );
    // Another one of the same day takes its place.
    operate(primary, "dump");
    const other = await openServer("other");
    await step(
      "restore of the dump",
      () => operate(other, "restore-dump", { DUMP: dump() }),
      () => bytesIn(other),
    );
    expect(await contents(urlOf(other))).toEqual(before);
    for (let edits = 0; edits < 20; edits++) wiki.act();
    await work(other);
    const { code, stdout } = await command(other, "doctor", "--only", ...LOOKED_AT);
    expect([code, stdout]).toEqual([0, expect.any(String)]);
    await other.stop();
  },
  MS_MAX,
);

/** What `weboid status` says of the server's log, as the owner of the database. */
async function logAlarms(): Promise<string[]> {
  const { stdout } = await command(primary, "status", "--json");
  const { alarms }: { alarms: { kind: string; text: string }[] } = JSON.parse(stdout);
  return alarms.filter(({ kind }) => /^(archiving|slot)-/.test(kind)).map(({ text }) => text);
}

/** Writes into the log, and answers the name of the file that has it. */
const writtenFile = () =>
  debian.ask(primary, "select pg_walfile_name(pg_logical_emit_message(true, 'here', 'it is'))");

/** Ends that file, which is then archived. */
function nextFile(): string {
  const file = writtenFile();
  debian.ask(primary, "select pg_switch_wal()");
  return file;
}
const isArchived = (file: string) =>
  debian.ask(primary, `select last_archived_wal >= '${file}' from pg_stat_archiver`) === "t";

test(
  "half a file in the archive, as a full disk leaves one, is replaced; a failure is an alarm",
  async () => {
    const whole = nextFile();
    await expect.poll(() => isArchived(whole), PATIENT).toBe(true);
    const half = writtenFile();
    debian.shell(`head --bytes=5000000 "${primary.data}/pg_wal/${half}" > "${backup}/wal/${half}"`);
    nextFile();
    await expect.poll(() => isArchived(half), PATIENT).toBe(true);
    expect(debian.bytesOf(`${backup}/wal/${half}`)).toBe(16 * 1024 ** 2);
    expect(await logAlarms()).toEqual([]);
    debian.shell(`mv "${backup}/wal" "${backup}/away"`);
    const late = nextFile();
    await expect.poll(logAlarms, PATIENT).toEqual([expect.stringContaining(`cannot archive ${late}`)]);
    debian.shell(`mv "${backup}/away" "${backup}/wal"`);
    await expect.poll(() => isArchived(late), PATIENT).toBe(true);
    expect(await logAlarms()).toEqual([]);
  },
  MS_MAX,
);

test(
  "base backup and archived WAL: the moment before a mistake, with what was written since the base",
  async () => {
    // The second week's takes the place of the first's.
    for (const week of [1, 2])
      await step(
        `base backup ${week}`,
        () => operate(primary, "base-backup"),
        () => debian.bytesOf(`${backup}/base`),
      );
    for (let edits = 0; edits < 20; edits++) wiki.act();
    await work(primary);
    const before = await contents(urlOf(primary));
    const until = debian.ask(primary, "select clock_timestamp()");
    await sleep(1_100);
    const mistake = await connect(urlOf(primary), { max: 1 });
    await mistake.sql`delete from page_link`;
    await mistake.sql`delete from page`;
    await mistake.close();
    expect(await contents(urlOf(primary))).not.toEqual(before);
    debian.ask(primary, "select pg_switch_wal()");
    await primary.stop();
    debian.shell(`mv "${primary.data}" "${primary.data}.old"`);
    await step(
      "copying the base",
      () => operate(primary, "restore-base", { PGDATA: primary.data, UNTIL: until }),
      () => debian.bytesOf(primary.data),
    );
    await step(
      "replaying the log",
      () => primary.start(),
      () => debian.bytesOf(`${backup}/wal`),
    );
    expect(await contents(urlOf(primary))).toEqual(before);
    await must(command(primary, "export", wiki.name));
    await must(command(primary, "dispatch", "--once"));
    const { code, stdout } = await command(primary, "doctor", "--only", ...LOOKED_AT);
    expect([code, stdout]).toEqual([0, expect.any(String)]);
  },
  MS_MAX,
);

test(
  "a replica of what was restored follows it, and does not promote itself; when it is gone its slot is an alarm",
  async () => {
    const replica = await debian.server("replica");
    debian.ask(primary, "create role replicator replication login");
    operate(primary, "replica", {
      REPLICATION_URL: `postgres://replicator@127.0.0.1:${primary.port}/postgres`,
      PGDATA: replica.data,
      SLOT: "at_replica",
    });
    await replica.start();
    opened.defer(() => replica.stop().catch(() => {}));
    debian.ask(primary, "create table after_that (no int)");
    const follows = "select pg_is_in_recovery() and to_regclass('after_that') is not null";
    await expect.poll(() => debian.ask(replica, follows), PATIENT).toBe("t");
    await replica.stop();
    expect(await logAlarms()).toEqual([]);
    for (let files = 0; files < 17; files++) nextFile();
    expect(await logAlarms()).toEqual([
      expect.stringMatching(/^no replica uses the replication slot at_replica, .* keeps \d+ MB/),
    ]);
  },
  MS_MAX,
);

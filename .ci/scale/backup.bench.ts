/**
 * How long backup and restore take, by the commands of docs/database.md on Debian's PostgreSQL with a generated database. Arguments: `--urls N`
 * (default 1,000,000), `--passes N` of all URLs whose log is replayed (default 2). About 6 KB of disk for a URL under the temporary folder. Prints
 * JSON lines, of each step seconds and GB, per GB of the database and per million URLs: `npm run bench -- backup.bench`.
 */

import { connect } from "../../db/connect.ts";
import { noLog } from "../../db/errors.ts";
import { migrate } from "../../db/migrate.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { openReaper } from "../chaos/reaper.ts";
import { DebianPostgres, type DebianServer } from "../e2e/testing/debian-postgres.ts";
import { argument } from "../testing/argument.ts";
import { step } from "../testing/steps.ts";
import { generate } from "./generate.ts";
import { sweep } from "./measure.ts";

const MS_MAX = 4 * 3_600_000;
const TODAY = asDay(3_600);
const urls = argument("--urls", 1_000_000);
const scale = { urls, pages: urls / 2, uses: urls * 4 };

const reaper = openReaper("backup");
const debian = new DebianPostgres(reaper, MS_MAX);
const backup = debian.folder("backup");
debian.folder("backup/wal");
/** As an operator's server, which does not leave its writes to the machine's memory. */
const SETTINGS = ["fsync=on", "shared_buffers=1GB", "max_wal_size=4GB", "maintenance_work_mem=256MB"];

async function open(name: string, settings: readonly string[]): Promise<DebianServer> {
  const server = await debian.server(name, [...SETTINGS, ...settings]);
  debian.create(server);
  await server.start();
  debian.createDatabase(server);
  return server;
}

const urlOf = ({ port }: DebianServer) => `postgres://weboid@127.0.0.1:${port}/weboid`;
const databaseBytes = (server: DebianServer) =>
  Number(debian.ask(server, "select pg_database_size('weboid')"));

const dump = (): string => debian.shell(`ls ${backup}/weboid-*.dump`).trim();

/** The roles are none of what is measured. */
const operate = (server: DebianServer, block: string, more: Record<string, string> = {}) =>
  debian.operate(
    block,
    { DATABASE_URL: urlOf(server), BACKUP: backup, SUPERUSER_URL: server.superuser, ...more },
    "true",
  );

async function fill(server: DebianServer): Promise<void> {
  const db = await connect(urlOf(server), { max: 1 });
  await migrate(db, noLog);
  await generate(db, scale, TODAY, () => {});
  await db.close();
}

/** Passes over all URLs, whose log is archived. */
async function work(server: DebianServer): Promise<void> {
  const db = await connect(urlOf(server), { max: 1 });
  await sweep(db, argument("--passes", 2), Math.ceil(urls / 10_000), scale, TODAY);
  await db.close();
}

try {
  const primary = await open("primary", debian.archiving(backup));
  await step(
    "generated",
    () => fill(primary),
    () => databaseBytes(primary),
  );
  const gigabytes = databaseBytes(primary) / 1e9;
  const each = ({ seconds }: { readonly seconds: number }) => ({
    secondsPerDatabaseGb: Number((seconds / gigabytes).toFixed(1)),
    secondsPerMillionUrls: Number(((seconds / urls) * 1e6).toFixed(1)),
  });
  await step(
    "dump",
    () => operate(primary, "dump"),
    () => debian.bytesOf(dump()),
    each,
  );
  const other = await open("other", []);
  await step(
    "restore of the dump",
    () => operate(other, "restore-dump", { DUMP: dump() }),
    () => databaseBytes(other),
    each,
  );
  await other.stop();
  debian.shell(`rm -rf "${other.data}" "${backup}"/wal/*`);
  await step(
    "base backup",
    () => operate(primary, "base-backup"),
    () => debian.bytesOf(`${backup}/base`),
    each,
  );
  await step(
    "worked",
    () => work(primary),
    () => debian.bytesOf(`${backup}/wal`),
  );
  const until = debian.ask(primary, "select clock_timestamp()");
  debian.ask(primary, "create table after_that (no int)");
  debian.ask(primary, "select pg_switch_wal()");
  await primary.stop();
  debian.shell(`rm -rf "${primary.data}"`);
  await step(
    "copying the base",
    () => operate(primary, "restore-base", { PGDATA: primary.data, UNTIL: until }),
    () => debian.bytesOf(primary.data),
    each,
  );
  await step(
    "replaying the log",
    () => primary.start(),
    () => debian.bytesOf(`${backup}/wal`),
    ({ seconds, gb }) => ({ secondsPerGbOfLog: Number((seconds / gb).toFixed(1)) }),
  );
  await primary.stop();
} finally {
  await reaper.close();
}

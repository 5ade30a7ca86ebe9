/**
 * What feeding costs (F2, F3): a generated wiki on loopback, fed by the command in four passes: all new, nothing new, with
 * other links on every 50th page and another template on every third, nothing new again; a week between them.
 *   bun crawler/feed/feed.bench.ts [pages, default 20000] [links a page, default 10]
 * Printed per pass: pages a second, requests and rows written per 1,000 pages, write-ahead log, the feeder's memory.
 */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect, type Database } from "../../db/connect.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { noLog } from "../../db/errors.ts";
import { migrate } from "../../db/migrate.ts";
import { type GeneratedWiki, startGeneratedWiki } from "./testing/generated-wiki.ts";

const pages = Number(process.argv[2] ?? 20_000);
const links = Number(process.argv[3] ?? 10);
const MAIN = join(import.meta.dirname, "../cli/main.ts");
const NAME = "generated@local";
const round = (value: number, digits = 1) => Number(value.toFixed(digits));

/** Runs the command to its end; answers seconds and the most memory that it held, in MiB. */
async function weboid(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<{ s: number; mib: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
  let kib = 0;
  for (let over = false; !over; ) {
    over = await Promise.race([ended.then(() => true), pause(200).then(() => false)]);
    try {
      kib = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1] ?? kib);
    } catch {
      // It ended meanwhile, or this is no Linux.
    }
  }
  const code = await ended;
  if (code !== 0) throw new Error(`weboid ${args.join(" ")} ended with ${code}`);
  return { s: (performance.now() - start) / 1000, mib: kib / 1024 };
}

interface Counters {
  readonly rows: Readonly<Record<string, number>>;
  readonly hot: number;
  readonly wal: number;
}

async function counters({ sql }: Database): Promise<Counters> {
  // Connections send what they counted a second after their last work.
  await pause(1_500);
  const tables = await sql<{ name: string; rows: number; hot: number }[]>`
    select relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::float8 as rows, n_tup_hot_upd::float8 as hot
    from pg_stat_user_tables`;
  const [log] = await sql<{ wal: number }[]>`select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as wal`;
  return {
    rows: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
    hot: tables.find(({ name }) => name === "page")?.hot ?? 0,
    wal: log?.wal ?? 0,
  };
}

async function pass(db: Database, wiki: GeneratedWiki, env: NodeJS.ProcessEnv, what: string): Promise<void> {
  const before = await counters(db);
  wiki.requests.clear();
  const { s, mib } = await weboid(env, ["feed", NAME, "--once"]);
  const after = await counters(db);
  const perThousand = (count: number) => round((count * 1000) / pages);
  const requests = [...wiki.requests].map(([name, count]) => [name, perThousand(count)] as const);
  const rows = Object.entries(after.rows)
    .map(([table, count]) => [table, perThousand(count - (before.rows[table] ?? 0))] as const)
    .filter(([, count]) => count >= 0.5);
  console.log(
    JSON.stringify({
      what,
      pagesPerSecond: Math.round(pages / s),
      seconds: round(s),
      feederMiB: Math.round(mib),
      requestsPerThousand: Object.fromEntries(requests.filter(([, count]) => count > 0)),
      rowsPerThousand: Object.fromEntries(rows),
      hotPageRowsPerThousand: perThousand(after.hot - before.hot),
      walBytesPerPage: Math.round((after.wal - before.wal) / pages),
    }),
  );
}

/** A week goes by: what was done is a week older. */
async function week({ sql }: Database): Promise<void> {
  await sql`update page set links_read = links_read - 7, touched = touched - 7`;
  await sql`update url set touched = touched - 7`;
  await sql`vacuum page, url`;
  await sql`select pg_stat_force_next_flush()`;
}

const data = mkdtempSync(join(tmpdir(), "weboid-bench-"));
// As root the server runs under another account, which passes through.
chmodSync(data, 0o755);
const server = await startEmbedded(data, noLog);
const db = await connect(server.url, { max: 1 });
const wiki = await startGeneratedWiki({ pages, links });
const env = {
  DATABASE_URL: server.url,
  WEBOID_CONTACT: "bench@weboid.zz",
  WEBOID_ALLOW_PRIVATE: "1",
  WEBOID_DATA: data,
};
try {
  await migrate(db, noLog);
  await weboid(env, ["wiki", "add", NAME, "--api", wiki.api]);
  await pass(db, wiki, env, "all new");
  await week(db);
  await pass(db, wiki, env, "nothing new");
  await week(db);
  wiki.edition = 1;
  await pass(db, wiki, env, "other links, template and deletions");
  await week(db);
  await pass(db, wiki, env, "nothing new");
} finally {
  await wiki.close();
  await db.close();
  await server.stop();
  rmSync(data, { recursive: true, force: true });
}

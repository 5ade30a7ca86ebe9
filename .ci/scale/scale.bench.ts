/**
 * A database of any size, generated in minutes, and what it costs on it. Arguments: `--urls N` (default 2,000,000), `--pages N`, `--uses N` (a
 * half and four times as many), `--slices N` swept (default 20, of 10,000 URLs each), `--passes N` (default 10). About 700 bytes of disk for a URL under
 * the temporary folder. Prints JSON lines: `npm run scale -- --urls 20000000`.
 */

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { maintain } from "../../crawler/maintain/run.ts";
import { steppedClock } from "../../crawler/runtime/clock.ts";
import { readConfig } from "../../crawler/runtime/config.ts";
import { silentLog } from "../../crawler/runtime/log.ts";
import { connect, type Database } from "../../db/connect.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { noLog } from "../../db/errors.ts";
import { migrate } from "../../db/migrate.ts";
import { expireUrls } from "../../db/urls/expire.ts";
import { addDays, asDay, type Day, instantOfDay } from "../../shared/calendar/day.ts";
import { argument } from "../testing/argument.ts";
import { generate } from "./generate.ts";
import { sizes, sweep } from "./measure.ts";
import { plans } from "./plans.ts";

const urls = argument("--urls", 2_000_000);
const scale = { urls, pages: argument("--pages", urls / 2), uses: argument("--uses", urls * 4) };
const today = asDay(3_600);

const say = (line: Readonly<Record<string, unknown>>) => console.log(JSON.stringify(line));
async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  say({ step, seconds: Number(((performance.now() - start) / 1000).toFixed(1)) });
  return result;
}

/** Blocks of URLs that were read, from memory or disk. */
async function blocksOfUrls(db: Database): Promise<number> {
  await db.sql`select pg_stat_force_next_flush()`;
  const [row] = await db.sql<{ blocks: number }[]>`
    select sum(heap_blks_read + heap_blks_hit)::float8 as blocks from pg_statio_user_tables where relname ~ '^url_[0-9]+$'`;
  return row?.blocks ?? 0;
}

/** What a run of maintenance takes, and how much of the heap of URLs it reads. */
async function maintenance(db: Database, day: Day): Promise<void> {
  const [heap] = await db.sql<{ blocks: number }[]>`
    select (sum(pg_relation_size(relid)) / 8192)::float8 as blocks from pg_partition_tree('url') where isleaf`;
  const before = await blocksOfUrls(db);
  await timed("maintain: expiry of URLs", () =>
    expireUrls(db, { before: addDays(day, -100), today: day, most: urls / 100 }),
  );
  const read = (await blocksOfUrls(db)) - before;
  say({ step: "heap of URLs", blocks: heap?.blocks, accessedByExpiry: read });
  const ctx = {
    db,
    clock: steppedClock(instantOfDay(day)),
    log: silentLog,
    signal: new AbortController().signal,
    config: readConfig({}),
  };
  await timed("maintain --once, with the surveys of all wikis", () => maintain(ctx, { once: true }));
}

const folder = mkdtempSync(join(tmpdir(), "weboid-scale-"));
chmodSync(folder, 0o755);
const server = await startEmbedded(folder, noLog, {
  settings: { shared_buffers: "2GB", max_wal_size: "8GB", wal_level: "minimal", max_wal_senders: "0" },
});
try {
  const db = await connect(server.url, { max: 1 });
  await migrate(db, noLog);
  let since = performance.now();
  await generate(db, scale, today, (step) => {
    say({ step: `generated: ${step}`, seconds: Math.round((performance.now() - since) / 1000) });
    since = performance.now();
  });
  say({ step: "sizes", ...(await sizes(db, scale)) });
  for (const plan of await plans(db, scale, today)) say({ step: "plan", ...plan });
  await maintenance(db, today);
  say({
    step: "sweep",
    ...(await sweep(db, argument("--passes", 10), argument("--slices", 20), scale, today)),
  });
  await db.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * What dispatching costs: a full export of all wikis, an idle time, and changes of URLs at a steady rate, each of a page of its own, with the time from
 * each change's commit until the edge acknowledged the snapshots that it concerns.
 *   bun crawler/dispatch/dispatch.bench.ts [wikis, default 900] [pages, default 100000] [changes a second, default 200] [memory|edge] [delay] [seconds of changes, default 60]
 * `edge` writes to a real Worker in workerd on this machine. Disk: 500 MB for 100,000 pages under the temporary folder.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMsOf } from "../../.ci/testing/cpu.ts";
import { connect, type Database } from "../../db/connect.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { noLog } from "../../db/errors.ts";
import { writeEvents } from "../../db/events/write.ts";
import { migrate } from "../../db/migrate.ts";
import { newsOf, resultOf } from "../../db/testing/sample.ts";
import { recordResults } from "../../db/urls/results.ts";
import { leaseSlices, readSlice } from "../../db/work/slices.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { edgeVars, startEdge } from "../edge-host/start.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { dedupingStore } from "./deduping-store.ts";
import { edgeStore } from "./edge-store.ts";
import { dispatch } from "./run.ts";
import type { SnapshotStore } from "./store.ts";
import { memoryStore } from "./testing/memory-store.ts";

const [wikis = 900, pages = 100_000, rate = 200] = process.argv.slice(2, 5).map(Number);
const kind = process.argv[5] ?? "memory";
const delaySeconds = Number(process.argv[6] ?? 2);
const IDLE_MS = 15_000;
const BUSY_MS = Number(process.argv[7] ?? 60) * 1_000;
const DAY = asDay(3_600);
const URLS_PER_PAGE = 3;
const report = (line: Record<string, unknown>) => console.log(JSON.stringify(line));
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function fill({ sql }: Database): Promise<void> {
  await sql`insert into wiki (farm, dbname, api, server, article_url)
    select 0, 'wiki' || n, 'https://w' || n || '.zz/w/api.php', 'https://w' || n || '.zz', 'https://w' || n || '.zz/wiki/$1'
    from generate_series(1, ${wikis}::int) n`;
  await sql`insert into host (name) select 'h' || n || '.example-site.org' from generate_series(1, ${Math.ceil(pages / 4)}::int) n`;
  await sql`insert into url (id, key, host_id, scheme, port, touched, path)
    select i, md5(i::text)::uuid, 1 + i % ${Math.ceil(pages / 4)}::int, 1, 0, ${DAY}, '/' || md5(i::text)
    from generate_series(1, ${pages * URLS_PER_PAGE}::int) i`;
  await sql`select setval('url_id_seq', ${pages * URLS_PER_PAGE})`;
  await sql`insert into slice (no) select n from generate_series(0, ${Math.floor((pages * URLS_PER_PAGE) / 10_000)}::int) n on conflict do nothing`;
  await sql`insert into page (wiki_id, pageid, namespace, touched, links_read, needs_update, title)
    select w.id, p, 0, ${DAY}, ${DAY}, false, 'Page ' || p
    from generate_series(1, ${pages}::int) p join wiki w on w.dbname = 'wiki' || 1 + p % ${wikis}::int`;
  await sql`insert into page_link (wiki_id, pageid, urls)
    select wiki_id, pageid, (select array_agg((pageid - 1) * ${URLS_PER_PAGE}::int + k)
      from generate_series(1, ${URLS_PER_PAGE}) k) from page`;
  await sql`vacuum analyze`;
}

/** CPU seconds of this process and of all processes of the server. */
function cpuSeconds(serverPid: number): { readonly own: number; readonly server: number } {
  const children = readFileSync(`/proc/${serverPid}/task/${serverPid}/children`, "utf8").trim().split(" ");
  const { own, ended } = cpuMsOf(serverPid);
  const server = children.filter(Boolean).reduce((sum, pid) => sum + cpuMsOf(Number(pid)).own, own + ended);
  return { own: cpuMsOf("self").own / 1_000, server: server / 1_000 };
}

const folder = mkdtempSync(join(tmpdir(), "weboid-dispatch-bench-"));
chmodSync(folder, 0o755);
const server = await startEmbedded(folder, noLog);
const db = await connect(server.url, { max: 12 });
const other = await connect(server.url, { max: 2 });
const stop = new AbortController();
const config = readConfig({ EDGE_TOKEN: "edge-token-of-the-bench" });
const http = createHttpClient({ userAgent: "bench", guard: LOOPBACK });
let closeEdge = async () => {};
try {
  await migrate(db, noLog);
  await fill(db);
  let calls = 0;
  let pairs = 0;
  /** Under each key when its writes began and were acknowledged, oldest first. */
  const acknowledged = new Map<string, { readonly began: number; readonly at: number }[]>();
  const inner = await openStore();
  const counted: SnapshotStore = {
    ...inner,
    async put(given, fence, terms) {
      const began = performance.now();
      const result = await inner.put(given, fence, terms);
      if (result.kind === "stored") {
        const write = { began, at: performance.now() };
        for (const { key } of given) acknowledged.set(key, [...(acknowledged.get(key) ?? []), write]);
      }
      calls += 1;
      pairs += given.length;
      return result;
    },
  };
  const store = dedupingStore(counted, db, "main");
  const context: RoleContext = { db, clock: systemClock, log: silentLog, signal: stop.signal, config };
  const [{ pid } = { pid: 0 }] = await other.sql<{ pid: number }[]>`
    select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`;
  const measure = async (what: string, ms: number, work: () => Promise<Record<string, unknown>>) => {
    const before = { cpu: cpuSeconds(pid), at: performance.now(), calls, pairs, commits: await commits() };
    const more = await work();
    const seconds = (performance.now() - before.at) / 1_000;
    const cpu = cpuSeconds(pid);
    report({
      what,
      wikis,
      seconds: Number(seconds.toFixed(1)),
      ...(ms > 0 && {
        transactionsPerSecond: Number(((await commits()) - before.commits) / seconds).toFixed(1),
      }),
      ownCpu: Number(((cpu.own - before.cpu.own) / seconds).toFixed(3)),
      serverCpu: Number(((cpu.server - before.cpu.server) / seconds).toFixed(3)),
      callsPerSecond: Number(((calls - before.calls) / seconds).toFixed(1)),
      pairsPerSecond: Number(((pairs - before.pairs) / seconds).toFixed(1)),
      ...more,
    });
  };
  await measure("full export of all", 0, async () => {
    const { written } = await dispatch(context, { once: true, store, events: writeEvents });
    return { pages: written };
  });
  const running = dispatch(context, { once: false, store, events: writeEvents, delaySeconds });
  await sleep(3_000);
  await measure("idle", IDLE_MS, async () => {
    await sleep(IDLE_MS);
    return {};
  });
  acknowledged.clear();
  await measure(`${rate} changes a second`, BUSY_MS, async () => {
    const published = await change(BUSY_MS);
    const end = performance.now() + 60_000;
    // A write that began before the change was committed may not have it; later ones of the page publish other changes.
    const lagOf = ({ key, at }: (typeof published)[number]) => {
      const write = acknowledged.get(key)?.find(({ began }) => began >= at);
      return write === undefined ? Number.POSITIVE_INFINITY : write.at - at;
    };
    const missing = () => published.filter((one) => lagOf(one) === Number.POSITIVE_INFINITY);
    while (missing().length > 0 && performance.now() < end) await sleep(200);
    const lags = published.map(lagOf).sort((a, b) => a - b);
    const quantile = (part: number) =>
      Math.round(lags[Math.min(lags.length - 1, Math.floor(lags.length * part))] ?? 0);
    return {
      changes: published.length,
      lagMs: { p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) },
      missing: missing().length,
    };
  });
  stop.abort();
  await running;

  async function commits(): Promise<number> {
    const [row] = await other.sql<{ n: number }[]>`
      select (xact_commit + xact_rollback)::float8 as n from pg_stat_database where datname = current_database()`;
    return row?.n ?? 0;
  }

  async function openStore(): Promise<SnapshotStore> {
    if (kind !== "edge") return memoryStore().store;
    const dataDir = join(folder, "edge");
    const edge = await startEdge({
      dataDir,
      hostname: "127.0.0.1",
      port: 0,
      vars: edgeVars(config, null),
      egress: config,
      log: silentLog,
    });
    closeEdge = () => edge.stop();
    return edgeStore({ http, edgeUrl: edge.url, edgeToken: config.edgeToken ?? "", signal: stop.signal });
  }

  /** As crawlers write: batches of results of which each is news. Answers a page that each change concerns, and when it was committed. */
  async function change(ms: number): Promise<{ readonly key: string; readonly at: number }[]> {
    const today = asDay(DAY + 1);
    const leases = await leaseSlices(other, {
      worker: "w",
      count: 50,
      leaseSeconds: 600,
      today,
      passDays: 7,
    });
    const due = (await Promise.all(leases.map((lease) => readSlice(other, lease, today)))).flatMap(
      ({ urls }) => urls,
    );
    const named = new Map(
      (
        await other.sql<{ id: number; key: string }[]>`
          select distinct on (u) u as id, 's1:' || w.dbname || '@wmflabs:' || pageid as key
          from page_link l join wiki w on w.id = l.wiki_id, unnest(urls) u order by u`
      ).map(({ id, key }) => [id, key]),
    );
    // One URL of each page, then the next of each: what comes within some seconds concerns as many pages.
    const ready = due
      .filter(({ id }) => named.has(id))
      .sort((a, b) => (a.id % URLS_PER_PAGE) - (b.id % URLS_PER_PAGE));
    const published: { key: string; at: number }[] = [];
    const began = performance.now();
    for (let done = 0; performance.now() - began < ms && done < ready.length; ) {
      const upto = Math.min(ready.length, Math.floor(((performance.now() - began) * rate) / 1_000));
      const batch = ready.slice(done, upto);
      done = Math.max(done, upto);
      if (batch.length > 0) {
        await recordResults(
          other,
          leases,
          batch.map((one) => resultOf(one, today, 404, { change: newsOf(one.url) })),
        );
        const at = performance.now();
        for (const { id } of batch) published.push({ key: named.get(id) ?? "", at });
      }
      await sleep(100);
    }
    return published;
  }
} finally {
  stop.abort();
  await Promise.all([db.close(), other.close(), http.close()]);
  await closeEdge();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * What hosts that hold us up cost (design 2): healthy URLs of many hosts, alone and among those of one host that never comes
 * to an end, alternating; until the healthy ones are done.
 *   bun crawler/sweep/tarpit.bench.ts [kinds, default tarpit,drip,endless] [healthy URLs, default 20000] [stuck ones, default 10000]
 *     [slices, default 12] [rounds, default 3]
 * A kind is the beginning of a host's name (testing/trial-web.ts); `tarpit*200`: of 200 such hosts; `refused`: nobody listens there;
 * `fine*100`: healthy hosts, for comparison. A worker's batch takes four slices. Prints a line of JSON for each run, and for each kind
 * the medians. No round is begun after ten minutes.
 */
import { connect } from "../../db/connect.ts";
import { SLICE_IDS } from "../../db/urls/row.ts";
import { systemClock } from "../runtime/clock.ts";
import { enterAll, startTrialWeb, startWorker, type TrialWeb } from "./testing/trial.ts";
import { withTrialDatabase } from "./testing/trial-database.ts";

const [, , kindsGiven = "tarpit,drip,endless", ...numbers] = process.argv;
const [healthy = 20_000, stuck = 10_000, slices = 12, rounds = 3] = numbers.map(Number);
const RUN_MS_MAX = 120_000;
const ALL_MS_MAX = 600_000;
/** Nobody listens. */
const REFUSED_PORT = 2;

interface Run {
  /** Healthy checks a second, from the first to the last. */
  readonly perSecond: number;
  /** CPU time of the worker, its start included, for each healthy check. */
  readonly cpuMs: number;
}

/** @param kind null: without. */
function stuckUrl(kind: string | null, number: number, { port }: TrialWeb): string | null {
  if (kind === null) return null;
  const [name = "", count = "1"] = kind.split("*");
  const at = name === "refused" ? REFUSED_PORT : port;
  return `http://${name}${number % Number(count)}.zz:${at}/fine/${number}`;
}

async function run(databaseUrl: string, kind: string | null): Promise<Run> {
  const web = await startTrialWeb(20);
  const db = await connect(databaseUrl, { max: 2 });
  try {
    const all = healthy + stuck;
    const urls = Array.from({ length: all }, (_, at) => {
      // Spread evenly among the others; without a tarpit their slot stays empty.
      const before = Math.floor((at * stuck) / all);
      if (before < Math.floor(((at + 1) * stuck) / all)) return stuckUrl(kind, healthy + before, web);
      const number = at - before;
      return `http://h${(number * 7) % (healthy / 10)}.zz:${web.port}/fine/${number}`;
    });
    const perSlice = Math.ceil(all / slices);
    for (let slice = 0; slice < slices; slice++) {
      await db.sql`select setval('url_id_seq', ${slice * SLICE_IDS + 1})`;
      const some = urls.slice(slice * perSlice, (slice + 1) * perSlice).filter((url) => url !== null);
      await enterAll(db, some, systemClock.today());
    }
    const worker = startWorker(databaseUrl, web);
    const began = performance.now();
    const times = new Map<number, number>();
    let asked = 0;
    while (times.size < healthy && performance.now() - began < RUN_MS_MAX) {
      await Bun.sleep(1_000);
      const { visits } = await web.report();
      asked = visits.filter(({ number }) => number >= healthy).length;
      for (const { number, ms } of visits) if (number < healthy && !times.has(number)) times.set(number, ms);
    }
    worker.kill("SIGTERM");
    const { cpuSeconds } = await worker.ended;
    const [first = 0, last = 0] = [Math.min(...times.values()), Math.max(...times.values())];
    const perSecond = Math.round(times.size / ((last - first) / 1_000));
    const cpuMs = Number(((1_000 * cpuSeconds) / times.size).toFixed(3));
    console.log(JSON.stringify({ kind, healthy: times.size, asked, perSecond, cpuMs }));
    return { perSecond, cpuMs };
  } finally {
    await db.close();
    await web.close();
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

await withTrialDatabase(async (fresh) => {
  const kinds = kindsGiven.split(",");
  const runs = new Map<string | null, Run[]>();
  const began = performance.now();
  for (let round = 0; round < rounds && performance.now() - began < ALL_MS_MAX; round++)
    for (const kind of [null, ...kinds])
      runs.set(kind, [...(runs.get(kind) ?? []), await run(await fresh(), kind)]);
  const medians = (kind: string | null) => {
    const some = runs.get(kind) ?? [];
    return {
      perSecond: median(some.map(({ perSecond }) => perSecond)),
      cpuMs: median(some.map(({ cpuMs }) => cpuMs)),
    };
  };
  const alone = medians(null);
  const percent = (share: number) => Number((100 * share).toFixed(1));
  for (const kind of kinds) {
    const among = medians(kind);
    console.log(
      JSON.stringify({
        kind,
        pairs: runs.get(kind)?.length,
        costPercent: percent(1 - among.perSecond / alone.perSecond),
        cpuPercent: percent(among.cpuMs / alone.cpuMs - 1),
      }),
    );
  }
});

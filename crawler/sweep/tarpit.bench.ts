/**
 * What a tarpit costs (design 2): 20,000 URLs of 2,000 healthy hosts, alone and among 10,000 of one host that never comes
 * to an end, by turns; until the healthy ones are done.
 *   bun crawler/sweep/tarpit.bench.ts [healthy URLs, default 20000] [of the tarpit, default 10000] [kinds, default tarpit,drip,endless]
 * The ids are spread over twelve slices, three turns of a worker. Prints a line of JSON for each run, and the costs.
 */
import { connect } from "../../db/connect.ts";
import { SLICE_IDS } from "../../db/url-row.ts";
import { systemClock } from "../runtime/clock.ts";
import { enterAll, startTrialWeb, startWorker } from "./testing/trial.ts";
import { withTrialDatabase } from "./testing/trial-database.ts";

const [healthy, stuck] = [Number(process.argv[2] ?? 20_000), Number(process.argv[3] ?? 10_000)];
const kinds = (process.argv[4] ?? "tarpit,drip,endless").split(",");
const SLICES = 12;
const MS_MAX = 180_000;

/** Healthy checks a second, from the first to the last. */
async function run(databaseUrl: string, kind: string | null): Promise<number> {
  const web = await startTrialWeb(20);
  const db = await connect(databaseUrl, { max: 2 });
  try {
    const all = healthy + stuck;
    const urls = Array.from({ length: all }, (_, at) => {
      // Spread evenly among the others; without a tarpit their place stays empty.
      const before = Math.floor((at * stuck) / all);
      if (before < Math.floor(((at + 1) * stuck) / all))
        return kind === null ? null : `http://${kind}.zz:${web.port}/fine/${healthy + before}`;
      const number = at - before;
      return `http://h${(number * 7) % (healthy / 10)}.zz:${web.port}/fine/${number}`;
    });
    const perSlice = Math.ceil(all / SLICES);
    for (let slice = 0; slice < SLICES; slice++) {
      await db.sql`select setval('url_id_seq', ${slice * SLICE_IDS + 1})`;
      const some = urls.slice(slice * perSlice, (slice + 1) * perSlice).filter((url) => url !== null);
      await enterAll(db, some, systemClock.today());
    }
    const worker = startWorker(databaseUrl, web);
    const began = performance.now();
    const times = new Map<number, number>();
    while (times.size < healthy && performance.now() - began < MS_MAX) {
      await Bun.sleep(1_000);
      for (const { number, ms } of (await web.report()).visits)
        if (number < healthy && !times.has(number)) times.set(number, ms);
    }
    worker.kill("SIGTERM");
    const { cpuSeconds } = await worker.ended;
    const [first = 0, last = 0] = [Math.min(...times.values()), Math.max(...times.values())];
    const rate = times.size / ((last - first) / 1_000);
    console.log(JSON.stringify({ kind, healthy: times.size, perSecond: Math.round(rate), cpuSeconds }));
    return rate;
  } finally {
    await db.close();
    await web.close();
  }
}

await withTrialDatabase(async (fresh) => {
  for (const kind of kinds) {
    const alone = await run(await fresh(), null);
    const among = await run(await fresh(), kind);
    console.log(JSON.stringify({ kind, costPercent: Number((100 * (1 - among / alone)).toFixed(1)) }));
  }
});

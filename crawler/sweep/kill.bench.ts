/**
 * The trial of design 2 at full size: 100,000 URLs of 5,000 hosts, three workers, one of them killed every two seconds and
 * replaced, until nothing is due.
 *   bun crawler/sweep/kill.bench.ts [URLs, default 100000] [seconds between kills, default 2] [workers, default 3]
 * Prints a line of JSON, and fails where a URL was lost or stored twice. Takes some minutes on two cores.
 */
import { SLICE_IDS } from "../../db/urls/row.ts";
import { systemClock } from "../runtime/clock.ts";
import { withTrialDatabase } from "./testing/trial-database.ts";
import { runKillTrial } from "./testing/trial-kill.ts";

const [urls = 100_000, seconds = 2, workers = 3] = process.argv.slice(2).map(Number);
await withTrialDatabase(async (fresh) => {
  const report = await runKillTrial({
    databaseUrl: await fresh(),
    today: systemClock.today(),
    urls,
    hosts: Math.max(1, Math.round(urls / 20)),
    workers,
    urlsPerSlice: SLICE_IDS,
    nextKill: async () => {
      await Bun.sleep(seconds * 1_000);
      return true;
    },
    msMax: 10 * 60_000,
  });
  console.log(JSON.stringify(report));
  const { swept, stored, publishedTwice, unpublished, held } = report;
  if (!swept || stored.wrong + publishedTwice + unpublished + held > 0) process.exitCode = 1;
});

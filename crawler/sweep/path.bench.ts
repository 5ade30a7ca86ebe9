/**
 * The whole path of a sweep: slices are leased, URLs checked over HTTP on a test web, results stored; nothing is skipped but the network.
 *   bun crawler/sweep/path.bench.ts [URLs, default 40000] [URLs per host, default 5] [workers, default 2]
 * Two passes, by new workers each: hosts are met for the first time in the first, and known to the database in the second.
 * Prints a line of JSON for each: checks a second as a whole and over the middle half of the URLs, and the CPU seconds that each part
 * used for 1,000 of them, which other work on the machine changes least.
 */
import { readdirSync, readFileSync } from "node:fs";
import { cpuMsOf } from "../../.ci/testing/cpu.ts";
import { connect, type Database } from "../../db/connect.ts";
import { pause, systemClock } from "../runtime/clock.ts";
import { enterAll, isSwept, startTrialWeb, startWorker, type TrialWeb } from "./testing/trial.ts";
import { withTrialDatabase } from "./testing/trial-database.ts";

const [urls = 40_000, perHost = 5, workerCount = 2] = process.argv.slice(2).map(Number);
const hosts = Math.max(1, Math.round(urls / perHost));
/** Of twenty links: what they come to. */
const KINDS = [...Array<string>(14).fill("fine"), "moved", "moved", "gone", "gone", "getonly", "error"];
const ANSWER_MS = 10;
const POLL_MS = 500;
const MS_MAX = 600_000;
const never = new AbortController().signal;

/** Processes by the words of their commands. */
const PARTS = { postgres: /^postgres/, web: /trial-web/, workers: /main\.ts\0crawl/ } as const;
type Part = keyof typeof PARTS;

/** What the living processes of each part have used. Those of other programs on the machine that are called the same count, too. */
function cpuMs(): Record<Part, number> {
  const used = { postgres: 0, web: 0, workers: 0 };
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, "latin1");
      const part = (Object.keys(PARTS) as Part[]).find((name) => PARTS[name].test(command));
      if (part === undefined) continue;
      used[part] += cpuMsOf(Number(pid)).own;
    } catch {
      // It ended meanwhile.
    }
  return used;
}

const urlOf = (number: number, { port }: TrialWeb) =>
  `http://h${number % hosts}.zz:${port}/${KINDS[(number * 13) % KINDS.length]}/${number}`;

/** Looks on until all is done: when how many were, and what each part used. */
async function watch(db: Database) {
  const began = performance.now();
  const before = cpuMs();
  const seen: { readonly ms: number; readonly done: number }[] = [];
  let used = before;
  const today = systemClock.today();
  while (!(await isSwept(db, today)) && performance.now() - began < MS_MAX) {
    await pause(POLL_MS, never);
    const [row] = await db.sql<{ done: number }[]>`
      select count(*)::int as done from url where queried = ${today}`;
    seen.push({ ms: performance.now() - began, done: row?.done ?? 0 });
    used = cpuMs();
  }
  const timeOf = (share: number) => seen.find(({ done }) => done >= urls * share) ?? { ms: 0, done: 0 };
  const [first, last] = [timeOf(0.25), timeOf(0.75)];
  const part = (name: Part) => Number(((used[name] - before[name]) / urls).toFixed(3));
  return {
    seconds: Math.round((performance.now() - began) / 100) / 10,
    perSecond: Math.round((urls * 1_000) / (performance.now() - began)),
    perSecondInTheMiddle: Math.round(((last.done - first.done) * 1_000) / (last.ms - first.ms)),
    cpuSecondsPer1000: { postgres: part("postgres"), web: part("web"), workers: part("workers") },
  };
}

/** As if all of it had happened four weeks ago: robots.txt is read again, what sites do with addresses that cannot exist is known for three months. */
async function monthLater({ sql }: Database): Promise<void> {
  await sql`update host set robots_day = robots_day - 28, site_day = site_day - 28 where robots_day >= 28 and site_day >= 28`;
  await sql`update url set queried = queried - 28`;
  await sql`update slice set swept = swept - 28`;
  await sql`vacuum analyze url`;
}

await withTrialDatabase(async (fresh) => {
  const databaseUrl = await fresh();
  const web = await startTrialWeb(ANSWER_MS);
  const db = await connect(databaseUrl, { max: 2 });
  const links = Array.from({ length: urls }, (_, number) => urlOf(number, web));
  await enterAll(db, links, systemClock.today());
  await db.sql`analyze url`;
  for (const pass of ["of hosts never met", "of hosts that are known"]) {
    const workers = Array.from({ length: workerCount }, () => startWorker(databaseUrl, web));
    console.log(JSON.stringify({ pass, urls, hosts, workers: workerCount, ...(await watch(db)) }));
    for (const worker of workers) worker.kill("SIGTERM");
    await Promise.all(workers.map(({ ended }) => ended));
    await monthLater(db);
  }
  await db.close();
  await web.close();
});

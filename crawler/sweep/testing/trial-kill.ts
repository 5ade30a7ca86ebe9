import { connect, type Database } from "../../../db/connect.ts";
import { decodeHistory, encodeHistory, SLICE_IDS } from "../../../db/urls/row.ts";
import { addDays, type Day } from "../../../shared/calendar/day.ts";
import { statusOfHttp } from "../../../shared/status/table.ts";
import { pause } from "../../runtime/clock.ts";
import {
  enterAll,
  isSwept,
  startTrialWeb,
  startWorker,
  type TrialWeb,
  type Visit,
  type Worker,
} from "./trial.ts";

/**
 * The trial of design 2: workers that are killed all the time, until nothing is due. Nothing may be lost or stored twice,
 * and the order has to be what C4 asks for.
 */
export interface KillTrial {
  readonly databaseUrl: string;
  /** The same for the workers; absent: as their owner. */
  readonly crawlerUrl?: string;
  readonly today: Day;
  readonly urls: number;
  readonly hosts: number;
  readonly workers: number;
  /** Ids that are left out after so many URLs, so that few URLs fill several slices. */
  readonly urlsPerSlice: number;
  /** Resolves when the next worker is to be killed; false: none any more. */
  readonly nextKill: (web: TrialWeb) => Promise<boolean>;
  readonly msMax: number;
}

export interface KillReport {
  readonly seconds: number;
  readonly kills: number;
  readonly requests: number;
  readonly swept: boolean;
  /** Numbers of URLs, by what is stored of them. */
  readonly stored: { readonly once: number; readonly concluded: number; readonly wrong: number };
  /** Change rows beyond one for each URL that was never contacted. */
  readonly publishedTwice: number;
  readonly unpublished: number;
  /** Leases that nobody gave back. */
  readonly held: number;
  readonly order: OrderReport;
  readonly connectionsPerHostMax: number;
}

/** In hundredths. */
interface OrderReport {
  /** Of those never contacted, among the first tenth of URLs asked. */
  readonly neverContactedFirst: number;
  /** Pairs asked one after the other whose ids are five or less apart; in a random order nearly none are. */
  readonly neighbours: number;
}

const CONTACTED_DAYS_AGO = 100;
/** One in so many was contacted long ago, and is due. */
const CONTACTED_EVERY = 10;
/** One host in so many is not there, and one hangs up. */
const AWAY_EVERY = 100;
/** URLs of one host that arrived together, as those of one page do. */
const RUN = 5;
/** Shares of what links come to, in twentieths. */
const KINDS = [...Array<string>(14).fill("fine"), "moved", "moved", "gone", "gone", "getonly", "error"];

const hostOf = (number: number, { hosts }: KillTrial) => Math.floor(number / RUN) % hosts;
const nameOf = (host: number) => `h${host}.zz`;
const isUnknown = (host: number) => host % AWAY_EVERY === 7;
const hangsUp = (host: number) => host % AWAY_EVERY === 8;
const isContacted = (number: number) => (number * 7) % CONTACTED_EVERY === 0;

function urlOf(number: number, trial: KillTrial, web: TrialWeb): string {
  const host = hostOf(number, trial);
  const port = hangsUp(host) ? web.hangUpPort : web.port;
  return `http://${nameOf(host)}:${port}/${KINDS[(number * 13) % KINDS.length]}/${number}`;
}

async function seed(db: Database, trial: KillTrial, web: TrialWeb): Promise<void> {
  const { urls, urlsPerSlice, today } = trial;
  for (let from = 0; from < urls; from += urlsPerSlice) {
    const count = Math.min(urlsPerSlice, urls - from);
    await enterAll(
      db,
      Array.from({ length: count }, (_, at) => urlOf(from + at, trial, web)),
      today,
    );
    if (urlsPerSlice < SLICE_IDS)
      await db.sql`select setval('url_id_seq', (last_value / ${SLICE_IDS} + 1) * ${SLICE_IDS}) from url_id_seq`;
  }
  const day = addDays(today, -CONTACTED_DAYS_AGO);
  const run = { status: statusOfHttp(200), http: 200, first: day, last: day, deadEnd: false, checks: 1 };
  const contacted = Array.from({ length: urls }, (_, number) => number).filter(isContacted);
  await db.sql`
    update url set queried = ${day}, history = decode(${Buffer.from(encodeHistory([run])).toString("hex")}, 'hex')
    from unnest(${contacted}::int[]) as given (number) where split_part(path, '/', 3) = number::text`;
  await db.sql`analyze url`;
}

export async function runKillTrial(trial: KillTrial): Promise<KillReport> {
  const { databaseUrl, crawlerUrl = databaseUrl, hosts, today, msMax } = trial;
  const unknown = Array.from({ length: hosts }, (_, host) => host).filter(isUnknown);
  const web = await startTrialWeb(10, unknown.map(nameOf));
  const db = await connect(databaseUrl, { max: 2 });
  const workers: Worker[] = [];
  try {
    await seed(db, trial, web);
    const began = performance.now();
    const start = () => startWorker(crawlerUrl, web);
    for (let n = 0; n < trial.workers; n++) workers.push(start());
    let kills = 0;
    let swept = false;
    const over = () => swept || performance.now() - began > msMax;
    const killing = (async () => {
      while (!over() && (await trial.nextKill(web)) && !over()) {
        const victim = kills % workers.length;
        workers[victim]?.kill("SIGKILL");
        workers[victim] = start();
        kills += 1;
      }
    })();
    while (!over()) {
      await pause(500, new AbortController().signal);
      swept = await isSwept(db, today);
    }
    const seconds = (performance.now() - began) / 1_000;
    await killing;
    for (const worker of workers) worker.kill("SIGTERM");
    await Promise.all(workers.map(({ ended }) => ended));
    return { seconds, kills, swept, ...(await judge(db, trial, web)) };
  } finally {
    for (const worker of workers) if (worker.alive()) worker.kill("SIGKILL");
    await db.close();
    await web.close();
  }
}

async function judge(db: Database, trial: KillTrial, web: TrialWeb) {
  const { visits, atOnceMax } = await web.report();
  const [published] = await db.sql<{ rows: number; urls: number; unpublished: number }[]>`
    select count(*)::int as rows, count(distinct url_id)::int as urls, (
      select count(*)::int from url u
      where not exists (select 1 from change c where c.url_id = u.id and c.kind = 'url')
        and (split_part(path, '/', 3)::int * 7) % ${CONTACTED_EVERY} <> 0
    ) as unpublished from change where kind = 'url'`;
  const [leases] = await db.sql<{ held: number }[]>`
    select ((select count(*) from slice where holder is not null)
      + (select count(*) from recheck where holder is not null))::int as held`;
  return {
    requests: visits.length,
    stored: await storedOf(db, trial.today),
    publishedTwice: (published?.rows ?? 0) - (published?.urls ?? 0),
    unpublished: published?.unpublished ?? -1,
    held: leases?.held ?? -1,
    order: orderOf(visits),
    connectionsPerHostMax: atOnceMax,
  };
}

/** Exactly one observation of today beside the one that was there; `concluded`: of hosts that were away (C5). */
async function storedOf(db: Database, today: Day): Promise<KillReport["stored"]> {
  const rows = await db.sql<{ path: string; queried: number; history: Uint8Array }[]>`
    select path, queried, history from url`;
  let [once, concluded, wrong] = [0, 0, 0];
  for (const { path, queried, history } of rows) {
    const before = isContacted(Number(path.split("/")[2])) ? 1 : 0;
    const runs = decodeHistory(history);
    const checks = runs.reduce((sum, run) => sum + run.checks, 0) - before;
    if (queried !== today || runs[0]?.last !== today) wrong += 1;
    else if (checks === 1) once += 1;
    else if (checks === 0 && runs[0].first === today) concluded += 1;
    else wrong += 1;
  }
  return { once, concluded, wrong };
}

function orderOf(visits: readonly Visit[]): OrderReport {
  const order = [...new Set(visits.map(({ number }) => number))];
  const tenth = order.slice(0, Math.ceil(order.length / 10));
  const pairs = order.slice(1).map((number, at) => Math.abs(number - (order[at] ?? 0)));
  const percent = (part: number, whole: number) => Number(((100 * part) / Math.max(1, whole)).toFixed(2));
  return {
    neverContactedFirst: percent(tenth.filter((number) => !isContacted(number)).length, tenth.length),
    neighbours: percent(pairs.filter((distance) => distance <= RUN).length, pairs.length),
  };
}

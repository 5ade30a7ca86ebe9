import { type Dice, dice } from "../../crawler/sample/verdicts/testing/dice.ts";
import { snapshotKey, wikiKey } from "../../shared/protocol/types.ts";
import { type FaultCounts, readerActs, trouble } from "./faults.ts";
import {
  askDoctor,
  checkedAgain,
  type Findings,
  judgeByDoctor,
  judgeChecks,
  judgeEdge,
  judgeHistories,
  judgePages,
  judgePeople,
  judgeTables,
  judgeWords,
  readEdge,
} from "./judge.ts";
import { faketimeLibrary } from "./processes.ts";
import { must, openSystem, type System } from "./system.ts";
import { pauseMs, waitFor } from "./time.ts";

export interface ChaosOptions {
  readonly seed: number;
  /** Of trouble; calm and the judgement come on top. */
  readonly seconds: number;
  readonly log: (line: string) => void;
}

export interface ChaosReport {
  readonly seed: number;
  readonly faults: FaultCounts;
  /** What this machine did not allow. */
  readonly notTried: readonly string[];
  readonly kills: number;
  readonly databaseStarts: number;
  readonly pages: number;
  readonly urls: number;
  readonly checked: number;
  /** Of the edge's store, about which it lied. */
  readonly liedKeys: number;
  /** Beyond once for each link: what was in hand of processes that ended. */
  readonly checkedAgain: number;
  /** Answers to readers who said something, by their status; 0: none. */
  readonly answers: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  readonly calmSeconds: number;
  readonly findings: Findings;
}

const WORK_MS_MAX = 60_000;
/** A quiet machine needs a minute or two; one with many times more work than it can do gets there as well. Less than the test's limit: what is left is named. */
const CALM_MS_MAX = 480_000;
const ACKNOWLEDGED_MIN = 5;

export async function runChaos({ seed, seconds, log }: ChaosOptions): Promise<ChaosReport> {
  log(`chaos with WEBOID_CHAOS_SEED=${seed}, ${seconds} s of trouble`);
  const system = await openSystem(seed);
  const findings: Findings = [];
  try {
    const firstDay = await today(system);
    const began = await waitFor(() => system.web.visits.size > 20, WORK_MS_MAX);
    if (!began) findings.push("nothing was checked in the first minute");
    log("the fleet works; trouble begins");
    const faults = await trouble(system, dice(seed), seconds * 1_000);
    log(`trouble is over: ${JSON.stringify(faults)}`);
    const calmSince = performance.now();
    findings.push(...(await calm(system, dice(seed + 2))));
    const calmSeconds = Math.round((performance.now() - calmSince) / 1_000);
    log(`calm after ${calmSeconds} s`);
    findings.push(...(await judge(system, firstDay)));
    const [counts] = await system.db.sql<{ pages: number; urls: number; checked: number }[]>`
      select (select count(*) from page)::int as pages, (select count(*) from url)::int as urls,
        (select count(*) from url where queried >= 0)::int as checked`;
    return {
      seed,
      faults,
      notTried: [
        ...(system.disks.data.isOwn ? [] : ["full disks: this user cannot mount"]),
        ...(faketimeLibrary() === null ? ["wrong clocks: faketime is not installed"] : []),
      ],
      kills: system.roles.reduce((sum, { kills }) => sum + kills, 0),
      databaseStarts: system.cluster.starts(),
      ...(counts ?? { pages: 0, urls: 0, checked: 0 }),
      liedKeys: system.liedKeys.size,
      checkedAgain: checkedAgain(system),
      answers: Object.fromEntries(system.readers.answers),
      acknowledged: system.readers.acknowledged.length,
      calmSeconds,
      findings,
    };
  } finally {
    if (process.env.WEBOID_CHAOS_LOGS !== undefined)
      for (const role of system.roles)
        log([`--- ${role.name}`, ...role.lines(), ...role.ends.map((end) => JSON.stringify(end))].join("\n"));
    await system.close();
  }
}

export async function today({ command }: System): Promise<number> {
  const status = JSON.parse(await must(command("status", "--json"))) as { today: number };
  return status.today;
}

const EDIT_MS = 600;

/** Pages are edited, and readers say something, until the returned function is called. */
export function live(system: System, chance: Dice): () => Promise<void> {
  let over = false;
  const going = (async () => {
    while (!over) {
      for (const wiki of system.wikis) wiki.act();
      await readerActs(system, chance);
      await pauseMs(EDIT_MS);
    }
  })();
  return async () => {
    over = true;
    await going;
  };
}

/**
 * Everything that is to be done is done, by the roles themselves. Wikis that were left alone for their trouble are resumed, as an
 * operator does, who also has the edge repaired where readers find no wiki, as the store only said that it keeps its profile.
 */
export async function calm(system: System, chance: Dice): Promise<Findings> {
  // The last trouble may have been a server that is not back yet.
  await waitFor(async () => (await system.command("status", "--json")).code === 0, WORK_MS_MAX);
  for (const { name } of system.wikis) await must(system.command("wiki", "set", name, "--resume"));
  const isUnknown = system.wikis.some(({ name }) => system.liedKeys.has(wikiKey(name)));
  const findings = isUnknown ? await repairLies(system) : [];
  let left = "";
  const isDone = async () => {
    // On a slow machine nobody came to an end before.
    if (system.readers.acknowledged.length < ACKNOWLEDGED_MIN) await readerActs(system, chance);
    const [row] = await system.db.sql<Record<string, number>[]>`
      select (select count(*) from page where needs_update)::int as pages,
        (select count(*) from changed_page)::int as changed,
        (select count(*) from url where queried < 0)::int as unchecked,
        (select count(*) from slice where fresh)::int as fresh,
        (select count(*) from dispatch_client where needs_export)::int as exports,
        (select count(*) from dispatch_client d where exists (select 1 from change c
          where (c.xid, c.id) > (d.position_xid, d.position_id)))::int as behind`;
    const open = Object.entries(row ?? {}).filter(([, count]) => count !== 0);
    if (system.readers.acknowledged.length < ACKNOWLEDGED_MIN) open.push(["acts of readers", 1]);
    left = open.map(([what, count]) => `${count} ${what}`).join(", ");
    if (open.length > 0) return false;
    // What happened in the wikis at the end may not have been asked for yet.
    const unread = await judgeAllPages(system);
    left = unread.join(", ");
    return unread.length === 0;
  };
  const wasDone = await waitFor(isDone, CALM_MS_MAX);
  if (!wasDone) findings.push(`after ${CALM_MS_MAX / 1_000} s of calm there is left: ${left}`);
  return findings;
}

/** Has the edge repaired; finds what is wrong there without a lie of the store. */
async function repairLies(system: System): Promise<Findings> {
  const { liedKeys } = system;
  const findings = await askDoctor(system, "--repair", "--only", "edge");
  const isOwn = (example: string) => {
    const [, wiki = "", pageid] = /^(\S+) page (\d+)/.exec(example) ?? [];
    return pageid !== undefined && !liedKeys.has(snapshotKey(wiki, Number(pageid)));
  };
  return findings.flatMap(({ check, examples }) => examples.filter(isOwn).map((one) => `${check}: ${one}`));
}

/** Pages about which a wiki did not tell the truth are left out: the next pass over all pages corrects them. */
async function judgeAllPages(system: System): Promise<Findings> {
  const findings: Findings = [];
  for (const wiki of system.wikis)
    findings.push(...(await judgePages(system, wiki, (pageid) => wiki.liedAbout.has(pageid))));
  return findings;
}

export async function judge(system: System, firstDay: number): Promise<Findings> {
  const findings: Findings = [];
  // Everything but the edge ends as it should, all at the same time as when a machine goes down.
  const stopped = system.roles
    .filter(({ name }) => name !== "edge")
    .map(async (role) => ({ role, code: await role.stop() }));
  for (const { role, code } of await Promise.all(stopped)) {
    // A machine that is slow beyond 8 s ends it with 1, and says so.
    const gaveUp = code === 1 && /was abandoned$/.test(role.lines().at(-1) ?? "");
    if (code !== 0 && !gaveUp)
      findings.push(`${role.name} ended with ${code} on SIGTERM: ${role.lines().slice(-3).join(" / ")}`);
  }
  for (const words of [
    ["feed", "--once"],
    ["crawl", "--once"],
    ["dispatch", "--once"],
  ]) {
    const { code, stderr } = await system.command(...words);
    if (code !== 0) findings.push(`weboid ${words.join(" ")} ended with ${code}: ${stderr.slice(-500)}`);
  }
  for (const wiki of system.wikis) findings.push(...(await judgePages(system, wiki, () => false)));
  findings.push(
    ...judgeChecks(system),
    ...(await judgeTables(system)),
    ...(await judgeHistories(system, firstDay, await today(system))),
    ...(await judgePeople(system)),
    ...(await judgeEdge(system, () => readEdge(system))),
    ...(await judgeByDoctor(system)),
    ...judgeWords(system),
  );
  return findings;
}

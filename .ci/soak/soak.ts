/**
 * A day of the whole system on a fast clock: memory, files, connections, tables and caches have to stay flat. Arguments: `--hours N` of
 * simulated time (default 24), `--minutes N` that it may take (default 28). Prints 48 JSON lines, of a day one each half hour, and
 * at the end what is not flat; then it ends with 1. Needs Debian's faketime.
 */

import { pause } from "../../crawler/runtime/clock.ts";
import { type Dice, dice } from "../../crawler/sample/verdicts/testing/dice.ts";
import { READER_ADDRESS } from "../chaos/people.ts";
import { pauseMs } from "../chaos/time.ts";
import { argument } from "../testing/argument.ts";
import { type Sample, sample, stuckSessions } from "./sample.ts";
import { judge, quarters } from "./verdict.ts";
import { openWorld, type World } from "./world.ts";

const hours = argument("--hours", 24);
const rate = (hours * 60) / argument("--minutes", 28);
const HOUR_MS = 3_600_000 / rate;

/** Each of these happens so often in a simulated hour. */
const PER_HOUR = { edits: 60, questions: 120, reports: 4, passes: 4, followersLeave: 1 } as const;
const FOLLOWERS = 4;
const SAMPLES = 48;
/** Before a reader whose stream ended asks for it again. */
const AGAIN_MS = 1_000;
const QUESTION_MS_MAX = 10_000;

const world = await openWorld(rate);
const stop = new AbortController();
const answers = new Map<string, number>();
const count = (what: string) => answers.set(what, (answers.get(what) ?? 0) + 1);

async function every(perHour: number, act: () => unknown): Promise<void> {
  while (!stop.signal.aborted) {
    if (!(await pause(HOUR_MS / perHour, stop.signal))) return;
    await Promise.resolve(act()).catch((error: unknown) => count(`failed: ${(error as Error).name}`));
  }
}

/** Readers come from 200 networks. */
const addressOf = (chance: Dice): string => `${chance.whole(11, 60)}.${chance.whole(1, 4)}.0.7`;

/** What gadgets, programs and people ask. */
async function question({ system }: World, chance: Dice): Promise<void> {
  const wiki = chance.oneOf(system.wikis as [(typeof system.wikis)[0], ...typeof system.wikis]);
  const { pageid } = wiki.pages()[chance.whole(0, wiki.pages().length - 1)] ?? { pageid: 1 };
  const path = chance.oneOf([
    `/externalLinkProblem.json?dbname=${wiki.name}&pageid=${pageid}`,
    `/api/v1/page?dbname=${wiki.name}&pageid=${pageid}`,
    `/list/${wiki.name}/unreachable?format=json`,
    `/list/${wiki.name}/unreachable`,
    `/feed/${wiki.name}`,
  ]);
  const signal = AbortSignal.timeout(QUESTION_MS_MAX);
  const answer = await fetch(system.edgeUrl + path, {
    headers: { [READER_ADDRESS]: addressOf(chance) },
    signal,
  });
  await answer.arrayBuffer();
  count(`question ${answer.status}`);
}

/** Keeps a stream of events open; the edge ends it after a while, and now and then the reader does. */
async function follow({ system }: World, nth: number): Promise<void> {
  const wiki = system.wikis[nth % system.wikis.length]?.name;
  const signal = AbortSignal.any([AbortSignal.timeout(HOUR_MS / PER_HOUR.followersLeave), stop.signal]);
  try {
    const answer = await fetch(`${system.edgeUrl}/feed/${wiki}?format=sse`, {
      headers: { [READER_ADDRESS]: `${100 + nth}.1.0.7` },
      signal,
    });
    count(`stream ${answer.status}`);
    for await (const _ of answer.body ?? []) count("pieces of streams");
  } catch (error) {
    if (!signal.aborted) count(`stream failed: ${(error as Error).name}`);
  }
  await pause(AGAIN_MS, stop.signal);
}

async function followForever(nth: number): Promise<void> {
  while (!stop.signal.aborted) await follow(world, nth);
}

/**
 * As if four weeks were over since the last pass: in a day the crawlers do the work of years. Waits for no row that somebody works on: PostgreSQL
 * ends no deadlock here, as its timers stand still under libfaketime, which shows signal handlers the real time, hours behind.
 */
const passAgain = ({ system }: World) =>
  system.db.transaction(async ({ sql }) => {
    await sql`update url set queried = queried - 28
      where id in (select id from url where queried >= 28 for update skip locked)`;
    await sql`update slice set swept = swept - 28 where no in (
      select no from slice where swept >= 28 and holder is null and pass_began < 0 for update skip locked)`;
  });

async function live({ system }: World): Promise<void> {
  const chance = dice(1);
  await Promise.all([
    every(PER_HOUR.edits, () => {
      for (const wiki of system.wikis) wiki.act();
    }),
    every(PER_HOUR.questions, () => question(world, chance)),
    every(PER_HOUR.reports, async () => {
      const broken = system.wikis[0]
        ?.pages()
        .flatMap(({ links }) => links.filter((link) => /gone/.test(link)));
      const link = broken?.[chance.whole(0, broken.length - 1)];
      if (link !== undefined) await system.readers.act(system.wikis[0]?.name ?? "", link);
    }),
    every(PER_HOUR.passes, () => passAgain(world)),
    ...Array.from({ length: FOLLOWERS }, (_, nth) => followForever(nth)),
  ]);
}

/** By each series: its medians, for the record. */
const summary = (samples: readonly Sample[]) =>
  Object.fromEntries(
    [...new Set(samples.flatMap((each) => Object.keys(each)))].map((name) => [name, quarters(samples, name)]),
  );

const samples: Sample[] = [];
const stuck: string[] = [];
/** How long the last of those who live in the world may take to end. */
const END_MS_MAX = 60_000;
try {
  const living = live(world);
  const began = performance.now();
  const hour = () => (performance.now() - began) / HOUR_MS;
  // On a slow machine a sample takes its time, and there are fewer of them.
  for (let next = hours / SAMPLES; hour() < hours; next = Math.max(next + hours / SAMPLES, hour())) {
    await pauseMs(Math.max(0, (next - hour()) * HOUR_MS));
    const taken = await sample(world).catch((error: unknown) => {
      count(`sample failed: ${(error as Error).name}`);
      return null;
    });
    if (taken === null) continue;
    samples.push(taken);
    console.log(JSON.stringify({ hour: Number(hour().toFixed(2)), ...taken }));
    const found = await stuckSessions(world).catch(() => []);
    if (found.length > 0) console.log(JSON.stringify({ hour: Number(hour().toFixed(2)), stuck: found }));
    stuck.push(...found);
  }
  stop.abort();
  await Promise.race([living, pauseMs(END_MS_MAX)]);
  const ends = world.system.roles.flatMap(({ name, ends, starts }) =>
    starts > 1 ? `${name} ended: ${JSON.stringify(ends.at(-1))}` : [],
  );
  const checkedBy = (share: number) =>
    samples[Math.floor((samples.length - 1) * share)]?.["done crawl_checked_total crawl-1"] ?? 0;
  const [second, last] = [checkedBy(0.5) - checkedBy(0.25), checkedBy(1) - checkedBy(0.75)];
  const findings = [
    ...ends,
    ...(last > second / 2 ? [] : [`the last quarter had ${last} checks, the second ${second}`]),
    ...[...answers].flatMap(([what, times]) =>
      what.includes("Postgres") ? [`${what}, ${times} times`] : [],
    ),
    ...stuck.slice(0, 3),
    ...(samples.length >= SAMPLES / 4 ? [] : [`only ${samples.length} samples: too few to judge`]),
    ...judge(samples),
  ];
  console.log(
    JSON.stringify({
      hours,
      rate,
      answers: Object.fromEntries(answers),
      reports: Object.fromEntries(world.system.readers.answers),
      medians: summary(samples),
      findings,
    }),
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  if (process.env.WEBOID_CHAOS_LOGS !== undefined)
    for (const role of world.system.roles) console.error(`--- ${role.name}\n${role.lines().join("\n")}`);
  await world.system.close();
}
process.exit();

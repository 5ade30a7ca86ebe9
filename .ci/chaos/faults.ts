import type { Dice } from "../../crawler/sample/verdicts/testing/dice.ts";
import type { AskedRequest, Fault } from "./faulty-proxy.ts";
import { HARD_STOPS } from "./postgres.ts";
import type { RoleProcess } from "./processes.ts";
import type { System } from "./system.ts";
import { pauseMs } from "./time.ts";
import { NAME_LIES } from "./web.ts";
import { WIKI_FAULTS } from "./wikis.ts";

/** How often each trouble begins, in milliseconds. */
const EVERY_MS = {
  kill: 2_000,
  database: 30_000,
  wiki: 7_000,
  names: 11_000,
  store: 9_000,
  clock: 8_000,
  edit: 400,
  reader: 800,
} as const;
const DOWN_MS = [200, 4_000] as const;
const FAULT_MS = [1_000, 5_000] as const;
const DISK_FULL_MS = 5_000;
/** Seconds by which a machine's clock is set wrong: within what is tolerated, beyond a warning, beyond what may store. */
const CLOCK_STEPS = [90, -90, 1_200, -1_200, 7_200, -7_200, 150 * 86_400, -30 * 86_400] as const;

export type FaultCounts = Record<string, number>;

/** All kinds of trouble side by side, for so long; everything is whole again at its end. */
export async function trouble(system: System, dice: Dice, ms: number): Promise<FaultCounts> {
  const counts: FaultCounts = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const until = performance.now() + ms;
  const over = () => performance.now() >= until;
  const every = async (each: number, work: () => Promise<void> | void) => {
    await pauseMs(dice.whole(0, each));
    while (!over()) {
      const next = performance.now() + each;
      await work();
      await pauseMs(Math.max(0, Math.min(next, until) - performance.now()));
    }
  };
  const lasting = async ([least, most]: readonly [number, number]) => {
    const left = Math.max(0, until - performance.now());
    await pauseMs(Math.min(left, dice.whole(least, most)));
  };
  const { roles, wikis, web } = system;
  await Promise.all([
    every(EVERY_MS.kill, () => {
      count("kill -9 of a role");
      dice.oneOf(roles as [RoleProcess, ...RoleProcess[]]).kill();
    }),
    every(EVERY_MS.database, async () => {
      count("PostgreSQL stopped hard");
      system.cluster.stopHard(dice.oneOf(HARD_STOPS));
      await lasting(DOWN_MS);
      await system.cluster.start();
    }),
    every(EVERY_MS.wiki, async () => {
      const faults = WIKI_FAULTS.filter(() => dice.chance(0.5));
      count("wiki in trouble");
      for (const wiki of wikis) wiki.setFaults(faults.length > 0 ? faults : WIKI_FAULTS);
      await lasting(FAULT_MS);
      for (const wiki of wikis) wiki.setFaults(null);
    }),
    every(EVERY_MS.names, async () => {
      count("names lie");
      web.lie(dice.oneOf(NAME_LIES));
      await lasting(FAULT_MS);
      web.lie(null);
    }),
    every(EVERY_MS.store, async () => {
      count("store in trouble");
      system.setStoreFault(storeFaults(dice, system.liedKeys));
      await lasting(FAULT_MS);
      system.setStoreFault(null);
    }),
    every(EVERY_MS.clock, () => clockStep(roles, dice, count, lasting)),
    every(EVERY_MS.edit, () => dice.oneOf(wikis as [(typeof wikis)[0], ...typeof wikis]).act()),
    every(EVERY_MS.reader, () => readerActs(system, dice)),
    fullDisks(system, ms, count),
  ]);
  await system.cluster.start();
  return counts;
}

const unavailable = { kind: "answer", status: 500, body: "no" } as const;

const stored = { kind: "answer", status: 204, body: "" } as const;

/** The store refuses, is slow, loses questions and answers, or says "stored" of what it did not store. */
function storeFaults(dice: Dice, liedKeys: Set<string>): (asked: AskedRequest) => Fault {
  let lies = 1;
  return ({ method, body }) => {
    const what = dice.unit();
    if (method !== "GET" && (what < 0.05 || lies-- > 0)) {
      const members = JSON.parse(body.toString("utf8")) as (string | { key: string })[];
      for (const member of members) liedKeys.add(typeof member === "string" ? member : member.key);
      return stored;
    }
    if (what < 0.25) return unavailable;
    if (what < 0.5) return { kind: "cut", after: dice.chance(0.5) };
    if (what < 0.6) return { kind: "slow", ms: dice.whole(500, 4_000) };
    return { kind: "none" };
  };
}

/** Half of the clocks are set while a process runs, half before it starts. */
async function clockStep(
  roles: readonly RoleProcess[],
  dice: Dice,
  count: (what: string) => void,
  lasting: (ms: readonly [number, number]) => Promise<void>,
): Promise<void> {
  count("clock set wrong");
  const role = dice.oneOf(roles as [RoleProcess, ...RoleProcess[]]);
  role.setClock(dice.oneOf(CLOCK_STEPS));
  if (dice.chance(0.5)) role.kill();
  await lasting(FAULT_MS);
  role.setClock(0);
}

/** So long after its check a link is shown as broken. */
const SHOWN_AFTER_MS = 5_000;

/** A reader says something of a link that was seen to fail. */
export async function readerActs({ wikis, web, readers }: System, dice: Dice): Promise<void> {
  const wiki = dice.oneOf(wikis as [(typeof wikis)[0], ...typeof wikis]);
  const broken = wiki
    .pages()
    .flatMap(({ links }) => links)
    .filter((link) => /\/(?:gone|broken)\//.test(link) && web.seenBefore(link, SHOWN_AFTER_MS));
  const [first, ...more] = broken;
  if (first !== undefined) await readers.act(wiki.name, dice.oneOf([first, ...more]));
}

/** Each disk is full once, in the middle of everything else. */
async function fullDisks({ disks }: System, ms: number, count: (what: string) => void): Promise<void> {
  if (ms < 3 * DISK_FULL_MS) return;
  await pauseMs(ms * 0.4);
  for (const [name, disk] of Object.entries(disks)) {
    if (!disk.isOwn) continue;
    count(`disk full: ${name}`);
    await disk.fill();
    await pauseMs(DISK_FULL_MS);
    disk.free();
  }
}

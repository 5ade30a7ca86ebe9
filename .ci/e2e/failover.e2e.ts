import { afterAll, beforeAll, expect, test } from "vitest";
import { weboid } from "../../crawler/cli/testing/run.ts";
import { dice } from "../../crawler/sample/verdicts/testing/dice.ts";
import { judgeChecks, judgeHistories, judgePeople, judgeWords } from "../chaos/judge.ts";
import { canNameHosts } from "../chaos/processes.ts";
import { openSystem, type System } from "../chaos/system.ts";
import { live, today } from "../chaos/trial.ts";
import { openServerPair, type ServerPair } from "./testing/server-pair.ts";

/**
 * The failover of docs/database.md, by its commands, with a fleet at work: the primary crashes, its replica is promoted, the old server comes back
 * as it was, and becomes the replica. Nothing that was acknowledged is lost, and nothing is doubled.
 */
const SEED = 23;
const MS_MAX = 900_000;
/** For a machine with many times more work than it can do. */
const PATIENT = { timeout: 300_000 };
const SEEN_MIN = 40;
const ACKNOWLEDGED_MIN = 1;

let system: System;
let pair: ServerPair;
let firstDay: number;
let rest: () => Promise<void>;
const opened = new AsyncDisposableStack();

beforeAll(async () => {
  system = await openSystem(SEED, {
    async cluster(reaper) {
      pair = await openServerPair(reaper);
      return pair.cluster;
    },
    fleet: { archive: 0 },
    hostOf: canNameHosts() ? hostOf : () => undefined,
    envOf: () => ({ DATABASE_READ_URL: pair.readUrl }),
  });
  opened.defer(() => system.close());
  firstDay = await today(system);
  rest = live(system, dice(SEED));
  opened.defer(() => rest());
}, MS_MAX);
afterAll(() => opened.disposeAsync(), MS_MAX);

/** The first and the second of each role have a host each; what is there once, or has a port, is elsewhere. */
function hostOf(name: string): string | undefined {
  const nth = /^(?:crawl|feed|dispatch)-(\d)$/.exec(name)?.[1];
  return nth === undefined ? undefined : `host-${nth}`;
}

/** What the database shows: who sees it may rely on it. */
async function shown(): Promise<Record<"checked" | "changes" | "log", string[]>> {
  const { sql } = system.db;
  const textsOf = async (rows: Promise<{ text: string }[]>) => (await rows).map(({ text }) => text);
  return {
    checked: await textsOf(sql`select id::text as text from url where queried >= 0 and history <> ''`),
    changes: await textsOf(sql`select xid || ' ' || id || ' ' || payload::text as text from change`),
    log: await textsOf(sql`select no || ' ' || hash as text from people_log`),
  };
}

/** What operators read of servers that could not take the primary's place. */
async function standbyAlarms(): Promise<string[]> {
  const { stdout } = await weboid(["status", "--json"], { env: { DATABASE_URL: pair.cluster.url } });
  const { alarms }: { alarms: { kind: string; text: string }[] } = JSON.parse(stdout);
  return alarms.filter(({ kind }) => kind === "standby-unusable").map(({ text }) => text);
}

/** As soon as the database answers again. */
async function shownAgain(): Promise<Awaited<ReturnType<typeof shown>>> {
  let answer: Awaited<ReturnType<typeof shown>> | null = null;
  await expect
    .poll(async () => {
      answer = await shown().catch(() => null);
      return answer;
    }, PATIENT)
    .not.toBeNull();
  if (answer === null) throw new Error("nothing is shown");
  return answer;
}

test(
  "the primary crashes and its replica is promoted: all that was acknowledged is there",
  async () => {
    await expect.poll(() => system.web.visits.size, PATIENT).toBeGreaterThan(SEEN_MIN);
    await expect.poll(() => system.readers.acknowledged.length, PATIENT).toBeGreaterThan(ACKNOWLEDGED_MIN);
    const before = await shown();
    await pair.crash();
    pair.promote();
    const after = await shownAgain();
    for (const what of ["checked", "changes", "log"] as const)
      expect([what, before[what].filter((one) => !after[what].includes(one))]).toEqual([what, []]);
    expect(before.checked.length).toBeGreaterThan(0);
  },
  MS_MAX,
);

test(
  "the fleet goes on, and lets the old primary alone, which comes back as it was",
  async () => {
    await pair.comeBack();
    const before = pair.writtenAtOld();
    const [visits, acknowledged] = [system.web.visits.size, system.readers.acknowledged.length];
    // Who starts now finds two servers that say that they are the primary.
    for (const role of system.roles) if (role.name === "crawl-1" || role.name === "dispatch-1") role.kill();
    await expect.poll(() => system.web.visits.size, PATIENT).toBeGreaterThan(visits + SEEN_MIN);
    await expect.poll(() => system.readers.acknowledged.length, PATIENT).toBeGreaterThan(acknowledged);
    expect(pair.writtenAtOld()).toEqual(before);
    // Nor could anybody go to it, which operators see.
    await expect
      .poll(standbyAlarms, PATIENT)
      .toEqual([expect.stringContaining("takes itself for the primary")]);
  },
  MS_MAX,
);

test(
  "the old server is rewound: what it alone had is gone, it is the replica, and commits wait for it again",
  async () => {
    const acknowledged = system.readers.acknowledged.length;
    expect(await pair.rewind()).toEqual(["", ""]);
    await expect.poll(standbyAlarms, PATIENT).toEqual([]);
    await expect.poll(() => system.readers.acknowledged.length, PATIENT).toBeGreaterThan(acknowledged);
  },
  MS_MAX,
);

/** What a host's processes hold at this moment. */
async function heldBy(host: string): Promise<string[]> {
  const rows = await system.db.sql<{ what: string }[]>`
    select what from (
      select 'wiki' as what, feed_holder as holder, feed_lease_until as until from wiki
      union all select 'slice', holder, lease_until from slice
      union all select 'recheck', holder, lease_until from recheck
      union all select 'client', holder, lease_until from dispatch_client) as held
    where starts_with(holder, ${host} || ':') and until > clock_timestamp()`;
  return rows.map(({ what }) => what);
}

/** Of the two hosts the one that checks at this moment. */
async function hostAtWork(): Promise<string> {
  let host = "";
  const works = async (name: string) => (await heldBy(name)).includes("slice");
  await expect
    .poll(
      async () => {
        for (const name of ["host-1", "host-2"]) if (await works(name)) host = name;
        return host;
      },
      { ...PATIENT, interval: 20 },
    )
    .not.toBe("");
  return host;
}

const rolesOf = (host: string) => system.roles.filter(({ name }) => hostOf(name) === host);

/** The other host takes over what this one held, and goes on. */
async function isTakenOver(host: string): Promise<void> {
  const visits = system.web.visits.size;
  console.log(`held by ${host}: ${(await heldBy(host)).join(", ")}`);
  await expect.poll(() => heldBy(host), PATIENT).toEqual([]);
  await expect.poll(() => system.web.visits.size, PATIENT).toBeGreaterThan(visits + SEEN_MIN);
}

// Who may not name hosts can lose none; CI may.
const hasHosts = canNameHosts() || Boolean(process.env.CI);

test.skipIf(!hasHosts)(
  "a whole host stands still with its connections open: its leases run out, and it wakes up to what others did",
  async () => {
    const host = await hostAtWork();
    for (const role of rolesOf(host)) role.freeze();
    await isTakenOver(host);
    for (const role of rolesOf(host)) role.thaw();
    // It has work again, of a slice or of what another gave it.
    const works = async () => (await heldBy(host)).some((what) => what === "slice" || what === "recheck");
    await expect.poll(works, PATIENT).toBe(true);
  },
  MS_MAX,
);

test.skipIf(!hasHosts)(
  "a whole host is lost, at work: the other takes over what it held, and all that comes",
  async () => {
    const host = await hostAtWork();
    for (const role of rolesOf(host)) role.lose();
    await isTakenOver(host);
  },
  MS_MAX,
);

test(
  "nothing is doubled, and all that readers were thanked for is there",
  async () => {
    await rest();
    // Two readers may say the same of one link; a check has news once.
    const doubled = await system.db.sql`
      select url_id::text, payload from change
      where kind = 'url' and not payload ? 'reports' and not payload -> 'news' ? 'asked'
      group by url_id, payload having count(*) > 1
      union all select url_id::text, to_jsonb(url) from event
      group by wiki_id, url_id, kind, at, day, url, pages::text, detail::text having count(*) > 1`;
    expect(doubled).toEqual([]);
    expect([
      ...(await judgePeople(system)),
      ...judgeChecks(system),
      ...(await judgeHistories(system, firstDay, await today(system))),
      ...judgeWords(system),
    ]).toEqual([]);
  },
  MS_MAX,
);

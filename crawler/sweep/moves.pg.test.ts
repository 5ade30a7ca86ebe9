import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../../db/connect.ts";
import { readHosts } from "../../db/hosts/read.ts";
import { learnMoves } from "../../db/moves/learn.ts";
import { checkMovesAgain, expireMoves, movedTargets } from "../../db/moves/targets.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { dueUrl, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { factsOf } from "../../db/urls/facts.ts";
import { recordResults } from "../../db/urls/results.ts";
import { answerAbout } from "../../shared/answer/build.ts";
import { asDay, instantOfDay } from "../../shared/calendar/day.ts";
import { interpret } from "../classify/interpret.ts";
import type { Outcome } from "../classify/outcome.ts";
import { answered, exchange } from "../classify/testing/outcomes.ts";
import { HostScheduler } from "../politeness/host-scheduler.ts";
import { HostStates } from "../politeness/host-state.ts";
import { LIST_PACE } from "../politeness/rate-limiter.ts";
import { resultOfCheck } from "../record/result.ts";
import { readConfig } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import { createLog } from "../runtime/log.ts";
import { checkCandidates } from "./candidates.ts";

const START = 3_600;
const OLD = ["a", "b", "c", "d", "e"].map((name) => `http://old.zz/x/${name}`);
const [A = "", , , D = "", E = ""] = OLD;
const newOf = (url: string) => url.replace("http://old.zz/x/", "https://new.zz/y/");

let db: Database;
let crawler: Database;

/** 404 everywhere but where a redirect leads. */
type Web = Readonly<Record<string, string | 200>>;

function outcomeOf(web: Web, url: string): Outcome {
  const to = web[url];
  if (to === undefined || to === 200) return answered([exchange(to ?? 404, { url })]);
  return answered([exchange(301, { url, location: to }), exchange(web[to] === 200 ? 200 : 404, { url: to })]);
}

/** A sweep of these URLs on a day. */
async function sweep(after: number, web: Web, urls: readonly string[] = OLD): Promise<void> {
  const nowMs = instantOfDay(asDay(START + after));
  for (const url of urls) {
    const due = await dueUrl(db, url);
    const host = (await readHosts(crawler, [due.host])).get(due.host);
    if (host === undefined) throw new Error("no host");
    const outcome = outcomeOf(web, url);
    const { result } = resultOfCheck(due, host, outcome, interpret(outcome, due.url, nowMs), nowMs);
    if (result !== null) await recordResults(crawler, null, [result]);
  }
}

/** What maintenance and the pool of candidates make of it. */
async function settle(after: number, web: Web): Promise<void> {
  const today = asDay(START + after);
  await learnMoves(db, today);
  const ctx: RoleContext = {
    db: crawler,
    clock: { now: () => Date.now(), today: () => today },
    log: createLog("test", "error"),
    signal: new AbortController().signal,
    config: readConfig({}),
  };
  const scheduler = new HostScheduler({
    states: new HostStates({ pace: LIST_PACE, signs: "all", clock: ctx.clock }),
    concurrency: 9,
    waitMsMax: 1_000,
  });
  await checkCandidates(ctx, { check: async ({ url }) => outcomeOf(web, url) }, scheduler, true);
}

async function movedTo(url: string, after: number): Promise<string | undefined> {
  const { id } = await dueUrl(db, url);
  const facts = (await factsOf(db, null, [id])).get(id);
  return facts === undefined ? "nothing known" : answerAbout(facts, asDay(START + after)).movedTo;
}
const published = () => db.sql`
  select payload ->> 'url' as url, payload ->> 'movedTo' as to from change where payload -> 'movedTo' is not null order by id`;

const redirects = (urls: readonly string[]): Web =>
  Object.fromEntries(
    urls.flatMap((url) => [
      [url, newOf(url)],
      [newOf(url), 200],
    ]),
  );
const targets = (urls: readonly string[]): Web => Object.fromEntries(urls.map((url) => [newOf(url), 200]));

beforeAll(async () => {
  db = await freshDatabase();
  crawler = await asComponent(db, "crawl");
  const wiki = await sampleWiki(db);
  await samplePage(db, wiki, 1, OLD, START);
});

beforeEach(async () => {
  await db.sql`truncate move, move_host, change`;
  await db.sql`update url set history = '', extras = '', queried = -1`;
});

test("a redirect outlives the death of its source, as long as its target works", async () => {
  await sweep(0, redirects([A]), [A]);
  await sweep(28, redirects([A]), [A]);
  // A working link has its note.
  expect(await movedTo(A, 28)).toBeUndefined();
  await sweep(56, {}, [A]);
  expect(await movedTo(A, 56)).toBeUndefined();
  await settle(56, targets([A]));
  expect(await movedTo(A, 56)).toBe(newOf(A));
  // Three failures of the target, which another check of the source brings up again.
  for (let tries = 0; tries < 3; tries++) {
    await db.sql`update move set due = 'epoch'`;
    await settle(57, {});
  }
  expect(await movedTo(A, 57)).toBeUndefined();
  expect(await published()).toEqual([
    { url: A, to: newOf(A) },
    { url: A, to: null },
  ]);
});

test("a link that died without a redirect is where a rule of its site says, once that was seen", async () => {
  const three = OLD.slice(0, 3);
  await sweep(0, { ...redirects(three), [D]: 200, [E]: 200 });
  await sweep(28, { ...redirects(three), [D]: 200, [E]: 200 });
  await sweep(56, redirects(three));
  expect(await movedTo(D, 56)).toBeUndefined();
  await settle(56, targets([D]));
  expect(await movedTo(D, 56)).toBe(newOf(D));
  expect(await movedTo(E, 56)).toBeUndefined();
  expect(await published()).toEqual([{ url: D, to: newOf(D) }]);
  const [known] = await db.sql`select rule, days from move where target = ${newOf(D)}`;
  expect(known).toEqual({
    days: 0,
    rule: { from: "http://old.zz/x/", to: "https://new.zz/y/", support: 3, counter: 0 },
  });
  // A spam list that changed has it checked again.
  expect(await movedTargets.next(crawler, 60)).toBeNull();
  await checkMovesAgain(db, async (urls) => urls.map((url) => url === newOf(D)));
  expect(await movedTargets.next(crawler, 60)).toBeLessThanOrEqual(0);
  // It comes back where it was.
  await sweep(84, { ...redirects(three), [D]: 200 });
  expect(await movedTo(D, 84)).toBeUndefined();
  expect(await db.sql`select 1 from move where target = ${newOf(D)}`).toHaveLength(0);
});

test("a host whose links fail all day is seen once a day, and what fails meanwhile on the next", async () => {
  const three = OLD.slice(0, 3);
  for (const after of [0, 28]) await sweep(after, { ...redirects(three), [D]: 200, [E]: 200 });
  await sweep(56, { ...redirects(three), [E]: 200 });
  expect(await learnMoves(db, asDay(START + 56))).toBe(1);
  await sweep(56, redirects(three), [E]);
  expect(await learnMoves(db, asDay(START + 56))).toBe(0);
  // That another process is at it is no reason to forget what fails.
  await db.sql`update move_host set due = ${START + 58}`;
  await db.sql`update url set history = '', queried = -1 where path = '/x/e'`;
  await sweep(56, { ...redirects(three), [E]: 200 }, [E]);
  await sweep(57, redirects(three), [E]);
  expect(await learnMoves(db, asDay(START + 58))).toBe(1);
});

test("a rule finds its links among others that fail below the same path", async () => {
  const three = OLD.slice(0, 3);
  for (const after of [0, 28]) await sweep(after, { ...redirects(three), [D]: 200, [E]: 200 });
  await sweep(56, redirects(three), [D]);
  // A thousand of another scheme before it, for which the rule says nothing.
  await db.sql`
    insert into url (id, key, host_id, scheme, port, path, touched, history)
    select 5000 + n, gen_random_uuid(), host_id, 1, 0, '/x/' || n, touched, history
      from url, generate_series(1, 1000) as n where path = '/x/d'`;
  try {
    expect(await learnMoves(db, asDay(START + 57))).toBe(1);
    expect(await db.sql`select target from move where rule is not null`).toEqual([{ target: newOf(D) }]);
  } finally {
    await db.sql`delete from url where id > 5000`;
  }
});

test.each<[string, string, Web]>([
  ["a first page", "https://new.zz/", { "https://new.zz/": 200 }],
  ["a login", "https://new.zz/login", { "https://new.zz/login": 200 }],
  ["an error", "https://new.zz/y/gone", {}],
])("%s is no new address", async (_, to, web) => {
  for (const after of [0, 28]) await sweep(after, { ...web, [A]: to }, [A]);
  await sweep(56, {}, [A]);
  expect(await db.sql`select 1 from move`).toHaveLength(0);
});

test("what nobody saw for half a year is forgotten, and published so", async () => {
  await sweep(0, redirects([A]), [A]);
  await sweep(28, redirects([A]), [A]);
  expect(await expireMoves(db, asDay(START + 28), asDay(START + 211))).toBe(0);
  expect(await expireMoves(db, asDay(START + 29), asDay(START + 212))).toBe(1);
  expect(await published()).toEqual([{ url: A, to: null }]);
});

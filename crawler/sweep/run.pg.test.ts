import { afterEach, beforeAll, expect, test } from "vitest";
import { urlEverything } from "../../db/queries/answers/url-everything.ts";
import { readChanges } from "../../db/queries/dispatch/read-changes.ts";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { normalised, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { POSITION_ZERO, type WikiId } from "../../db/types.ts";
import { asDay, instantOfDay } from "../../shared/calendar/day.ts";
import type { Outcome } from "../../shared/status/outcome.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { steppedClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { crawl } from "./run.ts";
import { answered } from "./testing/outcomes.ts";

const START = 3_600;
const pace = { gapMsMin: 0, gapMsMax: 0 };
const fine = normalised("https://fine.zz/");
const gone = normalised("https://gone.zz/page");

let db: Database;
let wiki: WikiId;
beforeAll(async () => {
  db = await freshDatabase();
  wiki = await sampleWiki(db);
});
afterEach(async () => {
  await db.sql`truncate url, page, page_link, slice, recheck, change, host, host_trait, worker`;
});

function context(day: number, signal = new AbortController().signal) {
  const clock = steppedClock(instantOfDay(asDay(day)) + 3_600_000);
  const ctx: RoleContext = { db, clock, log: silentLog, signal, config: readConfig({}) };
  return { ctx, goTo: (later: number) => clock.set(instantOfDay(asDay(later)) + 3_600_000) };
}

/** Answers by URL, and counts. */
function web(answers: Readonly<Record<string, Outcome>>) {
  const asked: NormalisedUrl[] = [];
  return {
    asked,
    async check(url: NormalisedUrl) {
      asked.push(url);
      return answers[url] ?? answered(url, 200);
    },
  };
}

test("a sweep checks every URL once and dates its slice", async () => {
  await samplePage(db, wiki, 1, [fine, gone], START);
  const { ctx } = context(START);
  const checker = web({ [gone]: answered(gone, 404) });
  const summary = await crawl(ctx, { once: true, checker, pace });
  expect(summary).toMatchObject({ checked: 2, stored: 2 });
  expect([...checker.asked].sort()).toEqual([fine, gone]);
  expect((await urlEverything(db, gone))?.facts.history).toMatchObject([
    { status: 18, http: 404, first: START },
  ]);
  expect(await crawl(ctx, { once: true, checker, pace })).toMatchObject({ checked: 0 });
});

test("a young failure is looked at again after 1, 3, 7 and 14 days, content is not", async () => {
  await samplePage(db, wiki, 1, [fine, gone], START);
  const { ctx, goTo } = context(START);
  const checker = web({ [gone]: answered(gone, 404) });
  const days: number[] = [];
  for (let day = START; day < START + 28; day++) {
    goTo(day);
    checker.asked.length = 0;
    await crawl(ctx, { once: true, checker, pace });
    if (checker.asked.includes(gone)) days.push(day - START);
    expect(checker.asked.includes(fine)).toBe(day === START);
  }
  expect(days).toEqual([0, 1, 3, 7, 14]);
  expect((await urlEverything(db, gone))?.facts.history).toMatchObject([
    { first: START, last: START + 14, checks: 5 },
  ]);
});

test("change rows tell news, not checks (design 5)", async () => {
  await samplePage(db, wiki, 1, [fine, gone], START);
  const { ctx, goTo } = context(START);
  let http = 200;
  const checker = {
    check: async (url: NormalisedUrl) => answered(url, url === gone ? http : 200),
  };
  const told = async () => {
    const { changes } = await readChanges(db, POSITION_ZERO, 100);
    return changes
      .filter(({ kind }) => kind === "url")
      .map(({ day, payload }) => [day - START, payload.url, payload.verdict])
      .sort();
  };
  const liveThrough = async (from: number, to: number) => {
    for (let day = from; day < to; day++) {
      goTo(START + day);
      await crawl(ctx, { once: true, checker, pace });
    }
  };
  await liveThrough(0, 56);
  const working = [
    [0, fine, "working"],
    [0, gone, "working"],
  ];
  expect(await told()).toEqual([...working].sort());
  http = 404;
  await liveThrough(56, 84);
  // First seen dead by the sweep; each repeat is told, the one on the fourteenth day decides.
  const dead = [
    ...working,
    ...[56, 57, 59, 63].map((day) => [day, gone, "doubtful"]),
    [70, gone, "unreachable"],
  ];
  expect(await told()).toEqual([...dead].sort());
  http = 200;
  await liveThrough(84, 85);
  expect(await told()).toEqual([...dead, [84, gone, "working"]].sort());
});

test("what was not tried is not booked", async () => {
  const scheme = normalised("sftp://files.zz/x");
  await samplePage(db, wiki, 1, [scheme], START);
  const { ctx } = context(START);
  const checker = web({ [scheme]: { kind: "not-tried", reason: "scheme-not-supported" } });
  expect(await crawl(ctx, { once: true, checker, pace })).toMatchObject({ checked: 1, stored: 0 });
  expect(await urlEverything(db, scheme)).toMatchObject({ queried: null, facts: { history: [] } });
});

test("HEAD is not tried again for 200 days where it was no use, then it is earned anew", async () => {
  await samplePage(db, wiki, 1, [fine], START);
  const { ctx, goTo } = context(START);
  const hints: boolean[] = [];
  const checker = {
    async check(url: NormalisedUrl, { getNeeded }: { getNeeded: boolean }): Promise<Outcome> {
      hints.push(getNeeded);
      const outcome = answered(url, 200);
      if (outcome.kind !== "answer") return outcome;
      return { ...outcome, neededGet: !getNeeded, chain: [{ ...outcome.chain[0], method: "GET" }] };
    },
  };
  for (const day of [0, 28, 190, 220, 250]) {
    goTo(START + day);
    await crawl(ctx, { once: true, checker, pace });
  }
  expect(hints).toEqual([false, true, true, false, true]);
});

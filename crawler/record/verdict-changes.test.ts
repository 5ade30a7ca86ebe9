import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, asDay, type Day } from "../../shared/calendar/day.ts";
import type { Note } from "../../shared/status/note.ts";
import { httpOfStatus, type Status } from "../../shared/status/table.ts";
import { judge } from "../../shared/verdict/judge.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import { digest, type KnownUrl, type Observed, type ReaderChange } from "./digest.ts";

/** A URL and all that is written of it: as recordResults and publishVerdictChanges do. */
class World {
  known: KnownUrl = { history: [], notes: [], mime: null, kib: null };
  plan: { readonly day: Day; readonly published: boolean } | null = null;
  readonly published: ReaderChange[] = [];
  /** How often maintenance had something to publish. */
  changes = 0;

  check(seen: Observed, today: Day): void {
    const made = digest(this.known, seen, today);
    if (made === null) return;
    const { change, verdictChanged, nextVerdictChange } = made;
    const due = verdictChanged !== null && this.plan?.published !== true ? verdictChanged.change : change;
    if (due !== null) this.published.push(due);
    this.known = made;
    this.plan = nextVerdictChange === null ? null : { day: nextVerdictChange, published: false };
  }

  maintain(today: Day): void {
    if (this.plan === null || this.plan.published || this.plan.day > today) return;
    this.plan = { ...this.plan, published: true };
    const before = judge(this.known, this.known.history[0]?.last ?? today);
    const after = judge(this.known, today);
    const rest = { status: 0, http: null };
    if (before.verdict === after.verdict) return;
    this.changes += 1;
    this.published.push({ news: ["verdict"], before: { ...before, ...rest }, after: { ...after, ...rest } });
  }

  readonly lastPublished = (): Verdict => this.published.at(-1)?.after.verdict ?? "unknown";
  readonly shown = (today: Day): Verdict => judge(this.known, today).verdict;
}

const seenAs = fc
  .record({
    byte: fc.constantFrom(1, 1, 1, 8, 17, 18, 18, 18, 18, 26, 36, 40, 40, 64, 66),
    deadEnd: fc.boolean(),
    inferred: fc.boolean(),
    notes: fc.constantFrom<readonly Note[]>([], [], [], [{ key: "robot-wall" }], [{ key: "soft-404" }]),
  })
  .map(({ byte, ...marks }): Observed => {
    const status = byte as Status;
    const error = status === 1 ? null : "failed";
    return { status, http: httpOfStatus(status), mime: null, kib: null, error, ...marks };
  });

/** A time in which checks see the same, and maintenance runs on some of its days, before the check or after it. */
const phase = fc.record({
  seen: seenAs,
  days: fc.array(
    fc.record({
      skip: fc.integer({ min: 1, max: 9 }),
      checked: fc.constantFrom(true, true, false),
      maintained: fc.constantFrom("before", "after", "no", "no"),
    }),
    { minLength: 1, maxLength: 14 },
  ),
});

const GOOD: Observed = {
  ...{ status: 1 as Status, http: 200, deadEnd: false },
  ...{ notes: [], mime: null, kib: null, error: null },
};

test("what is shown on a day was published by then, however checks and maintenance alternate, and no verdict is published twice", () => {
  let changes = 0;
  fc.assert(
    fc.property(fc.array(phase, { minLength: 2, maxLength: 6 }), (phases) => {
      const world = new World();
      let today = asDay(1_000);
      // Seen working for a year, so that what comes then is more than chance.
      for (let month = 0; month < 12; month++) {
        today = addDays(today, 28);
        world.check(GOOD, today);
      }
      for (const { seen, days } of phases)
        for (const { skip, checked, maintained } of days) {
          today = addDays(today, skip);
          if (maintained === "before") world.maintain(today);
          if (checked) world.check(seen, today);
          if (maintained === "after") world.maintain(today);
          if (checked || maintained !== "no") expect(world.lastPublished()).toBe(world.shown(today));
        }
      changes += world.changes;
      world.published.forEach(({ before, after, news }, at) => {
        expect(before.verdict).toBe(world.published[at - 1]?.after.verdict ?? "unknown");
        expect(news.includes("verdict")).toBe(before.verdict !== after.verdict);
      });
    }),
    { numRuns: 300 },
  );
  expect(changes).toBeGreaterThan(3);
});

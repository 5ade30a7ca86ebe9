import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, asDay, type Day } from "../../shared/calendar/day.ts";
import type { Note } from "../../shared/status/note.ts";
import { httpOfStatus, type Status } from "../../shared/status/table.ts";
import { judge } from "../../shared/verdict/judge.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import { digest, type KnownUrl, type News, type Observed } from "./digest.ts";

/** A URL and all that is written of it: as recordResults and tellTurns do. */
class World {
  known: KnownUrl = { history: [], notes: [], mime: null, kib: null };
  plan: { readonly day: Day; readonly told: boolean } | null = null;
  readonly told: News[] = [];

  check(seen: Observed, today: Day): void {
    const made = digest(this.known, seen, today);
    if (made === null) return;
    const news = made.turned !== null && this.plan?.told !== true ? made.turned.news : made.news;
    if (news !== null) this.told.push(news);
    this.known = made;
    this.plan = made.turn === null ? null : { day: made.turn, told: false };
  }

  maintain(today: Day): void {
    if (this.plan === null || this.plan.told || this.plan.day > today) return;
    this.plan = { ...this.plan, told: true };
    const before = judge(this.known.history, this.known.notes, this.known.history[0]?.last ?? today);
    const after = judge(this.known.history, this.known.notes, today);
    const rest = { status: 0, http: null };
    if (before.verdict !== after.verdict)
      this.told.push({ news: ["verdict"], before: { ...before, ...rest }, after: { ...after, ...rest } });
  }

  readonly lastTold = (): Verdict => this.told.at(-1)?.after.verdict ?? "unknown";
  readonly shown = (today: Day): Verdict => judge(this.known.history, this.known.notes, today).verdict;
}

const seenAs = fc
  .record({
    byte: fc.constantFrom(1, 1, 1, 8, 17, 18, 18, 18, 18, 26, 36, 40, 40, 64, 66),
    deadEnd: fc.boolean(),
    secondHand: fc.boolean(),
    notes: fc.constantFrom<readonly Note[]>([], [], [], [{ key: "robot-wall" }], [{ key: "soft-404" }]),
  })
  .map(({ byte, ...marks }): Observed => {
    const status = byte as Status;
    const error = status === 1 ? null : "failed";
    return { status, http: httpOfStatus(status), mime: null, kib: null, error, ...marks };
  });

/** Days of a URL: what a check saw, if there was one, and whether maintenance ran, before it or after it. */
const dayOf = fc.record({
  skip: fc.integer({ min: 1, max: 12 }),
  same: fc.boolean(),
  check: fc.option(seenAs),
  maintained: fc.constantFrom("before", "after", "no"),
});

test("what is shown on a day was told by then, however checks and maintenance take turns, and no verdict is told twice", () => {
  fc.assert(
    fc.property(fc.array(dayOf, { minLength: 5, maxLength: 60 }), (days) => {
      const world = new World();
      let today = asDay(1_000);
      let last: Observed | null = null;
      for (const { skip, same, check, maintained } of days) {
        today = addDays(today, skip);
        if (maintained === "before") world.maintain(today);
        // Runs of the same are what verdicts are made of.
        const seen: Observed | null = check !== null && same && last !== null ? last : check;
        if (seen !== null) world.check(seen, today);
        last = seen ?? last;
        if (maintained === "after") world.maintain(today);
        if (seen !== null || maintained !== "no") expect(world.lastTold()).toBe(world.shown(today));
      }
      world.told.forEach(({ before, after, news }, at) => {
        expect(before.verdict).toBe(world.told[at - 1]?.after.verdict ?? "unknown");
        expect(news.includes("verdict")).toBe(before.verdict !== after.verdict);
      });
    }),
    { numRuns: 400 },
  );
});

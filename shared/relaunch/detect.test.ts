import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import { fold } from "../history/fold.ts";
import type { History } from "../history/types.ts";
import type { Note } from "../status/note.ts";
import { httpOfStatus, type Status } from "../status/table.ts";
import { isSameRelaunch, isUndone, RELAUNCH, relaunchesOf, siteOf } from "./detect.ts";
import type { SiteLink } from "./loss.ts";

const TODAY = asDay(1_000);
type Look = readonly [day: number, status: number, mark?: "dead-end" | undefined];

const historyOf = (looks: readonly Look[]): History =>
  looks.reduce<History>((history, [day, byte, mark]) => {
    const status = byte as Status;
    return fold(history, { status, http: httpOfStatus(status), deadEnd: mark === "dead-end" }, asDay(day));
  }, []);

/** Days of checks from one to another, as a crawler makes them: each fortnight. */
const looks = (from: number, to: number, status: number, mark?: "dead-end"): Look[] =>
  Array.from({ length: Math.floor((to - from) / 14) + 1 }, (_, at) => [from + at * 14, status, mark]);

interface Sort {
  readonly looks: (at: number) => readonly Look[];
  readonly notes?: readonly Note[];
  readonly movedTo?: (name: string) => string;
}
const links = (count: number, name: string, { looks, notes = [], movedTo }: Sort): SiteLink[] =>
  Array.from({ length: count }, (_, at) => ({
    url: `https://example.org/old/${name}-${at}.html`,
    history: historyOf(looks(at)),
    notes,
    movedTo: movedTo?.(`${name}-${at}.html`) ?? null,
  }));

/** Well until a day, and this since, seen at visits that are up to four weeks apart. */
const until =
  (last: number, status: number, mark?: "dead-end") =>
  (at: number): Look[] => {
    const seen = last - (at % 20);
    return [...looks(seen - 280, seen, 1), ...looks(seen + 28, 1_000, status, mark)];
  };
const well = () => looks(500, 1_000, 1);
const LOST = 412;

const shown = (given: readonly SiteLink[]) =>
  relaunchesOf(given, TODAY).map(({ kind, from, to, lost, kept, moved }) => ({
    kind,
    from,
    to,
    lost,
    kept,
    moved,
  }));

describe("a site's links show a relaunch", () => {
  test.each([
    ["many are gone since the same visits", { looks: until(700, 18) }, 30, "relaunch"],
    ["410", { looks: until(700, 21) }, 30, "relaunch"],
    [
      "redirects that end at an error",
      { looks: until(700, 8, "dead-end"), notes: [{ key: "redirect-to-root" }] },
      30,
      "relaunch",
    ],
    ["soft 404", { looks: until(700, 1, "dead-end"), notes: [{ key: "soft-404" }] }, 30, "relaunch"],
    ["the domain is gone", { looks: until(700, 66) }, 0, "shutdown"],
  ] as const)("%s", (_, sort, others, kind) => {
    const found = shown([...links(LOST, "lost", sort), ...links(others, "well", { looks: well })]);
    expect(found).toEqual([{ kind, from: 701, to: 709, lost: LOST, kept: others, moved: 0 }]);
  });

  test("with where they moved, by what both addresses have in common", () => {
    const movedTo = (name: string) => `https://new.example.org/stories/${name}`;
    const [relaunch] = relaunchesOf(
      [
        ...links(380, "moved", { looks: until(700, 18), movedTo }),
        ...links(32, "lost", { looks: until(700, 18) }),
      ],
      TODAY,
    );
    expect(relaunch).toMatchObject({
      lost: 412,
      moved: 380,
      moves: [{ from: "https://example.org/old/", to: "https://new.example.org/stories/", count: 380 }],
    });
    expect(relaunch?.links).toHaveLength(412);
  });

  test("two of them, the older one first", () => {
    const found = shown([
      ...links(60, "first", { looks: until(650, 18) }),
      ...links(70, "second", { looks: until(850, 18) }),
    ]);
    expect(found).toMatchObject([
      { from: 651, lost: 60, kept: 70 },
      { from: 851, lost: 70, kept: 0 },
    ]);
  });

  test("what fails at the beginning with 503, and is gone then", () => {
    const looks = (at: number): Look[] => {
      const all = until(700, 18)(at);
      return all.map(([day, status]) => (status === 18 && day < 740 ? [day, 40] : [day, status]));
    };
    expect(shown(links(40, "lost", { looks }))).toMatchObject([{ lost: 40 }]);
  });
});

describe("a site's links show none", () => {
  test.each([
    ["a small site", links(19, "lost", { looks: until(700, 18) })],
    [
      "a few of many",
      [...links(40, "lost", { looks: until(700, 18) }), ...links(100, "well", { looks: well })],
    ],
    ["failing servers", links(LOST, "lost", { looks: until(700, 40) })],
    ["silence", links(LOST, "lost", { looks: until(700, 64) })],
    ["robots are turned away", links(LOST, "lost", { looks: until(700, 17) })],
    ["loops, which wait for a cookie", links(LOST, "lost", { looks: until(700, 9, "dead-end") })],
    ["decay over years", links(LOST, "lost", { looks: (at) => until(300 + (at % 35) * 14, 18)(0) })],
    [
      "gone for weeks, and back",
      links(LOST, "back", {
        looks: (at) => [...until(700, 18)(at).filter(([day]) => day < 800), ...looks(810, 1_000, 1)],
      }),
    ],
    ["gone for a week so far", links(LOST, "lately", { looks: (at) => until(1_000 - 34, 18)(at) })],
    ["never seen working", links(LOST, "never", { looks: () => looks(500, 1_000, 18) })],
    [
      "not visited for half a year before",
      links(LOST, "late", { looks: () => [...looks(400, 500, 1), ...looks(700, 1_000, 18)] }),
    ],
    ["nothing", []],
  ] as const)("%s", (_, given) => expect(shown(given)).toEqual([]));
});

const status = fc.constantFrom(1, 8, 17, 18, 21, 36, 40, 64, 66);
const anyLooks = fc
  .uniqueArray(fc.record({ day: fc.integer({ min: 400, max: 1_000 }), status, dead: fc.boolean() }), {
    selector: ({ day }) => day,
    maxLength: 9,
  })
  .map((all) =>
    all
      .sort((a, b) => a.day - b.day)
      .map(({ day, status, dead }): Look => [day, status, dead && status === 8 ? "dead-end" : undefined]),
  );
const anySite = fc
  .array(
    fc.record({
      looks: anyLooks,
      copies: fc.integer({ min: 1, max: 30 }),
      note: fc.constantFrom<Note[]>([], [{ key: "soft-404" }]),
    }),
    { maxLength: 8 },
  )
  .map((sorts) =>
    sorts.flatMap(({ looks, copies, note }, at) =>
      links(copies, `s${at}`, { looks: () => looks, notes: note }),
    ),
  );

test("whatever the histories: each link is lost once at most, and the order of the links does not matter", () =>
  fc.assert(
    fc.property(anySite, fc.integer({ min: 900, max: 1_200 }), (given, today) => {
      const found = relaunchesOf(given, asDay(today));
      const lost = found.reduce((sum, one) => sum + one.lost, 0);
      expect(lost).toBeLessThanOrEqual(given.length);
      for (const one of found) {
        expect(one.lost).toBeGreaterThanOrEqual(RELAUNCH.lostMin);
        expect(one.from).toBeLessThanOrEqual(one.to);
        expect(one.to).toBeLessThanOrEqual(1_000);
        expect(one.moved).toBeLessThanOrEqual(one.lost);
      }
      expect(relaunchesOf(given.toReversed(), asDay(today))).toEqual(found);
    }),
  ));

test.each([
  ["www.example.org", "example.org"],
  ["example.org", "example.org"],
  ["www2.example.org", "www2.example.org"],
  ["www.org", "www.org"],
])("%s is the site %s", (host, site) => expect(siteOf(host)).toBe(site));

test("a relaunch is undone when most of its links are back, and not when they are taken off the pages", () => {
  const others = links(10, "well", { looks: well });
  const [relaunch] = relaunchesOf([...links(40, "lost", { looks: until(700, 18) }), ...others], TODAY);
  if (relaunch === undefined) throw new Error("not found");
  const back = (count: number) =>
    links(count, "lost", {
      looks: (at) => [...until(700, 18)(at).filter(([day]) => day < 900), ...looks(910, 1_000, 1)],
    });
  expect(isUndone(relaunch, [...links(40, "lost", { looks: until(700, 18) }), ...others], TODAY)).toBe(false);
  expect(isUndone(relaunch, [...back(35), ...others], TODAY)).toBe(true);
  expect(isUndone(relaunch, others, TODAY)).toBe(false);
  expect(isUndone(relaunch, [], TODAY)).toBe(false);
});

test("the same relaunch, of days that are known better now, and another one", () => {
  expect(isSameRelaunch({ from: asDay(700), to: asDay(720) }, { from: asDay(715), to: asDay(716) })).toBe(
    true,
  );
  expect(isSameRelaunch({ from: asDay(700), to: asDay(720) }, { from: asDay(760), to: asDay(770) })).toBe(
    false,
  );
});

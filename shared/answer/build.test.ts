import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import { anyHistoryUntil } from "../history/testing/histories.ts";
import type { HistoryEntry } from "../history/types.ts";
import { internalTest } from "../interwiki/farm.ts";
import type { OnTheSpot } from "../interwiki/spot.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Status } from "../status/table.ts";
import type { NormalisedUrl } from "../url/types.ts";
import { buildGadgetAnswer, buildPageAnswer, internalLinks, missingUrls, type PageSources } from "./build.ts";
import { isFinding } from "./finding.ts";
import { NOTHING_KNOWN, type UrlFacts } from "./types.ts";

const run = (
  status: number,
  http: number | null,
  first: number,
  last: number,
  checks: number,
): HistoryEntry => ({
  status: status as Status,
  http,
  first: asDay(first),
  last: asDay(last),
  deadEnd: false,
  checks,
});
const DEAD = [run(18, 404, 3540, 3610, 9), run(1, 200, 2700, 3533, 30)];
const facts = (
  url: string,
  history: readonly HistoryEntry[] = [],
  more: Partial<UrlFacts> = {},
): UrlFacts => ({
  ...NOTHING_KNOWN,
  url,
  history,
  ...more,
});
const snapshot = (...urls: UrlFacts[]): Snapshot => ({
  wiki: "dewiki@WMF",
  pageid: 5,
  title: "Stored",
  namespace: 0,
  asOf: asDay(3600),
  urls,
  unwatched: 0,
});
const PAGE: PageSources = {
  wiki: "dewiki@WMF",
  pageid: 5,
  title: "Now",
  live: [],
  snapshot: null,
  origin: null,
  profile: null,
  today: asDay(3611),
  selection: { show: "all", status: null },
};
const verdicts = (sources: Partial<PageSources>) =>
  buildPageAnswer({ ...PAGE, ...sources }).urls.map(({ url, verdict, rule }) => `${url} ${verdict} ${rule}`);

describe("live links joined with what is known (design 8)", () => {
  test("the snapshot knows more than origin; neither: unknown", () => {
    expect(
      verdicts({
        live: ["https://a.zz/", "https://b.zz/", "https://c.zz/"],
        snapshot: snapshot(facts("https://a.zz/", DEAD)),
        origin: [facts("https://a.zz/"), facts("https://b.zz/", DEAD)],
      }).map((line) => line.split(" ")[1]),
    ).toEqual(["unreachable", "unreachable", "unknown"]);
  });

  test("a wall on another number is refused, and the answer's history says so", () => {
    const walled = { ...run(40, 503, 3540, 3610, 9), refused: true as const };
    const answer = buildPageAnswer({
      ...PAGE,
      live: ["https://a.zz/"],
      snapshot: snapshot(facts("https://a.zz/", [walled])),
    });
    expect(answer.urls).toMatchObject([{ verdict: "refused", history: [{ status: 40, refused: true }] }]);
  });

  test("a URL that left the page is not shown; without the wiki the snapshot's list stands in", () => {
    const stored = snapshot(facts("https://left.zz/", DEAD));
    expect(buildPageAnswer({ ...PAGE, snapshot: stored })).toMatchObject({
      live: true,
      title: "Now",
      urls: [],
    });
    expect(buildPageAnswer({ ...PAGE, live: null, title: null, snapshot: stored })).toMatchObject({
      live: false,
      title: "Stored",
      asOf: 3600,
      urls: [{ url: "https://left.zz/" }],
    });
  });

  test("a list that broke off is filled up from the snapshot, and not called live", () => {
    const answer = buildPageAnswer({
      ...PAGE,
      live: ["https://a.zz/"],
      liveComplete: false,
      snapshot: snapshot(facts("https://b.zz/", DEAD)),
    });
    expect(answer).toMatchObject({ live: false, urls: [{ url: "https://a.zz/" }, { url: "https://b.zz/" }] });
  });

  test("a page whose list broke off has at least as many links as when it was last read", () => {
    const stored = { ...snapshot(facts("https://b.zz/", DEAD)), unwatched: 5 };
    const total = (live: string[]) =>
      buildPageAnswer({ ...PAGE, live, liveComplete: false, snapshot: stored }).total;
    expect(total([])).toBe(6);
    expect(total(Array.from({ length: 9 }, (_, at) => `https://a.zz/${at}`))).toBe(10);
  });

  test("spellings of one URL are one; ignored ones are left out", () => {
    expect(
      verdicts({
        live: [
          "http://A.zz:80/#x",
          "http://a.zz",
          "http://a.zz/?",
          "mailto:x@a.zz",
          "https://example.org/",
          "tel:1",
        ],
      }).map((line) => line.split(" ")[0]),
    ).toEqual(["http://a.zz/", "http://a.zz/?"]);
  });

  test("sorted by TLD, second level, third …, port, scheme, path; invalid ones last (Q2)", () => {
    const sorted = [
      "https://a.de/",
      "https://x.a.de/",
      "http://b.de/",
      "https://b.de/",
      "https://b.de/a",
      "https://b.de:8443/",
      "https://a.zz/",
      "http://docs/about.htm",
      "http://http://a.zz/",
    ];
    expect(verdicts({ live: [...sorted].reverse() }).map((line) => line.split(" ")[0])).toEqual(sorted);
  });
});

describe("verdicts that the link itself decides", () => {
  const profile = { server: "//de.zz", internalHosts: "(^|\\.)farm\\.zz$" };

  test("invalid, spam and own farm, before any history", () => {
    expect(
      verdicts({
        live: [
          "https://de.zz/wiki/A",
          "https://x.farm.zz/",
          "https://notfarm.zz/",
          "https://spam.zz/",
          "http://docs/a",
          "http://a.zz:6379/",
        ],
        snapshot: snapshot(
          facts("https://spam.zz/", DEAD, { spam: "local" }),
          facts("https://de.zz/wiki/A", DEAD),
        ),
        profile,
      }),
    ).toEqual([
      "https://de.zz/wiki/A internal own-farm",
      "https://x.farm.zz/ internal own-farm",
      "https://notfarm.zz/ unknown never-checked",
      "https://spam.zz/ spam spam-local",
      "http://a.zz:6379/ invalid invalid-blocked-port",
      "http://docs/a invalid invalid-no-dot",
    ]);
  });

  test("an invalid one has status 128 (U3)", () => {
    expect(buildPageAnswer({ ...PAGE, live: ["http://docs/a"] }).urls[0]).toMatchObject({
      status: 128,
      since: null,
    });
  });

  test.each([
    ["de.zz", 0, true],
    ["de.zz", 8080, false],
    ["sub.de.zz", 0, false],
    ["farm.zz", 81, true],
    ["farm.zz.evil.zz", 0, false],
  ])("host %s port %i is internal: %s", (host, port, expected) => {
    expect(internalTest(profile)({ host: host as never, port })).toBe(expected);
  });

  test.each(["(", "[a-", "*", `${"x".repeat(1_001)}`, null])(
    "pattern %.10s harms nobody",
    (internalHosts) => {
      const test = internalTest({ server: "https://de.zz", internalHosts });
      expect([test({ host: "de.zz" as never, port: 0 }), test({ host: "x.zz" as never, port: 0 })]).toEqual([
        true,
        false,
      ]);
    },
  );

  test("a server that is no address: nothing is internal", () => {
    expect(
      internalTest({ server: "nonsense", internalHosts: null })({ host: "a.zz" as never, port: 0 }),
    ).toBe(false);
  });
});

describe("links into the own farm, looked up on the spot (U5, U7)", () => {
  const spot = (result: OnTheSpot["result"]): OnTheSpot => ({ result, reason: null, title: "A" });
  const sources: Partial<PageSources> = {
    live: ["https://de.zz/wiki/A", "https://a.zz/"],
    // Sister wikis by the wiki's own map, whatever their hosts; what is no resource is left out.
    sisters: ["https://far.zz/wiki/B", "https://far.zz/wiki/C", "http://localhost/wiki/D"],
    profile: { server: "https://de.zz", internalHosts: null },
    spots: new Map<NormalisedUrl, OnTheSpot>([
      ["https://de.zz/wiki/A" as NormalisedUrl, spot("missing")],
      ["https://far.zz/wiki/B" as NormalisedUrl, spot("exists")],
      ["https://far.zz/wiki/C" as NormalisedUrl, spot("unknown")],
    ]),
  };
  const selected = (selection: PageSources["selection"]) =>
    buildPageAnswer({ ...PAGE, ...sources, selection }).urls.map(({ url, verdict, status, http }) =>
      [url, verdict, status, http].join(" "),
    );

  test("keep their verdict, with the number that their wiki would answer with", () => {
    expect(selected({ show: "all", status: null })).toEqual([
      "https://a.zz/ unknown 0 ",
      "https://de.zz/wiki/A internal 18 404",
      "https://far.zz/wiki/B internal 1 200",
      "https://far.zz/wiki/C internal 0 ",
    ]);
  });

  test.each([
    ["findings", null, ["A"]],
    ["all", "unreachable", ["A"]],
    ["all", "working", ["B"]],
    ["all", "doubtful", []],
  ] as const)("show=%s status=%s", (show, status, titles) => {
    expect(selected({ show, status }).map((line) => /wiki\/(.)/.exec(line)?.[1])).toEqual(titles);
  });

  test("are those that are asked about, and never asked of origin", () => {
    const links = { live: sources.live ?? null, sisters: sources.sisters ?? [], snapshot: null };
    const profile = sources.profile ?? null;
    expect([...internalLinks({ ...links, profile }).keys()]).toEqual([
      "https://de.zz/wiki/A",
      "https://far.zz/wiki/B",
      "https://far.zz/wiki/C",
    ]);
    expect(missingUrls({ ...links, profile })).toEqual(["https://a.zz/"]);
  });
});

describe("what is shown", () => {
  const fine = [run(1, 200, 3000, 3610, 20)];
  const sources: Partial<PageSources> = {
    live: [
      "https://dead.zz/",
      "https://fine.zz/",
      "https://warned.zz/",
      "https://bidi.zz/%E2%80%AE",
      "https://new.zz/",
    ],
    snapshot: snapshot(
      facts("https://dead.zz/", DEAD),
      facts("https://fine.zz/", fine),
      facts("https://warned.zz/", fine, { notes: [{ key: "certificate-expired" }] }),
      facts("https://bidi.zz/%E2%80%AE", fine),
    ),
  };
  const hosts = (selection: PageSources["selection"]) =>
    buildPageAnswer({ ...PAGE, ...sources, selection }).urls.map(({ url }) => /\/\/(\w+)/.exec(url)?.[1]);

  test.each([
    ["findings", null, ["bidi", "dead", "warned"]],
    ["all", null, ["bidi", "dead", "fine", "new", "warned"]],
    ["findings", "unreachable", ["dead"]],
    ["findings", "working", ["bidi", "fine", "warned"]],
    ["all", "doubtful", []],
  ] as const)("show=%s status=%s", (show, status, expected) => {
    expect(hosts({ show, status })).toEqual(expected);
  });

  test.each([
    ["domain", ["bidi", "dead", "fine", "long", "moved", "new", "warned"]],
    ["severity", ["dead", "long", "moved", "new", "bidi", "fine", "warned"]],
    ["age", ["long", "bidi", "fine", "moved", "warned", "dead", "new"]],
  ] as const)("sort=%s", (sort, expected) => {
    const urls = [
      ...(sources.snapshot?.urls ?? []),
      facts("https://long.zz/", [run(18, 404, 2_900, 3_610, 9)]),
      facts("https://moved.zz/", fine, { notes: [{ key: "moved", value: "https://new.zz/" }] }),
    ];
    const live = [...(sources.live ?? []), "https://long.zz/", "https://moved.zz/"];
    const selection = { show: "all", status: null, sort } as const;
    const answer = buildPageAnswer({ ...PAGE, live, snapshot: snapshot(...urls), selection });
    expect(answer.urls.map(({ url }) => /\/\/(\w+)/.exec(url)?.[1])).toEqual(expected);
  });

  test("total counts what was left out too", () => {
    expect(
      buildPageAnswer({ ...PAGE, ...sources, selection: { show: "findings", status: null } }).total,
    ).toBe(5);
  });

  test("suspicious syntax is noted at once, and once (U6)", () => {
    const notes = (more: Partial<UrlFacts>) =>
      buildPageAnswer({
        ...PAGE,
        live: ["https://bidi.zz/%E2%80%AE"],
        snapshot: snapshot(facts("https://bidi.zz/%E2%80%AE", [], more)),
      }).urls[0]?.notes;
    expect(notes({})).toEqual([{ key: "suspicious-syntax" }]);
    expect(notes({ notes: [{ key: "suspicious-syntax" }] })).toEqual([{ key: "suspicious-syntax" }]);
  });

  test.each([
    ["working", [], false],
    ["unknown", [], false],
    ["refused", [], false],
    ["internal", [], false],
    ["unreachable", [], true],
    ["doubtful", [], true],
    ["invalid", [], true],
    ["spam", [], true],
    ["working", [{ key: "moved" as const }], false],
    ["working", [{ key: "certificate-self-signed" as const }], true],
    ["working", [{ key: "certificate-incomplete-chain" as const }], false],
  ] as const)("%s with %j is a finding: %s", (verdict, notes, expected) => {
    expect(isFinding({ verdict, notes })).toBe(expected);
  });
});

test("only URLs that could be known and are not are asked of origin", () => {
  expect(
    missingUrls({
      live: [
        "https://a.zz/",
        "https://A.zz/#x",
        "https://b.zz/",
        "https://de.zz/own",
        "http://docs/x",
        "mailto:a@b",
      ],
      snapshot: snapshot(facts("https://b.zz/")),
      profile: { server: "https://de.zz", internalHosts: null },
    }),
  ).toEqual(["https://a.zz/"]);
});

test("a page of 10,000 links, each in the snapshot, is answered whole", () => {
  const urls = Array.from({ length: 10_000 }, (_, at) => `https://h${at % 97}.zz/${at}`);
  const answer = buildPageAnswer({
    ...PAGE,
    live: urls,
    snapshot: snapshot(...urls.map((url) => facts(url, DEAD))),
  });
  expect(answer.urls).toHaveLength(10_000);
});

test("a gadget gets of a page what its answer says of the unreachable, on whatever day", () => {
  const urls = fc.uniqueArray(
    fc.record({
      at: fc.nat(50),
      history: anyHistoryUntil(asDay(3_600)),
      reports: fc.nat(2),
      blocked: fc.boolean(),
    }),
    { maxLength: 8, selector: ({ at }) => at },
  );
  let selected = 0;
  fc.assert(
    fc.property(urls, fc.integer({ min: 3_580, max: 3_700 }).map(asDay), (list, today) => {
      const stored = snapshot(
        ...list
          .toSorted((one, other) => one.at - other.at)
          .map(({ at, history, reports, blocked }) =>
            facts(`https://${String(at).padStart(2, "0")}.zz/`, history, {
              reports,
              spam: blocked ? "local" : null,
            }),
          ),
      );
      const { pageid, wiki } = PAGE;
      const selection = { show: "findings", status: "unreachable" } as const;
      const page = buildPageAnswer({ ...PAGE, title: null, live: null, snapshot: stored, today, selection });
      const { total } = page;
      expect(
        buildGadgetAnswer({ wiki, pageid, ...(total !== undefined && { total }) }, stored, today),
      ).toEqual(page);
      selected += page.urls.length;
    }),
  );
  expect(selected).toBeGreaterThan(10);
});

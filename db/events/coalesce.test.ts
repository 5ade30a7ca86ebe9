import { describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import type { WikiChange } from "../changes/read.ts";
import type { UrlChange } from "../changes/types.ts";
import type { Change, UrlId, WikiId } from "../types.ts";
import { coalesce } from "./coalesce.ts";

const DAY = asDay(3_611);
const base = { position: { xid: "1", id: 1 }, atMs: 0, day: DAY };

const shown = (verdict: Verdict, rule = "rule") => ({
  verdict,
  rule,
  status: 18,
  http: 404,
  since: null,
  last: DAY,
  checks: 3,
});

function urlChange(id: number, before: Verdict, after: Verdict, more: Partial<UrlChange> = {}): WikiChange {
  const payload: UrlChange = {
    url: `https://a.zz/${id}`,
    news: ["verdict"],
    before: shown(before),
    after: shown(after),
    ...more,
  };
  return {
    change: { ...base, kind: "url", url: id as UrlId, page: null, payload },
    pages: [10 * id, 10 * id + 1],
    pageCount: 7,
  };
}

type Spam = { readonly url: string; readonly list: "global" | "local" };
const pageChange = <K extends Change["kind"]>(kind: K, pageid: number, payload: object): WikiChange => ({
  change: { ...base, kind, url: null, page: { wiki: 1 as WikiId, pageid }, payload } as unknown as Change,
  pages: [pageid],
  pageCount: 1,
});
const links = (pageid: number, came: readonly Spam[], gone: readonly Spam[] = []) =>
  pageChange("page-links", pageid, { title: "T", namespace: 0, spam: { came, gone, uses: came.length } });
const deleted = (pageid: number) =>
  pageChange("page-deleted", pageid, { title: `Page ${pageid}`, namespace: 4, reason: "deleted" });

const kinds = (changes: readonly WikiChange[]) => coalesce(changes).map(({ kind }) => kind);

describe("verdicts", () => {
  test.each<[Verdict, Verdict, string[]]>([
    ["unknown", "working", []],
    ["unknown", "doubtful", ["doubtful"]],
    ["working", "doubtful", ["doubtful"]],
    ["doubtful", "unreachable", ["unreachable"]],
    ["unreachable", "working", ["working"]],
    ["doubtful", "working", ["working"]],
    ["unreachable", "refused", ["refused"]],
    ["doubtful", "unknown", ["unknown"]],
    ["unknown", "working", []],
    ["working", "refused", []],
    ["refused", "working", []],
    ["unreachable", "unreachable", []],
  ])("%s → %s: %j", (before, after, expected) =>
    expect(kinds([urlChange(1, before, after)])).toEqual(expected),
  );

  test("steps of one URL become one event, from the first to the last", () => {
    const steps = [urlChange(1, "working", "doubtful"), urlChange(1, "doubtful", "unreachable")];
    expect(coalesce(steps)).toEqual([
      {
        kind: "unreachable",
        day: DAY,
        urlId: 1,
        url: "https://a.zz/1",
        pages: [10, 11],
        pageCount: 7,
        detail: { before: "working", ...shown("unreachable") },
      },
    ]);
  });

  test("what goes and comes back within a batch is no event", () =>
    expect(kinds([urlChange(1, "working", "doubtful"), urlChange(1, "doubtful", "working")])).toEqual([]));

  const aside = (verdict: Verdict) => urlChange(1, verdict, verdict, { news: ["host-notes"] });
  test.each<[string, WikiChange[]]>([
    ["saw it before, and stands behind it", [urlChange(1, "doubtful", "unreachable"), aside("doubtful")]],
    [
      "saw it afterwards, and stands before it",
      [aside("unreachable"), urlChange(1, "doubtful", "unreachable")],
    ],
  ])("a transaction about something else that overlapped with the step: %s", (_name, changes) =>
    expect(coalesce(changes)).toMatchObject([
      { kind: "unreachable", detail: { before: "doubtful", ...shown("unreachable") } },
    ]),
  );

  test.each<[string, [Verdict, Verdict][], object[]]>([
    [
      "a change by time and the check behind it",
      [
        ["unreachable", "working"],
        ["doubtful", "unreachable"],
      ],
      [{ kind: "working", detail: { before: "doubtful", verdict: "working" } }],
    ],
    [
      "round and back to where it was",
      [
        ["unreachable", "working"],
        ["doubtful", "unreachable"],
        ["working", "doubtful"],
      ],
      [],
    ],
    [
      "steps that are no walk count by their order",
      [
        ["unreachable", "doubtful"],
        ["unreachable", "working"],
      ],
      [{ kind: "working", detail: { before: "unreachable", verdict: "working" } }],
    ],
  ])("steps of transactions that overlapped: %s", (_name, steps, expected) =>
    expect(coalesce(steps.map(([before, after]) => urlChange(1, before, after)))).toMatchObject(expected),
  );

  test("events stand in the order of the last change behind each", () => {
    const changes = [
      urlChange(1, "working", "doubtful"),
      urlChange(2, "working", "doubtful"),
      urlChange(1, "doubtful", "unreachable"),
    ];
    expect(coalesce(changes).map(({ url }) => url)).toEqual(["https://a.zz/2", "https://a.zz/1"]);
  });
});

describe("other news", () => {
  const same = (more: Partial<UrlChange>) => urlChange(1, "unreachable", "unreachable", more);
  const archive = (url: string) => ({ type: "archive.org", url });
  const moved = { came: [{ key: "moved" as const, value: "https://b.zz/" }], gone: [] };

  test.each<[string, WikiChange[], object[]]>([
    [
      "an archived copy, the last that came",
      [same({ archive: archive("https://x/1") }), same({ archive: archive("https://x/2") })],
      [{ kind: "archive", detail: { archives: [archive("https://x/2")] } }],
    ],
    [
      "an archived copy that is gone",
      [same({ archive: null })],
      [{ kind: "archive", detail: { archives: [] } }],
    ],
    [
      "one that came and is gone, among others",
      [same({ archive: archive("https://x/1") }), same({ archive: null })],
      [{ kind: "archive", detail: { archives: [] } }],
    ],
    [
      "a replacement",
      [same({ replacement: "https://c.zz/" })],
      [{ kind: "replacement", detail: { replacement: "https://c.zz/" } }],
    ],
    [
      "one that was taken back",
      [same({ replacement: null })],
      [{ kind: "replacement", detail: { replacement: null } }],
    ],
    ["reports", [same({ reports: "made" })], [{ kind: "report", detail: { reason: "made" } }]],
    [
      "a new address",
      [urlChange(1, "working", "working", { notes: moved })],
      [{ kind: "moved", detail: { target: "https://b.zz/" } }],
    ],
    [
      "a new address that a rule found for a dead link",
      [same({ movedTo: "https://c.zz/" })],
      [{ kind: "moved", detail: { target: "https://c.zz/" } }],
    ],
    ["one that works no more: nothing", [same({ movedTo: "https://c.zz/" }), same({ movedTo: null })], []],
    ["a first look that met a redirect: nothing", [urlChange(1, "unknown", "working", { notes: moved })], []],
    [
      "a verdict and an archive: one of each",
      [urlChange(1, "doubtful", "unreachable"), same({ archive: archive("https://x/1") })],
      [{ kind: "unreachable" }, { kind: "archive" }],
    ],
  ])("%s", (_name, changes, expected) => expect(coalesce(changes)).toMatchObject(expected));
});

describe("pages", () => {
  const BAD: Spam = { url: "https://spam.zz/", list: "global" };
  const LOCAL: Spam = { url: "https://spam.zz/", list: "local" };

  test("a blocked URL is one event with all its pages", () =>
    expect(coalesce([links(9, [BAD]), links(3, [BAD])])).toMatchObject([
      { kind: "spam", url: BAD.url, urlId: null, pages: [3, 9], pageCount: 2, detail: { spam: "global" } },
    ]));

  test("by lists of their own, and what is no longer blocked, apart", () =>
    expect(coalesce([links(1, [BAD]), links(2, [LOCAL]), links(3, [], [BAD])])).toMatchObject([
      { pages: [1], detail: { spam: "global" } },
      { pages: [2], detail: { spam: "local" } },
      { pages: [3], detail: { spam: null } },
    ]));

  test("blocked and freed within a batch is none, either way round", () => {
    expect(coalesce([links(1, [BAD]), links(1, [], [BAD])])).toEqual([]);
    expect(coalesce([links(1, [], [BAD]), links(1, [BAD])])).toEqual([]);
  });

  test("from one list to another", () =>
    expect(coalesce([links(1, [LOCAL], [BAD])])).toMatchObject([{ pages: [1], detail: { spam: "local" } }]));

  test("a page that is gone keeps its title; one that is back is none", () => {
    expect(coalesce([deleted(5), deleted(6), links(6, [])])).toMatchObject([
      {
        kind: "page-gone",
        pages: [5],
        gone: { title: "Page 5", namespace: 4 },
        detail: { reason: "deleted" },
      },
    ]);
  });

  test("links alone are the wiki's own news", () => expect(coalesce([links(1, [])])).toEqual([]));
});

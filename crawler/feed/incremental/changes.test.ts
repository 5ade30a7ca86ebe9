import { describe, expect, test } from "vitest";
import { recorded } from "../testing/recording.ts";
import { type Change, parseChanges, parseDeletions } from "./changes.ts";
import { sortChanges } from "./concern.ts";

function queryOf(name: string): Readonly<Record<string, unknown>> {
  const answer = recorded(name)[0]?.answer;
  if (answer?.kind !== "json") throw new Error(`${name} is no JSON`);
  return (answer.value as { query: Record<string, unknown> }).query;
}

function changesOf(name: string): readonly Change[] {
  const read = parseChanges(queryOf(name));
  if (read === null) throw new Error(`${name} has no list`);
  return read.changes;
}

const row = (more: object) => ({
  type: "edit",
  rcid: 1,
  timestamp: "2026-01-01T00:00:00Z",
  ns: 0,
  title: "T",
  pageid: 5,
  ...more,
});
test.each(["0000-01-01T00:00:10Z", "2000-12-31T23:59:59Z"])(
  "a time that no wiki has, %s, counts as not given",
  (time) => {
    const query = { curtimestamp: time, recentchanges: [row({ timestamp: time }), row({ rcid: 2 })] };
    expect(parseChanges(query)).toMatchObject({ nowMs: null, changes: [{ rcid: 2 }] });
  },
);

const only = (more: object) => parseChanges({ recentchanges: [row(more)] })?.changes;

describe("recent changes as MediaWiki 1.39 lists them", () => {
  test("a move: the moved page's id, where to, and whether a redirect stays", () => {
    const moves = changesOf("recentchanges-nobot").filter(({ target }) => target !== null);
    const of = (title: string) => moves.find((move) => move.title === title);
    expect(of("Moved old 3")).toEqual({
      rcid: 275,
      atMs: Date.UTC(2025, 0, 1, 4, 34),
      kind: "log",
      pageid: 248,
      namespace: 0,
      title: "Moved old 3",
      target: { namespace: 3000, title: "Portal:Moved new 3" },
      leavesPage: true,
    });
    expect(of("Moved old 2")).toMatchObject({ pageid: 247, leavesPage: false });
  });

  test("a deletion has the id that the page had", () => {
    expect(changesOf("recentchanges-nobot")).toContainEqual(
      expect.objectContaining({
        kind: "log",
        title: "Moved old 5",
        pageid: 258,
        target: null,
        leavesPage: false,
      }),
    );
    expect(parseDeletions(queryOf("logevents-delete-window"))).toEqual([
      236, 237, 238, 239, 240, 241, 242, 243, 244, 245,
    ]);
  });

  test("a categorisation has the page's id under the category's title", () => {
    expect(changesOf("recentchanges-categorize")[0]).toMatchObject({
      kind: "categorize",
      pageid: 162,
      title: "Category:Testbed A",
    });
  });

  test.each<[string, object, object[]]>([
    [
      "logs of other things count for the position only",
      { type: "log", logtype: "block" },
      [{ pageid: 0, namespace: -1 }],
    ],
    ["a hidden title", { title: undefined }, []],
    ["no id", { rcid: 0 }, []],
    ["no time", { timestamp: "yesterday" }, []],
    ["a broken page id", { pageid: "5" }, [{ pageid: 0 }]],
    [
      "parameters of another shape",
      { type: "log", logtype: "move", logparams: [] },
      [{ target: null, pageid: 5 }],
    ],
    ["another type", { type: "external" }, []],
  ])("%s", (_name, more, expected) => {
    expect(only(more)).toMatchObject(expected);
    expect(only(more)).toHaveLength(expected.length);
  });

  test.each([{}, { recentchanges: {} }, { recentchanges: "x" }])("no list: %j", (query) => {
    expect(parseChanges(query)).toBeNull();
  });
});

describe("what changes have to do with the criteria", () => {
  const none = { categories: [], templates: [], tree: new Set<string>() };
  const selection = {
    include: [{ name: "namespace:0", effect: "include", where: { kind: "pages", ids: [], titles: [] } }],
    included: {
      categories: [],
      templates: [],
      roots: [],
      ids: new Set([77]),
      titles: new Set(["Portal:Moved new 3"]),
    },
    namespacesExcluded: new Set([8]),
  } as const;

  test("namespaces, single pages, and the target of a move; the redirects of moves are requested", () => {
    const { named, open, titles } = sortChanges(selection, none, changesOf("recentchanges-nobot"));
    expect([262, 197, 248].every((id) => named.has(id))).toBe(true);
    // MediaWiki:Spam-whitelist.
    expect(named.has(261)).toBe(false);
    expect(open.size).toBe(0);
    expect(titles.has("Moved old 3")).toBe(true);
    expect(titles.has("Moved old 2")).toBe(false);
  });

  test("of categories only those of the criteria", () => {
    const marks = { ...none, categories: ["Category:Testbed A"], tree: new Set(["Testbed C"]) };
    const { open } = sortChanges(selection, marks, changesOf("recentchanges-categorize"));
    expect([...open]).toEqual([162, 150, 149]);
  });
});

import { expect, test } from "vitest";
import { placeEdits } from "./edit-places.ts";
import { repair } from "./repair.ts";
import { CASES, requestOf } from "./testing/cases.ts";

const edit = (before: string) => ({
  url: "http://dead.zz/",
  kind: "none" as const,
  before,
  after: before,
  reason: "",
  code: "heading",
});

test("an edit is found by its line, the heading above it, and what stands around it", () => {
  const long = "x".repeat(300);
  const text = `See [http://dead.zz/ A].\n== History ==\n=\n${long}😀[http://dead.zz/ B]${long}\n===Notes=== \r\n* [http://dead.zz/ C]`;
  const placed = placeEdits(text, [
    edit("[http://dead.zz/ A]"),
    edit("http://dead.zz/ B"),
    edit("http://dead.zz/ C"),
  ]);
  expect(placed.map(({ line, section, context }) => [line, section, context])).toEqual([
    [1, "", "See [http://dead.zz/ A]."],
    [4, "History", `${"x".repeat(77)}😀[http://dead.zz/ B]${"x".repeat(102)}`],
    [6, "Notes", "* [http://dead.zz/ C]"],
  ]);
});

test("a heading of its own line is its section; a line of equals signs alone is none", () => {
  const placed = (text: string) => placeEdits(text, [edit("http://dead.zz/")]).map(({ section }) => section);
  expect(placed("== A ==\n== http://dead.zz/ ==")).toEqual(["http://dead.zz/"]);
  expect(placed("======= A =======\nhttp://dead.zz/")).toEqual(["= A ="]);
  expect(placed("==\nhttp://dead.zz/")).toEqual([""]);
  expect(placed("= A\nhttp://dead.zz/")).toEqual([""]);
});

/** An engine's own search takes minutes; the test runner ends what hangs. */
test("a part of a hostile line is found at the end of another", () => {
  const before = `${"ab".repeat(200_000)}c`;
  expect(placeEdits(`\n${"ab".repeat(400_000)}${before}`, [edit(before)])[0]?.line).toBe(2);
});

test("every edit of the cases stands in its line", () => {
  const requests = Object.entries(CASES).flatMap(([wiki, cases]) =>
    cases.map((each) => requestOf(wiki, each)),
  );
  for (const { wikitext, ...request } of requests)
    for (const { before, line } of placeEdits(wikitext, repair({ ...request, wikitext }).edits))
      expect(wikitext.split("\n")[line - 1]).toContain(before.split("\n")[0]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CATEGORIES_MAX,
  CURSOR_CHARS_MAX,
  packIds,
  readCursor,
  type TreePlace,
  unpackIds,
  writeCursor,
} from "./list-place.ts";

const ids = (max: number) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: 4_294_967_295 }), { maxLength: max })
    .map((list) => list.toSorted((one, other) => one - other));

test("page ids come back from their text", () => {
  fc.assert(
    fc.property(ids(50), (list) => {
      expect(unpackIds(packIds(list))).toEqual(list);
    }),
  );
  expect([packIds([]), packIds([1, 128, 300])]).toEqual(["", "AX-sAQ"]);
});

test.each(["gA", "AA", packIds(Array.from({ length: CATEGORIES_MAX + 1 }, (_, at) => at + 1)), "_________w"])(
  "%.20s is not of our making",
  (text) => expect(unpackIds(text)).toBeNull(),
);

/** As long as MediaWiki's titles and places in lists get, all of it outside ASCII. */
const longest: TreePlace = {
  kind: "tree",
  level: 10,
  at: {
    title: `Категория:${"Ж".repeat(127)}`,
    step: "subcategories",
    next: { continue: "-||", cmcontinue: `subcat|${"f".repeat(460)}|4294967295` },
  },
  entered: Array.from({ length: 700 }, (_, at) => (at + 1) * 6_000_000),
  due: Array.from({ length: 700 }, (_, at) => (at + 1) * 6_000_000 + 1),
  below: Array.from({ length: 600 }, (_, at) => (at + 1) * 7_000_000 + 2),
  cut: true,
};

test("the longest place that a walk can have makes a cursor that is read again", () => {
  const cursor = writeCursor(longest) ?? "";
  expect(cursor.length).toBeLessThanOrEqual(CURSOR_CHARS_MAX);
  expect(readCursor(cursor)).toEqual(longest);
});

test("a place that no cursor has room for makes none, rather than one that is refused", () => {
  const next = { cmcontinue: "x".repeat(20_000) };
  expect(writeCursor({ kind: "namespace", next, namespace: 0 })).toBeNull();
  expect(writeCursor({ ...longest, at: { title: "A", step: "pages", next } })).toBeNull();
});

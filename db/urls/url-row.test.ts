import fc from "fast-check";
import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { NOTE_KEYS, type Note } from "../../shared/status/note.ts";
import {
  decodeDay,
  decodeExtras,
  decodeFlags,
  decodeUrl,
  encodeDay,
  encodeExtras,
  encodeFlags,
  encodeScheme,
  FLAGS,
  readExtras,
  SCHEMES,
} from "./row.ts";

test.each([
  [{ notes: [], mime: null, kib: null }, ""],
  [{ notes: [], mime: "pdf", kib: 12 }, '{"m":"pdf","k":12}'],
  [{ notes: [], mime: "zip", kib: null }, '{"m":"zip"}'],
  [{ notes: [{ key: "robot-wall" }], mime: null, kib: null }, '{"n":[["robot-wall"]]}'],
] as const)("%j is stored as %j", (extras, text) => {
  expect(encodeExtras(extras)).toBe(text);
  expect(decodeExtras(text)).toEqual(extras);
});

test("a length without a notable type is not stored (C8)", () => {
  expect(encodeExtras({ notes: [], mime: null, kib: 3 })).toBe("");
});

test("notes of a newer version are passed over", () => {
  expect(decodeExtras('{"n":[["from-the-future","x"],["robot-wall"]]}').notes).toEqual([
    { key: "robot-wall" },
  ]);
});

test.each(["{", "null", '{"n":5}', '{"n":[5]}'])("what is no text of ours counts as none: %s", (text) => {
  expect(readExtras(text)).toBeNull();
  expect(decodeExtras(text)).toEqual({ notes: [], mime: null, kib: null });
});

const note: fc.Arbitrary<Note> = fc.record(
  { key: fc.constantFrom(...NOTE_KEYS), value: fc.string({ unit: "binary" }) },
  { requiredKeys: ["key"] },
);

test("whatever strangers put into notes comes back, and is a text that PostgreSQL takes", () => {
  fc.assert(
    fc.property(fc.array(note), fc.constantFrom(null, "pdf"), fc.nat(), (notes, mime, size) => {
      const extras = { notes, mime, kib: mime === null ? null : size };
      const text = encodeExtras(extras);
      expect(text.includes("\0")).toBe(false);
      expect(decodeExtras(text)).toEqual(extras);
    }),
  );
});

test("flags, schemes and days have their places for good", () => {
  expect(FLAGS.map((flag) => encodeFlags([flag]))).toEqual([1, 2, 4, 8]);
  expect(decodeFlags(10)).toEqual(["invisible-character", "credentials-dropped"]);
  expect(SCHEMES.map(encodeScheme)).toEqual([0, 1, 2, 3, 4]);
  expect([encodeDay(null), encodeDay(asDay(0)), decodeDay(-1), decodeDay(65_535)]).toEqual([
    -1,
    0,
    null,
    65_535,
  ]);
  expect(decodeUrl({ scheme: 1, host: "a.org", port: 8443, path: "/b?c" })).toBe("https://a.org:8443/b?c");
});

import { expect, test } from "vitest";
import { LIMITS } from "../limits.ts";
import { decodeWhois, linesOf, sectionOf } from "./text.ts";

test.each<[string, number[] | Uint8Array, string]>([
  ["UTF-8", new TextEncoder().encode("org: Universität"), "org: Universität"],
  ["Latin-1", [...Buffer.from("org: Universität", "latin1")], "org: Universität"],
  ["Windows' quotation marks", [0x84, 0x41, 0x93], "„A“"],
  ["ISO-2022-JP", [0x1b, 0x24, 0x42, 0x45, 0x44, 0x43, 0x66, 0x1b, 0x28, 0x42, 0x20, 0x4b, 0x4b], "田中 KK"],
  ["nothing", [], ""],
])("%s", (_, bytes, text) => expect(decodeWhois(Uint8Array.from(bytes))).toBe(text));

test("an answer that is too long is cut, at half a character, too", () => {
  const bytes = new TextEncoder().encode(`a${"ü".repeat(LIMITS.answerBytesMax)}`);
  expect(decodeWhois(bytes)).toBe(`a${"ü".repeat(LIMITS.answerBytesMax / 2 - 1)}`);
});

test("lines have keys and values, remarks are left out", () =>
  expect(
    linesOf("% remark\r\nKey One:  a: b\r\n\tindented\n").map(({ key, value, indent }) => [
      key,
      value,
      indent,
    ]),
  ).toEqual([
    ["key one", "a: b", 0],
    ["", "", 8],
    ["", "", 0],
  ]));

test("a section ends with its indentation, or with an empty line", () => {
  const texts = (answer: string) => sectionOf(linesOf(answer), /^Head:$/).map(({ text }) => text);
  expect(texts("Head:\n  a\n  b\nNext:\n  c")).toEqual(["a", "b"]);
  expect(texts("Head:\na\nb\n\nc")).toEqual(["a", "b"]);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type InputLine, readLines } from "./lines.ts";

const LF = 10;

async function* chunks(...parts: (string | Uint8Array)[]) {
  for (const part of parts) yield typeof part === "string" ? new TextEncoder().encode(part) : part;
}

async function read(parts: (string | Uint8Array)[], bytesMax?: number): Promise<InputLine[]> {
  const lines: InputLine[] = [];
  for await (const line of readLines(chunks(...parts), bytesMax)) lines.push(line);
  return lines;
}

describe("readLines", () => {
  test.each<[string, (string | Uint8Array)[], InputLine[]]>([
    ["nothing", [], []],
    ["a line without an end", ["a"], [{ number: 1, text: "a" }]],
    [
      "two lines",
      ["a\nb\n"],
      [
        { number: 1, text: "a" },
        { number: 2, text: "b" },
      ],
    ],
    [
      "lines over chunks",
      ["htt", "p://x", "/\nb"],
      [
        { number: 1, text: "http://x/" },
        { number: 2, text: "b" },
      ],
    ],
    ["empty lines count but are passed over", ["\n \r\na"], [{ number: 3, text: "a" }]],
    [
      "CRLF",
      ["a\r\nb\r\n"],
      [
        { number: 1, text: "a" },
        { number: 2, text: "b" },
      ],
    ],
    [
      "CR alone",
      ["a\rb\r\rc"],
      [
        { number: 1, text: "a" },
        { number: 2, text: "b" },
        { number: 4, text: "c" },
      ],
    ],
    ["… is no end of a line where others end in LF", ["a\rb\n"], [{ number: 1, text: "a\rb" }]],
    ["a UTF-8 mark", ["\ufeffa\n\ufeffb"], ["a", "b"].map((text, at) => ({ number: at + 1, text }))],
    [
      "a character over two chunks",
      [Uint8Array.of(0xc3), Uint8Array.of(0xa4, 10)],
      [{ number: 1, text: "ä" }],
    ],
    [
      "a line that is not UTF-8, amid others, be it with U+FFFD of its own",
      ["\ufffda\r\n\r\nb", Uint8Array.of(0xff, 10, 0xe4, 10), "c\nd", Uint8Array.of(0xc3)],
      [
        { number: 1, text: "\ufffda" },
        { number: 3, wrong: "not-utf8" },
        { number: 4, wrong: "not-utf8" },
        { number: 5, text: "c" },
        { number: 6, wrong: "not-utf8" },
      ],
    ],
    [
      "… with CR alone",
      [Uint8Array.of(0x61, 13, 0xff, 13, 0x62)],
      [
        { number: 1, text: "a" },
        { number: 2, wrong: "not-utf8" },
        { number: 3, text: "b" },
      ],
    ],
  ])("%s", async (_, parts, expected) => {
    expect(await read(parts)).toEqual(expected);
  });

  test("a line over the limit is named and the next is read as ever", async () => {
    expect(await read(["12345", "6\nok\n123456789"], 5)).toEqual([
      { number: 1, wrong: "too-long" },
      { number: 2, text: "ok" },
      { number: 3, wrong: "too-long" },
    ]);
  });

  const list = "http://a.zz/ä\r\nhttp://b.zz/😀\r\n";
  const le = Buffer.from(list, "utf16le");
  const be = Buffer.from(le).swap16();
  test.each<[string, Uint8Array[]]>([
    ["UTF-16, little end first", [Uint8Array.of(0xff, 0xfe), le]],
    ["… without its mark", [le]],
    ["UTF-16, big end first", [Uint8Array.of(0xfe, 0xff), be]],
    ["… without its mark", [be]],
  ])("%s", async (_, parts) => {
    const bytes = Buffer.concat(parts);
    const expected = ["http://a.zz/ä", "http://b.zz/😀"].map((text, at) => ({ number: at + 1, text }));
    expect(await read([bytes])).toEqual(expected);
    expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  test("half a character at the end of UTF-16 is U+FFFD", async () => {
    expect(await read([Uint8Array.of(0x61, 0, 0x62)])).toEqual([{ number: 1, text: "a\ufffd" }]);
  });

  test("where the chunks are cut makes no difference", async () => {
    const text = fc.string({ unit: "binary" }).map((one) => new TextEncoder().encode(one));
    const bytesOfLines = fc.uint8Array().map((bytes) => bytes.map((byte) => (byte < 60 ? LF : byte)));
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, bytesOfLines), fc.integer({ min: 1, max: 7 }), async (bytes, step) => {
        const cut: Uint8Array[] = [];
        for (let i = 0; i < bytes.length; i += step) cut.push(bytes.subarray(i, i + step));
        expect(await read(cut)).toEqual(await read([bytes]));
      }),
    );
  });
});

test("a directory is no list", async () => {
  const directory = new ReadableStream({
    pull: () => Promise.reject(Object.assign(new Error("illegal operation"), { code: "EISDIR" })),
  });
  await expect(Array.fromAsync(readLines(directory))).rejects.toThrow("standard input is a directory");
});

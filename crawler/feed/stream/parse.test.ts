import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEventReader } from "./parse.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Everything that a reader says of a text that comes in these pieces. */
function read(pieces: readonly Uint8Array[], charsMax?: number) {
  const reader = createEventReader(charsMax);
  const events = pieces.flatMap((piece) => reader.feed(piece));
  return { events, id: reader.lastEventId, retry: reader.retryMs, skipped: reader.skipped };
}

describe("server-sent events", () => {
  test.each([
    ["an event with its id", "event: message\nid: [1]\ndata: {}\n\n", { events: ["{}"], id: "[1]" }],
    ["lines that end as they like", "data: 1\r\n\r\ndata: 2\r\rdata: 3\n\n", { events: ["1", "2", "3"] }],
    ["several lines of data", "data: 1\ndata:2\n\n", { events: ["1\n2"] }],
    [
      "a byte order mark, comments and fields of others",
      "\ufeff:ok\n\nfoo: x\nretry: 1500\ndata: é\n\n",
      { events: ["é"], retry: 1_500 },
    ],
    ["an event that did not end", "data: 1\n\nid: 9\ndata: 2\n", { events: ["1"], id: null }],
    ["an id that no header carries", "id: a\u0007b\ndata: 1\n\n", { events: ["1"], id: null }],
    [
      "an id that is too long to be sent back",
      `id: ${"x".repeat(6_001)}\ndata: 1\n\n`,
      { events: ["1"], id: null },
    ],
    ["a wish that is no number", "retry: soon\ndata: 1\n\n", { events: ["1"], retry: null }],
  ])("%s", (_, text, expected) => {
    expect(read([bytes(text)])).toMatchObject(expected);
  });

  const big = (many: number) => `data: ${"x".repeat(many)}`;
  test.each([
    ["an event that is too large", [`data: 1\n\n${big(40)}`, big(80), "\n\ndata: 2\n\n"]],
    ["one that ends at the border of pieces", ["data: 1\n\n", big(200), "\r\n", "\r", "\ndata: 2\n\n"]],
    ["two of them", ["data: 1\n\n", big(200), `\n\n${big(200)}\n`, "\nid: 7\ndata: 2\n\n"]],
  ])("%s is passed over, and the next one is read", (_, pieces) => {
    const { events, skipped } = read(pieces.map(bytes), 100);
    expect([events, skipped > 0]).toEqual([["1", "2"], true]);
  });

  test("a line without an end takes no memory", () => {
    const reader = createEventReader(1_000);
    const piece = bytes(`data: ${"x".repeat(60_000)}`);
    for (let at = 0; at < 1_000; at++) expect(reader.feed(piece)).toEqual([]);
    expect(reader.feed(bytes("\n\ndata: 1\n\n"))).toEqual(["1"]);
  });

  test("wherever the pieces are cut, they say the same; and garbage harms nothing", () => {
    const text = "\ufeffid: 1\ndata: ä€😀\n\n:x\r\nretry: 5\r\ndata: {\r\ndata: }\r\n\r\ndata: end\n\n";
    const whole = bytes(text);
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.sort((one, other) => one - other), whole.length];
        const pieces = places.slice(1).map((to, at) => whole.slice(places[at], to));
        expect(read(pieces)).toEqual({ events: ["ä€😀", "{\n}", "end"], id: "1", retry: 5, skipped: 0 });
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 10 }), (pieces) => {
        const { events } = read([...pieces, bytes("\n\ndata: end\n\n")], 200);
        expect(events.at(-1)).toBe("end");
      }),
    );
  });
});

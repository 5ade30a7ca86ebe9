import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Family, readAnswer, writeQuestion } from "./dns-message.ts";

const bytes = (...parts: readonly (number | string | Uint8Array)[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === "number" ? Buffer.from([part]) : typeof part === "string" ? Buffer.from(part) : part,
    ),
  );
const u16 = (value: number) => bytes(value >> 8, value & 0xff);
const u32 = (value: number) => bytes(u16(value >>> 16), u16(value & 0xffff));
const name = (text: string) => bytes(...text.split(".").map((label) => bytes(label.length, label)), 0);
/** To the name in question. */
const SAME = u16(0xc00c);
const record = (type: number, data: Uint8Array, { owner = SAME, ttl = 60, class_ = 1 } = {}) =>
  bytes(owner, u16(type), u16(class_), u32(ttl), u16(data.length), data);
const [A, CNAME, TXT, OPT] = [1, 5, 16, 41];
const HERE = bytes(192, 0, 2, 1);
const SIX = Buffer.from("20010db8000000000000000000000001", "hex");

function asked(host: string, family: Family) {
  const question = writeQuestion(host, family);
  if (question === null) throw new Error(`no question: ${host}`);
  question.bytes.set([0xab, 0xcd]);
  return question;
}
const ASKED = asked("a.zz", 4);
interface Parts {
  readonly id?: number;
  readonly flags?: number;
  readonly question?: Uint8Array;
  readonly questions?: number;
  /** As the header claims. */
  readonly count?: number;
}
const message = (records: readonly Uint8Array[] = [], parts: Parts = {}) => {
  const { id = 0xabcd, flags = 0x8180, question = ASKED.bytes.subarray(12), questions = 1, count } = parts;
  const counts = bytes(u16(questions), u16(count ?? records.length), u16(0), u16(0));
  return bytes(u16(id), u16(flags), counts, question, ...records);
};
const read = (packet: Uint8Array) => readAnswer(packet, ASKED);
const found = (...addresses: string[]) => ({
  kind: "records",
  records: addresses.map((address) => ({ address, ttl: 60 })),
});
const [none, failed, refused] = [{ kind: "none" }, { kind: "failed" }, { kind: "refused" }];

test("a question is one of RFC 1035, without EDNS", () => {
  expect(asked("ab.zz", 6).bytes.toString("hex")).toBe("abcd0100000100000000000002616202" + "7a7a00001c0001");
});

test.each([
  ["a label that is too long", `${"x".repeat(64)}.zz`],
  ["an empty label", "a..zz"],
  ["a name that is too long", `${"abcdefg.".repeat(32)}zz`],
])("%s: no message can hold it", (_, host) => expect(writeQuestion(host, 4)).toBeNull());

test("the longest name", () => {
  const host = ["y".repeat(63), "y".repeat(63), "y".repeat(63), "y".repeat(61)].join(".");
  expect(asked(host, 4).bytes).toHaveLength(12 + 255 + 4);
});

describe("what is no answer to the question", () => {
  test.each<[string, Uint8Array]>([
    ["another id", message([record(A, HERE)], { id: 0xabce })],
    ["a question", message([record(A, HERE)], { flags: 0x0100 })],
    ["another name", message([record(A, HERE)], { question: bytes(name("b.zz"), u16(1), u16(1)) })],
    ["another type", message([record(A, HERE)], { question: bytes(name("a.zz"), u16(28), u16(1)) })],
    ["no question", message([record(A, HERE)], { question: bytes(), questions: 0 })],
    ["no whole header", message().subarray(0, 11)],
    ["nothing", bytes()],
  ])("%s", (_, packet) => expect(read(packet)).toBeNull());
});

describe("answers", () => {
  const b = name("b.zz");
  test.each<[string, Uint8Array, object]>([
    ["an address", message([record(A, HERE)]), found("192.0.2.1")],
    [
      "in other case",
      message([record(A, HERE)], { question: bytes(name("A.zZ"), u16(1), u16(1)) }),
      found("192.0.2.1"),
    ],
    ["no such name", message([], { flags: 0x8183 }), none],
    ["no such name at the end of an alias", message([record(CNAME, b)], { flags: 0x8183 }), none],
    ["no address", message(), none],
    ["refused", message([], { flags: 0x8185 }), refused],
    [
      "an error without the question",
      message([], { flags: 0x8181, question: bytes(), questions: 0 }),
      failed,
    ],
    ["an error that nobody says", message([], { flags: 0x8186 }), failed],
    ["an alias", message([record(CNAME, b), record(A, HERE, { owner: b })]), found("192.0.2.1")],
    [
      "an alias behind its address",
      message([record(A, HERE, { owner: b }), record(CNAME, b)]),
      found("192.0.2.1"),
    ],
    [
      "an alias by a pointer",
      message([record(CNAME, bytes(1, "b", u16(0xc00e))), record(A, HERE, { owner: b })]),
      found("192.0.2.1"),
    ],
    ["an alias without address", message([record(CNAME, b)]), none],
    ["an alias of itself", message([record(CNAME, SAME)]), failed],
    ["aliases in a circle", message([record(CNAME, b), record(CNAME, SAME, { owner: b })]), failed],
    ["an address of another name", message([record(A, HERE, { owner: b })]), none],
    ["an address of another class", message([record(A, HERE, { class_: 3 })]), none],
    [
      "among other records",
      message([record(TXT, bytes(1, "x")), record(65_280, bytes(7)), record(A, HERE)]),
      found("192.0.2.1"),
    ],
    [
      "two records of EDNS",
      message([
        record(A, HERE),
        record(OPT, bytes(), { owner: bytes(0), class_: 1_232 }),
        record(OPT, bytes(), { owner: bytes(0), class_: 1_232 }),
      ]),
      found("192.0.2.1"),
    ],
    ["fewer records than claimed", message([record(A, HERE)], { count: 65_535 }), found("192.0.2.1")],
    ["bytes behind the end", bytes(message([record(A, HERE)]), 0, 0, 0), found("192.0.2.1")],
    ["an address too long", message([record(A, bytes(192, 0, 2, 1, 1))]), failed],
    ["a record cut off", message([record(A, HERE)]).subarray(0, -2), failed],
    ["a name that is a pointer to itself", message([record(A, HERE, { owner: u16(0xc016) })]), failed],
    [
      "a name without end",
      message([record(A, HERE, { owner: bytes(...Array<Buffer>(5).fill(bytes(63, "x".repeat(63))), 0) })]),
      failed,
    ],
    ["a label of a kind that nobody uses", message([record(A, HERE, { owner: bytes(0x81, 1) })]), failed],
  ])("%s", (_, packet, reply) => expect(read(packet)).toEqual({ reply, truncated: false }));

  test("of IPv6, in the one spelling", () => {
    const question = asked("a.zz", 6);
    const packet = message([record(28, SIX)], { question: question.bytes.subarray(12) });
    expect(readAnswer(packet, question)?.reply).toEqual(found("2001:db8::1"));
  });

  test("cut off, with what came of it", () =>
    expect(read(message([record(A, HERE)], { flags: 0x8380 }))).toEqual({
      reply: found("192.0.2.1"),
      truncated: true,
    }));

  test("live as long as the shortest of the way to them; a TTL below zero is none", () => {
    const b60 = record(A, HERE, { owner: b });
    const ttlOf = (ttl: number) => read(message([record(CNAME, b, { ttl }), b60]))?.reply;
    expect(ttlOf(5)).toEqual({ kind: "records", records: [{ address: "192.0.2.1", ttl: 5 }] });
    expect(ttlOf(0x80000000)).toEqual({ kind: "records", records: [{ address: "192.0.2.1", ttl: 0 }] });
    expect(ttlOf(0x7fffffff)).toEqual(found("192.0.2.1"));
  });
});

test("any bytes are read, and none behind the question are trusted", () => {
  const kinds = new Set(["records", "none", "failed", "refused"]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(0xffff), fc.nat(9), (rest, flags, count) => {
      const answer = read(bytes(message([], { flags, count }), rest));
      expect(answer === null || kinds.has(answer.reply.kind)).toBe(true);
      const other = read(rest);
      expect(other === null || rest.length >= 12).toBe(true);
    }),
  );
});

test("pointers that lead from one to the next are followed a while only", () => {
  const chain = Array.from({ length: 2_000 }, (_, index) => u16(0xc000 | (34 + 2 * Math.max(0, index - 1))));
  const records = Array.from({ length: 300 }, () =>
    record(TXT, bytes(), { owner: u16(0xc000 | (34 + 3_998)) }),
  );
  expect(read(message([record(TXT, bytes(...chain)), ...records]))?.reply).toEqual(failed);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import type { Status } from "../status/table.ts";
import { decodeHistory, ENTRY_BYTES, encodeHistory } from "./pack.ts";
import type { History } from "./types.ts";

const HISTORY: History = [
  { status: 8 as Status, http: 404, first: asDay(3540), last: asDay(3610), deadEnd: true, checks: 9 },
  {
    status: 26 as Status,
    http: 999,
    first: asDay(3535),
    last: asDay(3535),
    deadEnd: false,
    refused: true,
    checks: 1,
  },
  { status: 64 as Status, http: null, first: asDay(3534), last: asDay(3534), deadEnd: false, checks: 1 },
  { status: 1 as Status, http: 200, first: asDay(0), last: asDay(3533), deadEnd: false, checks: 255 },
];
/** Written by hand from the layout: stored histories must stay readable. */
const BYTES = "8809 0dd4 0e1a 0194" + "1a01 0dcf 0dcf 83e7" + "4001 0dce 0dce 3fff" + "01ff 0000 0dcd 00c8";
const SUMMED: History = HISTORY.with(-1, {
  status: 1 as Status,
  http: 200,
  first: asDay(3000),
  last: asDay(3533),
  deadEnd: false,
  checks: 255,
  earlier: {
    lastGood: asDay(2800),
    lastAlive: null,
    lastFailure: asDay(2999),
    goodChecks: 40,
    failures: 3,
    failedWeeks: 5,
    longestOutageDays: 20,
    slowestRecoveryDays: 27,
    walls: 1,
    open: { first: asDay(2900), checks: 6, goneChecks: 4 },
  },
});
const SUMMED_BYTES = `${BYTES.slice(0, -19)}01ff 0bb8 0dcd 00c8 0d 0af0 0000 0bb7 0b54 06 04 28 03 05 14 1b 01`;
const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text: string): Uint8Array =>
  Uint8Array.from(text.replaceAll(" ", "").match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

describe("packed history", () => {
  test("has the layout that is stored", () => {
    expect(hex(encodeHistory(HISTORY))).toBe(BYTES.replaceAll(" ", ""));
    expect(decodeHistory(unhex(BYTES))).toEqual({ kind: "history", history: HISTORY });
  });

  test("has behind it what is left of the entries that were pushed out", () => {
    expect(hex(encodeHistory(SUMMED))).toBe(SUMMED_BYTES.replaceAll(" ", ""));
    expect(decodeHistory(unhex(SUMMED_BYTES))).toEqual({ kind: "history", history: SUMMED });
  });

  test("of nothing is nothing", () => {
    expect(encodeHistory([])).toHaveLength(0);
    expect(decodeHistory(new Uint8Array())).toEqual({ kind: "history", history: [] });
  });

  test("is read from the middle of a buffer", () => {
    const padded = unhex(`ff ff ff ${BYTES} ff`);
    expect(decodeHistory(padded.subarray(3, 3 + 4 * ENTRY_BYTES))).toEqual({
      kind: "history",
      history: HISTORY,
    });
  });

  test.each([
    ["no whole entry", "01 02 03", /3 bytes/],
    ["six entries", BYTES + BYTES, /64 bytes are too many/],
    ["no status", "0301 0001 0001 00c8", /entry 0: no status byte: 3/],
    ["not tried", "0001 0001 0001 00c8", /no status byte: 0/],
    ["invalid URL", "8001 0001 0001 00c8", /no status byte: 128/],
    ["a dead end that is no redirect", "9201 0001 0001 00c8", /status 18 cannot be a dead end/],
    ["a mark that 403 does not need", "1101 0001 0001 8193", /status 17 needs no mark/],
    ["days that run backwards", "0101 0002 0001 00c8", /days 2…1/],
    ["a number that no server can send", "0101 0001 0001 2710", /no HTTP number: 10000/],
    [
      "entries that overlap",
      "0101 0005 0005 00c8 1201 0001 0006 0194",
      /entry 1: ends after the next one began/,
    ],
    ["oldest first", "1201 0001 0001 0194 0101 0005 0005 00c8", /entry 1/],
    [
      "a sum with a day that is marked as missing",
      `0101 0005 0005 00c8 00 0001 ${"00".repeat(14)}`,
      /what was before: values that are not there/,
    ],
    [
      "a sum with a run that has no end",
      `0101 0005 0005 00c8 08 0000 0000 0000 0001 ${"00".repeat(8)}`,
      /what was before: a run without an end/,
    ],
    [
      "a sum of failures after the entries",
      `0101 0005 0005 00c8 04 0000 0000 0006 0000 ${"00".repeat(8)}`,
      /what was before: days after 5/,
    ],
    [
      "a sum with content after the entries",
      `0101 0005 0005 00c8 03 0006 0006 0000 0000 ${"00".repeat(8)}`,
      /what was before: days after 5/,
    ],
    [
      "a sum of which more is gone than failed",
      `0101 0005 0005 00c8 0c 0000 0000 0003 0001 02 03 ${"00".repeat(6)}`,
      /what was before: 3 of 2 checks/,
    ],
    [
      "a sum with content amid its failing run",
      `0101 0005 0005 00c8 0f 0002 0002 0003 0001 02 01 ${"00".repeat(6)}`,
      /what was before: content during a failing run/,
    ],
    ["a sum alone", "00".repeat(17), /17 bytes/],
    ["the same status twice", "0101 0005 0005 00c8 0101 0001 0001 00c8", /entry 1: the same status/],
  ])("damage is reported: %s", (_, bytes, reason) => {
    const decoded = decodeHistory(unhex(bytes));
    expect(decoded.kind === "damaged" && decoded.reason).toMatch(reason);
  });

  test("no bytes make it throw, and what it accepts it writes again as it was", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const decoded = decodeHistory(bytes);
        if (decoded.kind === "history") expect(encodeHistory(decoded.history)).toEqual(bytes);
      }),
      { numRuns: 5_000 },
    );
  });
});

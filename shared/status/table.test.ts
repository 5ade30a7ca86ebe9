import { describe, expect, test } from "vitest";
import { httpOfStatus, isStatus, STATUS_TABLE, type Status, statusOfHttp, statusRow } from "./table.ts";

/** Table S, written out by hand from the specification: 308 as 307, 431 as 37. */
const EXPECTED: readonly (readonly [type: number, http: readonly number[]])[] = [
  [1, [200, 304]],
  [2, [201, 202, 203, 204, 205, 206, 207, 208, 226, 250, 299, 300]],
  [8, [301]],
  [9, [302]],
  [10, [303]],
  [11, [305]],
  [12, [306]],
  [13, [307, 308]],
  [16, [400, 414, 422, 500]],
  [17, [401, 402, 403, 407, 451]],
  [18, [404]],
  [19, [406]],
  [
    20,
    [409, 411, 412, 417, 418, 420, 424, 425, 428, 444, 449, 421, 427, 430, 450, 460, 494, 495, 499, 506, 508],
  ],
  [21, [410]],
  [22, [415]],
  [23, [416]],
  [24, [423]],
  [25, [510]],
  [
    26,
    [
      100, 101, 102, 103, 199, 309, 310, 399, 511, 520, 521, 522, 523, 525, 526, 530, 598, 599, 600, 999,
      1000, 0,
    ],
  ],
  [32, [405]],
  [33, [408]],
  [34, [413]],
  [35, [426]],
  [36, [429]],
  [37, [431]],
  [38, [501]],
  [39, [502, 504]],
  [40, [503]],
  [41, [505]],
  [42, [507]],
  [43, [509]],
];

/** Bytes that no server issues. */
const OURS = [0, 7, 63, 64, 65, 66, 67, 128];

describe("table S", () => {
  test.each(EXPECTED.flatMap(([type, numbers]) => numbers.map((http) => ({ http, type }))))(
    "HTTP $http is $type",
    ({ http, type }) => expect(statusOfHttp(http)).toBe(type),
  );

  test("its bytes are those of the seed, each once, in ascending order", () => {
    const types = STATUS_TABLE.map(({ type }) => type);
    expect(types).toEqual([...EXPECTED.map(([type]) => type), ...OURS].sort((one, other) => one - other));
  });

  test("no HTTP number stands in two rows, and no key either", () => {
    const numbers = STATUS_TABLE.flatMap(({ http }): readonly number[] => http);
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
    const keys = STATUS_TABLE.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("every number from 100 to 999 has a byte, by the ranges of the seed", () => {
    const named = new Map(
      EXPECTED.flatMap(([type, numbers]) => numbers.map((http) => [http, type] as const)),
    );
    for (let http = 100; http <= 999; http++) {
      const byRange = http >= 201 && http <= 300 ? 2 : http >= 400 && http <= 499 ? 20 : 26;
      expect([http, statusOfHttp(http)]).toEqual([http, named.get(http) ?? byRange]);
    }
  });

  test("a byte stands for its first number, and that number for the byte", () => {
    for (const { type } of STATUS_TABLE) {
      const http = httpOfStatus(type as Status);
      if (http !== null) expect(statusOfHttp(http)).toBe(type);
    }
    expect([1, 2, 13, 16, 17, 18, 39].map((byte) => httpOfStatus(byte as Status))).toEqual([
      200, 201, 307, 400, 401, 404, 502,
    ]);
    expect([...OURS, 26].map((byte) => httpOfStatus(byte as Status)).every((http) => http === null)).toBe(
      true,
    );
  });

  test("other bytes are none", () => {
    for (const value of [3, 14, 15, 27, 31, 44, 62, 68, 127, 129, 255, 256, -1, 1.5, "1", null, undefined])
      expect(isStatus(value)).toBe(false);
    expect(() => statusRow(3 as Status)).toThrow(RangeError);
  });

  test("a refusal is never a failure, and only fine and moved statuses are good", () => {
    const byClass = Object.groupBy(STATUS_TABLE, (row) => row.class);
    const bytes = Object.fromEntries(
      Object.entries(byClass).map(([name, rows]) => [name, rows.map(({ type }) => type)]),
    );
    expect(bytes).toEqual({
      untried: [0],
      fine: [1, 2, 7, 63],
      moved: [8, 9, 10, 11, 12, 13],
      refused: [17, 36],
      gone: [18, 21],
      trouble: [16, 19, 20, 22, 23, 24, 25, 26, 32, 33, 34, 35, 37, 38, 39, 40, 41, 42, 43],
      silent: [64, 65, 66, 67],
      invalid: [128],
    });
  });
});

import { expect, test } from "vitest";
import { freeCode } from "./register.ts";

test.each([
  [[], 2],
  [[0, 1], 2],
  [[0, 1, 2, 7], 8],
])("after codes %j comes %i", (codes, next) => {
  const farms = codes.map((code) => ({
    code,
    name: String(code),
    sites: "",
    internalHosts: "",
    spamList: "",
  }));
  expect(freeCode(farms)).toBe(next);
});

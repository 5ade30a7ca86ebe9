import { expect, test } from "vitest";
import * as z from "zod/mini";
import { PeopleRequest, SUGGESTION_UNITS_MAX } from "./people.ts";

const REQUEST = {
  wiki: "dewiki@WMF",
  url: "https://a.zz/",
  domain: false,
  ranges: [{ policy: "address", key: "192.0.2.1" }],
};
const NEW = "https://new.zz/";
const LONG = NEW.padEnd(SUGGESTION_UNITS_MAX, "x");

test.each([
  ["report", null, true],
  ["report", NEW, false],
  ["withdraw", NEW, false],
  ["propose", NEW, true],
  ["propose", null, false],
  ["propose", "https://new.zz/\u202e", false],
  ["propose", LONG, true],
  ["propose", `${LONG}x`, false],
  ["remove", `${LONG}x`, true],
  ["remove", null, true],
  ["remove", NEW, true],
] as const)("%s of what people say, with %s as its replacement: %s", (act, replacement, taken) =>
  expect(z.safeParse(PeopleRequest, { ...REQUEST, act, replacement }).success).toBe(taken),
);

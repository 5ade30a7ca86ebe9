import { expect, test } from "vitest";
import { printable } from "./log.ts";

test.each([
  ["plain text, ä and 漢 stay", "plain text, ä and 漢 stay"],
  ["a\tb", "a\tb"],
  ["red \u001b[31m", "red \ufffd[31m"],
  ["overwritten\rline", "overwritten\ufffdline"],
  ["one\nfeed     two", "one\n    feed     two"],
  ["one\r\ntwo", "one\n    two"],
  ["gpj.\u202eexe", "gpj.\ufffdexe"],
  ["c1 \u009b1m", "c1 \ufffd1m"],
])("%j is logged as %j", (given, shown) => {
  expect(printable(given)).toBe(shown);
});

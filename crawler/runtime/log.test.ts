import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createJsonLog, printable } from "./log.ts";
import { LOG_EVENTS } from "./log-events.ts";

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

test("for programs each event is one line of JSON, with time, role, run and its lasting name", () => {
  const lines: string[] = [];
  const log = createJsonLog("crawl", "warn", (line) => lines.push(line));
  log.info("left out");
  log.warn('a "quoted" %s line\nfeed     {"level":"error"}', "wiki-error");
  log.error("\u001b[31m\u202e\u009b", "failed");
  expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  const read = lines.map((line) => JSON.parse(line));
  const common = { role: "crawl", run: expect.stringMatching(/^[0-9a-f]{8}$/), pid: process.pid };
  expect(read).toMatchObject([
    {
      ...common,
      level: "warn",
      event: "wiki-error",
      message: 'a "quoted" %s line\nfeed     {"level":"error"}',
    },
    { ...common, level: "error", event: "failed", message: "\ufffd[31m\ufffd\ufffd" },
  ]);
  expect(Math.abs(Date.parse(read[0].time) - Date.now())).toBeLessThan(60_000);
  expect(read[0].run).toBe(read[1].run);
});

test("the document has the name of every event", () => {
  const document = readFileSync(`${import.meta.dirname}/../../docs/run/logs.md`, "utf8");
  const rows = [...document.matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)].map(([, name, text]) => [name, text]);
  expect(rows.slice(-Object.keys(LOG_EVENTS).length)).toEqual(Object.entries(LOG_EVENTS));
});

import { expect, test } from "vitest";
import { createProgress } from "./log.ts";

function record(terminal: boolean) {
  const seen: string[] = [];
  const time = { ms: 0 };
  const progress = createProgress(
    { info: (text) => seen.push(`log ${text}`), warn() {}, error() {} },
    { terminal, now: () => time.ms, show: (text) => seen.push(`show ${text}`) },
  );
  return {
    seen,
    at(ms: number, text: string) {
      time.ms = ms;
      progress.update(text);
    },
    done: progress.done,
  };
}

test("on a terminal one line is rewritten, at most ten times a second", () => {
  const { seen, at, done } = record(true);
  at(0, "1 of 9");
  at(50, "2 of 9");
  at(120, "3 of 9\r");
  done("9 pages");
  expect(seen).toEqual(["show 1 of 9", "show 3 of 9\ufffd", "show ", "log 9 pages"]);
});

test("elsewhere a plain line after ten seconds, then less and less often, none for short work", () => {
  const { seen, at, done } = record(false);
  at(5_000, "1 of 9");
  at(10_000, "2 of 9");
  at(12_000, "3 of 9");
  at(20_000, "4 of 9");
  at(30_000, "5 of 9");
  at(69_000, "6 of 9");
  at(70_000, "7 of 9");
  done();
  expect(seen).toEqual(["log 2 of 9", "log 5 of 9", "log 7 of 9"]);
});

import { expect, test } from "vitest";
import { createPaint } from "../output/paint.ts";
import { rateOf } from "./passes.ts";
import { reportStatus, type StatusReport } from "./report.ts";
import { empty, HOUR, hours, NOW, today, wiki } from "./testing/counts.ts";
import { bar, createView, sparkline, watch } from "./watch.ts";

const plain = createPaint(false);
const report = reportStatus(
  {
    ...empty,
    wikis: [{ ...wiki, wiki: "enwiki@WMF", needUpdate: 400, passBeganMs: NOW - HOUR, hours: hours(90, 90) }],
  },
  today,
);

test.each<[string, readonly number[], string]>([
  ["none", [], ""],
  ["nothing happens", [0, 0], "▁▁"],
  ["from nothing to the most", [0, 5, 10], "▁▅█"],
])("sparkline: %s", (_, values, line) => expect(sparkline(values)).toBe(line));

test.each<[number | null, string]>([
  [null, "░░░░"],
  [0, "░░░░"],
  [0.5, "██░░"],
  [1, "████"],
])("bar: %s", (share, drawn) => expect(bar(share, 4)).toBe(drawn));

function screen(terminal: boolean, env: { readonly TERM?: string } = {}) {
  const sent: string[] = [];
  const out = { terminal, columns: 60, rows: 6, text: async (text: string) => void sent.push(text) };
  return { sent, show: createView(out, env, plain) };
}

test("a terminal is drawn on again, no longer and no wider than it is; elsewhere views follow each other", async () => {
  const terminal = screen(true);
  await terminal.show(report);
  await terminal.show(report);
  expect(terminal.sent).toHaveLength(2);
  for (const view of terminal.sent) {
    expect(view.startsWith("\u001b[H\u001b[2J")).toBe(true);
    const lines = Bun.stripANSI(view).trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(5);
    expect(lines.length).toBeGreaterThan(2);
    expect(Math.max(...lines.map((line) => Bun.stringWidth(line)))).toBeLessThanOrEqual(60);
  }
  for (const file of [screen(false), screen(true, { TERM: "dumb" })]) {
    await file.show(report);
    expect(file.sent.join("")).not.toContain("\u001b");
    expect(file.sent.join("")).toContain("checks/s");
  }
});

test("the rate is the sum of what crawlers say of themselves", () => {
  const worker = (perSecond: unknown) => ({ info: { perSecond } });
  const workers = [worker(1.5), worker(2), worker("x"), { info: {} }] as unknown as StatusReport["workers"];
  expect(rateOf({ workers })).toBe(3.5);
});

test("it reads until the signal, and answers what it read last", async () => {
  const stop = new AbortController();
  let reads = 0;
  const shown: StatusReport[] = [];
  const last = await watch(async () => ({ ...report, pages: ++reads }), {
    show: async (seen) => {
      shown.push(seen);
      if (shown.length === 3) stop.abort();
    },
    flush: async () => {},
    signal: stop.signal,
    everyMs: 1,
  });
  expect(shown.map(({ pages }) => pages)).toEqual([1, 2, 3]);
  expect(last.pages).toBe(3);
});

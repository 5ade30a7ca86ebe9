import { pause } from "../../runtime/clock.ts";
import { printable } from "../../runtime/log.ts";
import type { Output } from "../output/io.ts";
import type { Paint } from "../output/paint.ts";
import { cutEnd } from "../output/text.ts";
import { counted, statusLines } from "./lines.ts";
import { rateOf } from "./passes.ts";
import type { StatusReport } from "./report.ts";

const EVERY_MS = 2_000;
const RATES_MAX = 60;
const BARS_MAX = 6;
const NAME_COLUMNS = 24;
const BAR_COLUMNS = 30;
const LEVELS = "▁▂▃▄▅▆▇█";

/** Numbers as columns of eight heights; the highest is the greatest of them. */
export function sparkline(values: readonly number[]): string {
  const most = Math.max(...values, 0);
  return values
    .map((value) => LEVELS[most === 0 ? 0 : Math.round((value / most) * (LEVELS.length - 1))])
    .join("");
}

/** @param share 0 to 1; null: not known */
export function bar(share: number | null, columns: number): string {
  const full = Math.round((share ?? 0) * columns);
  return "█".repeat(full) + "░".repeat(columns - full);
}

/** One view of what `weboid status` says, with bars for the passes under way and the rate of the last minutes. */
function watchLines(report: StatusReport, rates: readonly number[], columns: number, paint: Paint): string[] {
  const { pass, wikis, nowMs } = report;
  const line = (name: string, share: number | null, more: string) =>
    cutEnd(
      `${cutEnd(printable(name), NAME_COLUMNS).padEnd(NAME_COLUMNS)} ${bar(share, BAR_COLUMNS)} ${
        share === null ? "  -" : `${Math.floor(share * 100)} %`.padStart(5)
      }${more}`,
      columns - 1,
    );
  const reading = wikis.filter(({ pass: { state } }) => state === "listing" || state === "reading");
  const left = reading.length - BARS_MAX;
  return [
    paint("strong", `weboid status, ${new Date(nowMs).toISOString().slice(0, 19).replace("T", " ")} UTC`),
    `${`${rates.at(-1)?.toFixed(1) ?? "0.0"} checks/s`.padEnd(NAME_COLUMNS)} ${sparkline(rates)}`,
    line("sweep", pass.progress, ""),
    ...reading
      .slice(0, BARS_MAX)
      .map(({ wiki, pass: feed }) =>
        line(wiki, feed.progress, `  ${feed.state}, ${counted(feed.left, "page")} left`),
      ),
    ...(left > 0 ? [`… and ${counted(left, "more wiki")}`] : []),
    "",
    ...statusLines(report, columns, paint),
  ];
}

const CLEAR = "\u001b[H\u001b[2J";

/** Draws each report over the one before; where that cannot be, one follows the other. */
export function createView(
  out: Pick<Output, "terminal" | "columns" | "rows" | "text">,
  env: { readonly TERM?: string },
  paint: Paint,
): (report: StatusReport) => Promise<void> {
  const rates: number[] = [];
  const redraws = out.terminal && env.TERM !== "dumb";
  return (report) => {
    rates.push(rateOf(report));
    if (rates.length > RATES_MAX) rates.shift();
    const lines = watchLines(report, rates, out.columns, paint);
    // The last row is left free, or the terminal scrolls.
    const shown = redraws ? lines.slice(0, Math.max(1, out.rows - 1)) : [...lines, ""];
    return out.text(`${redraws ? CLEAR : ""}${shown.join("\n")}\n`);
  };
}

interface WatchOptions {
  readonly show: (report: StatusReport) => Promise<void>;
  readonly flush: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly everyMs?: number;
}

/** Reads and shows until the signal. Answers the last report. */
export async function watch(
  read: () => Promise<StatusReport>,
  { show, flush, signal, everyMs = EVERY_MS }: WatchOptions,
): Promise<StatusReport> {
  for (;;) {
    const report = await read();
    await show(report);
    await flush();
    if (!(await pause(everyMs, signal))) return report;
  }
}

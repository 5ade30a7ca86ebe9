import type { Day } from "../../../shared/calendar/day.ts";
import type { Paint } from "../output/paint.ts";
import {
  cutEnd,
  cutMiddle,
  duration,
  harmless,
  itemLines,
  padEnd,
  padStart,
  widthOf,
} from "../output/text.ts";
import type { CheckLine } from "./line.ts";
import { RESULTS, type Result, resultOf } from "./outlook.ts";

const RESULT_COLUMNS = Math.max(...Object.keys(RESULTS).map(widthOf));
const GAP = "  ";
/** Narrower terminals get verdict and URL alone. */
const WITH_FIGURES_MIN = 60;
const ALIGNED_MIN = 40;
/** The reason gets up to this share of what is beside the figures, and none where that would be a stump. */
const REASON_SHARE = 0.4;
const REASON_COLUMNS_MIN = 12;

/** One check in one line of at most `columns - 1`: verdict, number, time, URL shortened in the middle, and why. */
export function briefLine(line: CheckLine, result: Result, paint: Paint, columns: number): string {
  const { symbol, tone } = RESULTS[result];
  const width = Math.max(1, columns - 1);
  const verdict = cutEnd(
    `${symbol} ${columns < ALIGNED_MIN ? result : padEnd(result, RESULT_COLUMNS)}`,
    width,
  );
  const figures =
    columns < WITH_FIGURES_MIN
      ? ""
      : `${GAP}${padStart(line.http === null ? "" : String(line.http), 4)}${GAP}${padStart(line.ms === 0 ? "" : duration(line.ms), 7)}`;
  const room = Math.max(0, width - widthOf(verdict) - widthOf(figures) - GAP.length);
  const url = harmless(line.url);
  const reason = reasonOf(line, result);
  // What the URL leaves over belongs to the reason.
  const reasonRoom = Math.max(room - widthOf(url), Math.floor(room * REASON_SHARE)) - GAP.length;
  const why = reasonRoom < Math.min(REASON_COLUMNS_MIN, widthOf(reason)) ? "" : cutEnd(reason, reasonRoom);
  const shown = cutMiddle(url, why === "" ? room : room - widthOf(why) - GAP.length);
  const row = `${paint(tone, verdict)}${paint("quiet", figures)}${widthOf(shown) === 0 ? "" : GAP + shown}`;
  return why === "" ? row : `${row}${GAP}${paint("quiet", why)}`;
}

/** Why, or where to; nothing where all is as it should be. */
function reasonOf({ error, finalUrl, normalised }: CheckLine, result: Result): string {
  if (error !== null) return harmless(error);
  if (finalUrl !== null && finalUrl !== normalised) return `→ ${harmless(fromHere(finalUrl, normalised))}`;
  return result === "doubtful" ? "the content is in doubt" : "";
}

/** Without the host where it is the same: the line is short. */
function fromHere(target: string, from: string | null): string {
  if (from === null || !URL.canParse(target) || !URL.canParse(from)) return target;
  const { origin } = new URL(target);
  return origin !== "null" && origin === new URL(from).origin ? target.slice(origin.length) : target;
}

const SLOWEST_SHOWN = 3;

/** Counts what goes by, in little memory however long the list is. */
export interface Tally {
  readonly checked: number;
  /** Returns the result, so that it is found once. */
  add(line: CheckLine): Result;
  /** A few lines that never run over. `ms`: since the beginning. */
  lines(ms: number, paint: Paint, columns: number): string[];
}

export function createTally(today: Day): Tally {
  const counts = new Map<Result, number>();
  let checked = 0;
  /** Slowest first, each host once. */
  let slowest: readonly { readonly host: string; readonly ms: number }[] = [];

  function remember(host: string, ms: number): void {
    const known = slowest.find((one) => one.host === host);
    if ((known?.ms ?? 0) >= ms || (slowest.length === SLOWEST_SHOWN && (slowest.at(-1)?.ms ?? 0) >= ms))
      return;
    slowest = [...slowest.filter((one) => one.host !== host), { host, ms }]
      .sort((a, b) => b.ms - a.ms)
      .slice(0, SLOWEST_SHOWN);
  }

  return {
    get checked() {
      return checked;
    },
    add(line) {
      checked++;
      const result = resultOf(line, today);
      counts.set(result, (counts.get(result) ?? 0) + 1);
      if (line.normalised !== null && URL.canParse(line.normalised))
        remember(new URL(line.normalised).host, line.ms);
      return result;
    },
    lines(ms, paint, columns) {
      const width = Math.max(1, columns - 1);
      const counted = (Object.keys(RESULTS) as Result[]).flatMap((result) => {
        const count = counts.get(result);
        return count === undefined ? [] : [paint(RESULTS[result].tone, `${result} ${count}`)];
      });
      const rate = checked / Math.max(0.001, ms / 1000);
      const speed = `${checked} checked in ${duration(ms)}, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)} a second`;
      const slow =
        checked <= SLOWEST_SHOWN
          ? []
          : slowest.map(({ host, ms }, index) =>
              paint("quiet", `${index === 0 ? "slowest: " : ""}${harmless(host)} ${duration(ms)}`),
            );
      return [counted, [paint("quiet", speed)], slow].flatMap((items) => itemLines(items, " · ", width));
    },
  };
}

import type { UrlAnswer } from "../../answer/types.ts";
import type { Day } from "../../calendar/day.ts";
import type { Messages } from "../../i18n/messages.ts";
import { isStatus, type StatusClass, statusRow } from "../../status/table.ts";
import { type Html, html } from "./markup.ts";
import { checksInWords, statusInWords } from "./words.ts";

/** Units of the drawing; its width on the screen is the style sheet's matter. */
const WIDTH = 300;
const HEIGHT = 12;
/** A run seen only once is still to be seen. */
const RUN_WIDTH_MIN = 3;

type Run = UrlAnswer["history"][number];
type Tone = "g" | "b" | "r";

/** Good runs are tall, bad ones low, refused ones in the middle: distinguished without colour. */
const SHAPES: Readonly<Record<Tone, { readonly top: number; readonly height: number }>> = {
  g: { top: 0, height: HEIGHT },
  b: { top: 7, height: 5 },
  r: { top: 4, height: 4 },
};
const TONES: Readonly<Record<StatusClass, Tone>> = {
  untried: "r",
  fine: "g",
  moved: "g",
  refused: "r",
  gone: "b",
  trouble: "b",
  silent: "b",
  invalid: "b",
};

function toneOf(run: Run): Tone {
  if (run.refused === true) return "r";
  if (run.deadEnd === true || !isStatus(run.status)) return "b";
  return TONES[statusRow(run.status).class];
}

/** A run with its days, for the reader who wants them: "404 not found, 11 September 2026 to 20 November 2026 · 9 checks". */
function runInDays(say: Messages, run: Run): string {
  const status = statusInWords(say, run);
  const [from, to] = [say.date(run.first), say.date(run.last)];
  const words =
    from === to ? say.text("history-once", status, to) : say.text("history-run", status, from, to);
  return `${words} · ${checksInWords(say, run.checks)}`;
}

/**
 * The history from its first day until today, drawn to scale (M6), a tick where each run begins; unfolded, its runs with their
 * days. Days on which nothing was observed stay empty. Null when the sentence beside it has said it all: there is only one run, of
 * a day or of a working link.
 */
export function timeline(
  say: Messages,
  { history, verdict }: Pick<UrlAnswer, "history" | "verdict">,
  today: Day,
): Html | null {
  const oldest = history.at(-1);
  if (oldest === undefined) return null;
  if (history.length === 1 && (verdict === "working" || oldest.first === oldest.last)) return null;
  const span = Math.max(1, today - oldest.first);
  const ticks: string[] = [];
  const drawn = history.toReversed().map((run) => {
    const width = Math.max(RUN_WIDTH_MIN, Math.round(((run.last - run.first) / span) * WIDTH));
    const start = Math.round(((run.first - oldest.first) / span) * WIDTH);
    const left = Math.max(0, Math.min(WIDTH - width, start));
    const tone = toneOf(run);
    const { top, height } = SHAPES[tone];
    ticks.push(`M${left} 0v${HEIGHT}`);
    return html`<path class="t${tone}" d="M${left} ${top}h${width}v${height}h-${width}z"><title>${statusInWords(say, run)}</title></path>`;
  });
  return html`<details class="h"><summary class="t"><span>${say.ago(oldest.first, today)}</span><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${say.text("history-label")}">${drawn}<path class="tk" d="${ticks.join("")}"/></svg><span>${say.text("history-today")}</span></summary><p>${history.map((run, at) => html`${at > 0 && html`<br>`}${runInDays(say, run)}`)}</p></details>`;
}

import type { UrlAnswer } from "../../answer/types.ts";
import type { Day } from "../../calendar/day.ts";
import type { Messages } from "../../i18n/messages.ts";
import { isStatus, type StatusClass, statusRow } from "../../status/table.ts";
import { type Html, html } from "./markup.ts";
import { statusInWords } from "./words.ts";

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

/** What the drawing shows, in words, oldest first: its text alternative. */
function historyInWords(say: Messages, history: readonly Run[], today: Day): string {
  const runs = history.toReversed().map((run) => {
    const status = statusInWords(say, run);
    const [from, to] = [say.ago(run.first, today), say.ago(run.last, today)];
    return from === to ? say.text("history-once", status, to) : say.text("history-run", status, from, to);
  });
  return say.text("labelled", say.text("history-label"), runs.join("; "));
}

/**
 * The history from its first day until today, drawn to scale (M6). Days on which nothing was observed stay empty.
 * Null when the sentence beside it has said it all: there is only one run, of a day or of a working link.
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
  const paths = new Map<Tone, string>();
  for (const run of history) {
    const width = Math.max(RUN_WIDTH_MIN, Math.round(((run.last - run.first) / span) * WIDTH));
    const start = Math.round(((run.first - oldest.first) / span) * WIDTH);
    const left = Math.max(0, Math.min(WIDTH - width, start));
    const tone = toneOf(run);
    const { top, height } = SHAPES[tone];
    paths.set(tone, `${paths.get(tone) ?? ""}M${left} ${top}h${width}v${height}h-${width}z`);
  }
  const drawn = [...paths].map(([tone, path]) => html`<path class="t${tone}" d="${path}"/>`);
  return html`<div class="t"><span>${say.ago(oldest.first, today)}</span><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${historyInWords(say, history, today)}">${drawn}</svg><span>${say.text("history-today")}</span></div>`;
}

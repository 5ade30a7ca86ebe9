import type { UrlAnswer } from "../../answer/types.ts";
import type { Day } from "../../calendar/day.ts";
import type { MessageKey, Messages } from "../../i18n/messages.ts";
import { isStatus, statusRow } from "../../status/table.ts";
import type { Verdict } from "../../verdict/types.ts";
import { type Fragment, type Html, html, joined } from "./markup.ts";

/** The history stores the number of checks in a byte: its last value stands for all above. */
const CHECKS_SATURATED = 255;

/** "404 not found": the number that people know, and the words of table S. */
export function statusInWords(
  say: Messages,
  { status, http }: { readonly status: number; readonly http: number | null },
): string {
  const key = isStatus(status) ? statusRow(status).key : "unknown-status";
  const words = say.text(`status-${key}`);
  return http === null ? words : `${http} ${words}`;
}

/** How a run is told that consists of several statuses. */
const MIXED_RUN: Partial<Record<Verdict, MessageKey>> = {
  working: "run-working",
  doubtful: "run-doubtful",
  unreachable: "run-unreachable",
  refused: "run-refused",
};

/** Status and span. A span that began under another status is not claimed for the youngest one (C11). */
function run(say: Messages, answer: UrlAnswer, today: Day): Fragment {
  const status = statusInWords(say, answer);
  if (answer.since === null) return html`<b>${status}</b>`;
  const lasting = say.lasting(answer.since, today);
  const youngest = answer.history[0];
  const mixed =
    youngest !== undefined && answer.since < youngest.first ? MIXED_RUN[answer.verdict] : undefined;
  return mixed === undefined ? html`<b>${status}</b> ${lasting}` : say.text(mixed, status, lasting);
}

function checks(say: Messages, count: number): string {
  return count >= CHECKS_SATURATED ? say.text("checks-or-more", count) : say.text("checks", count);
}

/** "404 not found for 10 weeks · 9 checks · last checked yesterday": evidence in place of a bare verdict (Q9). */
export function evidence(say: Messages, answer: UrlAnswer, today: Day): Html | null {
  if (answer.last === null) return null;
  return joined(
    [
      run(say, answer, today),
      checks(say, answer.checks),
      say.text("last-checked", say.ago(answer.last, today)),
    ],
    " · ",
  );
}

import type { Conventions } from "./conventions/schema.ts";
import { type CalendarDate, writeDate, writeMonth, writeYearMonth } from "./dates.ts";
import type { DeadLink } from "./dead-links.ts";
import type { Item, Neighbours } from "./neighbours.ts";
import type { PageDates } from "./page-dates.ts";
import type { Obstacle, Places } from "./places.ts";
import { type Reason, type ReasonCode, reasonOf } from "./reasons.ts";
import type { EditKind, RepairLink } from "./types.ts";
import type { WikiLink, WikiNode, WikiPage } from "./wikitext/types.ts";

/** A range of the page and what is written in its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What is to be done about one occurrence of a dead link. */
export interface Plan {
  readonly link: RepairLink;
  readonly kind: EditKind;
  readonly reason: Reason;
  /** Where the address stands. */
  readonly start: number;
  readonly end: number;
  /** Apart from each other; empty where nothing is done. */
  readonly splices: readonly Splice[];
}

/** Everything that a plan depends on. */
export interface Desk {
  readonly page: WikiPage;
  readonly places: Places;
  readonly neighbours: Neighbours;
  readonly conventions: Conventions;
  readonly dates: PageDates;
  readonly today: CalendarDate;
}

/** A dead link, and where in the page its address stands. */
export interface Occurrence extends DeadLink {
  readonly start: number;
  readonly end: number;
}

type Spot = Pick<Occurrence, "link" | "start" | "end">;

export const left = ({ link, start, end }: Spot, code: ReasonCode, ...details: readonly string[]): Plan => ({
  link,
  kind: "none",
  reason: reasonOf(code, ...details),
  start,
  end,
  splices: [],
});

export const leftFor = (occurrence: Occurrence, { code, detail }: Obstacle): Plan =>
  left(occurrence, code, ...(detail === undefined ? [] : [detail]));

export const done = (
  { link, start, end }: Occurrence,
  kind: EditKind,
  reason: Reason,
  splices: readonly Splice[],
): Plan => ({ link, kind, reason, start, end, splices });

/** Text that is written beside a link or template, or in its place. */
export const textBeside = (
  { places }: Desk,
  { parent, argument }: Pick<WikiLink, "argument"> & { readonly parent: WikiNode | null },
  text: string,
): string => (parent === null ? text : places.textIn(parent, argument, text));

/** What needs no space before it. */
const CLOSING = /^(?:$|[\s.,;:!?)\]}|”]|<(?:\/|br|ref)\b)/i;

/** Takes the marks away that say that a link is dead, with the space before them unless it parts what stands around them. */
export function withoutDeadMarks(text: string, marks: readonly Item[]): Splice[] {
  const runs: { start: number; end: number }[] = [];
  for (const { role, start, end } of marks) {
    if (role?.kind !== "dead") continue;
    let from = start;
    while (from > 0 && /[ \t]/.test(text.charAt(from - 1))) from--;
    const last = runs.at(-1);
    if (last?.end === from) last.end = end;
    else runs.push({ start: from, end });
  }
  return runs.map(({ start, end }) => ({ start, end, text: spaceBetween(text, start, end) }));
}

/** What has to stay between two parts of a text: they were apart, or would become one word, quote mark or link. */
function spaceBetween(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - 2), start);
  const after = text.slice(end, end + 5);
  const isWord = /[\p{L}\p{N}\]]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after);
  const isQuote = before.endsWith("'") && after.startsWith("'");
  const isApart = /[ \t]/.test(text.charAt(start)) && !CLOSING.test(after);
  return isApart || isWord || isQuote ? " " : "";
}

/** Fills a pattern of the conventions. What has no value stays away. */
export const filled = (pattern: string, values: Readonly<Record<string, string>>): string =>
  pattern.replace(/\$([A-Za-z]+)/g, (_, word: string) => values[word] ?? "");

/** Values of the placeholders that only depend on the day. */
export const todaysValues = (
  { today, conventions: { dates } }: Desk,
  form: string,
): Record<string, string> => ({
  today: writeDate(today, form, dates),
  month: writeMonth(today, dates),
  yearMonth: writeYearMonth(today),
});

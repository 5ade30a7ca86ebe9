import type { Conventions } from "./conventions/schema.ts";
import { type CalendarDate, writeDate, writeMonth, writeYearMonth } from "./dates.ts";
import type { DeadLink } from "./dead-links.ts";
import type { Item, Neighbours } from "./neighbours.ts";
import type { PageDates } from "./page-dates.ts";
import type { Obstacle, Places } from "./places.ts";
import { type ReasonCode, reasonText } from "./reasons.ts";
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
  readonly reason: string;
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

export const left = ({ link, start, end }: Spot, code: ReasonCode, detail?: string): Plan => ({
  link,
  kind: "none",
  reason: reasonText(code, detail),
  start,
  end,
  splices: [],
});

export const leftFor = (occurrence: Occurrence, { code, detail }: Obstacle): Plan =>
  left(occurrence, code, detail);

export const done = (
  { link, start, end }: Occurrence,
  kind: EditKind,
  reason: string,
  splices: readonly Splice[],
): Plan => ({ link, kind, reason, start, end, splices });

/** Text that is written beside a link or template, or in its place. */
export const textBeside = (
  { places }: Desk,
  { parent, argument }: Pick<WikiLink, "argument"> & { readonly parent: WikiNode | null },
  text: string,
): string => (parent === null ? text : places.textIn(parent, argument, text));

/** Takes the marks away that say that a link is dead, with the space before them. */
export function withoutDeadMarks(text: string, marks: readonly Item[]): Splice[] {
  return marks
    .filter(({ role }) => role?.kind === "dead")
    .map(({ start, end }) => {
      let from = start;
      while (from > 0 && /[ \t]/.test(text.charAt(from - 1))) from--;
      return { start: from, end, text: "" };
    });
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

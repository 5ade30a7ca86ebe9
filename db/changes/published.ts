import type { Day } from "../../shared/calendar/day.ts";
import type { History } from "../../shared/history/types.ts";
import type { Note } from "../../shared/status/note.ts";
import { UNTRIED } from "../../shared/status/table.ts";
import { judge, soften } from "../../shared/verdict/judge.ts";
import { CHANGE_LISTED_MAX, CHANGE_LISTED_UNITS_MAX, type ShownUrl, type UrlChange } from "./types.ts";

/** What a reader is shown on that day of a URL that no list blocks. */
export function shownUrl(history: History, notes: readonly Note[], today: Day): ShownUrl {
  const [newest] = history;
  const { verdict, rule, since, last, checks } = judge({ history, notes }, today);
  return {
    verdict,
    rule,
    status: newest?.status ?? UNTRIED,
    http: newest?.http ?? null,
    since,
    last,
    checks,
  };
}

/** The same of a URL whose domain people report to work (H3); where it goes from doubtful to that, by another rule. */
export const softened = (change: UrlChange): UrlChange => ({
  ...change,
  before: soften(change.before),
  after: soften(change.after),
});

/** As many of these, sorted by text, as a change row may carry. */
export function listed<Item>(items: Iterable<Item>, textOf: (item: Item) => string): Item[] {
  let units = 0;
  const sorted = [...items].sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
  return sorted.slice(0, CHANGE_LISTED_MAX).filter((item) => {
    units += textOf(item).length;
    return units <= CHANGE_LISTED_UNITS_MAX;
  });
}

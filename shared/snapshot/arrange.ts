import type { UrlFacts } from "../answer/types.ts";
import type { Day } from "../calendar/day.ts";
import type { HistoryEntry } from "../history/types.ts";
import { classify } from "../url/classify.ts";
import { sortByUrl } from "../url/sort.ts";
import type { UrlParts } from "../url/types.ts";
import { unreachableFrom } from "../verdict/next-change.ts";
import { mayBeUnreachable } from "../verdict/runs.ts";

/**
 * Number of the rules by which snapshots are arranged, 1 to 127. To be raised when verdicts, what `classify` makes of a URL, or the
 * order of answers change, of which a test tells: readers that go by other rules than the writer judge all URLs themselves.
 */
export const ARRANGED_BY = 8;

/** A URL of which a gadget has to speak from some day on, and with which words: judged where the snapshot is written. */
export interface Suspect {
  readonly facts: UrlFacts;
  readonly newest: HistoryEntry;
  /** Unreachable from then on, which is the day of the newest check or later. */
  readonly from: Day;
  /** As judged, which no day changes. */
  readonly since: Day;
  readonly checks: number;
}

export interface Arranged {
  readonly mark: number;
  /** In the order of answers (Q2). */
  readonly suspects: readonly Suspect[];
  readonly others: readonly UrlFacts[];
}

/** What of a URL tells whether a gadget may have to speak of it. */
export const mayBeSuspect = ({ spam, history }: Pick<UrlFacts, "spam" | "history">): boolean =>
  spam === null && mayBeUnreachable(history);

function suspectOf(facts: UrlFacts): Suspect | null {
  const [newest] = facts.history;
  if (!mayBeSuspect(facts) || newest === undefined) return null;
  const judged = unreachableFrom(facts.history, facts.notes);
  if (judged === null) return null;
  const { from, since, checks } = judged;
  return { facts, newest, from, since: since ?? newest.first, checks };
}

/**
 * What of the answer to a gadget does not depend on the day, decided once where the snapshot is written, and not at every view of
 * the article: of which URLs it may have to speak, that each of them is a resource in its one spelling, and their order.
 */
export function arrange(urls: readonly UrlFacts[]): Arranged {
  const suspects: { readonly suspect: Suspect; readonly parts: UrlParts }[] = [];
  const spellings = new Set<string>();
  const others: UrlFacts[] = [];
  let isPrivate = false;
  for (const facts of urls) {
    const suspect = suspectOf(facts);
    if (suspect === null) {
      others.push(facts);
      continue;
    }
    const { url } = facts;
    const anywhere = classify(url);
    const found = anywhere.kind === "resource" ? anywhere : classify(url, { allowPrivate: true });
    // Spelt by other rules than these, or twice: what an answer makes of it is not for here.
    if (found.kind !== "resource" || found.url !== url || spellings.has(url))
      return { mark: 0, suspects: [], others: urls };
    spellings.add(url);
    isPrivate ||= found !== anywhere;
    suspects.push({ suspect, parts: found.parts });
  }
  return {
    mark: ARRANGED_BY * 2 + Number(isPrivate),
    suspects: sortByUrl(suspects, ({ parts }) => parts).map(({ suspect }) => suspect),
    others,
  };
}

/** By a snapshot's mark: null, it is not arranged by the rules of here; else whether some suspects are of a private network. */
export function arrangedBy(mark: number): { readonly isPrivate: boolean } | null {
  return mark >> 1 === ARRANGED_BY ? { isPrivate: mark % 2 === 1 } : null;
}

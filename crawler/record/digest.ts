import { shownUrl } from "../../db/changes/published.ts";
import { type ShownUrl, URL_NEWS, type UrlChange, type UrlNews } from "../../db/changes/types.ts";
import { addDays, type Day, daysBetween } from "../../shared/calendar/day.ts";
import { fold } from "../../shared/history/fold.ts";
import type { History, HistoryEntry, Observation } from "../../shared/history/types.ts";
import type { Note } from "../../shared/status/note.ts";
import { UNTRIED } from "../../shared/status/table.ts";
import { nextVerdictChange } from "../../shared/verdict/next-change.ts";
import { readHistory } from "../../shared/verdict/runs.ts";
import type { Interpretation } from "../classify/interpretation.ts";
import { nextRecheck } from "./recheck.ts";

/** What is stored of a URL that its next check may change. */
export interface KnownUrl {
  readonly history: History;
  readonly notes: readonly Note[];
  readonly mime: string | null;
  readonly kib: number | null;
}

/** What is new to a reader (design 5). */
export type ReaderChange = Omit<UrlChange, "url">;

export interface Digest extends KnownUrl {
  /** null: nothing that a reader would notice; of what is settled, a day that advances is none. */
  readonly change: ReaderChange | null;
  /** Its verdict changed since the last check by the mere passing of days: what is new where nobody published that yet. */
  readonly verdictChanged: { readonly change: ReaderChange | null } | null;
  /** The day on which its verdict changes if nothing else is seen until then; null: never. */
  readonly nextVerdictChange: Day | null;
  /** Day on which the evidence is looked at again before its slice is due; null: with the next sweep. */
  readonly recheck: Day | null;
}

/** For so long some URLs of a host that is away are asked each day; a few days may be missed. */
const WATCH_DAYS = 20;

/** What of a check is stored; an Interpretation is one. */
export type Observed = Observation &
  Pick<Interpretation, "notes" | "mime" | "kib" | "error"> & {
    /** Asked day by day in place of the other URLs of its host (C5). */
    readonly watch?: boolean;
  };

/** What one check makes of what was known. `null`: the check observed nothing, nothing is to be stored. */
export function digest(known: KnownUrl, seen: Observed, today: Day): Digest | null {
  if (seen.status === UNTRIED) return null;
  const history = fold(known.history, seen, today);
  const { notes } = seen;
  // Content that failed today keeps the type by which it was known.
  const { mime, kib } = seen.error === null ? seen : known;
  return {
    history,
    notes,
    mime,
    kib,
    ...changeOf(known, { history, notes, mime, kib }, today),
    nextVerdictChange: nextVerdictChange(history, notes, today),
    recheck: (seen.watch && watchDay(history, today)) || nextRecheck(history, today),
  };
}

/**
 * A check that finds what was known stays silent, of content as of a failure: a day or a count that advances is no change, so
 * that traffic follows news and not checks (design 5). Readers have them as of the last news.
 */
function changeOf(known: KnownUrl, now: KnownUrl, today: Day): Pick<Digest, "change" | "verdictChanged"> {
  const after = shownUrl(now.history, now.notes, today);
  const before = shownUrl(known.history, known.notes, today);
  const change = changeSince(before, known, now, after);
  // Most checks end here: what was good before does not change by itself.
  if (before.verdict === "working") return { change, verdictChanged: null };
  const then = shownUrl(known.history, known.notes, known.history[0]?.last ?? today);
  if (then.verdict === before.verdict) return { change, verdictChanged: null };
  return { change, verdictChanged: { change: changeSince(then, known, now, after) } };
}

function changeSince(before: ShownUrl, known: KnownUrl, now: KnownUrl, after: ShownUrl): ReaderChange | null {
  const notes = noteNews(known.notes, now.notes);
  const isNew: Partial<Record<UrlNews, boolean>> = {
    verdict: before.verdict !== after.verdict,
    status: !sameRun(known.history[0], now.history[0]),
    notes: notes !== null,
    content: known.mime !== now.mime,
  };
  const news = URL_NEWS.filter((what) => isNew[what]);
  return news.length === 0 ? null : { news, before, after, ...(notes !== null && { notes }) };
}

function sameRun(one: HistoryEntry | undefined, other: HistoryEntry | undefined): boolean {
  return (
    one?.status === other?.status &&
    one?.http === other?.http &&
    one?.first === other?.first &&
    one?.deadEnd === other?.deadEnd &&
    one?.refused === other?.refused
  );
}

function noteNews(before: readonly Note[], after: readonly Note[]): NonNullable<UrlChange["notes"]> | null {
  const without = (some: readonly Note[], others: readonly Note[]) => {
    const texts = new Set(others.map(noteText));
    return some.filter((note) => !texts.has(noteText(note)));
  };
  const came = without(after, before);
  const gone = without(before, after);
  return came.length + gone.length === 0 ? null : { came, gone };
}

const noteText = ({ key, value = "" }: Note) => `${key} ${value}`;

function watchDay(history: History, today: Day): Day | null {
  const first = readHistory(history).run?.first ?? null;
  if (first === null || first > today || daysBetween(first, today) >= WATCH_DAYS) return null;
  return addDays(today, 1);
}

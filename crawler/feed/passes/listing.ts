import { z } from "zod";
import type { Json } from "../../../db/types.ts";
import { type Day, isDay } from "../../../shared/calendar/day.ts";
import type { Selection, Source } from "../criteria/selection.ts";

/** Days without any advance after which an interrupted first run is not resumed: its lists are too old. */
const RESUMED_DAYS = 7;

/** The position of the first run, kept in the wiki's row: a start after an interruption continues there. */
export interface Listing {
  /** The day on which it began: its pages were touched on that day or later, however often it was interrupted. */
  readonly start: Day;
  /**
   * The last day on which it advanced: one whose lists take longer than a week comes to its end all the same (F7). Absent:
   * its start counts, as a list of it failed and was begun again, which might never end.
   */
  readonly day?: Day | undefined;
  /** Fingerprint of its criteria; with others a new one begins. */
  readonly criteria: string;
  /** Address of the wiki that is listed: that of another has other places. Absent: a version wrote it that did not know. */
  readonly api?: string | undefined;
  /** Names of the sources that were read to their end. */
  readonly done: readonly string[];
  /** Names of the sources that could not be read; they are tried again when the others are done. */
  readonly failed: readonly string[];
  /** The source being read, and where its next batch begins. */
  readonly source: string | null;
  readonly place: Readonly<Record<string, string>> | null;
  /** How many pages the source has named so far. */
  readonly found: number;
}

const stored = z.object({
  start: z.custom<Day>(isDay),
  day: z.custom<Day>(isDay).optional(),
  criteria: z.string(),
  api: z.string().optional(),
  done: z.array(z.string()),
  failed: z.array(z.string()),
  source: z.string().nullable(),
  place: z.record(z.string(), z.string()).nullable(),
  found: z.number().default(0),
});

/** The listing in a wiki's row, perhaps written by another version; null: none that fits. */
export function parseListing(value: Json | undefined): Listing | null {
  return stored.safeParse(value).data ?? null;
}

/** The listing that was interrupted; null: there is none, or it is old, or of other criteria or another wiki. */
export function resumedListing(
  value: Json | undefined,
  { criteria, api }: Pick<Listing, "criteria" | "api">,
  today: Day,
): Listing | null {
  const before = parseListing(value);
  if (before === null || before.criteria !== criteria || (before.api ?? api) !== api) return null;
  const age = today - (before.day ?? before.start);
  return age >= 0 && age <= RESUMED_DAYS ? before : null;
}

export const newListing = (start: Day, of: Pick<Listing, "criteria" | "api">): Listing => ({
  start,
  day: start,
  ...of,
  done: [],
  failed: [],
  source: null,
  place: null,
  found: 0,
});

/**
 * The next list to read. Trees that must be known before a page is read come first. Exclusion has the last word (F2), so
 * its lists wait until all inclusions are read; a list that failed is left out. Undefined: nothing is left but what
 * failed, and what waits for it.
 */
export function nextSource(
  { trees, include, exclude }: Pick<Selection, "trees" | "include" | "exclude">,
  { done, failed }: Pick<Listing, "done" | "failed">,
): Source | undefined {
  const undone = ({ name }: Source) => !done.includes(name);
  const open = (source: Source) => undone(source) && !failed.includes(source.name);
  return trees.find(open) ?? include.find(open) ?? (include.some(undone) ? undefined : exclude.find(open));
}

/** Time between two first runs (F2: "every one or two weeks"). */
export const LIST_PERIOD_MS = 7 * 86_400_000;

/** The golden ratio: its multiples, taken modulo 1, are spread evenly however many there are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * When the lists of a wiki that were read to their end at `nowMs` are due again: at a time of the week that differs from
 * wiki to wiki, so that wikis added in one moment do not come back in one moment. Half a period away at least, one and a
 * half at most; a period from then on.
 */
export function nextListing(nowMs: number, wiki: number): number {
  const own = ((wiki * GOLDEN) % 1) * LIST_PERIOD_MS;
  const earliest = nowMs + LIST_PERIOD_MS / 2;
  return Math.round(own + Math.ceil((earliest - own) / LIST_PERIOD_MS) * LIST_PERIOD_MS);
}

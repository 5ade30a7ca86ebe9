import { z } from "zod";
import type { Json } from "../../../db/types.ts";
import { type Day, isDay } from "../../../shared/calendar/day.ts";
import type { Selection, Source } from "../criteria/selection.ts";

/** An interrupted first run is taken up again within so many days; after that its first lists are too old. */
const TAKEN_UP_DAYS = 7;

/** Where the first run stands, kept in the wiki's row: a start after an interruption goes on there. */
export interface Listing {
  /** The day it began: what it touched was touched on that day or later, however often it was interrupted. */
  readonly start: Day;
  /** Of which criteria; under others it begins anew. */
  readonly criteria: string;
  /** Names of the sources that were read to their end. */
  readonly done: readonly string[];
  /** Names of those that could not be read; they are tried again when the others are done. */
  readonly failed: readonly string[];
  /** The source being read, and where its next batch begins. */
  readonly source: string | null;
  readonly place: Readonly<Record<string, string>> | null;
  /** How many pages it named so far. */
  readonly found: number;
}

const stored = z.object({
  start: z.custom<Day>(isDay),
  criteria: z.string(),
  done: z.array(z.string()),
  failed: z.array(z.string()),
  source: z.string().nullable(),
  place: z.record(z.string(), z.string()).nullable(),
  found: z.number().default(0),
});

/** What stands in the row was written by us, perhaps by another version: what does not fit is nothing. */
export function parseListing(value: Json | undefined): Listing | null {
  return stored.safeParse(value).data ?? null;
}

/** The listing that was interrupted, to go on with it; null when there is none, or it is old or of other criteria. */
export function takeUpListing(value: Json | undefined, criteria: string, today: Day): Listing | null {
  const before = parseListing(value);
  if (before === null || before.criteria !== criteria) return null;
  const age = today - before.start;
  return age >= 0 && age <= TAKEN_UP_DAYS ? before : null;
}

export const newListing = (start: Day, criteria: string): Listing => ({
  start,
  criteria,
  done: [],
  failed: [],
  source: null,
  place: null,
  found: 0,
});

/**
 * The next list to read. What has to be known before a page is read comes first. Exclusion has the last word (F2), so its lists wait until all inclusions are read; a list that
 * failed is passed over. Undefined: nothing is left but what failed, and what waits for it.
 */
export function nextSource(
  { trees, include, exclude }: Pick<Selection, "trees" | "include" | "exclude">,
  { done, failed }: Pick<Listing, "done" | "failed">,
): Source | undefined {
  const undone = ({ name }: Source) => !done.includes(name);
  const open = (source: Source) => undone(source) && !failed.includes(source.name);
  return trees.find(open) ?? include.find(open) ?? (include.some(undone) ? undefined : exclude.find(open));
}

/** F2: "every one or two weeks". */
export const LIST_PERIOD_DAYS = 7;
const MS_PER_DAY = 86_400_000;
export const LIST_PERIOD_MS = LIST_PERIOD_DAYS * MS_PER_DAY;

/** Multiples of it, taken modulo 1, are spread evenly however many there are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

/**
 * When a wiki's lists are due again that were read to their end at `nowMs`: at its own time of the week, which is another
 * one for each wiki, so that those added in one moment do not come back in one moment. Half a period away at least, one
 * and a half at most; a period from then on.
 */
export function nextListing(nowMs: number, wiki: number): number {
  const own = ((wiki * GOLDEN) % 1) * LIST_PERIOD_MS;
  const earliest = nowMs + LIST_PERIOD_MS / 2;
  return Math.round(own + Math.ceil((earliest - own) / LIST_PERIOD_MS) * LIST_PERIOD_MS);
}

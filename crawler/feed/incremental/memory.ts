import { z } from "zod";
import type { Json } from "../../../db/types.ts";
import type { Change } from "./changes.ts";

/**
 * What is younger, by the wiki's own clock, is told at once and once more when it has settled: the database that answered
 * may lag behind another, and a page's links are written some seconds after the page.
 */
export const SETTLING_MS = 30_000;
/** A change gets its time when it begins and shows when it is complete: so far back every reading begins. */
export const OVERLAP_MS = 90_000;
/** Changes that are recognised; of more in one overlap some are told twice. */
const KNOWN_MAX = 2_000;

interface Known {
  readonly rcid: number;
  readonly atMs: number;
}

/** How far a wiki's changes are known. */
export interface Memory {
  /** All that settled before is known; by the wiki's clock. */
  readonly atMs: number;
  /**
   * The known changes of the last OVERLAP_MS, oldest first, or else those of the last second before. Every reading
   * begins at the first of them: those still there say that the wiki's list reaches back far enough.
   */
  readonly known: readonly Known[];
  /** Told before they had settled. */
  readonly early: readonly number[];
}

/** Known from a time on, by no change of the wiki's list: whether that reaches back far enough has to be asked. */
export const unrecognised = (atMs: number): Memory => ({ atMs, known: [{ rcid: 0, atMs }], early: [] });

const gap = z.object({ gap: z.record(z.string(), z.string()) });

/** Where the log of deletions, read over a gap, goes on; null: at its beginning. */
export const gapOf = (place: Json): Readonly<Record<string, string>> | null =>
  gap.safeParse(place).data?.gap ?? null;

const stored = z.object({
  known: z.array(z.tuple([z.int(), z.int()])),
  early: z.array(z.int()),
});

/** As it stands in the wiki's row; what does not fit is forgotten, and changes of the overlap are told twice. */
export function parseMemory(atMs: number, place: Json): Memory {
  const parsed = stored.safeParse(place).data;
  return {
    atMs,
    known: parsed?.known.map(([rcid, ms]) => ({ rcid, atMs: ms })) ?? [],
    early: parsed?.early ?? [],
  };
}

export const placeOf = ({ known, early }: Memory): { readonly known: Json; readonly early: Json } => ({
  known: known.map(({ rcid, atMs }) => [rcid, atMs]),
  early: [...early],
});

/** Where the next reading begins. */
export const startOf = ({ atMs, known: [first] }: Memory): number =>
  Math.min(first?.atMs ?? atMs, atMs - OVERLAP_MS);

export interface Taken {
  readonly memory: Memory;
  /** Changes that are to be looked at. */
  readonly told: readonly Change[];
}

/**
 * Takes in a batch of changes, which come oldest first. `nowMs`: the wiki's clock; `complete`: there are no more. The
 * position never runs ahead of what has settled, nor goes back.
 */
export function takeIn(
  memory: Memory,
  changes: readonly Change[],
  { nowMs, complete }: { readonly nowMs: number; readonly complete: boolean },
): Taken {
  const settledMs = nowMs - SETTLING_MS;
  const seen = new Set(memory.known.map(({ rcid }) => rcid));
  const early = new Set(memory.early);
  const told = changes.filter(({ rcid, atMs }) => !(atMs > settledMs ? early : seen).has(rcid));
  const settled = changes.filter(({ atMs }) => atMs <= settledMs);
  const reached = complete ? settledMs : Math.min(settledMs, changes.at(-1)?.atMs ?? memory.atMs);
  const atMs = Math.max(memory.atMs, reached);

  const now = settled.filter(({ rcid }) => !seen.has(rcid)).map(({ rcid, atMs }) => ({ rcid, atMs }));
  const all = [...memory.known, ...now].sort((one, other) => one.atMs - other.atMs || one.rcid - other.rcid);
  const from = Math.min(atMs - OVERLAP_MS, all.at(-1)?.atMs ?? atMs);
  const known = all.filter((one) => one.atMs >= from).slice(-KNOWN_MAX);

  for (const { rcid, atMs } of changes)
    if (atMs > settledMs) early.add(rcid);
    else early.delete(rcid);
  return { memory: { atMs, known, early: [...early].slice(-KNOWN_MAX) }, told };
}

/**
 * Whether the first batch of a reading shows that nothing fell off the wiki's list: a known change is still there. If
 * not, pages may have been deleted, which takes their edits off the list; then ask for the oldest one.
 */
export function isAnchored({ known }: Memory, batch: readonly Change[], complete: boolean): boolean {
  const [anchor] = known;
  const ids = new Set(known.map(({ rcid }) => rcid));
  if (anchor === undefined || batch.some(({ rcid }) => ids.has(rcid))) return true;
  // Very many changes before it, or in its second.
  return !complete && batch.every(({ atMs }) => atMs <= anchor.atMs);
}

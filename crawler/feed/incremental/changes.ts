import { z } from "zod";
import type { Json } from "../../../db/types.ts";
import type { Params } from "../api/wiki.ts";

/** One row of a wiki's recent changes. */
export interface Change {
  readonly rcid: number;
  /** By the wiki's clock. */
  readonly atMs: number;
  readonly kind: "edit" | "log" | "categorize";
  /** Of the page; 0: not said. A deleted page's is the one it had. */
  readonly pageid: number;
  /** Of `categorize`: the category, and not the page. */
  readonly namespace: number;
  readonly title: string;
  /** Where a page was moved to. */
  readonly target: { readonly namespace: number; readonly title: string } | null;
  /** A page may have come into being under `title` that has another page id: the redirect of a move. */
  readonly leavesPage: boolean;
}

/** Logs that tell of pages; protections, patrols and accounts do not concern us. */
const LOGS: ReadonlySet<string> = new Set(["delete", "import", "merge", "move", "contentmodel", "upload"]);

const timestamp = z.iso.datetime().transform((text) => Date.parse(text));
const title = z.string().transform((text) => text.slice(0, 500));

const changeRow = z.object({
  type: z.string(),
  rcid: z.int().positive(),
  timestamp,
  ns: z.int32(),
  title,
  pageid: z.int().nonnegative().catch(0),
  logtype: z.string().optional(),
  logparams: z
    .object({
      target_ns: z.int32().optional(),
      target_title: title.optional(),
      suppressredirect: z.boolean().optional(),
    })
    .optional()
    .catch(undefined),
});

/** What is asked of `list=recentchanges`; types are those of its default, as older wikis do not know all by name. */
export const CHANGES: Params = {
  list: "recentchanges",
  rcdir: "newer",
  rcprop: "ids|title|timestamp|loginfo",
  curtimestamp: "1",
};

export interface ChangesAnswer {
  /** Oldest first. */
  readonly changes: readonly Change[];
  /** The wiki's clock; null: it did not say. */
  readonly nowMs: number | null;
}

/** Null: this is no list of changes. A row that is none (its title was hidden, a broken one) is left out. */
export function parseChanges(query: Readonly<Record<string, unknown>>): ChangesAnswer | null {
  const rows = z.array(z.unknown()).safeParse(query.recentchanges);
  if (!rows.success) return null;
  const changes = rows.data.flatMap((one) => {
    const row = changeRow.safeParse(one);
    return row.success ? (changeOf(row.data) ?? []) : [];
  });
  return { changes, nowMs: timestamp.safeParse(query.curtimestamp).data ?? null };
}

function changeOf(row: z.infer<typeof changeRow>): Change | null {
  const { type, rcid, timestamp: atMs, ns: namespace, pageid, logtype = "", logparams } = row;
  const of = (kind: Change["kind"]): Change => ({
    rcid,
    atMs,
    kind,
    pageid,
    namespace,
    title: row.title,
    target: null,
    leavesPage: false,
  });
  if (type === "edit" || type === "new") return of("edit");
  if (type === "categorize") return of("categorize");
  if (type !== "log") return null;
  // One that does not concern us is still a change by which the list is recognised.
  if (!LOGS.has(logtype)) return { ...of("log"), pageid: 0, namespace: -1 };
  const { target_ns, target_title, suppressredirect } = logparams ?? {};
  const target =
    target_ns === undefined || target_title === undefined
      ? null
      : { namespace: target_ns, title: target_title };
  const leavesPage = (logtype === "move" && suppressredirect !== true) || pageid === 0;
  return { ...of("log"), target, leavesPage };
}

const deletion = z.object({ logpage: z.int().positive() });

/** Deletions since a time, of the log, which reaches back to the wiki's beginnings. */
export const deletionsSince = (atMs: number): Params => ({
  list: "logevents",
  leaction: "delete/delete",
  ledir: "newer",
  lestart: iso(atMs),
  leprop: "ids|timestamp",
  lelimit: "max",
});

/** The page ids that deleted pages had. */
export function parseDeletions(query: Readonly<Record<string, unknown>>): number[] {
  const rows = z.array(z.unknown()).safeParse(query.logevents).data ?? [];
  return rows.flatMap((row) => deletion.safeParse(row).data?.logpage ?? []);
}

/** Whole seconds, as MediaWiki writes and reads times. */
export const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

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

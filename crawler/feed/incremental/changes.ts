import { z } from "zod";
import type { Json } from "../../../db/types.ts";
import { title } from "../api/pages.ts";
import { type Params, rowsOf } from "../api/wiki.ts";

/** One row of a wiki's recent changes. */
export interface Change {
  readonly rcid: number;
  /** By the wiki's clock. */
  readonly atMs: number;
  readonly kind: "edit" | "log" | "categorize";
  /** Id of the page; 0: not given. For a deleted page, the id it had. */
  readonly pageid: number;
  /** Namespace of the title; with `categorize`, both are the category's. */
  readonly namespace: number;
  readonly title: string;
  /** Where a page was moved to. */
  readonly target: { readonly namespace: number; readonly title: string } | null;
  /** Whether another page may now exist under `title`, with another id: the redirect of a move. */
  readonly leavesPage: boolean;
}

/** Logs about pages whose links may change; not protections, patrols and accounts. */
export const PAGE_LOGS: ReadonlySet<string> = new Set([
  "delete",
  "import",
  "merge",
  "move",
  "contentmodel",
  "upload",
]);

/** MediaWiki is younger than older times; those of the year 0 cannot be stored. A clock that is ahead is a gap when it is set back. */
const isPlausible = (ms: number) => ms >= Date.UTC(2001, 0);
const timestamp = z.iso
  .datetime()
  .transform((text) => Date.parse(text))
  .refine(isPlausible);

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

/** Parameters of `list=recentchanges`; types are those of its default, as older wikis do not know all by name. */
export const CHANGES: Params = {
  list: "recentchanges",
  rcdir: "newer",
  rcprop: "ids|title|timestamp|loginfo",
  curtimestamp: "1",
};

export interface ChangesAnswer {
  /** Oldest first. */
  readonly changes: readonly Change[];
  /** The wiki's clock; null: not given. */
  readonly nowMs: number | null;
}

/** Parses a list of changes; null: it is none. Rows that are none (a hidden title, a broken row) are left out. */
export function parseChanges(query: Readonly<Record<string, unknown>>): ChangesAnswer | null {
  const changes = rowsOf(changeRow, query.recentchanges)?.flatMap((row) => changeOf(row) ?? []);
  return changes === undefined
    ? null
    : { changes, nowMs: timestamp.safeParse(query.curtimestamp).data ?? null };
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
  // A change that does not concern us still identifies a point of the list.
  if (!PAGE_LOGS.has(logtype)) return { ...of("log"), pageid: 0, namespace: -1 };
  const { target_ns, target_title, suppressredirect } = logparams ?? {};
  const target =
    target_ns === undefined || target_title === undefined
      ? null
      : { namespace: target_ns, title: target_title };
  const leavesPage = (logtype === "move" && suppressredirect !== true) || pageid === 0;
  return { ...of("log"), target, leavesPage };
}

const deletion = z.object({ logpage: z.int().positive() });

/** Parameters for deletions since a time, from the log, which reaches back to the wiki's beginnings. */
export const deletionsSince = (atMs: number): Params => ({
  list: "logevents",
  leaction: "delete/delete",
  ledir: "newer",
  lestart: iso(atMs),
  leprop: "ids|timestamp",
  lelimit: "max",
});

/** The page ids that deleted pages had. */
export const parseDeletions = (query: Readonly<Record<string, unknown>>): number[] =>
  (rowsOf(deletion, query.logevents) ?? []).map(({ logpage }) => logpage);

/** Whole seconds, as MediaWiki writes and reads times. */
export const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

/**
 * Age of a change by the wiki's own clock until it has settled: younger ones are queued at once and once more when they
 * have settled, as the database that answered may lag behind another, and a page's links are written after the page.
 */
export const SETTLING_MS = 30_000;
/** How far back every reading begins: a change has the time of its beginning, and appears when it is complete. */
export const OVERLAP_MS = 90_000;
/** How long a position without a known change is believed: longer than between two readings, and hardly a wiki forgets sooner. */
const UNANCHORED_MS_MAX = 7 * 86_400_000;
/** Changes of an overlap that are remembered; of more, some are queued twice. */
const KNOWN_MAX = 2_000;

interface Known {
  readonly rcid: number;
  readonly atMs: number;
}

/** How far a wiki's changes are read. */
export interface ChangePosition {
  /** All changes that settled before this time are read; by the wiki's clock. */
  readonly atMs: number;
  /**
   * The changes read in the last OVERLAP_MS, oldest first, or else those of the last second before. Every reading begins
   * at the first of them: those still there show that the wiki's list reaches back far enough.
   */
  readonly known: readonly Known[];
  /** Changes that were queued before they had settled. */
  readonly early: readonly number[];
}

/** A position by time alone: whether the wiki's list reaches back far enough has to be asked. */
export const unrecognised = (atMs: number): ChangePosition => ({
  atMs,
  known: [{ rcid: 0, atMs }],
  early: [],
});

const gap = z.object({ gap: z.record(z.string(), z.string()) });

/** Where the log of deletions, read over a gap, continues; null: at its beginning. */
export const gapOf = (place: Json): Readonly<Record<string, string>> | null =>
  gap.safeParse(place).data?.gap ?? null;

const stored = z.object({
  known: z.array(z.tuple([z.int(), z.int()])),
  early: z.array(z.int()),
});

/** The position in the wiki's row; what does not fit is dropped, and changes of the overlap are queued twice. */
export function parsePosition(atMs: number, place: Json): ChangePosition {
  const parsed = stored.safeParse(place).data;
  return {
    atMs,
    known: parsed?.known.map(([rcid, ms]) => ({ rcid, atMs: ms })) ?? [],
    early: parsed?.early ?? [],
  };
}

export const placeOf = ({
  known,
  early,
}: ChangePosition): { readonly known: Json; readonly early: Json } => ({
  known: known.map(({ rcid, atMs }) => [rcid, atMs]),
  early: [...early],
});

/** The time at which the next reading begins. */
export const startOf = ({ atMs, known: [first] }: ChangePosition): number =>
  Math.min(first?.atMs ?? atMs, atMs - OVERLAP_MS);

/** The wiki's clock when a batch was read, and whether there is no more. */
interface Reached {
  readonly nowMs: number;
  readonly complete: boolean;
}

/** A batch of changes read, and the position after it. */
export interface Advanced {
  readonly position: ChangePosition;
  /** Changes not seen before. */
  readonly fresh: readonly Change[];
}

/**
 * Advances a position by a batch of changes, oldest first. The position never runs ahead of what has settled, nor goes back.
 */
export function advance(
  position: ChangePosition,
  changes: readonly Change[],
  { nowMs, complete }: Reached,
): Advanced {
  const settledMs = nowMs - SETTLING_MS;
  const seen = new Set(position.known.map(({ rcid }) => rcid));
  const early = new Set(position.early);
  const fresh = changes.filter(({ rcid, atMs }) => !(atMs > settledMs ? early : seen).has(rcid));
  const settled = changes.filter(({ atMs }) => atMs <= settledMs);
  const reached = complete ? settledMs : Math.min(settledMs, changes.at(-1)?.atMs ?? position.atMs);
  const atMs = Math.max(position.atMs, reached);

  const now = settled.filter(({ rcid }) => !seen.has(rcid)).map(({ rcid, atMs }) => ({ rcid, atMs }));
  const all = [...position.known, ...now].sort(
    (one, other) => one.atMs - other.atMs || one.rcid - other.rcid,
  );
  const from = Math.min(atMs - OVERLAP_MS, all.at(-1)?.atMs ?? atMs);
  const known = all.filter((one) => one.atMs >= from).slice(-KNOWN_MAX);

  for (const { rcid, atMs } of changes)
    if (atMs > settledMs) early.add(rcid);
    else early.delete(rcid);
  return { position: { atMs, known, early: [...early].slice(-KNOWN_MAX) }, fresh };
}

/**
 * Whether the first batch of a reading shows that nothing fell off the wiki's list: a change read before is still there.
 * If not, pages may have been deleted, which takes their edits off the list; then the oldest change decides. While a list
 * was always empty, the time alone shows it.
 */
export function isAnchored(
  { atMs, known }: ChangePosition,
  batch: readonly Change[],
  { nowMs, complete }: Reached,
): boolean {
  const [anchor] = known;
  const ids = new Set(known.map(({ rcid }) => rcid));
  if (anchor === undefined) return nowMs - atMs <= UNANCHORED_MS_MAX;
  if (batch.some(({ rcid }) => ids.has(rcid))) return true;
  // Very many changes before the anchor, or in its second.
  return !complete && batch.every(({ atMs }) => atMs <= anchor.atMs);
}

import { z } from "zod";
import type { Params } from "../wiki.ts";

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

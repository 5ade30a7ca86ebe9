import { readFile } from "node:fs/promises";
import { z } from "zod";
import { sampleBulk } from "../../../db/bulk/copy.ts";
import { forgetBulk } from "../../../db/bulk/stages.ts";
import { editionsOf, spamListContent } from "../../../db/spam/lists.ts";
import { reviewSpam } from "../../../db/spam/scans.ts";
import type { ChangesState } from "../../../db/wikis/feeding.ts";
import type { Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import { type Day, instantOfDay } from "../../../shared/calendar/day.ts";
import type { InterwikiMap } from "../../../shared/interwiki/map.ts";
import type { SpamLists } from "../../../shared/spam/lists.ts";
import { requireContact } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { spamListsFor } from "../../runtime/spam-judge.ts";
import { findPages, IDS_PER_REQUEST } from "../api/pages.ts";
import { parseInterwikiMap, parseSiteInfo, SITE } from "../api/site-info.ts";
import type { WikiApi, WikiClient } from "../api/wiki.ts";
import { deletionsSince, parseDeletions, placeOf, unrecognised } from "../incremental/changes.ts";
import { scanEntries } from "../spam/change.ts";
import { refreshSpamLists } from "../spam/refresh.ts";

/** A start from dumps of one wiki. */
export interface DumpJob {
  readonly ctx: RoleContext;
  readonly row: WikiRow;
  /** null: the wiki must not be asked, or there is no contact to name in requests. */
  readonly online: { readonly http: WikiClient; readonly wiki: WikiApi } | null;
  /** Shows progress; `share` of the work that is done. */
  readonly report: (text: string, share: number) => void;
}

/** A start from dumps that ended on a signal: nothing failed, and the same command continues. */
export class DumpStopped extends WorkError {}

/** A saved answer of siteinfo. */
export interface SavedSite {
  readonly path: string;
  readonly text: string;
}

export async function readSaved(path: string): Promise<SavedSite> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new WorkError(`${path} cannot be read (${String(error)}): check the name and its permissions`);
  });
  return { path, text };
}

export interface Site {
  /** Names of namespaces; null: only the main one is needed. */
  readonly namespaces: ReadonlyMap<number, string> | null;
  /** null: no iwlinks are read. */
  readonly interwikis: InterwikiMap | null;
}

/** What dumps do not contain: the names of namespaces, and where interwiki prefixes lead. */
export async function siteOf(job: DumpJob, saved: SavedSite | null): Promise<Site> {
  const { api } = job.row;
  const query = saved === null ? await askSite(job) : savedSite(saved);
  const where = saved?.path ?? api;
  const site = parseSiteInfo(query, api, where);
  if (!site.ok) throw new WorkError(site.error.message);
  const interwikis = parseInterwikiMap(query);
  if (interwikis === null) throw new WorkError(`${where} has no interwiki map in MediaWiki's shape`);
  return { namespaces: new Map(site.value.namespaces.map(({ id, name }) => [id, name])), interwikis };
}

type Query = Readonly<Record<string, unknown>>;

function savedSite({ text, path }: SavedSite): Query {
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // Reported below, as any other text that is not that answer.
  }
  const answer = z.object({ query: z.record(z.string(), z.unknown()) }).safeParse(json);
  if (answer.success) return answer.data.query;
  throw new WorkError(
    `${path} is no answer of siteinfo: save that of api.php?action=query&format=json&formatversion=2&meta=${SITE.meta}&siprop=${SITE.siprop}`,
  );
}

async function askSite({ ctx, online }: DumpJob): Promise<Query> {
  if (online === null) {
    requireContact(ctx.config);
    throw new Error("the wiki is asked without a client");
  }
  const answer = await online.wiki.query(SITE);
  if (answer.ok) return answer.value.query;
  throw new WorkError(`${answer.error.message}; without the API: --siteinfo FILE`);
}

/** Pages that are needed to compare a dump with a wiki. */
const PAGES_MIN = 5;
/** The share of pages with the same title: old dumps have pages moved or deleted since, another wiki hardly any in common. */
const SAME_SHARE_MIN = 1 / 4;

/** Throws a WorkError for a dump of another wiki, by asking the wiki for its first pages. A wiki that is away stops nothing. */
export async function requireSameWiki({ ctx, row, online }: DumpJob): Promise<void> {
  if (online === null) return;
  const sample = await sampleBulk(ctx.db, row.id, IDS_PER_REQUEST);
  if (sample.length < PAGES_MIN) return;
  const answer = await findPages(online.wiki, { pageids: sample.map(({ pageid }) => pageid).join("|") });
  if (!answer.ok) {
    ctx.log.warn(
      `${row.name}: whether the dumps are its own cannot be checked: ${answer.error.message}`,
      "dump-unchecked",
    );
    return;
  }
  const titles = new Map(answer.value.pages.map(({ pageid, title }) => [pageid, title]));
  const others = sample.filter(({ pageid, title }) => titles.get(pageid) !== title);
  const [other] = others;
  if (other === undefined || sample.length - others.length >= sample.length * SAME_SHARE_MIN) return;
  const there = titles.get(other.pageid);
  throw new WorkError(
    `the dumps are of another wiki than ${row.name}: page ${other.pageid} is "${other.title}" in them and ${there === undefined ? "does not exist" : `"${there}"`} at ${row.api}; give those of this wiki, or name the other one`,
  );
}

/** The lists by which a dump is judged (P1). */
export interface DumpLists {
  readonly lists: SpamLists;
  /** Differs when any of them has another content. */
  readonly editions: string;
}

/** The lists of the wiki and its farm, read again where they are due. A wiki that is away stops nothing. */
export async function dumpLists({ ctx, row, online }: DumpJob): Promise<DumpLists> {
  if (online !== null) await refreshSpamLists(ctx, row, { ...online, now: false });
  const { heads, lists } = await spamListsFor(ctx.db, row);
  if (heads.every(({ readAtMs }) => readAtMs === null))
    ctx.log.warn(
      `${row.name}: its spam lists were never read, so links that they block are watched until the feeder reads them`,
      "spam-list-failed",
    );
  return { lists, editions: editionsOf(heads) };
}

/** Applies lists that changed while the dump was entered: their scan could not find pages that were not entered yet. */
export async function reviewLists({ ctx, row }: DumpJob, judged: DumpLists): Promise<void> {
  const { heads } = await spamListsFor(ctx.db, row);
  if (editionsOf(heads) === judged.editions) return;
  const blocking = heads.filter(({ kind }) => kind !== "whitelist");
  const entries = await Promise.all(
    blocking.map(async ({ id, kind }) => scanEntries(kind, await spamListContent(ctx.db, id))),
  );
  await reviewSpam(ctx.db, row, entries.flat());
}

/** A dump names only its day, by the clock and time zone of the server on which it was made. */
const MARGIN_MS = 86_400_000;
/** English Wikipedia deletes some 3,000 pages a day. */
const DELETIONS_MAX = 1_000_000;

/** The time from which on the wiki may differ from its dump. */
const sinceOf = (day: Day): number => instantOfDay(day) - MARGIN_MS;

/**
 * Removes pages from the dump that the wiki deleted since, by its log; returns how many there were. Pages restored since
 * are found by its changes, from `changesSince` on, as is the rest when the log cannot be read.
 */
export async function forgetDeleted({ ctx, row, online }: DumpJob, day: Day): Promise<number> {
  if (online === null) return 0;
  const deleted = new Set<number>();
  for await (const answer of online.wiki.walk(deletionsSince(sinceOf(day)))) {
    for (const pageid of answer.ok ? parseDeletions(answer.value.query) : []) deleted.add(pageid);
    if (!answer.ok && answer.error.kind !== "stopped")
      ctx.log.warn(
        `${row.name}: not all that was deleted since the dump is known (${answer.error.message}); its changes or the next first run find the rest`,
        "deletions-unknown",
      );
    if (deleted.size >= DELETIONS_MAX) break;
  }
  return deleted.size === 0 ? 0 : forgetBulk(ctx.db, row.id, [...deleted]);
}

/**
 * The position from which the wiki's changes are read, so that what happened since the dump is found; null: they are read
 * from an earlier one. Where the wiki's list does not reach back so far, a first run is due at once, as after any gap.
 */
export function changesSince(row: WikiRow, day: Day): Omit<ChangesState, "pageids"> | null {
  const atMs = sinceOf(day);
  if (row.changesAtMs !== null && row.changesAtMs <= atMs) return null;
  return { atMs, cursor: placeOf(unrecognised(atMs)) };
}

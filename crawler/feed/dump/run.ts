import { createHash } from "node:crypto";
import { z } from "zod";
import { beginBulk, dropBulk, endBulk, readyBulk } from "../../../db/bulk/stages.ts";
import type { BulkSums } from "../../../db/bulk/tables.ts";
import type { Criterion } from "../../../db/types.ts";
import { listCriteria } from "../../../db/wikis/criteria.ts";
import { findWiki, type Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import { countPages } from "../../../db/work/passes.ts";
import { asDay, type Day, instantOfDay, isDay } from "../../../shared/calendar/day.ts";
import type { OwnHosts } from "../../../shared/interwiki/farm.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { retryWhileDatabaseDown, withBackoff } from "../../runtime/database-retry.ts";
import { WorkError } from "../../runtime/errors.ts";
import { startHeartbeat } from "../../runtime/heartbeat.ts";
import type { HttpClient } from "../../runtime/http.ts";
import { createProgress } from "../../runtime/log.ts";
import { openWikiClient } from "../api/client.ts";
import type { WikiClient } from "../api/wiki.ts";
import { leaseWiki, type WikiLease } from "../lease.ts";
import { ownHosts } from "../own-hosts.ts";
import { LIST_PERIOD_DAYS, parseListing } from "../passes/listing.ts";
import { enterDump } from "./enter.ts";
import { type DumpFile, dumpFiles } from "./files.ts";
import { type DumpLists, dumpLists, reviewLists } from "./lists.ts";
import { type DumpCounts, type DumpRead, type ReadRequest, readDumps } from "./read.ts";
import { dumpSelection } from "./selection.ts";
import { changesSince, forgetDeleted } from "./since.ts";
import { readSaved, requireSameWiki, type SavedSite, siteOf } from "./site.ts";

const MS_PER_DAY = 86_400_000;
/** Pages and uses per transaction, about a second: other feeders wait as long to enter new URLs. */
const BATCH = 50_000;

export interface DumpOptions {
  /** `dewiki@WMF` */
  readonly wiki: string;
  /** Files, or folders with them. */
  readonly from: readonly string[];
  /** A saved answer of siteinfo, for a start without the wiki's API; null: it is asked. */
  readonly siteinfo: string | null;
  /** Tests give their own; it stays open. */
  readonly http?: HttpClient;
  /** Pages and uses per transaction; tests give other numbers. */
  readonly batch?: number;
}

/** What a start from dumps did; printed by `weboid feed --from-dump --json`. */
export interface DumpFeed extends DumpCounts {
  /** Links that are watched, each once a page, and links that spam lists block (P1). */
  readonly watched: number;
  readonly spam: number;
  readonly wiki: string;
  /** The day of the dump. */
  readonly day: Day;
  /** URLs that were not known before. */
  readonly added: number;
}

const NOTHING: BulkSums = { watched: 0, spam: 0, urls: 0 };

/** What the staging tables hold, as stored when they were filled. */
const stagedInfo = z.object({
  counts: z.object({
    pages: z.number(),
    internal: z.number(),
    ignored: z.number(),
    invalid: z.number(),
    sisters: z.number(),
    unknownPrefixes: z.number(),
  }),
  bounds: z.array(z.number()),
  day: z.custom<Day>(isDay),
});

/**
 * The first and the second run in one, from dumps of the wiki's tables (F2, F3): fills the watchlist as feeding the same
 * pages over the API would. After an interruption at any point, the same call continues. Throws a WorkError for what the
 * operator can fix.
 */
export async function feedFromDump(outer: RoleContext, options: DumpOptions): Promise<DumpFeed> {
  const ctx = withBackoff(outer, true);
  const row = await findWiki(ctx.db, options.wiki);
  if (row === null)
    throw new WorkError(
      `${options.wiki} is not configured; add it with: weboid wiki add ${options.wiki} --api URL`,
    );
  const life = startHeartbeat(ctx, "feed", () => ({ dump: row.name }));
  try {
    const lease = await leaseWiki(ctx, row.id, life.name);
    if (lease.kind === "held")
      throw new WorkError(
        `${row.name} is being fed by ${lease.holder}: wait for it or stop it, and try again (after ${lease.seconds} s if it was killed)`,
      );
    try {
      const held = { ...ctx, signal: lease.signal };
      return await retryWhileDatabaseDown(held, () => feed(held, row, lease, options));
    } finally {
      await lease.release();
    }
  } finally {
    await life.stop();
  }
}

async function feed(
  ctx: RoleContext,
  row: WikiRow,
  { lease }: WikiLease,
  options: DumpOptions,
): Promise<DumpFeed> {
  const progress = createProgress(ctx.log);
  const report = reporter(row.name, (text) => progress.update(text));
  try {
    const { dump, judged, ...entered } = await withHttp(ctx, options, async (http) => {
      const read = await staged(ctx, row, { ...options, http }, report);
      read.dump.counts.pages -= await forgetDeleted(ctx, row, http, read.dump.day);
      return read;
    });
    const { bounds, day } = dump;
    const batch = options.batch ?? BATCH;
    const { urls, ...sums } = await enterDump(ctx, { row, bounds, day, ...entered, report, batch });
    await reviewLists(ctx, row, judged);
    const { pages, ...others } = dump.counts;
    const fed = { wiki: row.name, day, pages, ...sums, ...others, added: urls };
    const state = {
      feed: { ...row.feed, listing: undefined },
      // As after a first run on that day: after a dump older than a run's period the next one is due at once.
      fullDue: { ms: instantOfDay(dump.day) + LIST_PERIOD_DAYS * MS_PER_DAY, seenMs: row.fullDueMs },
    };
    // What was listed before the dump was made is in the dump.
    const listing = parseListing(row.feed.listing);
    const listed = listing !== null && listing.start <= dump.day;
    const since = changesSince(row, day);
    const changes = since === null ? null : { ...since, dueMs: ctx.clock.now() };
    if (!(await endBulk(ctx.db, lease, state, { listed, changes })))
      throw new WorkError(`another feeder took ${row.name} meanwhile; the same command continues from there`);
    await countPages(ctx.db, row.id, true);
    progress.done(describe(fed));
    return fed;
  } catch (error) {
    progress.done();
    throw error;
  }
}

/** Runs work with a client for the wiki's API; null: it must not be asked, or there is no contact to name in requests. */
async function withHttp<T>(
  ctx: RoleContext,
  { http, siteinfo }: DumpOptions,
  work: (http: WikiClient | null) => Promise<T>,
): Promise<T> {
  if (siteinfo !== null || (http === undefined && ctx.config.contact === null)) return work(null);
  const client = openWikiClient(ctx, http);
  try {
    return await work(client);
  } finally {
    if (http === undefined) await client.close();
  }
}

interface StagedDump {
  readonly dump: DumpRead;
  /** Pages up to this one are entered already. */
  readonly after: number;
  readonly sums: BulkSums;
  readonly judged: DumpLists;
}

/** The dump in the staging tables, read now or by a run that was interrupted. */
async function staged(
  ctx: RoleContext,
  row: WikiRow,
  { from, siteinfo, http }: Omit<DumpOptions, "http"> & { readonly http: WikiClient | null },
  report: Report,
): Promise<StagedDump> {
  const criteria = await listCriteria(ctx.db, row.id);
  const files = await dumpFiles(from);
  const saved = siteinfo === null ? null : await readSaved(siteinfo);
  const own = await ownHosts(ctx.db, row);
  const judged = await dumpLists(ctx, row, saved === null ? http : null);
  const fingerprint = fingerprintOf(own, criteria, files, [
    saved?.text ?? "",
    ctx.config.allowPrivate,
    judged.editions,
  ]);
  const before = await beginBulk(ctx.db, row.id, fingerprint);
  if (before !== null) {
    ctx.log.info(`${row.name}: the dumps were read before; continuing with entering them`);
    return { dump: stagedInfo.parse(before.info), after: before.after, sums: before.entered, judged };
  }
  try {
    const dump = await readFiles(ctx, {
      row,
      own,
      files,
      criteria,
      saved,
      http,
      lists: judged.lists,
      report,
    });
    const { counts, bounds, day } = dump;
    await readyBulk(ctx.db, row.id, fingerprint, { counts: { ...counts }, bounds, day });
    return { dump, after: 0, sums: NOTHING, judged };
  } catch (error) {
    // A partly read dump cannot be continued; without a database the next start or maintenance drops it.
    await dropBulk(ctx.db, row.id).catch(() => {});
    throw error;
  }
}

interface FilesRequest extends Pick<ReadRequest, "row" | "own" | "files" | "lists" | "report"> {
  readonly criteria: readonly Criterion[];
  readonly saved: SavedSite | null;
  readonly http: WikiClient | null;
}

async function readFiles(
  ctx: RoleContext,
  { criteria, saved, http, ...request }: FilesRequest,
): Promise<DumpRead> {
  const { row, files } = request;
  const selection = dumpSelection(row.name, criteria);
  const asked = selection.needsNames || files.some(({ table }) => table === "iwlinks" || table === null);
  const site =
    asked || saved !== null ? await siteOf(ctx, row, saved, http) : { namespaces: null, interwikis: null };
  const pagesRead = async () => {
    if (saved === null && http !== null) await requireSameWiki(ctx, row, http);
  };
  const read = await readDumps(ctx, { ...request, selection, ...site, pagesRead });
  return { ...read, day: asDay(Math.min(read.day, ctx.clock.today())) };
}

type Report = (text: string, share: number) => void;

/** Progress lines with the share that is done and the time that is left, by kind of work (the first word of the text). */
function reporter(wiki: string, say: (text: string) => void): (text: string, share: number) => void {
  let work = "";
  let since = 0;
  let from = 0;
  return (text, share) => {
    const now = performance.now();
    const kind = text.split(" ", 1)[0] ?? "";
    if (kind !== work || share < from) {
      work = kind;
      since = now;
      from = share;
    }
    const gone = share - from;
    const left = gone > 0.01 ? (((now - since) / gone) * (1 - share)) / 1_000 : null;
    const time =
      left === null
        ? ""
        : left < 90
          ? `, about ${Math.ceil(left)} s left`
          : `, about ${Math.round(left / 60)} min left`;
    say(`${wiki}: ${text}, ${Math.floor(share * 100)} %${time}`);
  };
}

function fingerprintOf(
  own: OwnHosts,
  criteria: readonly Criterion[],
  files: readonly DumpFile[],
  others: readonly (string | boolean)[],
): string {
  const parts = [
    ...files.map(({ path, bytes, changedMs }) => [path, bytes, changedMs]),
    ...criteria.map(({ effect, kind, value, depth = 0 }) => [effect, kind, value, depth]),
    [own, ...others],
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

function describe(fed: DumpFeed): string {
  const { wiki, pages, watched, spam, added, internal, ignored, invalid, unknownPrefixes } = fed;
  const interwiki = unknownPrefixes === 0 ? "" : `, ${unknownPrefixes} by unknown prefixes`;
  return `${wiki}: ${pages} pages with ${watched} links (${added} URLs new)${spam === 0 ? "" : ` and ${spam} spam links`}; not watched: ${internal} internal, ${ignored} ignored, ${invalid} invalid${interwiki}`;
}

import { createHash } from "node:crypto";
import { beginBulk, dropBulk, endBulk, readyBulk } from "../../../db/bulk/stages.ts";
import { endpointsFor } from "../../../db/wikis/configured.ts";
import { listCriteria } from "../../../db/wikis/criteria.ts";
import { beginFirstPass } from "../../../db/wikis/first-pass.ts";
import { ownHosts } from "../../../db/wikis/own-hosts.ts";
import { findWiki, type Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import { countPages } from "../../../db/work/passes.ts";
import { type Day, instantOfDay } from "../../../shared/calendar/day.ts";
import type { HttpClient } from "../../net/egress/http-client.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { retryWhileDatabaseDown, withBackoff } from "../../runtime/database-retry.ts";
import { WorkError } from "../../runtime/errors.ts";
import { startHeartbeat } from "../../runtime/heartbeat.ts";
import { createProgress } from "../../runtime/log.ts";
import { counted, span } from "../../runtime/words.ts";
import { openWikiClient, withRights } from "../api/client.ts";
import { openWikiApi } from "../api/wiki.ts";
import { leaseWiki, type WikiLease } from "../lease.ts";
import { LIST_PERIOD_MS, parseListing } from "../passes/listing.ts";
import { enterDump, type StagedDump } from "./enter.ts";
import { dumpFiles } from "./files.ts";
import { type DumpRead, dumpRead, readDumps } from "./read.ts";
import { dumpSelection } from "./selection.ts";
import {
  changesSince,
  type DumpJob,
  type DumpLists,
  dumpLists,
  forgetDeleted,
  readSaved,
  reviewLists,
  siteOf,
} from "./wiki.ts";

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
export interface DumpFeed extends Readonly<DumpRead["counts"]> {
  /** Links that are watched, each once a page, and links that spam lists block (P1). */
  readonly watched: number;
  readonly spam: number;
  readonly wiki: string;
  /** The day of the dump. */
  readonly day: Day;
  /** URLs that were not known before. */
  readonly added: number;
}

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
  const isOffline = options.siteinfo !== null || (options.http === undefined && ctx.config.contact === null);
  const http = isOffline
    ? null
    : withRights(openWikiClient(ctx, { plain: options.http }), await endpointsFor(ctx.db, row));
  const online = http && { http, wiki: openWikiApi(row.api, { http, signal: ctx.signal, retry: "person" }) };
  const job: DumpJob = { ctx, row, online, report };
  try {
    const { judged, ...staged } = await stageDump(job, options);
    const { counts, day } = staged.dump;
    counts.pages -= await forgetDeleted(job, day);
    await beginFirstPass(ctx.db, row.id);
    const { urls: added, ...sums } = await enterDump(job, staged, options.batch ?? BATCH);
    await reviewLists(job, judged);
    const { pages, ...others } = counts;
    const fed = { wiki: row.name, day, pages, ...sums, ...others, added };
    const state = {
      feed: { listing: undefined },
      // As after a first run on that day: after a dump older than a run's period the next one is due at once.
      fullDue: { ms: instantOfDay(day) + LIST_PERIOD_MS, seenMs: row.fullDueMs },
    };
    // What was listed before the dump was made is in the dump.
    const listing = parseListing(row.feed.listing);
    const listed = listing !== null && listing.start <= day;
    const since = changesSince(row, day);
    const changes = since === null ? null : { ...since, dueMs: ctx.clock.now() };
    if (!(await endBulk(ctx.db, lease, state, { listed, changes })))
      throw new WorkError(`another feeder took ${row.name} meanwhile; the same command continues from there`);
    await countPages(ctx.db, row.id, true);
    progress.done(describe(fed));
    return fed;
  } finally {
    progress.done();
    if (options.http === undefined) await http?.close();
  }
}

/** The dump in the staging tables, read now or by a run that was interrupted. */
async function stageDump(
  job: DumpJob,
  { from, siteinfo }: DumpOptions,
): Promise<StagedDump & { readonly judged: DumpLists }> {
  const { ctx, row } = job;
  const { db } = ctx;
  const criteria = await listCriteria(db, row.id);
  const files = await dumpFiles(from);
  const saved = siteinfo === null ? null : await readSaved(siteinfo);
  const own = await ownHosts(db, row);
  const judged = await dumpLists(job);
  const given = [files, criteria, own, saved?.text, ctx.config.allowPrivate, judged.editions];
  const fingerprint = createHash("sha256").update(JSON.stringify(given)).digest("hex").slice(0, 32);
  const before = await beginBulk(db, row.id, fingerprint);
  if (before !== null) {
    ctx.log.info(`${row.name}: the dumps were read before; continuing with entering them`);
    return { dump: dumpRead.parse(before.info), after: before.after, sums: before.entered, judged };
  }
  try {
    const selection = dumpSelection(row.name, criteria);
    const mayHaveInterwikis = files.some(({ table }) => table === "iwlinks" || table === null);
    const site =
      saved !== null || selection.needsNames || mayHaveInterwikis
        ? await siteOf(job, saved)
        : { namespaces: null, interwikis: null };
    const dump = await readDumps(job, { own, files, selection, ...site, lists: judged.lists });
    await readyBulk(db, row.id, fingerprint, dump);
    return { dump, after: 0, sums: { watched: 0, spam: 0, urls: 0 }, judged };
  } catch (error) {
    // A partly read dump cannot be continued; without a database the next start or maintenance drops it.
    await dropBulk(db, row.id).catch(() => {});
    throw error;
  }
}

/** Progress lines with the share that is done and the time that is left, by kind of work (the first word of the text). */
function reporter(wiki: string, say: (text: string) => void): DumpJob["report"] {
  let kind = "";
  let since = 0;
  let from = 0;
  return (text, share) => {
    const [word = ""] = text.split(" ", 1);
    if (word !== kind || share < from) [kind, since, from] = [word, performance.now(), share];
    const gone = share - from;
    const seconds = (((performance.now() - since) / gone) * (1 - share)) / 1_000;
    const left = span(seconds * 1_000);
    say(`${wiki}: ${text}, ${Math.floor(share * 100)} %${gone > 0.01 ? `, about ${left} left` : ""}`);
  };
}

function describe(fed: DumpFeed): string {
  const { wiki, pages, watched, spam, added, internal, ignored, invalid, unknownPrefixes } = fed;
  const interwiki = unknownPrefixes === 0 ? "" : `, ${unknownPrefixes} by unknown prefixes`;
  return `${wiki}: ${counted(pages, "page")} with ${counted(watched, "link")} (${counted(added, "URL")} new)${spam === 0 ? "" : ` and ${counted(spam, "spam link")}`}; not watched: ${internal} internal, ${ignored} ignored, ${invalid} invalid${interwiki}`;
}

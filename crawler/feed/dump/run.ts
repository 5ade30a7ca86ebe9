import { createHash } from "node:crypto";
import { z } from "zod";
import { beginBulk } from "../../../db/queries/bulk/begin-bulk.ts";
import { endBulk } from "../../../db/queries/bulk/end-bulk.ts";
import { readyBulk } from "../../../db/queries/bulk/ready-bulk.ts";
import { findWiki } from "../../../db/queries/config/find-wiki.ts";
import { listCriteria } from "../../../db/queries/config/list-criteria.ts";
import type { Criterion, Wiki as WikiRow } from "../../../db/types.ts";
import { asDay, type Day, instantOfDay, isDay } from "../../../shared/calendar/day.ts";
import type { OwnHosts } from "../../../shared/interwiki/farm.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { startHeartbeat } from "../../runtime/heartbeat.ts";
import type { HttpClient } from "../../runtime/http.ts";
import { outlast, waiting } from "../../runtime/outage.ts";
import { createProgress } from "../../runtime/progress.ts";
import { type Hold, holdWiki } from "../lease.ts";
import { ownHosts } from "../own-hosts.ts";
import { LIST_PERIOD_DAYS } from "../period.ts";
import { enterDump } from "./enter.ts";
import { type DumpFile, dumpFiles } from "./files.ts";
import { type DumpCounts, type DumpRead, readDumps } from "./read.ts";
import { dumpSelection } from "./selection.ts";
import { readSaved, siteOf } from "./site.ts";

const MS_PER_DAY = 86_400_000;
/** Pages and uses per transaction: about a second, for which other feeders wait with URLs that are new. */
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

export interface DumpFeed extends DumpCounts {
  readonly wiki: string;
  /** As of which the dump tells the wiki. */
  readonly day: Day;
  /** URLs that were not known before. */
  readonly added: number;
}

/** What stands in the staging tables, as noted when they were filled. */
const noted = z.object({
  counts: z.object({
    pages: z.number(),
    watched: z.number(),
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
 * The first run and the second in one, from dumps of the wiki's tables (F2, F3): fills the watchlist as feeding the same
 * pages over the API would. Interrupted at any point, the same call goes on. Throws a WorkError for what the operator can mend.
 */
export async function feedFromDump(outer: RoleContext, options: DumpOptions): Promise<DumpFeed> {
  const ctx = waiting(outer, true);
  const row = await findWiki(ctx.db, options.wiki);
  if (row === null)
    throw new WorkError(
      `${options.wiki} is not configured; add it with: weboid wiki add ${options.wiki} --api URL`,
    );
  const life = startHeartbeat(ctx, "feed", () => ({ dump: row.name }));
  try {
    const hold = await holdWiki(ctx, row.id, life.name);
    if (hold.kind === "held")
      throw new WorkError(
        `${row.name} is being fed by ${hold.holder}: wait for it or stop it, and try again (after ${hold.seconds} s if it was killed)`,
      );
    try {
      const held = { ...ctx, signal: hold.signal };
      return await outlast(held, () => feed(held, row, hold, options));
    } finally {
      await hold.release();
    }
  } finally {
    await life.stop();
  }
}

async function feed(ctx: RoleContext, row: WikiRow, hold: Hold, options: DumpOptions): Promise<DumpFeed> {
  const progress = createProgress(ctx.log);
  const tell = teller(row.name, (text) => progress.update(text));
  try {
    const { dump, after } = await staged(ctx, row, options, tell);
    const added = await enterDump(ctx, { row, ...dump, after, tell, batch: options.batch ?? BATCH });
    const fed = { wiki: row.name, day: dump.day, ...dump.counts, added };
    await endBulk(ctx.db, hold.lease, {
      feed: { ...row.feed, listing: undefined },
      // As after a first run on that day: when a dump is older than a run's period the next one is due at once.
      fullDue: { ms: instantOfDay(dump.day) + LIST_PERIOD_DAYS * MS_PER_DAY, seenMs: row.fullDueMs },
    });
    progress.done(describe(fed));
    return fed;
  } catch (error) {
    progress.done();
    throw error;
  }
}

/** The dump in the staging tables, read now or by a run that was interrupted. */
async function staged(
  ctx: RoleContext,
  row: WikiRow,
  { from, siteinfo, http }: DumpOptions,
  tell: Tell,
): Promise<{ readonly dump: DumpRead; readonly after: number }> {
  const criteria = await listCriteria(ctx.db, row.id);
  const files = await dumpFiles(from);
  const saved = siteinfo === null ? null : await readSaved(siteinfo);
  const own = await ownHosts(ctx.db, row);
  const fingerprint = fingerprintOf(own, criteria, files, saved?.text ?? "", ctx.config.allowPrivate);
  const before = await beginBulk(ctx.db, row.id, fingerprint);
  if (before !== null) {
    ctx.log.info(`${row.name}: the dumps were read before; going on with entering them`);
    return { dump: noted.parse(before.info), after: before.after };
  }
  const selection = dumpSelection(row.name, criteria);
  const asked = selection.needsNames || files.some(({ table }) => table === "iwlinks" || table === null);
  const site =
    asked || saved !== null ? await siteOf(ctx, row, saved, http) : { namespaces: null, interwikis: null };
  const read = await readDumps(ctx, { row, own, files, selection, ...site, tell });
  const today = ctx.clock.today();
  const dump = { ...read, day: asDay(Math.min(read.day, today)) };
  const info = { counts: { ...dump.counts }, bounds: dump.bounds, day: dump.day };
  await readyBulk(ctx.db, row.id, fingerprint, info);
  return { dump, after: 0 };
}

type Tell = (text: string, share: number) => void;

/** Lines with the share that is done and the time that is left, for the piece of work that its first line began. */
function teller(wiki: string, say: (text: string) => void): (text: string, share: number) => void {
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
  saved: string,
  allowPrivate: boolean,
): string {
  const parts = [
    ...files.map(({ path, bytes, changedMs }) => [path, bytes, changedMs]),
    ...criteria.map(({ effect, kind, value, depth = 0 }) => [effect, kind, value, depth]),
    [own, saved, allowPrivate],
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

function describe(fed: DumpFeed): string {
  const { wiki, pages, watched, added, internal, ignored, invalid, sisters, unknownPrefixes } = fed;
  const interwiki =
    sisters + unknownPrefixes === 0
      ? ""
      : `, ${sisters} to sister wikis, ${unknownPrefixes} by unknown prefixes`;
  return `${wiki}: ${pages} pages with ${watched} links (${added} URLs new); not watched: ${internal} internal, ${ignored} ignored, ${invalid} invalid${interwiki}`;
}

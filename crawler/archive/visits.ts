import { visitOriginals } from "../../db/archives/links.ts";
import { noteFailure, type ServiceLease } from "../../db/archives/services.ts";
import {
  type DueOptions,
  deferVisit,
  dropVisit,
  dueVisits,
  enlistVisits,
  postponeVisit,
  recordVisit,
  type Visit,
} from "../../db/archives/visits.ts";
import { addDays } from "../../shared/calendar/day.ts";
import { archiveOf } from "../../shared/url/archives.ts";
import { classify } from "../../shared/url/classify.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { counted } from "../runtime/words.ts";
import type { Found, OpenArchive } from "./lookup.ts";
import type { Saver } from "./saving/saver.ts";

const VISITS_AT_ONCE = 50;
/** URLs that are put on the list at once where nothing is due. */
const ENLISTED_AT_ONCE = 1_000;
/** Failures in a row after which another URL probes the archive: it may be down for the one only. */
const PROBES_MAX = 2;

/** What visits of one archive came to. */
export interface Tally {
  /** A version was chosen; archived, but none fits; not archived. */
  chosen: number;
  empty: number;
  missing: number;
  /** It could not be asked, or its answer could not be used. */
  failed: number;
}

/** Visits of one archive. */
export interface Work {
  readonly ctx: RoleContext;
  readonly archive: OpenArchive;
  readonly worker: string;
  readonly tally: Tally;
  /** Whether an archive may be asked about a URL. */
  readonly isAsked: (type: string, url: NormalisedUrl) => boolean;
  readonly saver: Saver | null;
}

/** False: nothing is due, or the archive is to be left alone. */
export async function visitSome(work: Work, lease: ServiceLease, signal: AbortSignal): Promise<boolean> {
  const { ctx, archive, tally } = work;
  const { db, clock, config } = ctx;
  const today = clock.today();
  await work.saver?.look();
  const due = (options: Partial<DueOptions>) =>
    retryWhileDatabaseDown(ctx, () =>
      dueVisits(db, archive.type, today, { count: VISITS_AT_ONCE, ...options }),
    );
  let visits = await due({});
  const isIdle = visits.length === 0;
  if (isIdle) {
    if ((await retryWhileDatabaseDown(ctx, () => enlistVisits(db, lease, today, ENLISTED_AT_ONCE))) > 0)
      return true;
    visits = await due({ isIdle });
    if (visits.length === 0) return false;
  }
  const before = { ...tally };
  try {
    for (const visit of visits) {
      if (signal.aborted) return false;
      if (!isFitToAsk(visit.url, work)) {
        await retryWhileDatabaseDown(ctx, async () => {
          await visitOriginals(db, visit.url, config.archives, today);
          await dropVisit(db, archive.type, visit.id);
        });
      } else {
        const visited = await ask(work, visit, () => due({ isIdle, youngestFirst: true, count: 1 }));
        for (const one of visited) if (signal.aborted || !(await conclude(work, lease, one))) return false;
        // The other one may be among those that wait here.
        if (visited.length > 1) return true;
      }
    }
    return true;
  } finally {
    logTally(ctx, archive.type, before, tally);
  }
}

/** Archives do not archive each other (A4), and nobody is to learn of a private network. */
const isFitToAsk = (url: NormalisedUrl, { archive: { type, isOwn }, isAsked, ctx }: Work): boolean =>
  archiveOf(splitUrl(url), ctx.config.archives) === null &&
  (isOwn || classify(url).kind === "resource") &&
  isAsked(type, url);

interface Visited {
  readonly visit: Visit;
  readonly found: Found;
}

/** It did not answer, and did not ask to be left alone. */
const isSilent = (found: Found): found is Extract<Found, { kind: "failed" }> =>
  found.kind === "failed" && found.isDown && found.restSeconds === null;

/**
 * Asks an archive about a URL. Where it does not answer it is asked about another one, that of the visit that would come last, far from
 * neighbours of the first: if it answers there, and once more not about the first, it is not away, but has no answer about that one.
 */
async function ask(work: Work, visit: Visit, youngest: () => Promise<Visit[]>): Promise<Visited[]> {
  const { ctx, archive } = work;
  const findOf = ({ id, url, history, mime }: Visit) => {
    const asked = { url, history, today: ctx.clock.today(), isDocument: mime !== null };
    return retryWhileDatabaseDown(ctx, () => archive.find(asked, id));
  };
  const first = { visit, found: await findOf(visit) };
  if (!isSilent(first.found) || archive.isPartlyKnown) return [first];
  const [other] = await youngest();
  if (other === undefined || other.id === visit.id || !isFitToAsk(other.url, work)) return [first];
  const second = { visit: other, found: await findOf(other) };
  if (isSilent(second.found)) return [first];
  const found = await findOf(visit);
  return [second, { visit, found: isSilent(found) ? { ...found, isDown: false } : found }];
}

/** False: the lease is lost, or the archive is to be left alone. */
async function conclude(
  { ctx, tally, saver }: Work,
  lease: ServiceLease,
  { visit, found }: Visited,
): Promise<boolean> {
  count(tally, found);
  if (!(await retryWhileDatabaseDown(ctx, () => record(ctx, lease, visit, found)))) return false;
  if (found.kind === "not-archived") await saver?.offer(visit);
  return true;
}

/** False: the lease is lost, or the archive is to be left alone. */
async function record(
  { db, clock, log }: RoleContext,
  lease: ServiceLease,
  { id, url, history }: Visit,
  found: Found,
): Promise<boolean> {
  const today = clock.today();
  if (found.kind !== "failed") {
    const address = found.kind === "version" ? found.address : found.kind === "none-fits" ? "" : null;
    const listed = found.kind === "not-archived" ? null : found;
    return recordVisit(
      db,
      lease,
      id,
      {
        address,
        changing: listed?.isChanging ?? false,
        isThere: (named) => listed?.hasNamed(named) ?? false,
        history,
      },
      today,
    );
  }
  const { why, isDown, restSeconds } = found;
  if (!isDown && restSeconds === null) {
    const days = await deferVisit(db, lease.type, id, today);
    log.warn(`${lease.type}: ${url}: ${why}; asked again in ${days} days`, "visit-postponed");
    return true;
  }
  log.warn(`${lease.type}: ${why}; left alone for a while, its visits wait`, "archive-failed");
  if ((await noteFailure(db, lease, why, restSeconds)) > PROBES_MAX)
    await postponeVisit(db, lease.type, id, addDays(today, 1));
  return false;
}

function count(tally: Tally, found: Found): void {
  if (found.kind === "version") tally.chosen += 1;
  else if (found.kind === "none-fits") tally.empty += 1;
  else if (found.kind === "not-archived") tally.missing += 1;
  else tally.failed += 1;
}

function logTally({ log }: RoleContext, type: string, before: Tally, now: Tally): void {
  const [chosen, empty, missing] = [
    now.chosen - before.chosen,
    now.empty - before.empty,
    now.missing - before.missing,
  ];
  if (chosen + empty + missing === 0) return;
  log.info(
    `${type}: ${counted(chosen, "version")} chosen, ${empty} archived without one that fits, ${missing} not archived`,
  );
}

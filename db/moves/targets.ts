import { and, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database } from "../connect.ts";
import { inBatches } from "../in-batches.ts";
import { move, url } from "../schema/index.ts";
import { fromNow, isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import {
  type Candidate,
  type CandidateResult,
  Candidates,
  CHECKED_AGAIN_DAYS,
  RETRY_MINUTES,
  TRIES_MAX,
} from "../work/candidates.ts";

/** New addresses that the crawler checks by themselves, as the URLs do not lead there. */
export const movedTargets = new Candidates(move, move.target);

const DAY_SECONDS = 86_400;

/**
 * What a check of a new address says: one that works is shown, one that does not is shown no longer, and is asked for again: it stays known,
 * so that a rule does not name it again. One that another check replaced meanwhile is passed over.
 */
export function settleMove(
  db: Database,
  candidate: Candidate,
  result: CandidateResult,
  day: Day,
): Promise<void> {
  return db.transaction(async ({ orm }) => {
    const isCandidate = and(eq(move.urlId, candidate.of), eq(move.target, candidate.url));
    // The URL first, as all do who write what belongs to it.
    await orm.select({ id: url.id }).from(url).where(eq(url.id, candidate.of)).for("update");
    const [row] = await orm.select().from(move).where(isCandidate).for("update");
    if (row === undefined || row.due === null) return;
    const tries = result === "fails" ? Math.min(row.tries + 1, TRIES_MAX) : row.tries;
    const hopeless = result === "refused" || (result === "fails" && tries === TRIES_MAX);
    const checked = result === "works" ? day : hopeless ? -1 : row.checked;
    const seconds = result === "works" || hopeless ? CHECKED_AGAIN_DAYS * DAY_SECONDS : RETRY_MINUTES * 60;
    await orm
      .update(move)
      .set({ checked, tries: result === "works" ? 0 : tries, due: fromNow(seconds) })
      .where(isCandidate);
    if (checked >= 0 === row.checked >= 0) return;
    const movedTo = checked >= 0 ? candidate.url : null;
    await publishUrlChanges(orm, [candidate.of], day, { news: ["moved"], movedTo });
  });
}

/** Read by one statement. */
const AT_ONCE = 1_000;

/** Has new addresses that pass a test, such as that of a changed spam list, checked again at once (H5). */
export async function checkMovesAgain(
  { orm }: Database,
  test: (urls: readonly NormalisedUrl[]) => Promise<readonly boolean[]>,
): Promise<void> {
  const { urlId, target, checked, due } = move;
  for (let last = 0 as UrlId; ; ) {
    const rows = await orm
      .select({ urlId, target })
      .from(move)
      .where(and(gt(urlId, last), sql`${checked} >= 0`, isNotNull(due)))
      .orderBy(urlId)
      .limit(AT_ONCE);
    const hits = await test(rows.map((row) => row.target));
    for (const [at, row] of rows.entries())
      if (hits[at] === true)
        await orm
          .update(move)
          .set({ due: fromNow(0) })
          .where(and(eq(urlId, row.urlId), isNotNull(due)));
    const end = rows.at(-1);
    if (end === undefined || rows.length < AT_ONCE) return;
    last = end.urlId;
  }
}

/** M11: moves that nothing was seen of since `before`, neither the redirect nor the new address. Published where readers were shown them. */
export function expireMoves(db: Database, before: Day, today: Day, signal?: AbortSignal): Promise<number> {
  const { urlId, last, checked } = move;
  const isOld = lt(sql`greatest(${last}, ${checked})`, before);
  return inBatches(
    db,
    async ({ orm }, limit) => {
      const old = await orm.select({ urlId }).from(move).where(isOld).orderBy(urlId).limit(limit);
      const ids = old.map((row) => row.urlId);
      // The URLs first, in the order of their ids.
      await orm.select({ id: url.id }).from(url).where(isAnyOf(url.id, ids)).orderBy(url.id).for("update");
      const gone = await orm
        .delete(move)
        .where(and(isAnyOf(urlId, ids), isOld))
        .returning({ urlId, checked });
      const shown = gone.filter((row) => row.checked >= 0).map((row) => row.urlId);
      await publishUrlChanges(orm, shown, today, { news: ["moved"], movedTo: null });
      return gone.length;
    },
    signal,
  );
}

import { and, asc, eq, gt, sql } from "drizzle-orm";
import { addDays, type Day, daysBetween, isDay } from "../../shared/calendar/day.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { noteArchives } from "../archives/services.ts";
import { QUARTER_DAYS } from "../archives/visits.ts";
import type { Database, Orm } from "../connect.ts";
import type { DayOrNever } from "../schema/columns.ts";
import { archive, archiveVisit, replacement, url } from "../schema/index.ts";
import { excluded, fromNow, isAnyOf } from "../statement.ts";
import { storable } from "../text.ts";
import type { UrlId } from "../types.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import {
  type Candidate,
  type CandidateResult,
  Candidates,
  RETRY_MINUTES,
  TRIES_MAX,
} from "../work/candidates.ts";
import { nextLook, SEEN_APART_DAYS } from "./looks.ts";
import { isShown } from "./replacements.ts";

export const proposals = new Candidates(replacement, replacement.url);

/** What a check is settled by. */
export interface Settling {
  /** Type of the archive in which it is; null: in none. */
  readonly archive: string | null;
  /** Where it led in the end. */
  readonly target: NormalisedUrl;
  readonly day: Day;
}

/**
 * H4: a replacement that works twice, days apart, is shown; in an archive, it goes to the archive list; one that does not work is dropped,
 * also later. One that was removed or replaced meanwhile is passed over.
 */
export function settleProposal(
  db: Database,
  proposal: Candidate,
  seenNow: CandidateResult,
  { archive, target, day }: Settling,
): Promise<void> {
  return db.transaction(async ({ orm }) => {
    const { of, url: address } = proposal;
    // The URL first, as all do who write what belongs to it.
    await orm.select({ id: url.id }).from(url).where(eq(url.id, of)).for("update");
    const [row] = await orm
      .select({
        shown: isShown,
        seen: replacement.seen,
        target: replacement.target,
        tries: replacement.tries,
        proposer: replacement.proposer,
        proposed: replacement.proposed,
      })
      .from(replacement)
      .where(and(isOf(proposal), eq(replacement.url, address)))
      .for("update");
    if (row === undefined) return;
    const result = seenNow === "works" && isElsewhere(row, target) ? "fails" : seenNow;
    const hopeless = result === "refused" || (result === "fails" && row.tries + 1 >= TRIES_MAX);
    if (result === "works" && !isProved(row, day)) await seenOnce(orm, proposal, row, { target, day });
    else if (result === "works" && archive !== null) await archived(orm, proposal, row, { archive, day });
    else if (result === "works") await kept(orm, proposal, row, { target, day });
    else if (hopeless) await dropped(orm, proposal, row, day);
    else {
      const failed = result === "fails" ? { tries: row.tries + 1, seen: -1 as const } : {};
      await orm
        .update(replacement)
        .set({ ...failed, due: fromNow(RETRY_MINUTES * 60) })
        .where(isOf(proposal));
    }
  });
}

const isOf = ({ of }: Candidate) => eq(replacement.urlId, of);

interface Row {
  readonly shown: boolean;
  /** When it first worked; -1: it did not yet, or failed since. */
  readonly seen: DayOrNever;
  /** Where it led when it worked; "": it did not yet. */
  readonly target: NormalisedUrl | "";
  readonly tries: number;
  readonly proposer: string | null;
  readonly proposed: Day;
}

/** Whether one more good check is enough to show it. */
const isProved = ({ shown, seen }: Row, day: Day): boolean =>
  shown || (isDay(seen) && daysBetween(seen, day) >= SEEN_APART_DAYS);

/** It leads to the site of somebody else than when it first worked: no reader may be sent there (H5). */
const isElsewhere = ({ target: before }: Row, target: NormalisedUrl): boolean =>
  before !== "" && siteOf(before) !== siteOf(target);
const siteOf = (address: NormalisedUrl) => registrableDomain(splitUrl(address).host);

async function seenOnce(
  orm: Orm,
  proposal: Candidate,
  { seen }: Row,
  { target, day }: Pick<Settling, "target" | "day">,
): Promise<void> {
  const first = isDay(seen) ? seen : day;
  await orm
    .update(replacement)
    .set({ seen: first, tries: 0, target: storable(target) as NormalisedUrl, due: nextLook("second") })
    .where(isOf(proposal));
}

async function kept(
  orm: Orm,
  proposal: Candidate,
  { shown }: Row,
  { target, day }: Pick<Settling, "target" | "day">,
): Promise<void> {
  await orm
    .update(replacement)
    .set({ checked: day, tries: 0, target: storable(target) as NormalisedUrl, due: nextLook("again") })
    .where(isOf(proposal));
  if (!shown)
    await publishUrlChanges(orm, [proposal.of], day, { news: ["replacement"], replacement: proposal.url });
}

async function dropped(
  orm: Orm,
  proposal: Candidate,
  { shown }: Pick<Row, "shown">,
  day: Day,
): Promise<void> {
  await orm.delete(replacement).where(isOf(proposal));
  if (shown) await publishUrlChanges(orm, [proposal.of], day, { news: ["replacement"], replacement: null });
}

/** A1: one version stands for the URL; one that is known already stays, and so does what was blocked by hand (A2). */
async function archived(
  orm: Orm,
  proposal: Candidate,
  row: Row,
  { archive: type, day }: { readonly archive: string; readonly day: Day },
): Promise<void> {
  const { of: urlId, url: address } = proposal;
  // It may be shown: operators made it an archive since.
  await dropped(orm, proposal, row, day);
  const named = { address, found: day, proposer: row.proposer, proposed: row.proposed };
  const { count } = await orm
    .insert(archive)
    .values({ urlId, type, visited: day, ...named })
    .onConflictDoUpdate({
      target: [archive.urlId, archive.type],
      set: named,
      // People found one where Weboid chose none.
      setWhere: sql`${archive.address} = '' and not ${archive.blocked}`,
    });
  if (count === 0) return;
  // Also of an archive that is not asked: what it depublishes disappears (A3).
  await noteArchives(orm, [type]);
  await orm
    .insert(archiveVisit)
    .values({ urlId, type, due: addDays(day, QUARTER_DAYS) })
    .onConflictDoUpdate({
      target: [archiveVisit.urlId, archiveVisit.type],
      set: { due: excluded(archiveVisit.due) },
      setWhere: sql`${archiveVisit.due} > ${excluded(archiveVisit.due)}`,
    });
  await publishUrlChanges(orm, [urlId], day, { news: ["archive"], archive: { type, url: address } });
}

/** A replacement that spam lists are to be asked of. */
export interface Unjudged extends Candidate {
  /** Where it led when it was last checked; "": it was not, or is no redirect. */
  readonly target: NormalisedUrl | "";
}

/**
 * Asks of some replacements whether they may stand (H5), without contacting them, and drops those that may not. Their rows are held
 * meanwhile, so that with another list in force they are asked once more. Answers how many were asked.
 */
export function judgeProposals(
  db: Database,
  limit: number,
  isRefused: (db: Database, proposal: Unjudged) => Promise<boolean>,
  day: Day,
): Promise<number> {
  return db.transaction(async (tx) => {
    const { orm } = tx;
    const rows = await orm
      .select({ ...judgedColumns, shown: isShown })
      .from(replacement)
      .where(eq(replacement.judge, true))
      .orderBy(replacement.urlId)
      .limit(limit)
      .for("update", { skipLocked: true });
    for (const { shown, ...proposal } of rows) {
      if (await isRefused(tx, proposal)) await dropped(orm, proposal, { shown }, day);
      else await orm.update(replacement).set({ judge: false }).where(isOf(proposal));
    }
    return rows.length;
  });
}

const judgedColumns = { of: replacement.urlId, url: replacement.url, target: replacement.target };

/** Read by one statement. */
const AT_ONCE = 1_000;

/**
 * Has spam lists asked once more of replacements that themselves, or by where they led, pass a test (H5). In short transactions, each
 * in the order of ids: done again after a crash it does no harm.
 */
export async function judgeAgain(
  db: Database,
  test: (urls: readonly NormalisedUrl[]) => Promise<readonly boolean[]>,
): Promise<void> {
  let last = 0 as UrlId;
  for (;;) {
    const rows = await db.orm
      .select(judgedColumns)
      .from(replacement)
      .where(gt(replacement.urlId, last))
      .orderBy(asc(replacement.urlId))
      .limit(AT_ONCE);
    const urls = rows.flatMap(({ of, url, target }) =>
      [url, target].flatMap((one) => (one === "" ? [] : { of, one })),
    );
    const hits = await test(urls.map(({ one }) => one));
    const ids = [...new Set(urls.flatMap(({ of }, at) => (hits[at] === true ? of : [])))];
    // One that is being judged is waited for: that was by the lists of before.
    if (ids.length > 0) {
      const locked = db.orm
        .$with("locked")
        .as(
          db.orm
            .select({ id: replacement.urlId })
            .from(replacement)
            .where(isAnyOf(replacement.urlId, ids))
            .orderBy(replacement.urlId)
            .for("no key update"),
        );
      await db.orm
        .with(locked)
        .update(replacement)
        .set({ judge: true })
        .from(locked)
        .where(eq(replacement.urlId, locked.id));
    }
    const end = rows.at(-1);
    if (end === undefined || rows.length < AT_ONCE) return;
    last = end.of;
  }
}

import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { type Day, daysBetween } from "../../shared/calendar/day.ts";
import type { Note } from "../../shared/status/note.ts";
import { insertRows } from "../batch.ts";
import { shownUrl } from "../changes/published.ts";
import type { UrlChange, UrlNews } from "../changes/types.ts";
import { softenReported, type UrlChangeRow, writeUrlChanges } from "../changes/write.ts";
import type { Database, Orm } from "../connect.ts";
import { REPORTED, softeningsOf } from "../hosts/softened.ts";
import { host, url, verdictChangeDue } from "../schema/index.ts";
import { excluded, isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
import { decodeExtras, decodeHistory, decodeUrl, type UrlColumns, urlColumns } from "./row.ts";

const BATCH = 1_000;

/** A plan, which names its position in their order. */
interface Planned {
  readonly due: number;
  readonly id: UrlId;
}

/** Those of the URLs whose verdict change was published since their last check. */
export async function publishedVerdictChanges(orm: Orm, ids: readonly UrlId[]): Promise<ReadonlySet<UrlId>> {
  if (ids.length === 0) return new Set();
  const rows = await orm
    .select({ id: verdictChangeDue.urlId })
    .from(verdictChangeDue)
    .where(and(isAnyOf(verdictChangeDue.urlId, ids), verdictChangeDue.published));
  return new Set(rows.map(({ id }) => id));
}

/** Notes the days on which verdicts change by themselves (Q9); null: an earlier plan is dropped. URLs in the order of their ids. */
export async function planVerdictChanges(
  orm: Orm,
  plans: readonly { readonly id: UrlId; readonly due: Day | null }[],
): Promise<void> {
  const { urlId, due, published } = verdictChangeDue;
  const dropped = plans.filter((plan) => plan.due === null).map(({ id }) => id);
  if (dropped.length > 0) {
    const locked = orm
      .select({ urlId })
      .from(verdictChangeDue)
      .where(isAnyOf(urlId, dropped))
      .orderBy(urlId)
      .for("update");
    await orm.delete(verdictChangeDue).where(inArray(urlId, locked));
  }
  const planned = plans.flatMap((plan) =>
    plan.due === null ? [] : [{ urlId: plan.id, due: plan.due, published: false }],
  );
  if (planned.length > 0)
    await insertRows(orm, verdictChangeDue, ["urlId", "due", "published"], planned).onConflictDoUpdate({
      target: urlId,
      set: { due: excluded(due), published: excluded(published) },
      setWhere: sql`${due} <> ${excluded(due)} or ${published}`,
    });
}

/**
 * Publishes the verdicts that changed until today by the mere passing of days (Q9), each once. What a crawler is
 * storing just now is left to it. Ends between two batches after the signal. Answers how many were published.
 */
export async function publishVerdictChanges(db: Database, today: Day, signal?: AbortSignal): Promise<number> {
  let published = 0;
  let last: Planned = { due: -1, id: 0 as UrlId };
  for (;;) {
    const { plans, changes } = await publishBatch(db, today, last);
    published += changes;
    const end = plans.at(-1);
    if (plans.length < BATCH || end === undefined || signal?.aborted) return published;
    last = end;
  }
}

const judgedColumns = { id: url.id, ...urlColumns, history: url.history, extras: url.extras };
type JudgedRow = UrlColumns & { readonly id: UrlId; readonly history: Uint8Array; readonly extras: string };

function publishBatch(
  db: Database,
  today: Day,
  after: Planned,
): Promise<{ plans: readonly Planned[]; changes: number }> {
  const { urlId, due, published } = verdictChangeDue;
  const isOpen = and(lte(due, today), eq(published, false));
  return db.transaction(async ({ orm }) => {
    const plans = await orm
      .select({ due, id: urlId })
      .from(verdictChangeDue)
      .where(and(isOpen, sql`(${due}, ${urlId}) > (${after.due}::int, ${after.id}::bigint)`))
      .orderBy(due, urlId)
      .limit(BATCH);
    const ids = plans.map(({ id }) => id);
    // The order of locks is that of a crawler: first the URL, then what is planned for it.
    const rows = await orm
      .select(judgedColumns)
      .from(url)
      .innerJoin(host, eq(host.id, url.hostId))
      .where(isAnyOf(url.id, ids))
      .orderBy(url.id)
      .for("no key update", { of: url, skipLocked: true });
    const locked = rows.map(({ id }) => id);
    const marked = await orm
      .update(verdictChangeDue)
      .set({ published: true })
      .where(and(isAnyOf(urlId, locked), isOpen))
      .returning({ id: urlId });
    const taken = new Set(marked.map(({ id }) => id));
    const changes = rows.filter(({ id }) => taken.has(id)).flatMap((row) => changeOf(row, today) ?? []);
    await writeUrlChanges(orm, await softenReported(orm, changes));
    return { plans, changes: changes.length };
  });
}

/** null: the verdict is the same after all. */
function changeOf(row: JudgedRow, today: Day): UrlChangeRow | null {
  const history = decodeHistory(row.history);
  const { notes } = decodeExtras(row.extras);
  const [newest] = history;
  if (newest === undefined || daysBetween(newest.last, today) <= 0) return null;
  const before = shownUrl(history, notes, newest.last);
  const after = shownUrl(history, notes, today);
  if (before.verdict === after.verdict) return null;
  return { id: row.id, day: today, change: { url: decodeUrl(row), news: ["verdict"], before, after } };
}

const URLS_AT_ONCE = 1_000;

/** A note by which verdicts are softened (H3) was just made, or is gone; absent: all are as they were. */
export type Softening = "came" | "gone";

/**
 * Writes a change row for each of these URLs, in the caller's transaction, when something about them is new that is no
 * check: their verdict stays as it is, unless a note softens it. URLs that are not known (any more) are
 * passed over.
 */
export async function publishUrlChanges(
  orm: Orm,
  ids: readonly UrlId[],
  day: Day,
  what: Omit<UrlChange, "url" | "before" | "after">,
  softening?: Softening,
): Promise<void> {
  const sorted = [...new Set(ids)].sort((one, other) => one - other);
  for (let at = 0; at < sorted.length; at += URLS_AT_ONCE) {
    const some = orm
      .select(judgedColumns)
      .from(url)
      .innerJoin(host, eq(host.id, url.hostId))
      .where(isAnyOf(url.id, sorted.slice(at, at + URLS_AT_ONCE)))
      .orderBy(url.id);
    // A verdict that is softened is a step on from the last one: nobody may store another meanwhile.
    const rows = await (softening === undefined ? some : some.for("no key update", { of: url }));
    const softenings = await softeningsOf(orm, rows);
    const changes = rows.map((row): UrlChangeRow => {
      const [history, { notes }] = [decodeHistory(row.history), decodeExtras(row.extras)];
      // One that is gone was there; one that came may stand beside others.
      const now = softenings(row);
      const earlier = now + (softening === "gone" ? 1 : softening === "came" ? -1 : 0);
      const standing = (count: number): readonly Note[] =>
        count > 0 ? [...notes, { key: REPORTED }] : notes;
      const before = shownUrl(history, standing(earlier), day);
      const after = shownUrl(history, standing(now), day);
      const verdict: readonly UrlNews[] = before.verdict === after.verdict ? [] : ["verdict"];
      const change = { ...what, news: [...verdict, ...what.news], url: decodeUrl(row), before, after };
      return { id: row.id, day, change };
    });
    await writeUrlChanges(orm, changes);
  }
}

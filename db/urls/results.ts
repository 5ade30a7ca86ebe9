import { and, between, eq, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { isPlainlyWorking, lacksContent } from "../../shared/history/evidence.ts";
import type { History } from "../../shared/history/types.ts";
import type { Note } from "../../shared/status/note.ts";
import { UNTRIED } from "../../shared/status/table.ts";
import { endIdleVisits, visitFailing } from "../archives/visits.ts";
import { batch } from "../batch.ts";
import type { UrlChange } from "../changes/types.ts";
import { softenReported, type UrlChangeRow, writeFirstResults, writeUrlChanges } from "../changes/write.ts";
import type { Database, Orm } from "../connect.ts";
import { type HostUpdate, recordHosts } from "../hosts/record.ts";
import { type MoveNews, recordMoves } from "../moves/record.ts";
import { url } from "../schema/index.ts";
import type { SliceLease, UrlId } from "../types.ts";
import { isAnyFirstPass } from "../wikis/first-pass.ts";
import { sliceLeases } from "../work/slices.ts";
import { dropRechecks, planRechecks } from "./rechecks.ts";
import { encodeDay, encodeExtras, encodeHistory, HISTORY_BYTES_MAX, sliceOf } from "./row.ts";
import { planVerdictChanges, publishedVerdictChanges, publishUrlChanges } from "./verdict-changes.ts";

/** What a check made of one URL: the state to store, whole. */
export interface CheckResult {
  readonly id: UrlId;
  /** `queried` as it was read; when the row has another by now, somebody else stored a result and this one is dropped. */
  readonly seen: Day | null;
  readonly day: Day;
  readonly history: History;
  readonly notes: readonly Note[];
  readonly mime: string | null;
  readonly kib: number | null;
  /** Another check on that day, before the slice is due; null: none, and an earlier plan is dropped. */
  readonly recheck: Day | null;
  /** H1: a regular answer; reports that it works although it seemed broken are deleted. */
  readonly clearsReports: boolean;
  /** What is new to a reader (design 5), with all that a client needs; null: nothing. */
  readonly change: UrlChange | null;
  /** Its verdict changed since the last check, as days went by: published in place of `change` where nobody published that yet. */
  readonly verdictChanged: { readonly change: UrlChange | null } | null;
  /** What it says of where the URL moved (C6); absent: nothing. */
  readonly moved?: MoveNews;
  /** The day on which its verdict changes by itself, to be published then; null: an earlier plan is dropped. */
  readonly nextVerdictChange: Day | null;
}

export interface Recorded {
  /** Results that are neither here nor below were dropped, as their row was written or deleted since it was read. */
  readonly stored: number;
  /** Slices whose lease is another worker's by now: nothing of them was written, stop working on them. */
  readonly stale: readonly number[];
  /** Results dropped because a newer version wrote the history: it stays, and the URL counts as done in this pass. */
  readonly unread: readonly UrlId[];
}

/** Which rows took their result; `unread`: dated only, as a newer version wrote the history. */
async function store(orm: Orm, results: readonly CheckResult[]) {
  const { id, queried, history, extras } = url;
  const given = batch(
    "given",
    { id, seen: queried, day: queried, history, extras },
    results.map((result) => ({
      id: result.id,
      seen: encodeDay(result.seen),
      day: result.day,
      history: encodeHistory(result.history),
      extras: encodeExtras(result),
    })),
  );
  const isUnread = sql<boolean>`octet_length(${history}) > ${HISTORY_BYTES_MAX}`;
  const [first, last] = [results[0], results.at(-1)];
  if (first === undefined || last === undefined) return [];
  return orm
    .update(url)
    .set({
      queried: given.day,
      history: sql`case when ${isUnread} then ${history} else ${given.history} end`,
      extras: sql`case when ${isUnread} then ${extras} else ${given.extras} end`,
    })
    .from(given.rows)
    .where(and(eq(id, given.id), eq(queried, given.seen), between(id, first.id, last.id)))
    .returning({ id, unread: isUnread });
}

/** Once the URLs are locked: so do all that publish verdict changes, or learn something of the host (H3). */
async function publish(orm: Orm, stored: readonly CheckResult[]): Promise<void> {
  const changed = stored.filter(({ verdictChanged }) => verdictChanged !== null).map(({ id }) => id);
  const published = await publishedVerdictChanges(orm, changed);
  const rows = stored.flatMap(({ id, day, change: own, verdictChanged }): UrlChangeRow[] => {
    const change = verdictChanged === null || published.has(id) ? own : verdictChanged.change;
    return change === null ? [] : [{ id, day, change }];
  });
  const first = rows.filter(isFirstResult);
  const quiet = new Set(first.length > 0 && (await isAnyFirstPass(orm)) ? first : []);
  for (const [day, those] of Map.groupBy(quiet, (row) => row.day))
    await writeFirstResults(
      orm,
      those.map(({ id }) => id),
      day,
    );
  await writeUrlChanges(
    orm,
    await softenReported(
      orm,
      rows.filter((row) => !quiet.has(row)),
    ),
  );
}

/** Nobody who follows a wiki hears of it (db/events/coalesce.ts): it was never checked before, and readers need no warning. */
const isFirstResult = ({ change: { before, after } }: UrlChangeRow): boolean =>
  before.status === UNTRIED && after.verdict !== "doubtful" && after.verdict !== "unreachable";

/** That reports are gone is published, also where the answer is nothing new otherwise. */
async function clearReports(orm: Orm, stored: readonly CheckResult[]): Promise<void> {
  const regular = stored.filter(({ clearsReports }) => clearsReports);
  if (regular.length === 0) return;
  const ids = regular.map(({ id }) => id);
  const gone = await orm
    .select({ id: sql<UrlId>`url_id::float8`, against: sql<boolean>`against` })
    .from(sql`weboid_clear_reports(${sql.param(ids)}::bigint[])`);
  const cleared = new Set(gone.flatMap(({ id, against }) => (against ? [] : id)));
  for (const [day, results] of Map.groupBy(regular, (result) => result.day)) {
    const urls = results.map(({ id }) => id).filter((id) => cleared.has(id));
    await publishUrlChanges(orm, urls, day, { news: ["reports"], reports: "cleared" });
  }
}

async function followUp(orm: Orm, stored: readonly CheckResult[]): Promise<void> {
  await publish(orm, stored);
  await recordMoves(orm, stored);
  await planVerdictChanges(
    orm,
    stored.map(({ id, nextVerdictChange }) => ({ id, due: nextVerdictChange })),
  );
  const planned = stored.flatMap(({ id, recheck }) => (recheck === null ? [] : [{ id, due: recheck }]));
  const done = stored.filter(({ recheck }) => recheck === null).map(({ id }) => id);
  await dropRechecks({ orm }, done);
  await planRechecks(orm, planned);
  await clearReports(orm, stored);
  await visitFailing(orm, stored.filter(beginsToFail));
  await endIdleVisits(orm, stored.filter(beginsToNeedCopies));
}

/** Its newest run began with this check, and shows no content. */
const beginsToFail = ({ history: [newest], day }: CheckResult): boolean =>
  newest !== undefined && newest.first === day && lacksContent(newest);

/** Readers may be shown archives since this check, as for a refusal or a note, and it is no failure. */
const beginsToNeedCopies = (result: CheckResult): boolean =>
  !isPlainlyWorking(result.history, result.notes) &&
  !beginsToFail(result) &&
  (result.change !== null || result.history[0]?.first === result.day);

/**
 * Stores the results of a batch, host updates and change rows in one transaction (design 4), some 1,000 results at a
 * time. `leases`: those under which the URLs were read, results of other slices are refused; null for rechecks, which
 * are guarded by `seen` alone. Twice the same batch stores it once.
 */
export function recordResults(
  db: Database,
  leases: readonly SliceLease[] | null,
  results: readonly CheckResult[],
  hosts: readonly HostUpdate[] = [],
): Promise<Recorded> {
  return db.transaction(async (tx) => {
    const { orm } = tx;
    const held = leases === null ? null : await sliceLeases.lock(orm, leases);
    const slices = new Set(held?.map(({ slice }) => slice));
    const stale = (leases ?? []).map(({ slice }) => slice).filter((slice) => !slices.has(slice));
    if (held?.length === 0) return { stored: 0, stale, unread: [] };
    const wanted = results
      .filter(({ id }) => held === null || slices.has(sliceOf(id)))
      .sort((one, other) => one.id - other.id);
    const rows = await store(orm, wanted);
    const unread = rows.filter((row) => row.unread).map(({ id }) => id);
    const ids = new Set(rows.filter((row) => !row.unread).map(({ id }) => id));
    await followUp(
      orm,
      wanted.filter(({ id }) => ids.has(id)),
    );
    // A batch that is repeated, or comes too late, must not count a host's failures twice (C5).
    await recordHosts(tx, ids.size > 0 ? hosts : hosts.map(({ outage: _, ...rest }) => rest));
    return { stored: ids.size, stale, unread };
  });
}

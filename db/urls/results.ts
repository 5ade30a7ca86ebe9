import type { Day } from "../../shared/calendar/day.ts";
import type { History } from "../../shared/history/types.ts";
import type { Note } from "../../shared/status/note.ts";
import { softened } from "../changes/published.ts";
import type { UrlChange } from "../changes/types.ts";
import type { Database, Sql } from "../connect.ts";
import { type HostNews, recordHosts } from "../hosts/record.ts";
import { storableJson } from "../text.ts";
import type { SliceLease, UrlId } from "../types.ts";
import { encodeDay, encodeExtras, encodeHistory, HISTORY_BYTES_MAX, sliceOf } from "./row.ts";
import { tellUrls } from "./verdict-changes.ts";

/** What is to be told of a URL. */
export interface UrlToTell {
  readonly id: UrlId;
  readonly day: Day;
  readonly change: UrlChange;
}

/** Change rows about URLs (D1), in the caller's transaction and in the order of their ids. */
export async function writeUrlChanges(sql: Sql, news: readonly UrlToTell[]): Promise<void> {
  await sql`
    insert into change (day, kind, url_id, payload)
    select day, 'url', id, payload::jsonb from unnest(${news.map(({ id }) => id)}::bigint[],
      ${news.map(({ day }) => day)}::int[], ${news.map(({ change }) => storableJson(change))}::text[])
      as given (id, day, payload) order by id`;
}

/** What is to be told of URLs, as answers tell it: of hosts that are reported to work (H3) none is unreachable. The caller has locked them. */
export async function softenReported(sql: Sql, news: readonly UrlToTell[]): Promise<readonly UrlToTell[]> {
  const ids = news.filter(isConcerned).map(({ id }) => id);
  if (ids.length === 0) return news;
  const rows = await sql<Pick<UrlToTell, "id">[]>`
    select u.id from url u join host h on h.id = u.host_id
    join domain_note n on n.host = h.name and n.path = '' and n.kind = 'reported-working'
    where u.id = any(${ids}::bigint[])`;
  const reported = new Set(rows.map(({ id }) => id));
  return news.map((one) => (reported.has(one.id) ? { ...one, change: softened(one.change) } : one));
}

/** Of all others nothing has to be asked. */
export const isConcerned = ({ change: { before, after } }: Pick<UrlToTell, "change">): boolean =>
  before.verdict === "unreachable" || after.verdict === "unreachable";

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
  /** Another look on that day, before the slice is due; null: none, and an earlier plan is dropped. */
  readonly recheck: Day | null;
  /** H1: a regular answer; reports that it works although it seemed broken are deleted. */
  readonly clearsReports: boolean;
  /** What a reader would be told something new about (design 5), with all that a client needs; null: nothing. */
  readonly news: UrlChange | null;
  /** Its verdict turned since the last check, as days went by: told in place of `news` where nobody told that yet. */
  readonly turned: { readonly news: UrlChange | null } | null;
  /** The day on which its verdict turns by itself, to be told then; null: an earlier plan is dropped. */
  readonly turn: Day | null;
}

export interface Recorded {
  readonly stored: number;
  /** Slices whose lease is another worker's by now: nothing of them was written, stop working on them. */
  readonly stale: readonly number[];
  /** Results dropped because the row was written or deleted since it was read. */
  readonly passedOver: readonly UrlId[];
  /** Results dropped because a newer version wrote the history: it stays, and the URL counts as done in this pass. */
  readonly unread: readonly UrlId[];
}

/** Locks the leases against being taken until we commit; answers the slices that are still ours. */
async function heldSlices(sql: Sql, leases: readonly SliceLease[]): Promise<Set<number>> {
  const rows = await sql<{ no: number }[]>`
    select s.no from slice s
    join unnest(${leases.map(({ slice }) => slice)}::int[], ${leases.map(({ token }) => token)}::bigint[])
      as given (no, token) on s.no = given.no and s.token = given.token
    order by s.no for key share of s`;
  return new Set(rows.map(({ no }) => no));
}

interface Stored {
  readonly ids: ReadonlySet<UrlId>;
  readonly unread: readonly UrlId[];
}

async function store(sql: Sql, results: readonly CheckResult[]): Promise<Stored> {
  const first = results[0]?.id ?? 0;
  const last = results.at(-1)?.id ?? 0;
  const rows = await sql<{ id: UrlId; unread: boolean }[]>`
    with given as (
      select id, seen, day, decode(history, 'hex') as history, extras, news from unnest(
        ${results.map(({ id }) => id)}::bigint[], ${results.map(({ seen }) => encodeDay(seen))}::int[],
        ${results.map(({ day }) => day)}::int[],
        ${results.map(({ history }) => Buffer.from(encodeHistory(history)).toString("hex"))}::text[],
        ${results.map(encodeExtras)}::text[],
        ${results.map((result) => (result.news === null || isHeldBack(result) ? null : storableJson(result.news)))}::text[]
      ) as given (id, seen, day, history, extras, news)
    ), stored as (
      update url u set queried = given.day,
        history = case when octet_length(u.history) > ${HISTORY_BYTES_MAX} then u.history else given.history end,
        extras = case when octet_length(u.history) > ${HISTORY_BYTES_MAX} then u.extras else given.extras end
      from given
      where u.id = given.id and u.queried = given.seen and u.id between ${first} and ${last}
      returning u.id, octet_length(u.history) > ${HISTORY_BYTES_MAX} as unread
    ), told as (
      insert into change (day, kind, url_id, payload)
      select given.day, 'url', given.id, given.news::jsonb from given join stored using (id)
      where given.news is not null and not stored.unread order by given.id
    )
    select id, unread from stored`;
  const { yes = [], no = [] } = Object.groupBy(rows, ({ unread }) => (unread ? "yes" : "no"));
  return { ids: new Set(no.map(({ id }) => id)), unread: yes.map(({ id }) => id) };
}

const NONE: Stored = { ids: new Set(), unread: [] };

/** What is told depends on what others told of it, or on what holds for its host (H3). */
const isHeldBack = ({ news, turned }: CheckResult): boolean =>
  turned !== null || (news !== null && isConcerned({ change: news }));

/** Once the URLs are locked: whoever tells of turns locks them, too, and so does who learns something of the host. */
async function tellHeldBack(sql: Sql, results: readonly CheckResult[]): Promise<void> {
  const rows = await sql<{ id: UrlId }[]>`
    select url_id as id from verdict_change_due where url_id = any(${results.map(({ id }) => id)}::bigint[]) and published`;
  const told = new Set(rows.map(({ id }) => id));
  const news = results.flatMap(({ id, day, news: own, turned }) => {
    const change = turned === null || told.has(id) ? own : turned.news;
    return change === null ? [] : [{ id, day, change }];
  });
  await writeUrlChanges(sql, await softenReported(sql, news));
}

/** What is to be told of verdicts that turn by themselves (Q9). */
async function planTurns(sql: Sql, stored: readonly CheckResult[]): Promise<void> {
  const heldBack = stored.filter(isHeldBack);
  if (heldBack.length > 0) await tellHeldBack(sql, heldBack);
  const never = stored.filter(({ turn }) => turn === null).map(({ id }) => id);
  if (never.length > 0)
    await sql`
      delete from verdict_change_due where url_id in (
        select url_id from verdict_change_due where url_id = any(${never}::bigint[]) order by url_id for update)`;
  const planned = stored.filter(({ turn }) => turn !== null);
  if (planned.length > 0)
    await sql`
      insert into verdict_change_due as t (url_id, due)
      select id, due from unnest(${planned.map(({ id }) => id)}::bigint[],
        ${planned.map(({ turn }) => encodeDay(turn))}::int[]) as given (id, due) order by id
      on conflict (url_id) do update set due = excluded.due, published = false where t.due <> excluded.due or t.published`;
}

async function followUp(sql: Sql, stored: readonly CheckResult[]): Promise<void> {
  const again = stored.filter(({ recheck }) => recheck !== null);
  const never = stored.filter(({ recheck }) => recheck === null).map(({ id }) => id);
  if (never.length > 0)
    await sql`
      delete from recheck where url_id in (
        select url_id from recheck where url_id = any(${never}::bigint[]) order by url_id for update)`;
  if (again.length > 0)
    await sql`
      insert into recheck (url_id, due)
      select id, due from unnest(${again.map(({ id }) => id)}::bigint[],
        ${again.map(({ recheck }) => encodeDay(recheck))}::int[]) as given (id, due) order by id
      on conflict (url_id) do update set due = excluded.due, holder = null, lease_until = 'epoch'`;
  const clear = stored.filter(({ clearsReports }) => clearsReports);
  if (clear.length === 0) return;
  const gone = await sql<{ id: UrlId }[]>`
    delete from report where url_id = any(${clear.map(({ id }) => id)}::bigint[]) returning url_id as id`;
  const cleared = new Set(gone.map(({ id }) => id));
  // A reader who was told of reports is told that they are gone, also where the answer is no news otherwise.
  for (const [day, results] of Map.groupBy(clear, ({ day }) => day)) {
    const urls = results.map(({ id }) => id).filter((id) => cleared.has(id));
    await tellUrls(sql, urls, day, { news: ["reports"], reports: "cleared" });
  }
}

/**
 * Stores the results of a batch, host news and change rows in one transaction (design 4), some 1,000 results at a
 * time. `leases`: those under which the URLs were read, results of other slices are refused; null for rechecks, which
 * are guarded by `seen` alone. Twice the same batch stores it once.
 */
export function recordResults(
  db: Database,
  leases: readonly SliceLease[] | null,
  results: readonly CheckResult[],
  hosts: readonly HostNews[] = [],
): Promise<Recorded> {
  return db.transaction(async (tx) => {
    const held = leases === null ? null : await heldSlices(tx.sql, leases);
    const wanted = results
      .filter(({ id }) => held === null || held.has(sliceOf(id)))
      .sort((a, b) => a.id - b.id);
    const stale = (leases ?? []).map(({ slice }) => slice).filter((slice) => held?.has(slice) === false);
    if (held !== null && held.size === 0) return { stored: 0, stale, passedOver: [], unread: [] };
    const { ids, unread } = wanted.length === 0 ? NONE : await store(tx.sql, wanted);
    const stored = wanted.filter(({ id }) => ids.has(id));
    await planTurns(tx.sql, stored);
    await followUp(tx.sql, stored);
    // A batch that is repeated, or comes too late, must not count a host's failures twice (C5).
    await recordHosts(tx, ids.size > 0 ? hosts : hosts.map(({ outage: _, ...rest }) => rest));
    const passedOver = wanted.map(({ id }) => id).filter((id) => !ids.has(id) && !unread.includes(id));
    return { stored: ids.size, stale, passedOver, unread };
  });
}

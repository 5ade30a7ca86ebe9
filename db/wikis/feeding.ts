import type { Database } from "../connect.ts";
import { storableJson } from "../text.ts";
import type { Wiki, WikiId } from "../types.ts";
import { type WikiRow, wikiColumns } from "./wikis.ts";

/** A feeder's hold on a wiki: while it lasts no other feeds that wiki. */
export interface FeedLease {
  readonly wiki: WikiId;
  /** Fencing: grows with every hold; a write under an older one is refused. */
  readonly token: number;
}

export type FeedClaim =
  | ({ readonly kind: "lease" } & FeedLease)
  /** By whom, and for how many more seconds unless it is prolonged. */
  | { readonly kind: "held"; readonly holder: string; readonly seconds: number };

export interface FeedClaimRequest {
  /** Name of the feeder, for operators. */
  readonly worker: string;
  readonly leaseSeconds: number;
  /** A holder that is known to be dead: its hold does not count. */
  readonly dead?: string;
}

/** Takes a wiki for one feeder, so that any number of them share the wikis. */
export async function claimFeed(
  db: Database,
  wiki: WikiId,
  { worker, leaseSeconds, dead }: FeedClaimRequest,
): Promise<FeedClaim> {
  for (;;) {
    const [taken] = await db.sql<{ token: number }[]>`
      update wiki set feed_holder = ${worker}, feed_token = nextval('lease_token_seq'), feed_served_at = clock_timestamp(),
        feed_lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where id = ${wiki} and (feed_lease_until < clock_timestamp() or feed_holder = ${dead ?? null}::text)
      returning feed_token as token`;
    if (taken !== undefined) return { kind: "lease", wiki, token: taken.token };
    const [held] = await db.sql<{ holder: string | null; seconds: number }[]>`
      select feed_holder as holder,
        ceil(extract(epoch from feed_lease_until - clock_timestamp()))::float8 as seconds
      from wiki where id = ${wiki}`;
    if (held === undefined) throw new Error("a wiki vanished while it was claimed");
    if (held.holder !== null && held.seconds > 0)
      return { kind: "held", holder: held.holder, seconds: held.seconds };
    // It was given back between the two statements.
  }
}

/** Prolongs the hold on a wiki from now; false: another feeder has it by now. */
export async function renewFeed(
  db: Database,
  { wiki, token }: FeedLease,
  leaseSeconds: number,
): Promise<boolean> {
  const { count } = await db.sql`
    update wiki set feed_lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = ${wiki} and feed_token = ${token} and feed_holder is not null`;
  return count > 0;
}

/** Gives a wiki back. False: it was another's by now. */
export async function releaseFeed(db: Database, { wiki, token }: FeedLease): Promise<boolean> {
  const { count } = await db.sql`
    update wiki set feed_holder = null, feed_lease_until = 'epoch' where id = ${wiki} and feed_token = ${token}`;
  return count > 0;
}

/** Gives back the wikis of a feeder that is known to be dead. */
export async function releaseFeeds(db: Database, holder: string): Promise<void> {
  await db.sql`update wiki set feed_holder = null, feed_lease_until = 'epoch' where feed_holder = ${holder}`;
}

/** Who holds wikis, dead or alive. */
export async function feedHolders(db: Database): Promise<string[]> {
  const rows = await db.sql<{ holder: string }[]>`
    select distinct feed_holder as holder from wiki
    where feed_holder is not null and feed_lease_until > clock_timestamp()`;
  return rows.map(({ holder }) => holder);
}

/** Whom somebody waits for counts as if its last turn were this much longer ago: first as a rule, yet nobody starves by it. */
const ASKED_SECONDS = 3_600;

/**
 * Wikis for which a feeder has something to do at `nowMs` (its own clock) and that no other holds: a first run that is
 * due, spam lists or changes that are to be read, pages of which it told something new, pages that somebody asked for
 * (also those that a feeder took and did not finish), pages that need an update. Paused ones are for the caller to judge.
 * Whoever had no turn for longest comes first, a new wiki before all others; pages that were asked for are worth an hour.
 */
export async function dueWikis(db: Database, nowMs: number): Promise<Wiki[]> {
  const asked = db.sql`exists (select 1 from touch_queue q where q.wiki_id = w.id and (not q.taken or q.lease_token > 0))`;
  const rows = await db.sql<WikiRow[]>`
    select ${wikiColumns(db)} from wiki w join farm f on f.code = w.farm
    where w.feed_lease_until < clock_timestamp()
      and w.retry_at <= to_timestamp(${nowMs}::float8 / 1000)
      and w.incremental_due_at <= to_timestamp(${nowMs}::float8 / 1000)
      and (w.full_due_at <= to_timestamp(${nowMs}::float8 / 1000)
        or w.spam_due_at <= to_timestamp(${nowMs}::float8 / 1000)
        or w.changes_due_at <= to_timestamp(${nowMs}::float8 / 1000)
        or exists (select 1 from changed_page n where n.wiki_id = w.id)
        or ${asked}
        or exists (select 1 from page_batch b where b.wiki_id = w.id)
        or w.leftover_after is not null
        or exists (select 1 from page p where p.wiki_id = w.id and p.needs_update))
    order by w.feed_served_at - case when ${asked} then make_interval(secs => ${ASKED_SECONDS}) else interval '0' end,
      w.farm, w.dbname`;
  return [...rows];
}

export interface FeedState {
  /** Absent: stays. */
  readonly feed?: Wiki["feed"];
  /** When the next first run is due, unless somebody set another time since the feeder read `seenMs`. */
  readonly fullDue?: { readonly ms: number; readonly seenMs: number };
}

/** Writes down where the feeder stands; false: another feeder has the wiki by now, and nothing was written. */
export async function storeFeed(
  db: Database,
  { wiki, token }: FeedLease,
  { feed, fullDue }: FeedState,
): Promise<boolean> {
  const json = feed === undefined ? null : storableJson(feed);
  const { count } = await db.sql`
    update wiki set feed = coalesce(${json}::text::jsonb, feed),
      full_due_at = case
        when (extract(epoch from full_due_at) * 1000)::float8 = ${fullDue?.seenMs ?? null}::float8
        then to_timestamp(${fullDue?.ms ?? null}::float8 / 1000) else full_due_at end
    where id = ${wiki} and feed_token = ${token}`;
  return count > 0;
}

/** A first run begins (F2), under the next number. False: another feeder has the wiki by now. */
export async function numberPass(db: Database, { wiki, token }: FeedLease): Promise<boolean> {
  const { count } = await db.sql`
    update wiki set pass = pass + 1, leftover_after = null where id = ${wiki} and feed_token = ${token}`;
  return count > 0;
}

import type { Database } from "../connect.ts";
import { queueNews } from "../pages/news.ts";
import { storable } from "../text.ts";
import type { WikiId } from "../types.ts";

/** A feeder's hold on a stream of events. */
export interface StreamLease {
  readonly url: string;
  /** Fencing: grows with every hold. */
  readonly token: number;
}

export interface HeldStream extends StreamLease {
  /** Of the last event that was queued; "": none was. */
  readonly lastEventId: string;
}

/** The streams that wikis name and nobody reads, for one feeder from now on; those that no wiki names are forgotten. */
export function claimStreams(db: Database, worker: string, leaseSeconds: number): Promise<HeldStream[]> {
  return db.transaction(async ({ sql }) => {
    await sql`
      insert into stream (url) select distinct stream from wiki where stream <> '' and not paused order by 1
      on conflict do nothing`;
    await sql`delete from stream where url not in (select stream from wiki) and lease_until < clock_timestamp()`;
    const rows = await sql<HeldStream[]>`
      update stream set holder = ${worker}, token = nextval('lease_token_seq'),
        lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where url in (
        select url from stream s where lease_until < clock_timestamp()
          and exists (select 1 from wiki w where w.stream = s.url and not w.paused)
        order by url for update skip locked)
      returning url, token, last_event_id as "lastEventId"`;
    return [...rows];
  });
}

/** Who holds streams, dead or alive. */
export async function streamHolders(db: Database): Promise<string[]> {
  const rows = await db.sql<{ holder: string }[]>`
    select distinct holder from stream where holder is not null and lease_until > clock_timestamp()`;
  return rows.map(({ holder }) => holder);
}

/** Streams of a feeder that is known to be dead, or gives them back. */
export async function releaseStreams(db: Database, holder: string): Promise<void> {
  await db.sql`update stream set holder = null, lease_until = 'epoch' where holder = ${holder}`;
}

export interface StreamNews {
  /** It told something, if only of others. */
  readonly heard: boolean;
  /** Of the last event; null: there was none that had one. "": it is to be begun anew. */
  readonly lastEventId: string | null;
  readonly pages: ReadonlyMap<WikiId, ReadonlySet<number>>;
  /** Wikis of which something was told, but not which page: their own list of changes tells it. */
  readonly hints: Iterable<WikiId>;
  /** Wikis of which it may have missed something: their lists of changes are read as often as without a stream. */
  readonly lost: Iterable<WikiId>;
  /** null: it is open. */
  readonly error: string | null;
}

/** A stream of which nobody said for so long that it is open was not. */
const GAP_SECONDS = 60;

/**
 * Queues what a stream told together with its place, so that nothing is lost by a crash, and prolongs the hold. Pages that
 * find the queue full are left to the wiki's list of changes. False: another feeder has the stream by now.
 */
export function storeStream(
  db: Database,
  { url, token }: StreamLease,
  { heard, lastEventId, pages, hints, lost, error }: StreamNews,
  { nowMs, leaseSeconds }: { readonly nowMs: number; readonly leaseSeconds: number },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { count } = await tx.sql`
      update stream set last_event_id = coalesce(${lastEventId === null ? null : storable(lastEventId)}, last_event_id),
        lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}),
        opened_at = case
          when ${error}::text is not null then opened_at
          when error is null and seen_at > clock_timestamp() - make_interval(secs => ${GAP_SECONDS}) then coalesce(opened_at, seen_at)
          else clock_timestamp() end,
        event_at = case when ${heard} then clock_timestamp() else event_at end,
        seen_at = case when ${error}::text is null then clock_timestamp() else seen_at end,
        error = ${error === null ? null : storable(error)}
      where url = ${url} and token = ${token} and holder is not null`;
    if (count === 0) return false;
    const due = new Set(hints);
    // Wikis before their news, as storeChanges does.
    const concerned = [...new Set([...due, ...lost, ...pages.keys()])];
    await tx.sql`select 1 from wiki where id = any(${concerned}::int[]) order by id for no key update`;
    for (const [wiki, pageids] of [...pages].sort(([one], [other]) => one - other)) {
      const { dropped } = await queueNews(tx, wiki, [...pageids]);
      if (dropped > 0) due.add(wiki);
    }
    // A wiki's own wish to be left alone outlasts whatever is told of it.
    await tx.sql`
      update wiki set changes_due_at = greatest(changes_not_before, case when id = any(${[...due]}::int[])
        then to_timestamp(${nowMs}::float8 / 1000)
        else least(changes_due_at, to_timestamp(${nowMs}::float8 / 1000) + make_interval(secs => changes_every_s)) end)
      where id = any(${[...due, ...lost]}::int[])`;
    return true;
  });
}

/** How a stream of events that wikis name goes (F4). Instants: milliseconds since 1970 by the database's clock. */
export interface StreamCounts {
  readonly url: string;
  /** Wikis that name it and are fed. */
  readonly wikis: number;
  /** The feeder that reads it; null: none does. */
  readonly holder: string | null;
  /** It was open a moment ago. */
  readonly open: boolean;
  /** Since when it is open, or is not; not open: null if it never was. */
  readonly sinceMs: number | null;
  /** When wikis began to name it, as far as feeders know; null: none looked since. */
  readonly namedAtMs: number | null;
  /** When it last told something, of whatever wiki; null: nothing yet. */
  readonly lastEventMs: number | null;
  readonly error: string | null;
}

/** Feeders say every eight seconds that a stream is open. */
const OPEN_SECONDS = 30;

export async function streamCounts({ sql }: Database): Promise<StreamCounts[]> {
  const rows = await sql<StreamCounts[]>`
    with named as (select stream as url, count(*) as wikis from wiki where stream <> '' and not paused group by 1),
    known as (
      select n.url, n.wikis::float8 as wikis, s.named_at, s.opened_at, s.seen_at, s.event_at, s.error,
        case when s.lease_until > clock_timestamp() then s.holder end as holder,
        coalesce(s.error is null and s.lease_until > clock_timestamp()
          and s.seen_at > clock_timestamp() - make_interval(secs => ${OPEN_SECONDS}), false) as open
      from named n left join stream s on s.url = n.url
    )
    select url, wikis, holder, open, error,
      (extract(epoch from case when open then opened_at else seen_at end) * 1000)::float8 as "sinceMs",
      (extract(epoch from named_at) * 1000)::float8 as "namedAtMs",
      (extract(epoch from event_at) * 1000)::float8 as "lastEventMs"
    from known order by url`;
  return [...rows];
}

/** A wiki whose events a stream tells. */
export interface StreamWiki {
  readonly id: WikiId;
  readonly dbname: string;
  /** Its own address. */
  readonly server: string;
  /** The only namespaces whose pages its criteria include; null: they name pages in other ways, too. */
  readonly namespaces: readonly number[] | null;
}

/** The wikis that name a stream and are fed. */
export async function streamWikis(db: Database, url: string): Promise<StreamWiki[]> {
  const rows = await db.sql<StreamWiki[]>`
    select w.id, w.dbname, w.server, case
        when count(*) filter (where c.kind <> 'namespace') > 0 then null
        when count(c.id) = 0 then array[0]
        else array_agg(case c.kind when 'namespace' then c.value::int end) end as namespaces
    from wiki w left join wiki_criterion c on c.wiki_id = w.id and c.effect = 'include'
    where w.stream = ${url} and not w.paused group by w.id order by w.id`;
  return [...rows];
}

import type { Database } from "../../connect.ts";

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

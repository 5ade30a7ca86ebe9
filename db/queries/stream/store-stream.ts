import type { Database } from "../../connect.ts";
import { storable } from "../../text.ts";
import type { WikiId } from "../../types.ts";
import { queueNews } from "../feed/queue-news.ts";
import type { StreamLease } from "./claim-streams.ts";

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

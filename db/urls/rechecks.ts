import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import type { DueBatch, UrlId } from "../types.ts";
import { dueBatch, dueColumns } from "../work/due-batch.ts";
import { BLOCKED_BIT, type DueColumns } from "./row.ts";

/**
 * A later day in a row was written by a clock that was ahead, and counts as none: else the row would be left alone until
 * that day comes. Tomorrow is credible, as clocks of workers differ around midnight.
 */
export const latestCredible = (today: Day): Day => addDays(today, 1);

export interface RecheckRequest {
  readonly worker: string;
  readonly count: number;
  readonly leaseSeconds: number;
  readonly today: Day;
}

/**
 * Hands URLs that are due for another look to one worker: longest overdue first, but after all others those that were
 * taken and handed back, so that a host with very many of them holds up none. Their results come back through
 * `recordResults` without leases; until then, or until the lease runs out, no other worker gets them.
 *
 * In two parts, each a range of the index `recheck_lease_due` in its order: on PostgreSQL before 18 those due later would be
 * read as well.
 */
export async function takeRechecks(db: Database, request: RecheckRequest): Promise<DueBatch> {
  const { worker, count, leaseSeconds, today } = request;
  const rows = await db.transaction(async (tx) => {
    const taken = await tx.sql<{ id: number; exists: boolean }[]>`
      with fresh as materialized (
        select url_id from recheck where lease_until = 'epoch' and due <= ${today}
        order by due limit ${count} for update skip locked
      ), back as materialized (
        select url_id from recheck
        where lease_until > 'epoch' and lease_until < statement_timestamp() and due <= ${today}
        order by lease_until, due limit ${count} - (select count(*) from fresh) for update skip locked
      )
      update recheck r
      set holder = ${worker}, lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from (select url_id from fresh union all select url_id from back) next
      where r.url_id = next.url_id
      returning r.url_id as id`;
    const ids = taken.map(({ id }) => id);
    const due = await tx.sql<DueColumns[]>`
      select ${dueColumns(tx)} from url u join host h on h.id = u.host_id
      where u.id = any(${ids}::bigint[]) and u.queried not between ${today} and ${latestCredible(today)}
        and u.flags & ${BLOCKED_BIT} = 0
      order by u.id`;
    // Checked today already, by its slice, or deleted, or blocked (C10): nothing is left to do.
    const left = new Set<number>(due.map(({ id }) => id));
    const done = ids.filter((id) => !left.has(id));
    if (done.length > 0) await tx.sql`delete from recheck where url_id = any(${done}::bigint[])`;
    return due;
  });
  return dueBatch(db, rows);
}

/** Puts URLs whose host wants to be left alone on the list for a day after that; of two days the later counts. */
export async function postponeRechecks(db: Database, urls: readonly UrlId[], due: Day): Promise<void> {
  const ids = [...new Set(urls)].sort((a, b) => a - b);
  await db.sql`
    insert into recheck (url_id, due) select id, ${due}::int from unnest(${ids}::bigint[]) as given (id) order by id
    on conflict (url_id) do update
    set due = greatest(recheck.due, excluded.due), holder = null, lease_until = 'epoch'`;
}

/** Prolongs the leases of rechecks from now. Answers those that are still this worker's. */
export async function renewRechecks(
  db: Database,
  worker: string,
  urls: readonly UrlId[],
  leaseSeconds: number,
): Promise<ReadonlySet<UrlId>> {
  const rows = await db.sql<{ id: UrlId }[]>`
    update recheck set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where url_id in (
      select url_id from recheck where url_id = any(${[...urls]}::bigint[]) and holder = ${worker}
      order by url_id for update)
    returning url_id as id`;
  return new Set(rows.map(({ id }) => id));
}

/** Takes URLs off the list: there is nothing to look at. Their slices go on coming to them. */
export async function dropRechecks(db: Database, urls: readonly UrlId[]): Promise<void> {
  await db.sql`
    delete from recheck where url_id in (
      select url_id from recheck where url_id = any(${[...urls]}::bigint[]) order by url_id for update)`;
}

/**
 * Puts URLs that were taken but not checked at the end of what is due today, for any worker. Also those of a slice: so a
 * host with very many URLs keeps no slice from being finished.
 */
export async function handBackRechecks(db: Database, urls: readonly UrlId[], today: Day): Promise<void> {
  const ids = [...new Set(urls)].sort((a, b) => a - b);
  // What had a lease is taken after what never had one (takeRechecks).
  await db.sql`
    insert into recheck (url_id, due, lease_until)
    select id, ${today}::int, clock_timestamp() from unnest(${ids}::bigint[]) as given (id) order by id
    on conflict (url_id) do update
    set due = least(recheck.due, excluded.due), holder = null, lease_until = excluded.lease_until`;
}

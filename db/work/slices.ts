import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import type { DueBatch, SliceLease } from "../types.ts";
import { latestCredible } from "../urls/rechecks.ts";
import { BLOCKED_BIT, type DueColumns, SLICE_IDS } from "../urls/row.ts";
import { dueBatch, dueColumns } from "./due-batch.ts";
import { lifeless, sessionless } from "./workers.ts";

/**
 * Makes missing rows of the slice table, for all ids up to the youngest. Feeders make them as they go; this mends a
 * table restored or filled by other means. Answers how many were missing.
 */
export async function ensureSlices(db: Database): Promise<number> {
  const { count } = await db.sql`
    insert into slice (no)
    select no from generate_series(0, (select coalesce(max(id), -1) from url) / ${SLICE_IDS}) as given (no)
    where exists (select 1 from url where id >= no * ${SLICE_IDS} and id < (no + 1) * ${SLICE_IDS})
    order by no on conflict do nothing`;
  return count;
}

export interface LeaseRequest {
  /** Name of the worker, for operators. */
  readonly worker: string;
  /** How many at most. */
  readonly count: number;
  readonly leaseSeconds: number;
  readonly today: Day;
  /** A slice is due again when its last sweep began at least so long ago. */
  readonly passDays: number;
}

/** A slice never swept stands at -1 and is always due. */
const dueDayOf = (today: Day, passDays: number): number =>
  Math.max(-1, today - passDays >= 0 ? addDays(today, -passDays) : -1);

/**
 * That a slice is due and nobody has it. A holder whose lease ran out died over it: a pass is still open then, and fresh
 * URLs are to be looked for again.
 */
export const leasable = ({ sql }: Database, today: Day, passDays: number) => sql`
  lease_until < clock_timestamp() and (fresh or holder is not null or pass_began >= 0
    or swept <= ${dueDayOf(today, passDays)} or swept > ${latestCredible(today)})`;

/**
 * Leases slices (design 2): those with never-contacted URLs first, those whose first pass is not over, then those whose
 * last pass began longest ago; at random among equals, so that a pass is spread over the whole table (C4). A pass that was
 * interrupted counts by its own beginning, so its rest waits behind what was not swept for longer. Each lease has a
 * token greater than all before. Empty: nothing is due, or others hold it.
 */
export async function leaseSlices(db: Database, request: LeaseRequest): Promise<SliceLease[]> {
  const { worker, count, leaseSeconds, today, passDays } = request;
  const dueDay = dueDayOf(today, passDays);
  const latest = latestCredible(today);
  const rows = await db.sql<SliceLease[]>`
    with due as (
      select no, case
          when pass_began between 0 and ${latest} then pass_began
          when swept <= ${dueDay} or swept > ${latest} then ${today}::int
        end as began
      from slice
      where ${leasable(db, today, passDays)}
      order by (fresh or (holder is not null and pass_began < 0)) desc, swept < 0 desc,
        case when pass_began between 0 and ${latest} then pass_began when swept <= ${latest} then swept else -1 end,
        random()
      limit ${count} for update skip locked
    )
    update slice s set holder = ${worker}, token = nextval('lease_token_seq'), fresh = false,
      pass_began = coalesce(due.began, -1),
      lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from due where s.no = due.no
    returning s.no as slice, s.token, case when due.began is null then 'fresh' else 'pass' end as kind,
      coalesce(due.began, ${today}::int) as began`;
  return [...rows];
}

/** Prolongs leases from now. Answers the slices that are still ours; the others were given to another worker. */
export async function renewLeases(
  db: Database,
  leases: readonly SliceLease[],
  leaseSeconds: number,
): Promise<ReadonlySet<number>> {
  const rows = await db.sql<{ no: number }[]>`
    update slice s set lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from unnest(${leases.map(({ slice }) => slice)}::int[], ${leases.map(({ token }) => token)}::bigint[])
      as given (no, token)
    where s.no = given.no and s.token = given.token and s.holder is not null
    returning s.no`;
  return new Set(rows.map(({ no }) => no));
}

/** Gives leases back unfinished, for any worker to go on with. Answers how many were still ours. */
export async function releaseSlices(db: Database, leases: readonly SliceLease[]): Promise<number> {
  // An open pass remembers its beginning, which is enough; URLs never contacted keep their slice's place in front.
  const { count } = await db.sql`
    update slice s set holder = null, lease_until = 'epoch', fresh = s.fresh or s.pass_began < 0
    from unnest(${leases.map(({ slice }) => slice)}::int[], ${leases.map(({ token }) => token)}::bigint[])
      as given (no, token)
    where s.no = given.no and s.token = given.token`;
  return count;
}

/**
 * All of a slice's URLs have their result or are on the list of rechecks: gives the lease back, and counts its URLs by
 * status byte for `weboid status`. After a pass the slice is dated with the day on which that began, so that the next one
 * begins in time for its first URLs too. False: the lease was another's by now, and nothing was written.
 */
export async function finishSlice(db: Database, lease: SliceLease): Promise<boolean> {
  const from = lease.slice * SLICE_IDS;
  const { count } = await db.sql`
    update slice set holder = null, lease_until = 'epoch',
      swept = case when ${lease.kind} = 'pass' then ${lease.began}::int else swept end, pass_began = -1,
      counts = (
        select coalesce(jsonb_object_agg(status, urls), '{}') from (
          select case when length(history) = 0 then 0 else get_byte(history, 0) & 127 end as status, count(*) as urls
          from url where id >= ${from} and id < ${from + SLICE_IDS} group by 1
        ) counted
      )
    where no = ${lease.slice} and token = ${lease.token}`;
  return count > 0;
}

/** Whether there is a slice to be leased. */
export async function isSliceDue(db: Database, today: Day, passDays: number): Promise<boolean> {
  const [found] = await db.sql<{ due: boolean }[]>`
    select exists (select 1 from slice where ${leasable(db, today, passDays)}) as due`;
  return found?.due === true;
}

/**
 * The URLs of a leased slice that are to be checked: not yet dated since its pass began, and in a lease of kind `fresh`
 * only those never contacted; never what spam lists block (C10). One range of the primary key; so after a crash nothing is checked twice.
 */
export async function readSlice(db: Database, lease: SliceLease, today: Day): Promise<DueBatch> {
  const from = lease.slice * SLICE_IDS;
  const rows = await db.sql<DueColumns[]>`
    select ${dueColumns(db)} from url u join host h on h.id = u.host_id
    where u.id >= ${from} and u.id < ${from + SLICE_IDS}
      and (u.queried < ${lease.began} or u.queried > ${latestCredible(today)})
      and (u.queried < 0 or ${lease.kind} = 'pass') and u.flags & ${BLOCKED_BIT} = 0
    order by u.id`;
  return dueBatch(db, rows);
}

export interface HeldWork {
  /** Name of the worker that has it in hand. */
  readonly holder: string;
  /** Its session is there. */
  readonly lives: boolean;
  /** Until the first of its leases runs out, if it is not prolonged. */
  readonly seconds: number;
}

/** Who else than `worker` has slices or rechecks that are due, alive or not; those first whose leases end soonest. */
export async function heldWork(db: Database, worker: string, today: Day): Promise<HeldWork[]> {
  return db.sql<HeldWork[]>`
    with held as (
      select holder, min(lease_until) as until from (
        select holder, lease_until from slice where lease_until >= clock_timestamp()
        union all
        select holder, lease_until from recheck where due <= ${today} and lease_until >= clock_timestamp()
      ) each where holder <> ${worker} group by holder
    )
    select holder, not ${sessionless(db, "holder")} as lives,
      extract(epoch from until - clock_timestamp())::float8 as seconds
    from held order by until`;
}

/** A host at which a dead worker was rests for so long, and for as long as the host itself asks for. */
const REST_SECONDS = 1;
/** The line of `printRobots` (crawler/check). */
const CRAWL_DELAY = "(?n)^Crawl-delay: ([0-9.]+)$";

/**
 * Ends the leases and turns at hosts of workers that died, in place of waiting until they run out: those whose session
 * is gone; `gone`: names of those that surely are no more (lifeless). Answers their names. Where such a worker lives all the
 * same, as it only lost that connection, the fencing tokens keep its results out.
 */
export function releaseDead(db: Database, gone: readonly string[] = []): Promise<string[]> {
  return db.transaction(async ({ sql }) => {
    const rows = await sql<{ name: string }[]>`
      delete from worker where role = 'crawl' and ${lifeless({ sql }, gone)} returning name`;
    const names = rows.map(({ name }) => name);
    if (names.length === 0) return names;
    // Their holders stay named: so a slice is known as one whose work was broken off (leaseSlices).
    await sql`
      update slice set lease_until = 'epoch' where no in (
        select no from slice where holder = any(${names}::text[]) order by no for update)`;
    await sql`
      update recheck set lease_until = clock_timestamp() where url_id in (
        select url_id from recheck where holder = any(${names}::text[]) order by url_id for update)`;
    await sql`
      update host_lease t set holder = null, lease_until = 'epoch',
        ready_at = greatest(t.ready_at, clock_timestamp() + make_interval(secs => greatest(${REST_SECONDS}::float8,
          held.pace_ms / 1000.0, substring(held.robots from ${CRAWL_DELAY})::float8)))
      from (
        select t.key, coalesce(t.pace_ms, h.pace_ms) as pace_ms, coalesce(t.robots, h.robots) as robots
        from host_lease t left join host h on t.key = 'h:' || h.name
        where t.holder = any(${names}::text[]) order by t.key for update of t
      ) held where t.key = held.key`;
    return names;
  });
}

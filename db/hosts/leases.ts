import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { batch } from "../batch.ts";
import type { Database } from "../connect.ts";
import { EPOCH } from "../schema/columns.ts";
import { hostLease } from "../schema/index.ts";
import { excluded, fromNow, names } from "../statement.ts";
import { storable } from "../text.ts";

/** What a lease on a host taught that the next holder should know, whichever worker that is. */
interface LeaseHints {
  /** Interval between requests as learnt; absent: nothing was. */
  readonly paceMs?: number;
  readonly robots?: { readonly day: Day; readonly text: string };
}

/** A lease that is given back. */
export interface GivenBack extends LeaseHints {
  readonly key: string;
  /** The next lease begins not before so many milliseconds from now. */
  readonly restMs: number;
}

export interface HostLeaseRequest {
  readonly holder: string;
  /** A lease that is not asked for again within this time is free for others. */
  readonly holdSeconds: number;
  /** Leases wanted, or held and to be renewed; no key stands in both lists. */
  readonly wanted: readonly string[];
  readonly givenBack: readonly GivenBack[];
}

export type HostLeaseAnswer =
  | { readonly kind: "granted"; readonly key: string; readonly hints: LeaseHints }
  | {
      readonly kind: "refused";
      readonly key: string;
      /** Until its rest is over; 0 when somebody holds it, who knows for how long. */
      readonly restMs: number;
    };

const { key, holder, leaseUntil, readyAt, paceMs, robots, robotsDay } = hostLease;
const INTEGER_MAX = 2 ** 31 - 1;

/** `restMs`: null of leases that are wanted. */
function asRows({ wanted, givenBack }: HostLeaseRequest) {
  const none = { restMs: null, paceMs: null, robots: null, robotsDay: null };
  return [
    ...wanted.map((key) => ({ ...none, key })),
    ...givenBack.map((given) => ({
      key: given.key,
      restMs: Math.min(Math.round(given.restMs), INTEGER_MAX),
      paceMs: given.paceMs ?? null,
      robots: given.robots === undefined ? null : storable(given.robots.text),
      robotsDay: given.robots?.day ?? null,
    })),
  ];
}

/**
 * Takes, renews and gives back leases in one statement, by the database's clock. Rows are locked in the order of their
 * keys, so that two workers never wait crosswise. Done twice it does no harm: a lease that is held is renewed, one
 * that is another's by now is not given back. Answers each of `wanted`, in no order.
 */
export async function exchangeHostLeases(
  { orm }: Database,
  request: HostLeaseRequest,
): Promise<HostLeaseAnswer[]> {
  // A rest is an interval, as a pace is.
  const columns = { key, restMs: paceMs, paceMs, robots, robotsDay };
  const { rows, ...given } = batch("given", columns, asRows(request));
  const isWanted = isNull(given.restMs);
  const done = orm.$with("done", { key, paceMs, robots, robotsDay }).as(sql`
    insert into ${hostLease} (${names(key, holder, leaseUntil, readyAt, paceMs, robots, robotsDay)})
    select ${given.key},
      case when ${isWanted} then ${request.holder}::text end,
      case when ${isWanted} then ${fromNow(request.holdSeconds)} else ${EPOCH} end,
      case when ${isWanted} then ${EPOCH} else clock_timestamp() + ${given.restMs} * interval '1 ms' end,
      ${given.paceMs}, ${given.robots}, ${given.robotsDay}
    from ${rows} order by ${given.key} collate "C"
    on conflict (${names(key)}) do update set ${names(holder)} = ${excluded(holder)}, ${names(leaseUntil)} = ${excluded(leaseUntil)},
      ${names(readyAt)} = greatest(${readyAt}, ${excluded(readyAt)}),
      ${names(paceMs)} = coalesce(${excluded(paceMs)}, ${paceMs}),
      ${names(robots)} = coalesce(${excluded(robots)}, ${robots}),
      ${names(robotsDay)} = coalesce(${excluded(robotsDay)}, ${robotsDay})
    where ${holder} = ${request.holder} or (
      ${excluded(holder)} is not null and ${leaseUntil} < clock_timestamp() and ${readyAt} <= clock_timestamp())
    returning ${key}, ${paceMs}, ${robots}, ${robotsDay}`);
  const wanted = batch(
    "wanted",
    { key },
    request.wanted.map((each) => ({ key: each })),
  );
  const answers = await orm
    .with(done)
    .select({
      key: wanted.key,
      granted: done.key,
      restMs: sql<number | null>`(extract(epoch from ${readyAt} - clock_timestamp()) * 1000)::float8`,
      paceMs: done.paceMs,
      robots: done.robots,
      robotsDay: sql<Day | null>`${done.robotsDay}`,
    })
    .from(wanted.rows)
    .leftJoin(done, eq(done.key, wanted.key))
    .leftJoin(hostLease, and(isNull(done.key), eq(key, wanted.key)));
  return answers.map((answer): HostLeaseAnswer => {
    if (answer.granted === null)
      return { kind: "refused", key: answer.key, restMs: Math.max(0, Math.ceil(answer.restMs ?? 0)) };
    const { robots: text, robotsDay: day } = answer;
    const hints: LeaseHints = {
      ...(answer.paceMs !== null && { paceMs: answer.paceMs }),
      ...(text !== null && day !== null && { robots: { day, text } }),
    };
    return { kind: "granted", key: answer.key, hints };
  });
}

/** Deletes leases that ended so long ago that their hints stand in the rows of the hosts, wherever those were read. */
export async function expireHostLeases({ orm }: Database, afterSeconds: number): Promise<void> {
  const since = fromNow(-afterSeconds);
  const old = orm
    .select({ key })
    .from(hostLease)
    .where(and(sql`${readyAt} < ${since}`, sql`${leaseUntil} < ${since}`))
    .for("update", { skipLocked: true });
  await orm.delete(hostLease).where(inArray(key, old));
}

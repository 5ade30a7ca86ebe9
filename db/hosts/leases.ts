import { asDay, type Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { storable } from "../text.ts";

/** What a turn at a host taught that the next holder should know, whichever worker that is. */
export interface TurnLore {
  /** Interval between requests as learnt; absent: nothing was. */
  readonly paceMs?: number;
  readonly robots?: { readonly day: Day; readonly text: string };
}

/** A turn that is given back. */
export interface GivenBack extends TurnLore {
  readonly key: string;
  /** The next turn begins not before so many milliseconds from now. */
  readonly restMs: number;
}

export interface TurnsRequest {
  readonly holder: string;
  /** A turn that is not asked for again within this time is free for others. */
  readonly holdSeconds: number;
  /** Turns wanted, or held and to be prolonged; no key stands in both lists. */
  readonly wanted: readonly string[];
  readonly givenBack: readonly GivenBack[];
}

export type TurnAnswer =
  | { readonly kind: "granted"; readonly key: string; readonly lore: TurnLore }
  | {
      readonly kind: "refused";
      readonly key: string;
      /** Until its rest is over; 0 when somebody holds it, who knows for how long. */
      readonly restMs: number;
    };

interface Row {
  readonly key: string;
  readonly granted: boolean;
  readonly restMs: number | null;
  readonly paceMs: number | null;
  readonly robots: string | null;
  readonly robotsDay: number | null;
}

/**
 * Takes, prolongs and gives back turns in one statement, by the database's clock. Rows are locked in the order of their
 * keys, so that two workers never wait crosswise. Done twice it does no harm: a turn that is held is prolonged, one
 * that is another's by now is not given back. Answers each of `wanted`, in no order.
 */
export async function exchangeTurns({ sql }: Database, request: TurnsRequest): Promise<TurnAnswer[]> {
  const { holder, holdSeconds, wanted, givenBack } = request;
  const none = wanted.map(() => null);
  const rows = await sql<Row[]>`
    with given as materialized (
      select * from unnest(
        ${[...wanted, ...givenBack.map(({ key }) => key)]}::text[],
        ${[...none, ...givenBack.map(({ restMs }) => Math.round(restMs))]}::bigint[],
        ${[...none, ...givenBack.map(({ paceMs }) => paceMs ?? null)]}::int[],
        ${[...none, ...givenBack.map(({ robots }) => (robots === undefined ? null : storable(robots.text)))]}::text[],
        ${[...none, ...givenBack.map(({ robots }) => robots?.day ?? null)]}::int[]
      ) as given (key, rest_ms, pace_ms, robots, robots_day)
    ), done as (
      insert into host_lease as t (key, holder, lease_until, ready_at, pace_ms, robots, robots_day)
      select key,
        case when rest_ms is null then ${holder}::text end,
        case when rest_ms is null then clock_timestamp() + make_interval(secs => ${holdSeconds}) else 'epoch' end,
        case when rest_ms is null then 'epoch' else clock_timestamp() + rest_ms * interval '1 ms' end,
        pace_ms, robots, robots_day
      from given order by key
      on conflict (key) do update set
        holder = excluded.holder, lease_until = excluded.lease_until,
        ready_at = greatest(t.ready_at, excluded.ready_at),
        pace_ms = coalesce(excluded.pace_ms, t.pace_ms),
        robots = coalesce(excluded.robots, t.robots), robots_day = coalesce(excluded.robots_day, t.robots_day)
      where t.holder = ${holder} or (
        excluded.holder is not null and t.lease_until < clock_timestamp() and t.ready_at <= clock_timestamp())
      returning key, pace_ms, robots, robots_day
    )
    select given.key, done.key is not null as granted,
      (extract(epoch from t.ready_at - clock_timestamp()) * 1000)::float8 as "restMs",
      done.pace_ms as "paceMs", done.robots, done.robots_day as "robotsDay"
    from given left join done on done.key = given.key
      left join host_lease t on done.key is null and t.key = given.key
    where given.rest_ms is null`;
  return rows.map(answerOf);
}

function answerOf({ key, granted, restMs, paceMs, robots, robotsDay }: Row): TurnAnswer {
  if (!granted) return { kind: "refused", key, restMs: Math.max(0, Math.ceil(restMs ?? 0)) };
  const lore: TurnLore = {
    ...(paceMs !== null && { paceMs }),
    ...(robots !== null && robotsDay !== null && { robots: { day: asDay(robotsDay), text: robots } }),
  };
  return { kind: "granted", key, lore };
}

/** Deletes turns that ended so long ago that their lore stands in the rows of the hosts, wherever those were read. */
export async function expireTurns({ sql }: Database, afterSeconds: number): Promise<void> {
  await sql`
    delete from host_lease where key in (
      select key from host_lease
      where ready_at < clock_timestamp() - make_interval(secs => ${afterSeconds})
        and lease_until < clock_timestamp() - make_interval(secs => ${afterSeconds})
      for update skip locked)`;
}

import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { insertFrom, prebuiltBatch } from "../batch.ts";
import type { Database } from "../connect.ts";
import { prebuilt } from "../orm.ts";
import { EPOCH } from "../schema/columns.ts";
import { hostLease } from "../schema/index.ts";
import { excluded, fromNow } from "../statement.ts";

/** A lease that is given back. */
export interface GivenBack {
  readonly key: string;
  /** The next lease begins not before so many milliseconds from now. */
  readonly restMs: number;
  /** Interval between requests as learnt, for the next holder, whichever worker that is; absent: none was. */
  readonly paceMs?: number;
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
  /** `paceMs`: as the last holders learnt it; null: they did not. */
  | { readonly kind: "granted"; readonly key: string; readonly paceMs: number | null }
  | {
      readonly kind: "refused";
      readonly key: string;
      /** Until its rest is over; 0 when somebody holds it, who knows for how long. */
      readonly restMs: number;
    };

const { key, holder, leaseUntil, readyAt, paceMs } = hostLease;
const INTEGER_MAX = 2 ** 31 - 1;

/** `restMs`: null of leases that are wanted. */
const asRows = ({ wanted, givenBack }: HostLeaseRequest) => [
  ...wanted.map((key) => ({ key, restMs: null, paceMs: null })),
  ...givenBack.map((given) => ({
    key: given.key,
    restMs: Math.min(Math.round(given.restMs), INTEGER_MAX),
    paceMs: given.paceMs ?? null,
  })),
];

// A rest is an interval, as a pace is.
const given = prebuiltBatch("given", { key, restMs: paceMs, paceMs });
const wanted = prebuiltBatch("wanted", { key });

/** Made once: workers execute it twenty times a second. */
const exchange = prebuilt((orm) => {
  const isWanted = isNull(given.restMs);
  const asking = sql`${sql.placeholder("holder")}::text`;
  const rest = sql`clock_timestamp() + ${given.restMs} * interval '1 ms'`;
  const held = fromNow(sql`${sql.placeholder("holdSeconds")}::float8`);
  const fields = {
    key: given.key,
    holder: sql`case when ${isWanted} then ${asking} end`,
    leaseUntil: sql`case when ${isWanted} then ${held} else ${EPOCH} end`,
    readyAt: sql`case when ${isWanted} then ${EPOCH} else ${rest} end`,
    paceMs: given.paceMs,
  };
  const done = orm.$with("done").as(
    insertFrom(orm, hostLease, fields, (found) =>
      found.from(given.rows).orderBy(sql`${given.key} collate "C"`),
    )
      .onConflictDoUpdate({
        target: key,
        set: {
          holder: excluded(holder),
          leaseUntil: excluded(leaseUntil),
          readyAt: sql`greatest(${readyAt}, ${excluded(readyAt)})`,
          paceMs: sql`coalesce(${excluded(paceMs)}, ${paceMs})`,
        },
        setWhere: sql`${holder} = ${asking} or (${excluded(holder)} is not null
          and ${leaseUntil} < clock_timestamp() and ${readyAt} <= clock_timestamp())`,
      })
      .returning({ key, paceMs }),
  );
  return orm
    .with(done)
    .select({
      key: wanted.key,
      granted: done.key,
      restMs: sql<number | null>`(extract(epoch from ${readyAt} - clock_timestamp()) * 1000)::float8`,
      paceMs: done.paceMs,
    })
    .from(wanted.rows)
    .leftJoin(done, eq(done.key, wanted.key))
    .leftJoin(hostLease, and(isNull(done.key), eq(key, wanted.key)));
});

/**
 * Takes, renews and gives back leases in one statement, by the database's clock. Rows are locked in the order of their
 * keys, so that two workers never wait crosswise. Done twice it does no harm: a lease that is held is renewed, one
 * that is another's by now is not given back. Answers each of `wanted`, in no order.
 */
export async function exchangeHostLeases(
  { orm }: Database,
  request: HostLeaseRequest,
): Promise<HostLeaseAnswer[]> {
  const answers = await exchange(orm, {
    ...given.values(asRows(request)),
    ...wanted.values(request.wanted.map((key) => ({ key }))),
    holder: request.holder,
    holdSeconds: request.holdSeconds,
  });
  return answers.map(({ key, granted, restMs, paceMs }): HostLeaseAnswer => {
    if (granted !== null) return { kind: "granted", key, paceMs };
    return { kind: "refused", key, restMs: Math.max(0, Math.ceil(restMs ?? 0)) };
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

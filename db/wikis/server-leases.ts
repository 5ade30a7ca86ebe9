import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { FREED, granted, isFree } from "../lease/lease.ts";
import { wiki, wikiServer } from "../schema/index.ts";
import { fromNow, instantOf } from "../statement.ts";
import { storable } from "../text.ts";
import type { WikiId } from "../types.ts";

type ServerClaim =
  | { readonly kind: "claimed" }
  | { readonly kind: "held"; readonly holder: string }
  /** It throttles: it asked to be left alone for so many more seconds. */
  | { readonly kind: "throttled"; readonly seconds: number };

interface ServerClaimRequest {
  /** Name of the client, another one for each. */
  readonly holder: string;
  readonly leaseSeconds: number;
  /** For so long the next lease is kept for who finds it held; ask again before. */
  readonly waiterSeconds: number;
  /** A holder that is known to be dead: its hold does not count. */
  readonly dead?: string;
}

/** One request at a time to a server, from all processes together, one after the other. `host`: with its port. */
export async function claimServer(
  { orm }: Database,
  host: string,
  { holder, leaseSeconds, waiterSeconds, dead = holder }: ServerClaimRequest,
): Promise<ServerClaim> {
  const { waiter } = wikiServer;
  const isOurs = or(isFree(wikiServer), eq(wikiServer.holder, holder), eq(wikiServer.holder, dead));
  const isNext = or(isNull(waiter), eq(waiter, holder), lt(wikiServer.waiterUntil, sql`clock_timestamp()`));
  const lease = granted(holder, leaseSeconds);
  const { count } = await orm
    .insert(wikiServer)
    .values({ host, ...lease })
    .onConflictDoUpdate({
      target: wikiServer.host,
      set: { ...lease, waiter: sql`nullif(${waiter}, ${holder})` },
      setWhere: sql`${isOurs} and ${isNext} and ${wikiServer.throttledUntil} <= clock_timestamp()`,
    });
  if (count > 0) return { kind: "claimed" };
  const [row] = await orm
    .update(wikiServer)
    .set({
      waiter: sql`case when ${isNext} then ${holder} else ${waiter} end`,
      waiterUntil: sql`case when ${isNext} then ${fromNow(waiterSeconds)} else ${wikiServer.waiterUntil} end`,
    })
    .where(eq(wikiServer.host, host))
    .returning({
      holder: wikiServer.holder,
      seconds: sql<number>`ceil(extract(epoch from ${wikiServer.throttledUntil} - clock_timestamp()))::float8`,
    });
  if (row !== undefined && row.seconds > 0) return { kind: "throttled", seconds: row.seconds };
  return { kind: "held", holder: row?.holder ?? "" };
}

/** Gives a server back after a request; with `throttledSeconds` nobody asks it anything for so long. */
export async function releaseServer(
  { orm }: Database,
  host: string,
  holder: string,
  throttledSeconds: number,
): Promise<void> {
  await orm
    .update(wikiServer)
    .set({
      ...FREED,
      throttledUntil: sql`greatest(${wikiServer.throttledUntil}, ${fromNow(throttledSeconds)})`,
    })
    .where(and(eq(wikiServer.host, host), eq(wikiServer.holder, holder)));
}

/** Counts a request that failed; answers how many did within the last `windowMs`. `nowMs`: the feeder's clock. */
export async function countFailure(
  { orm }: Database,
  id: WikiId,
  { nowMs, windowMs }: { readonly nowMs: number; readonly windowMs: number },
): Promise<number> {
  const [since, now] = [instantOf(nowMs - windowMs), instantOf(nowMs)];
  const goesOn = sql`${wiki.failures} > 0 and ${wiki.failingAt} between ${since} and ${now}`;
  const [row] = await orm
    .update(wiki)
    .set({
      failures: sql`case when ${goesOn} then ${wiki.failures} + 1 else 1 end`,
      failingAt: sql`case when ${goesOn} then ${wiki.failingAt} else ${now} end`,
    })
    .where(eq(wiki.id, id))
    .returning({ failures: wiki.failures });
  return row?.failures ?? 0;
}

/** Forgets setbacks of a wiki that is well: the next one is its first again. It may be asked at once. */
export async function recover({ orm }: Database, id: WikiId): Promise<void> {
  const hadTrouble = or(gt(wiki.failures, 0), gt(wiki.setbacks, 0), gt(wiki.retryAt, 0));
  await orm
    .update(wiki)
    .set({ failures: 0, setbacks: 0, retryAt: 0 })
    .where(and(eq(wiki.id, id), hadTrouble));
}

interface Setback {
  /** For operators: what was wrong. */
  readonly error: string;
  readonly nowMs: number;
  /** The first pause; each further one in a row is twice as long, up to the most. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** It wants to be left alone for so long, at least. */
  readonly leastMs: number;
}

/** Leaves a wiki alone for a while after trouble. */
export async function setBack(
  { orm }: Database,
  id: WikiId,
  { error, nowMs, firstMs, mostMs, leastMs }: Setback,
): Promise<void> {
  const pauseMs = sql`greatest(${leastMs}::float8, least(${mostMs}::float8, ${firstMs}::float8 * 2 ^ ${wiki.setbacks}))`;
  await orm
    .update(wiki)
    .set({
      error: storable(error),
      errorAt: sql`now()`,
      failures: 0,
      setbacks: sql`least(${wiki.setbacks} + 1, 30)`,
      retryAt: sql`to_timestamp((${nowMs}::float8 + ${pauseMs}) / 1000)`,
    })
    .where(eq(wiki.id, id));
}

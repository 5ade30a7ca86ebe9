import type { Database } from "../connect.ts";
import { storable } from "../text.ts";
import type { WikiId } from "../types.ts";

export type ServerClaim =
  | { readonly kind: "claimed" }
  | { readonly kind: "held"; readonly holder: string }
  /** It asked to be left alone for so many more seconds. */
  | { readonly kind: "quiet"; readonly seconds: number };

export interface ServerClaimRequest {
  /** Name of the client, another one for each. */
  readonly holder: string;
  readonly leaseSeconds: number;
  /** For so long the next turn is kept for who finds it held; ask again before. */
  readonly waiterSeconds: number;
  /** A holder that is known to be dead: its hold does not count. */
  readonly dead?: string;
}

/** One request at a time to a server, from all processes together, by turns. `host`: with its port. */
export async function claimServer(
  { sql }: Database,
  host: string,
  { holder, leaseSeconds, waiterSeconds, dead }: ServerClaimRequest,
): Promise<ServerClaim> {
  const claimed = await sql`
    insert into wiki_server as s (host, holder, lease_until)
    values (${host}, ${holder}, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
    on conflict (host) do update set holder = excluded.holder, lease_until = excluded.lease_until,
      waiter = case when s.waiter = excluded.holder then null else s.waiter end
    where (s.lease_until < clock_timestamp() or s.holder in (excluded.holder, ${dead ?? null}::text))
      and (s.waiter is null or s.waiter = excluded.holder or s.waiter_until < clock_timestamp())
      and s.throttled_until <= clock_timestamp()
    returning 1`;
  if (claimed.length > 0) return { kind: "claimed" };
  const [row] = await sql<{ holder: string | null; quiet: number }[]>`
    update wiki_server set
      waiter_until = case when waiter is null or waiter = ${holder} or waiter_until < clock_timestamp()
        then clock_timestamp() + make_interval(secs => ${waiterSeconds}) else waiter_until end,
      waiter = case when waiter is null or waiter_until < clock_timestamp() then ${holder} else waiter end
    where host = ${host}
    returning holder, extract(epoch from throttled_until - clock_timestamp())::float8 as quiet`;
  if (row === undefined) return { kind: "held", holder: "" };
  if (row.quiet > 0) return { kind: "quiet", seconds: Math.ceil(row.quiet) };
  return { kind: "held", holder: row.holder ?? "" };
}

/** Gives a server back after a request; with `quietSeconds` nobody asks it anything for so long. */
export async function releaseServer(
  { sql }: Database,
  host: string,
  holder: string,
  quietSeconds: number,
): Promise<void> {
  await sql`
    update wiki_server set holder = null, lease_until = 'epoch',
      throttled_until = greatest(throttled_until, clock_timestamp() + make_interval(secs => ${quietSeconds}))
    where host = ${host} and holder = ${holder}`;
}

/** Counts a request that failed; answers how many did within the last `windowMs`. `nowMs`: the feeder's clock. */
export async function noteFailure(
  { sql }: Database,
  wiki: WikiId,
  { nowMs, windowMs }: { readonly nowMs: number; readonly windowMs: number },
): Promise<number> {
  const [row] = await sql<{ failures: number }[]>`
    update wiki set
      failures = case when ${goesOn({ sql }, nowMs, windowMs)} then failures + 1 else 1 end,
      failing_at = case when ${goesOn({ sql }, nowMs, windowMs)} then failing_at
        else to_timestamp(${nowMs}::float8 / 1000) end
    where id = ${wiki} returning failures`;
  return row?.failures ?? 0;
}

const goesOn = ({ sql }: Pick<Database, "sql">, nowMs: number, windowMs: number) => sql`
  failures > 0 and failing_at between to_timestamp((${nowMs}::float8 - ${windowMs}::float8) / 1000)
    and to_timestamp(${nowMs}::float8 / 1000)`;

/** Forgets setbacks of a wiki that is well: the next one is its first again. It may be asked at once. */
export async function recover({ sql }: Database, wiki: WikiId): Promise<void> {
  await sql`
    update wiki set failures = 0, setbacks = 0, retry_at = 'epoch'
    where id = ${wiki} and (failures > 0 or setbacks > 0 or retry_at > 'epoch')`;
}

export interface Setback {
  /** For operators: what was wrong. */
  readonly error: string;
  readonly nowMs: number;
  /** The first pause; each further one in a row is twice as long, up to the most. */
  readonly firstMs: number;
  readonly mostMs: number;
  /** It wants to be left alone for so long, at least. */
  readonly leastMs: number;
}

/** Leaves a wiki alone for a while after trouble; answers until when, by the feeder's clock. */
export async function setBack(
  { sql }: Database,
  wiki: WikiId,
  { error, nowMs, firstMs, mostMs, leastMs }: Setback,
): Promise<number> {
  const [row] = await sql<{ retryMs: number }[]>`
    update wiki set error = ${storable(error)}, error_at = now(), failures = 0,
      setbacks = least(setbacks + 1, 30),
      retry_at = to_timestamp((${nowMs}::float8
        + greatest(${leastMs}::float8, least(${mostMs}::float8, ${firstMs}::float8 * 2 ^ setbacks))) / 1000)
    where id = ${wiki} returning (extract(epoch from retry_at) * 1000)::float8 as "retryMs"`;
  return row?.retryMs ?? nowMs;
}

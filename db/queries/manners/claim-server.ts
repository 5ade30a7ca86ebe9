import type { Database } from "../../connect.ts";

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
      and s.quiet_until <= clock_timestamp()
    returning 1`;
  if (claimed.length > 0) return { kind: "claimed" };
  const [row] = await sql<{ holder: string | null; quiet: number }[]>`
    update wiki_server set
      waiter_until = case when waiter is null or waiter = ${holder} or waiter_until < clock_timestamp()
        then clock_timestamp() + make_interval(secs => ${waiterSeconds}) else waiter_until end,
      waiter = case when waiter is null or waiter_until < clock_timestamp() then ${holder} else waiter end
    where host = ${host}
    returning holder, extract(epoch from quiet_until - clock_timestamp())::float8 as quiet`;
  if (row === undefined) return { kind: "held", holder: "" };
  if (row.quiet > 0) return { kind: "quiet", seconds: Math.ceil(row.quiet) };
  return { kind: "held", holder: row.holder ?? "" };
}

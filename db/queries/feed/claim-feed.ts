import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** A feeder's hold on a wiki: while it lasts no other feeds that wiki. */
export interface FeedLease {
  readonly wiki: WikiId;
  /** Fencing: grows with every hold; a write under an older one is refused. */
  readonly token: number;
}

export type FeedClaim =
  | ({ readonly kind: "lease" } & FeedLease)
  /** By whom, and for how many more seconds unless it is prolonged. */
  | { readonly kind: "held"; readonly holder: string; readonly seconds: number };

export interface FeedClaimRequest {
  /** Name of the feeder, for operators. */
  readonly worker: string;
  readonly leaseSeconds: number;
  /** A holder that is known to be dead: its hold does not count. */
  readonly dead?: string;
}

/** Takes a wiki for one feeder, so that any number of them share the wikis. */
export async function claimFeed(
  db: Database,
  wiki: WikiId,
  { worker, leaseSeconds, dead }: FeedClaimRequest,
): Promise<FeedClaim> {
  for (;;) {
    const [taken] = await db.sql<{ token: number }[]>`
      update wiki set feed_holder = ${worker}, feed_token = nextval('lease_token_seq'), feed_turn_at = clock_timestamp(),
        feed_lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where id = ${wiki} and (feed_lease_until < clock_timestamp() or feed_holder = ${dead ?? null}::text)
      returning feed_token as token`;
    if (taken !== undefined) return { kind: "lease", wiki, token: taken.token };
    const [held] = await db.sql<{ holder: string | null; seconds: number }[]>`
      select feed_holder as holder,
        ceil(extract(epoch from feed_lease_until - clock_timestamp()))::float8 as seconds
      from wiki where id = ${wiki}`;
    if (held === undefined) throw new Error("a wiki vanished while it was claimed");
    if (held.holder !== null && held.seconds > 0)
      return { kind: "held", holder: held.holder, seconds: held.seconds };
    // It was given back between the two statements.
  }
}

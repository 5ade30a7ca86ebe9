import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { serverOfApi } from "../config/wiki-columns.ts";

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
  /** Only when no other wiki of its server is held either: all feeders together ask a server serially. */
  readonly alone?: boolean;
}

/** The first half reads "webs". */
const SERVER_LOCK = 0x77656273;

/** Takes a wiki for one feeder, so that any number of them share the wikis. */
export async function claimFeed(
  db: Database,
  wiki: WikiId,
  { worker, leaseSeconds, dead, alone = false }: FeedClaimRequest,
): Promise<FeedClaim> {
  const server = serverOfApi(db);
  const sameServer = db.sql`${server} = (select ${server} from wiki w where w.id = ${wiki})`;
  const claim = ({ sql }: Database) => sql<{ token: number }[]>`
    update wiki set feed_holder = ${worker}, feed_token = nextval('lease_token_seq'), feed_turn_at = clock_timestamp(),
      feed_lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where id = ${wiki} and (feed_lease_until < clock_timestamp() or feed_holder = ${dead ?? null}::text)
      and not (${alone} and exists (
        select 1 from wiki w where w.id <> ${wiki} and ${sameServer} and w.feed_lease_until >= clock_timestamp()
          and w.feed_holder is distinct from ${dead ?? null}::text))
    returning feed_token as token`;
  for (;;) {
    const [taken] = await (alone
      ? db.transaction(async (tx) => {
          await tx.sql`
            select pg_advisory_xact_lock(${SERVER_LOCK}::int, hashtext(${server})) from wiki w where w.id = ${wiki}`;
          return claim(tx);
        })
      : claim(db));
    if (taken !== undefined) return { kind: "lease", wiki, token: taken.token };
    const [held] = await db.sql<{ holder: string | null; seconds: number }[]>`
      select feed_holder as holder,
        ceil(extract(epoch from feed_lease_until - clock_timestamp()))::float8 as seconds
      from wiki w where w.id = ${wiki} or (${alone} and ${sameServer}) order by feed_lease_until desc limit 1`;
    if (held === undefined) throw new Error("a wiki vanished while it was claimed");
    if (held.holder !== null && held.seconds > 0)
      return { kind: "held", holder: held.holder, seconds: held.seconds };
    // It was given back between the two statements.
  }
}

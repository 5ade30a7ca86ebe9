import { and, desc, eq, gte, type SQLWrapper, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { HOUR_MS } from "../../shared/calendar/day.ts";
import { settled } from "../changes/read.ts";
import type { Database, Orm } from "../connect.ts";
import type { DispatchTally } from "../dispatch/published.ts";
import { isFree } from "../lease/lease.ts";
import { change, dispatchClient, dispatchHour, farm, nameOfWiki, wiki } from "../schema/index.ts";
import { isInFirstPass } from "../wikis/first-pass.ts";
import { isRecentHour } from "./hours.ts";

export interface ClientLag {
  readonly wiki: string;
  /** An edge by its name, or the table of events (FEED_TARGET). */
  readonly target: string;
  /** Nobody dispatches to it, so its lag is no trouble. */
  readonly paused: boolean;
  readonly needsExport: boolean;
  /** It gets the wiki's pages when the first pass is over, and is behind with nothing until then. */
  readonly inFirstPass: boolean;
  readonly holder: string | null;
  /** Pages of a full export that is under way; null: none is. */
  readonly exporting: { readonly done: number; readonly total: number } | null;
  /** Changes that were not published to the client yet, counted up to LAG_COUNT_MAX. */
  readonly waiting: number;
  /** Age of the oldest of them. */
  readonly lagSeconds: number;
}

const LAG_COUNT_MAX = 100_000;

/** Of each position at which clients stand: how many changes are beyond it, and how old the first of them is. */
function waitingBeyond(orm: Orm) {
  const { positionXid, positionId } = dispatchClient;
  const both = unionAll(
    orm
      .selectDistinct({ xid: positionXid, id: positionId, isChange: sql<number>`0`.as("is_change") })
      .from(dispatchClient),
    orm
      .select({ xid: change.xid, id: change.id, isChange: sql<number>`1`.as("is_change") })
      .from(change)
      .orderBy(desc(change.xid), desc(change.id))
      .limit(LAG_COUNT_MAX),
  ).as("both");
  // Before a position stand the changes beyond it, the youngest first; the position itself before the change of that number.
  const walk = sql`order by ${both.xid} desc, ${both.id} desc, ${both.isChange} rows unbounded preceding`;
  const walked = orm
    .select({
      xid: both.xid,
      id: both.id,
      isChange: both.isChange,
      beyond: sql<number>`sum(${both.isChange}) over (${walk})`.as("beyond"),
    })
    .from(both)
    .as("walked");
  const first = orm
    .select({ lag: sql<number>`extract(epoch from clock_timestamp() - ${change.at})`.as("first_lag") })
    .from(change)
    .where(sql`(${change.xid}, ${change.id}) > (${walked.xid}, ${walked.id})`)
    .orderBy(change.xid, change.id)
    .limit(1)
    .as("first");
  return orm.$with("waiting").as(
    orm
      .select({
        xid: walked.xid,
        id: walked.id,
        changes: sql<number>`${walked.beyond}::int`.as("changes"),
        lag: sql<number>`coalesce(${first.lag}, 0)::float8`.as("lag"),
      })
      .from(walked)
      .leftJoinLateral(first, sql`true`)
      .where(eq(walked.isChange, 0)),
  );
}

/** In one walk over the youngest changes, as each of a thousand clients may be behind by all of them. */
export async function clientLags({ orm }: Database): Promise<ClientLag[]> {
  const client = dispatchClient;
  const waiting = waitingBeyond(orm);
  const first = orm
    .$with("first")
    .as(orm.select({ wiki: wiki.id, quiet: isInFirstPass(orm).as("quiet") }).from(wiki));
  const inFirstPass = sql<boolean>`(${client.needsExport} and ${first.quiet})`;
  const unlessFirst = (count: SQLWrapper) => sql<number>`case when ${inFirstPass} then 0 else ${count} end`;
  const rows = await orm
    .with(waiting, first)
    .select({
      wiki: nameOfWiki,
      target: client.target,
      paused: wiki.paused,
      needsExport: client.needsExport,
      inFirstPass,
      holder: sql<string | null>`case when not ${isFree(client)} then ${client.holder} end`,
      exportAfter: client.exportAfter,
      exporting: { done: client.exportDone, total: client.exportTotal },
      waiting: unlessFirst(waiting.changes),
      lagSeconds: unlessFirst(
        sql`least(${waiting.lag}, extract(epoch from clock_timestamp() - ${client.since})::float8)`,
      ),
    })
    .from(client)
    .innerJoin(wiki, eq(wiki.id, client.wikiId))
    .innerJoin(first, eq(first.wiki, wiki.id))
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .innerJoin(waiting, and(eq(waiting.xid, client.positionXid), eq(waiting.id, client.positionId)))
    .orderBy(nameOfWiki, client.target);
  return rows.map(({ exportAfter, exporting, ...lag }) => ({
    ...lag,
    exporting: exportAfter === null ? null : exporting,
  }));
}

/** What all dispatchers of an edge together did in an hour of the database's clock. */
export interface DispatchHour extends DispatchTally {
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly startMs: number;
}

/** Of the last day and the hour before, latest first; hours in which nothing was done are missing. */
export async function dispatchHours({ orm }: Database): Promise<DispatchHour[]> {
  const rows = await orm
    .select()
    .from(dispatchHour)
    .where(isRecentHour(dispatchHour.hour))
    .orderBy(desc(dispatchHour.hour), dispatchHour.target);
  return rows.map(({ hour, ...done }) => ({ ...done, startMs: hour * HOUR_MS }));
}

/** The oldest transaction of the server that may still write: changes of all later ones wait for its end (design 6). */
export interface HeldBack {
  /** null: of a prepared transaction, which has no process; `application` is its name. */
  readonly pid: number | null;
  readonly database: string;
  readonly user: string;
  readonly application: string;
  /** As pg_stat_activity has it; `prepared` without a process; empty: the server does not say it of another user's. */
  readonly state: string;
  /** Since it began. Where the server does not say that of another user's, for how long changes wait; null: none does. */
  readonly seconds: number | null;
}

/** null: none. In whatever database of the server it is. */
export async function heldBack({ orm }: Database): Promise<HeldBack | null> {
  const since = orm.select({ at: change.at }).from(change).where(gte(change.xid, settled));
  const waits = since.orderBy(change.xid, change.id).limit(1);
  // What the server says of itself is in no schema of ours.
  const [row] = await orm.execute<Pick<HeldBack, keyof HeldBack>>(sql`
    select pid, coalesce(database, '') as database, coalesce("user", '') as user, coalesce(application, '') as application,
      coalesce(state, '') as state, extract(epoch from clock_timestamp() - coalesce(began, (${waits})))::float8 as seconds
    from (
      select pid, datname as database, usename as user, application_name as application, state, xact_start as began,
        backend_xid as xid
      from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
      union all
      select null, database, owner, gid, 'prepared', prepared, transaction from pg_prepared_xacts
    ) as running order by age(xid) desc limit 1`);
  return row ?? null;
}

import { sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { timelineOf } from "../servers.ts";
import { evaluate } from "../statement.ts";

/** How far a server is in its log: bytes since its beginning, on a timeline, which a promotion ends. */
export interface Position {
  readonly bytes: number;
  readonly timeline: number;
}

const bytesOf = (lsn: ReturnType<typeof sql>) => sql<number>`pg_wal_lsn_diff(${lsn}, '0/0')::float8`;

/** How far the primary's log is on its disk: all that anybody was shown by it, and it acknowledged, lies before. */
export async function primaryPosition({ orm }: Database): Promise<Position> {
  const { bytes, file } = await evaluate(orm, {
    bytes: bytesOf(sql`pg_current_wal_flush_lsn()`),
    file: sql<string>`pg_walfile_name(pg_current_wal_flush_lsn())`,
  });
  return { bytes, timeline: timelineOf(file) };
}

/** How far a replica has replayed, and on which timeline it last stood still for a moment; null: it is none, or none any more. */
export async function replicaPosition({ orm }: Database): Promise<Position | null> {
  const { bytes, timeline } = await evaluate(orm, {
    bytes: sql<
      number | null
    >`case when pg_is_in_recovery() then ${bytesOf(sql`pg_last_wal_replay_lsn()`)} end`,
    timeline: sql<number>`(select timeline_id from pg_control_checkpoint())`,
  });
  return bytes === null ? null : { bytes, timeline };
}

/** What tells one server from another. */
export interface Identity {
  /** Of the cluster, which replicas have from their primary, and the database in it. */
  readonly system: string;
  /** Of this very server. */
  readonly startedAt: string;
  readonly isReplica: boolean;
}

export const identityOf = ({ orm }: Database): Promise<Identity> =>
  evaluate(orm, {
    system: sql<string>`(select system_identifier::text from pg_control_system())
      || ' ' || (select oid from pg_database where datname = current_database())`,
    startedAt: sql<string>`pg_postmaster_start_time()::text`,
    isReplica: sql<boolean>`pg_is_in_recovery()`,
  });

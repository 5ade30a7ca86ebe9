import { sql } from "drizzle-orm";
import type { Database } from "../connect.ts";

/** A slot whose replica is away for a moment keeps less: sixteen files of the log. */
const IDLE_SLOT_BYTES = 256 * 1024 ** 2;

/** What PostgreSQL's log (WAL) waits for, on a disk that fills meanwhile. Every user may see it. */
export interface ServerLog {
  /** The file that could not be archived; null: the last one could, or none is to be. */
  readonly unarchived: string | null;
  /** When the last one was; null: never. */
  readonly archivedMs: number | null;
  /** Replication slots that nobody uses. `bytes` are kept for their replicas; null: no longer, so that each has to be made again. */
  readonly idleSlots: readonly { readonly name: string; readonly bytes: number | null }[];
}

export async function serverLog({ orm }: Database): Promise<ServerLog> {
  const fails = sql`current_setting('archive_mode') <> 'off' and last_failed_time > coalesce(last_archived_time, '-infinity')`;
  const [archiver] = await orm
    .select({
      unarchived: sql<string | null>`case when ${fails} then last_failed_wal end`,
      archivedMs: sql<number | null>`(extract(epoch from last_archived_time) * 1000)::float8`,
    })
    .from(sql`pg_stat_archiver`);
  const end = sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end`;
  const kept = sql`pg_wal_lsn_diff(${end}, restart_lsn)`;
  const idleSlots = await orm
    .select({ name: sql<string>`slot_name::text`, bytes: sql<number | null>`${kept}::float8` })
    .from(sql`pg_replication_slots`)
    .where(sql`not active and (wal_status = 'lost' or ${kept} > ${IDLE_SLOT_BYTES}::bigint)`)
    .orderBy(sql`slot_name`);
  return { unarchived: null, archivedMs: null, ...archiver, idleSlots };
}

import type { Database } from "../../connect.ts";
import { LIFE_LOCKS } from "./hold-life.ts";

/** Of rows of `worker`: those that gave a sign of life since the server started and whose session is gone. */
export const lifeless = ({ sql }: Pick<Database, "sql">) => sql`
  seen_at > pg_postmaster_start_time() and not exists (
    select 1 from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = ${LIFE_LOCKS}::bigint::oid and objid = (hashtext(name)::bigint & 4294967295)::oid
  )`;

import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import type { DueBatch } from "../../types.ts";
import { BLOCKED_BIT, type DueColumns } from "../../url-row.ts";
import { latestCredible } from "./credible.ts";
import { dueBatch, dueColumns } from "./due-batch.ts";

export interface RecheckRequest {
  readonly worker: string;
  readonly count: number;
  readonly leaseSeconds: number;
  readonly today: Day;
}

/**
 * Hands URLs that are due for another look to one worker: longest overdue first, but after all others those that were
 * taken and handed back, so that a host with very many of them holds up none. Their results come back through
 * `recordResults` without leases; until then, or until the lease runs out, no other worker gets them.
 *
 * In two parts, each a range of the index `recheck_lease_due` in its order: on PostgreSQL before 18 those due later would be
 * read as well.
 */
export async function takeRechecks(db: Database, request: RecheckRequest): Promise<DueBatch> {
  const { worker, count, leaseSeconds, today } = request;
  const rows = await db.transaction(async (tx) => {
    const taken = await tx.sql<{ id: number; exists: boolean }[]>`
      with fresh as materialized (
        select url_id from recheck where lease_until = 'epoch' and due <= ${today}
        order by due limit ${count} for update skip locked
      ), back as materialized (
        select url_id from recheck
        where lease_until > 'epoch' and lease_until < statement_timestamp() and due <= ${today}
        order by lease_until, due limit ${count} - (select count(*) from fresh) for update skip locked
      )
      update recheck r
      set holder = ${worker}, lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from (select url_id from fresh union all select url_id from back) next
      where r.url_id = next.url_id
      returning r.url_id as id`;
    const ids = taken.map(({ id }) => id);
    const due = await tx.sql<DueColumns[]>`
      select ${dueColumns(tx)} from url u join host h on h.id = u.host_id
      where u.id = any(${ids}::bigint[]) and u.queried not between ${today} and ${latestCredible(today)}
        and u.flags & ${BLOCKED_BIT} = 0
      order by u.id`;
    // Checked today already, by its slice, or deleted, or blocked (C10): nothing is left to do.
    const left = new Set<number>(due.map(({ id }) => id));
    const done = ids.filter((id) => !left.has(id));
    if (done.length > 0) await tx.sql`delete from recheck where url_id = any(${done}::bigint[])`;
    return due;
  });
  return dueBatch(db, rows);
}

import { and, eq, gte, inArray, lt, ne, or, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { scopeOf } from "../../shared/url/report-scope.ts";
import type { Database } from "../connect.ts";
import { inBatches } from "../in-batches.ts";
import { logActs, scopeInLog } from "../people/log.ts";
import { domainNote, host, hostTrait } from "../schema/index.ts";
import { evaluate } from "../statement.ts";
import type { HostId } from "../types.ts";
import { isConsolidated, publishHostNotes, publishTraits } from "./changes.ts";
import { REPORTED } from "./softened.ts";

/** Traits last seen before `last`; the need of GET by its first day, as while checks go by it nobody sees it again. */
export interface TraitLimits {
  readonly last: Day;
  readonly firstOfGet: Day;
}

/** M9: after 100 days, the need of GET after 200. It is published where readers were shown them. */
export function expireTraits(
  db: Database,
  before: TraitLimits,
  today: Day,
  signal?: AbortSignal,
): Promise<number> {
  const { hostId, trait, first, last } = hostTrait;
  return inBatches(
    db,
    async ({ orm }, limit) => {
      const old = orm
        .select({ hostId, trait })
        .from(hostTrait)
        .where(
          or(
            and(ne(trait, "get-needed"), lt(last, before.last)),
            and(eq(trait, "get-needed"), lt(first, before.firstOfGet)),
          ),
        )
        .orderBy(hostId, trait)
        .limit(limit)
        .for("update");
      const gone = await orm.delete(hostTrait).where(sql`(${hostId}, ${trait}) in ${old}`).returning();
      await publishTraits(orm, gone.filter(isConsolidated), "gone", today);
      return gone.length;
    },
    signal,
  );
}

/** M10: notes of domains not refreshed since `before` (half a year ago). Published to readers of their URLs; what people brought about is logged (H5). */
export function expireNotes(db: Database, before: Day, today: Day, signal?: AbortSignal): Promise<number> {
  return inBatches(
    db,
    async (tx, limit) => {
      const { orm } = tx;
      const old = orm
        .select({ id: domainNote.id })
        .from(domainNote)
        .where(lt(domainNote.last, before))
        .orderBy(domainNote.id)
        .limit(limit)
        .for("update");
      const gone = await orm.delete(domainNote).where(inArray(domainNote.id, old)).returning();
      await publishHostNotes(orm, gone, "gone", today);
      const ended = gone.filter(({ kind }) => kind === REPORTED).map((row) => scopeOf(row.host, row.path));
      const by = { wiki: null, by: "maintenance" } as const;
      await logActs(
        tx,
        ended.map((scope) => ({ act: "unsoften", ...by, ...scopeInLog(scope) })),
      );
      return gone.length;
    },
    signal,
  );
}

const HOSTS_PER_STEP = 50_000;

/**
 * What is known of the sites of hosts (C7) and was last written before `before` is forgotten; how many hosts that were. By ranges of ids, each
 * in a transaction of its own: who reads changes waits for the oldest one.
 */
export async function expireSites(db: Database, before: Day, signal?: AbortSignal): Promise<number> {
  const { last } = await evaluate(db.orm, {
    last: sql<HostId>`(select coalesce(max(${host.id}), 0) from ${host})`,
  });
  let expired = 0;
  for (let from = 0; from <= last && !signal?.aborted; from += HOSTS_PER_STEP) {
    const { count } = await db.orm
      .update(host)
      .set({ site: "", siteDay: -1 })
      .where(
        and(
          ...[gte(host.id, from as HostId), lt(host.id, (from + HOSTS_PER_STEP) as HostId)],
          ...[gte(host.siteDay, 0 as Day), lt(host.siteDay, before)],
        ),
      );
    expired += count;
  }
  return expired;
}

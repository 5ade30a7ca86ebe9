import { and, gt, gte, lte, min, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { host, organisationDomain, organisationWork } from "../schema/index.ts";
import { decodeDay } from "../urls/row.ts";
import { lengthOf } from "./counts.ts";

/** How the attaching of domains to organisations goes (O5). */
export interface OrganisationState {
  /** Some process of that role worked on this database before: it is expected to go on. */
  readonly begun: boolean;
  /** Hosts came whose domains are not known yet. */
  readonly unread: boolean;
  /** Domains that are due to be looked at, counted up to COUNT_MAX. */
  readonly due: number;
  /** The oldest day on which one was to be looked at again; null: none waits for that. */
  readonly oldestDue: Day | null;
  /** The last day on which domains were looked at; null: none yet. */
  readonly lastLooked: Day | null;
}

export async function organisationState({ orm }: Database, today: Day): Promise<OrganisationState> {
  const [work] = await orm.select().from(organisationWork);
  if (work === undefined) return { begun: false, unread: false, due: 0, oldestDue: null, lastLooked: null };
  const { due } = organisationDomain;
  const [counted] = await orm
    .select({
      due: lengthOf(organisationDomain, lte(due, today)),
      unread: sql<boolean>`exists (select 1 from ${host} where ${gt(host.id, work.hostId)})`,
    })
    .from(organisationWork);
  const [again] = await orm
    .select({ oldest: min(due) })
    .from(organisationDomain)
    .where(and(gte(due, 0 as Day), lte(due, today)));
  return {
    begun: true,
    unread: counted?.unread ?? false,
    due: counted?.due ?? 0,
    oldestDue: decodeDay(again?.oldest ?? -1),
    lastLooked: decodeDay(work.day),
  };
}

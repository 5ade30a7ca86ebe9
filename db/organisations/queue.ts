import { and, count, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { parseIpv4 } from "../../shared/url/addresses.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import { isSampleHost } from "../../shared/url/sample.ts";
import type { HostName } from "../../shared/url/types.ts";
import { insertRows, selectOf } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { FREED, granted, isFree } from "../lease/lease.ts";
import { host, organisationDomain, organisationWork, url } from "../schema/index.ts";
import { excluded, fromNow, isAnyOf } from "../statement.ts";
import { type DomainRow, domainColumns, unansweredOn } from "./domains.ts";
import { COUNTED_MAX, USES_MAX } from "./uses.ts";

/** Only names that somebody registered are domains. */
const isAddress = (name: string): boolean => name.startsWith("[") || parseIpv4(name as HostName) !== null;

/** The one row of positions, locked until the transaction ends: another process waits here. */
async function lockedWork(orm: Orm): Promise<typeof organisationWork.$inferSelect> {
  await orm.insert(organisationWork).values({}).onConflictDoNothing();
  const [row] = await orm.select().from(organisationWork).for("update");
  if (row === undefined) throw new Error("no row of organisation_work");
  return row;
}

/**
 * Reads on in the hosts, in the order of their coming, and enters their domains, with how many URLs they have. Answers how many
 * hosts were read; 0: there are no more. Each host is read once: URLs that come later are counted when its domain is looked at (`storeSeen`), and a host whose
 * transaction ended after that of a later host was read is left out until another host of its domain comes.
 *
 * @param isKept whether a domain is to be looked at
 */
export function enterDomains(
  db: Database,
  limit: number,
  isKept: (host: string) => boolean,
): Promise<number> {
  return db.transaction(async ({ orm }) => {
    const work = await lockedWork(orm);
    const some = selectOf({ one: sql`1`.as("one") })
      .from(url)
      .where(eq(url.hostId, host.id))
      .limit(COUNTED_MAX)
      .as("some");
    const counted = selectOf({ uses: count().as("uses") })
      .from(some)
      .as("counted");
    const hosts = await orm
      .select({ id: host.id, name: host.name, uses: counted.uses })
      .from(host)
      .crossJoinLateral(counted)
      .where(sql`${host.id} > ${work.hostId}`)
      .orderBy(host.id)
      .limit(limit);
    const last = hosts.at(-1);
    if (last === undefined) return 0;
    const named = hosts.filter(({ name }) => !isAddress(name) && !isSampleHost(name) && isKept(name));
    const uses = new Map<string, number>();
    for (const { name, uses: more } of named) {
      const domain = registrableDomain(name as HostName);
      if (domain.includes(".")) uses.set(domain, (uses.get(domain) ?? 0) + more);
    }
    const rows = [...uses].map(([domain, urls]) => ({ domain, uses: urls }));
    rows.sort((a, b) => (a.domain < b.domain ? -1 : 1));
    if (rows.length > 0)
      await insertRows(orm, organisationDomain, ["domain", "uses"], rows).onConflictDoUpdate({
        target: organisationDomain.domain,
        set: {
          uses: sql`least(${USES_MAX}, ${organisationDomain.uses}::bigint + ${excluded(organisationDomain.uses)})`,
        },
      });
    await orm.update(organisationWork).set({ hostId: last.id });
    return hosts.length;
  });
}

const isHeldBy = (worker: string) =>
  and(eq(organisationDomain.holder, worker), sql`not ${isFree(organisationDomain)}`);

export interface Claim {
  readonly worker: string;
  readonly leaseSeconds: number;
  readonly today: Day;
  readonly limit: number;
  /** Domains that all processes together look at in a day. */
  readonly perDay: number;
}

/**
 * Leases domains that are due: half of them such as were never looked at, those with most URLs first, half such as are to be looked at again, the
 * longest due first; what one half leaves is the other's, so that neither waits for the end of the other. Empty: none is due, or today's budget is
 * spent.
 */
export function claimDomains(db: Database, claim: Claim): Promise<DomainRow[]> {
  const { worker, leaseSeconds, today, limit, perDay } = claim;
  return db.transaction(async ({ orm }) => {
    const work = await lockedWork(orm);
    const looked = work.day === today ? work.looked : 0;
    const most = Math.min(limit, perDay - looked);
    if (most <= 0) return [];
    const { due, uses } = organisationDomain;
    const fresh = await freeDomains(orm, eq(due, -1 as Day), { order: [sql`${uses} desc`], limit: most });
    const again = await freeDomains(orm, and(gte(due, 0 as Day), lte(due, today)), {
      order: [due, sql`${uses} desc`],
      limit: most,
    });
    const ofAgain = Math.min(again.length, Math.max(Math.floor(most / 2), most - fresh.length));
    const found = [...fresh.slice(0, most - ofAgain), ...again.slice(0, ofAgain)];
    if (found.length === 0) return [];
    const rows = await orm
      .update(organisationDomain)
      .set(granted(worker, leaseSeconds))
      .where(isAnyOf(organisationDomain.domain, found))
      .returning(domainColumns);
    await orm.update(organisationWork).set({ day: today, looked: looked + rows.length });
    return rows;
  });
}

async function freeDomains(
  orm: Orm,
  which: SQL | undefined,
  {
    order,
    limit,
  }: { readonly order: readonly (SQL | typeof organisationDomain.due)[]; readonly limit: number },
): Promise<string[]> {
  const rows = await orm
    .select({ domain: organisationDomain.domain })
    .from(organisationDomain)
    .where(and(which, isFree(organisationDomain)))
    .orderBy(...order)
    .limit(limit)
    .for("update", { skipLocked: true });
  return rows.map(({ domain }) => domain);
}

/** Prolongs what is in hand; false: nothing is. */
export async function renewDomains({ orm }: Database, worker: string, seconds: number): Promise<boolean> {
  const renewed = await orm
    .update(organisationDomain)
    .set({ leaseUntil: fromNow(seconds) })
    .where(isHeldBy(worker));
  return renewed.count > 0;
}

/** Gives back one that could not be looked at; it is due again when that has some chance. */
export async function postponeDomain(
  { orm }: Database,
  worker: string,
  { domain, unanswered }: Pick<DomainRow, "domain" | "unanswered">,
  today: Day,
): Promise<void> {
  await orm
    .update(organisationDomain)
    .set({ ...unansweredOn(today, unanswered), ...FREED })
    .where(and(isHeldBy(worker), eq(organisationDomain.domain, domain)));
}

/** Gives back what was claimed and not looked at, and its part of the day's budget with it. */
export function releaseDomains(db: Database, worker: string, today: Day): Promise<void> {
  return db.transaction(async ({ orm }) => {
    const { day, looked } = await lockedWork(orm);
    const { count: freed } = await orm.update(organisationDomain).set(FREED).where(isHeldBy(worker));
    if (day === today && freed > 0)
      await orm.update(organisationWork).set({ looked: Math.max(0, looked - freed) });
  });
}

import { and, count, eq, lte, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { parseIpv4 } from "../../shared/url/addresses.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import { isSampleHost } from "../../shared/url/sample.ts";
import type { HostName } from "../../shared/url/types.ts";
import { batchOf, insertRows, selectOf } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { FREED, granted, isFree } from "../lease/lease.ts";
import { hostWithin } from "../lists/conditions.ts";
import { host, organisationDomain, organisationWork, url } from "../schema/index.ts";
import { excluded, fromNow, isAnyOf } from "../statement.ts";
import { type DomainRow, domainColumns } from "./domains.ts";

/** URLs of one host that are counted at most: the count only says which domains come first. */
const COUNTED_MAX = 1_000;
const USES_MAX = 2_000_000_000;

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
 * hosts were read; 0: there are no more. Each host is read once: URLs that come later are counted when its domain is looked at (`countUses`), and a host whose
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

/** Of a domain with more hosts, the first ones are counted. */
const HOSTS_COUNTED_MAX = 2_000;

/** How many URLs a domain has now, as `enterDomains` counts them: of the hosts that it read, as it adds the others. */
export async function countUses(
  { orm }: Database,
  domain: string,
  isKept: (host: string) => boolean,
): Promise<number> {
  const hosts = await orm
    .select({ id: host.id, name: host.name })
    .from(host)
    .where(
      and(
        hostWithin(domain),
        sql`${host.id} <= (select ${organisationWork.hostId} from ${organisationWork})`,
      ),
    )
    .orderBy(host.id)
    .limit(HOSTS_COUNTED_MAX);
  const own = hosts.filter(({ name }) => registrableDomain(name as HostName) === domain && isKept(name));
  const given = batchOf(
    "given",
    host.id,
    own.map(({ id }) => id),
  );
  const some = selectOf({ one: sql`1`.as("one") })
    .from(url)
    .where(eq(url.hostId, given.value))
    .limit(COUNTED_MAX)
    .as("some");
  const [counted] = await orm.select({ uses: count() }).from(given.rows).crossJoinLateral(some);
  return Math.min(USES_MAX, counted?.uses ?? 0);
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

/** Leases the domains that are due, those that were never looked at first, of these those with most URLs. Empty: none is, or today's budget is spent. */
export function claimDomains(db: Database, claim: Claim): Promise<DomainRow[]> {
  const { worker, leaseSeconds, today, limit, perDay } = claim;
  return db.transaction(async ({ orm }) => {
    const work = await lockedWork(orm);
    const looked = work.day === today ? work.looked : 0;
    const most = Math.min(limit, perDay - looked);
    if (most <= 0) return [];
    const { domain, due, uses } = organisationDomain;
    const found = await orm
      .select({ domain })
      .from(organisationDomain)
      .where(and(lte(due, today), isFree(organisationDomain)))
      .orderBy(due, sql`${uses} desc`)
      .limit(most)
      .for("update", { skipLocked: true });
    if (found.length === 0) return [];
    const rows = await orm
      .update(organisationDomain)
      .set(granted(worker, leaseSeconds))
      .where(
        isAnyOf(
          domain,
          found.map((row) => row.domain),
        ),
      )
      .returning(domainColumns);
    await orm.update(organisationWork).set({ day: today, looked: looked + rows.length });
    return rows;
  });
}

/** Prolongs what is in hand; false: nothing is. */
export async function renewDomains({ orm }: Database, worker: string, seconds: number): Promise<boolean> {
  const renewed = await orm
    .update(organisationDomain)
    .set({ leaseUntil: fromNow(seconds) })
    .where(isHeldBy(worker));
  return renewed.count > 0;
}

/** Gives back one that could not be looked at; it is due again on that day. */
export async function postponeDomain(
  { orm }: Database,
  worker: string,
  domain: string,
  due: Day,
): Promise<void> {
  await orm
    .update(organisationDomain)
    .set({ due, ...FREED })
    .where(and(isHeldBy(worker), eq(organisationDomain.domain, domain)));
}

/** Gives back what was claimed and not looked at. */
export async function releaseDomains({ orm }: Database, worker: string): Promise<void> {
  await orm.update(organisationDomain).set(FREED).where(isHeldBy(worker));
}

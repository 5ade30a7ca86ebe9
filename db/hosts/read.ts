import { eq } from "drizzle-orm";
import type { Status } from "../../shared/status/table.ts";
import { hostChain, registrableDomain } from "../../shared/url/domain.ts";
import type { HostName } from "../../shared/url/types.ts";
import type { Database, Orm } from "../connect.ts";
import { organisationIdsOf } from "../organisations/domains.ts";
import { host, hostTrait } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { DueBatch, HostId, HostRecord, InheritedTrait, TraitSpan } from "../types.ts";
import { type DueColumns, decodeDay, decodeDue } from "../urls/row.ts";
import { decodeWatched } from "./outage.ts";

/**
 * The domains above a host, nearest first, up to the one that its owner registered: their traits hold for it too (M9).
 * Not those of a suffix such as `github.io`, under which nobody answers for the others.
 */
export const domainsAbove = (name: string): string[] => hostChain(name as HostName).slice(1);

function hostState(
  row: typeof host.$inferSelect,
  traits: readonly TraitSpan[],
  inherited: readonly InheritedTrait[],
  organisation: number | null,
): HostRecord {
  const outageDay = decodeDay(row.outageDay);
  const upDay = decodeDay(row.upDay);
  const robotsDay = decodeDay(row.robotsDay);
  return {
    id: row.id,
    name: row.name,
    traits,
    inherited,
    outage:
      outageDay === null
        ? null
        : {
            rule: row.outageRule,
            scope: row.outageScope,
            status: row.outageStatus as Status,
            http: row.outageHttp,
            day: outageDay,
            count: row.outageCount,
          },
    watched: decodeWatched(row.watched),
    up: upDay === null ? null : { day: upDay, origin: row.upOrigin },
    paceMs: row.paceMs,
    retryAtMs: row.retryAt,
    organisation,
    site: row.site,
    robots: robotsDay === null ? null : { day: robotsDay, text: row.robots ?? "" },
  };
}

const traitFields = { trait: hostTrait.trait, first: hostTrait.first, last: hostTrait.last };

const traitsOfDomains = (orm: Orm, names: readonly string[]) =>
  orm
    .select({ ...traitFields, domain: host.name })
    .from(hostTrait)
    .innerJoin(host, eq(host.id, hostTrait.hostId))
    .where(isAnyOf(host.name, names));

/** Hosts with their own traits and those of the domains above them. Ids that do not exist are left out. */
export async function readHosts(
  db: Database,
  ids: readonly HostId[],
): Promise<ReadonlyMap<HostId, HostRecord>> {
  const { orm } = db;
  const rows = await orm.select().from(host).where(isAnyOf(host.id, ids));
  const domainOf = (name: string) => registrableDomain(name as HostName);
  const organisations = await organisationIdsOf(db, [...new Set(rows.map(({ name }) => domainOf(name)))]);
  const names = [...new Set(rows.flatMap(({ name }) => [name, ...domainsAbove(name)]))];
  const known = names.length === 0 ? [] : await traitsOfDomains(orm, names);
  const byName = Map.groupBy(known, ({ domain }) => domain);
  return new Map(
    rows.map((row) => [
      row.id,
      hostState(
        row,
        (byName.get(row.name) ?? []).map(({ domain: _, ...span }) => span),
        domainsAbove(row.name).flatMap((name) =>
          (byName.get(name) ?? []).map((span) => ({ ...span, domain: name as HostName })),
        ),
        organisations.get(domainOf(row.name)) ?? null,
      ),
    ]),
  );
}

/** Decodes rows of `dueColumns` and reads their hosts. */
export async function dueBatch(db: Database, rows: readonly DueColumns[]): Promise<DueBatch> {
  const hosts = [...new Set(rows.map(({ hostId }) => hostId))];
  return { urls: rows.map(decodeDue), hosts: await readHosts(db, hosts) };
}

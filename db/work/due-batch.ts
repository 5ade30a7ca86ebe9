import { asDay } from "../../shared/calendar/day.ts";
import { outageRule } from "../../shared/status/outage.ts";
import type { Status } from "../../shared/status/table.ts";
import { hostChain } from "../../shared/url/domain.ts";
import type { HostName } from "../../shared/url/types.ts";
import type { Database, Sql } from "../connect.ts";
import type { DueBatch, HostId, HostState, InheritedTrait, TraitSpan } from "../types.ts";
import { type DueColumns, decodeDay, decodeDue } from "../urls/row.ts";

/** The columns of DueColumns, for `from url u join host h on h.id = u.host_id`. */
export const dueColumns = ({ sql }: Database) => sql`
  u.id, u.host_id as "hostId", h.name as host, u.scheme, u.port, u.path, u.queried, u.flags, u.history, u.extras`;

interface HostRow {
  readonly id: HostId;
  readonly name: string;
  readonly outageDay: number;
  readonly outageStatus: number;
  readonly outageCount: number;
  readonly outageRule: string;
  readonly outageScope: string;
  readonly outageHttp: number | null;
  readonly outageDays: number;
  readonly upDay: number;
  readonly upOrigin: string;
  readonly paceMs: number;
  readonly retryAtMs: number | null;
  readonly robots: string | null;
  readonly robotsDay: number;
  readonly site: string;
  readonly traits: readonly { trait: TraitSpan["trait"]; first: number; last: number }[] | null;
}

/**
 * The domains above a host, nearest first, up to the one that its owner registered: their traits hold for it too (M9).
 * Not those of a suffix such as `github.io`, under which nobody answers for the others.
 */
export const domainsAbove = (host: string): string[] => hostChain(host as HostName).slice(1);

async function rowsOf(
  sql: Sql,
  where: { ids: readonly number[]; names: readonly string[] },
): Promise<HostRow[]> {
  const rows = await sql<HostRow[]>`
    select h.id, h.name, h.outage_day as "outageDay", h.outage_status as "outageStatus",
      h.outage_count as "outageCount", h.outage_rule as "outageRule", h.outage_scope as "outageScope",
      h.outage_http as "outageHttp", h.outage_days as "outageDays", h.up_day as "upDay", h.up_origin as "upOrigin", h.pace_ms as "paceMs",
      (extract(epoch from h.retry_at) * 1000)::float8 as "retryAtMs",
      h.robots, h.robots_day as "robotsDay", h.site, t.traits
    from host h left join lateral (
      select json_agg(json_build_object('trait', trait, 'first', first, 'last', last)) as traits
      from host_trait t where t.host_id = h.id
    ) t on true
    where h.id = any(${[...where.ids]}::int[]) or (h.name = any(${[...where.names]}::text[]) and t.traits is not null)`;
  return [...rows];
}

const spans = (row: HostRow | undefined): TraitSpan[] =>
  (row?.traits ?? []).map(({ trait, first, last }) => ({ trait, first: asDay(first), last: asDay(last) }));

function hostState(row: HostRow, above: readonly InheritedTrait[]): HostState {
  const outageDay = decodeDay(row.outageDay);
  const rule = outageRule(row.outageRule);
  const upDay = decodeDay(row.upDay);
  const robotsDay = decodeDay(row.robotsDay);
  return {
    id: row.id,
    name: row.name,
    traits: spans(row),
    inherited: above,
    outage:
      outageDay === null || rule === null
        ? null
        : {
            rule: rule.name,
            scope: row.outageScope,
            status: row.outageStatus as Status,
            http: row.outageHttp,
            day: outageDay,
            count: row.outageCount,
            watched: row.outageDays,
          },
    up: upDay === null ? null : { day: upDay, origin: row.upOrigin },
    paceMs: row.paceMs,
    retryAtMs: row.retryAtMs,
    site: row.site,
    robots: robotsDay === null ? null : { day: robotsDay, text: row.robots ?? "" },
  };
}

/** Hosts with their own traits and those of the domains above them. Ids that do not exist are left out. */
export async function readHosts(
  db: Database,
  ids: readonly HostId[],
): Promise<ReadonlyMap<HostId, HostState>> {
  const rows = await rowsOf(db.sql, { ids, names: [] });
  const names = [...new Set(rows.flatMap(({ name }) => domainsAbove(name)))];
  const parents = names.length === 0 ? [] : await rowsOf(db.sql, { ids: [], names });
  const byName = new Map(parents.map((row) => [row.name, row]));
  return new Map(
    rows.map((row) => [
      row.id,
      hostState(
        row,
        domainsAbove(row.name).flatMap((name) =>
          spans(byName.get(name)).map((span) => ({ ...span, domain: name as HostName })),
        ),
      ),
    ]),
  );
}

/** Decodes rows of `dueColumns` and reads their hosts. */
export async function dueBatch(db: Database, rows: readonly DueColumns[]): Promise<DueBatch> {
  const hosts = [...new Set(rows.map(({ hostId }) => hostId))];
  return { urls: rows.map(decodeDue), hosts: await readHosts(db, hosts) };
}

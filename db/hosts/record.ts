import type { Day } from "../../shared/calendar/day.ts";
import type { NoteKey } from "../../shared/status/note.ts";
import { type OutageSign, WATCHED_BITS } from "../../shared/status/outage.ts";
import type { Database, Sql } from "../connect.ts";
import { storable } from "../text.ts";
import type { HostId, HostTrait } from "../types.ts";
import { CONSOLIDATED_DAYS } from "../urls/facts.ts";
import { type HostNoteRow, type HostTraitRow, isConsolidated, tellHostNotes, tellTraits } from "./changes.ts";

export interface OutageNews extends OutageSign {
  readonly count: number;
  /** It answered before that: what was counted until then is no longer true. */
  readonly anew?: true;
  /** So many of its URLs failed today that the day counts for the others too. */
  readonly watched?: boolean;
}

/** What was learnt of a host; absent: stays. */
export interface HostNews {
  readonly id: HostId;
  readonly day: Day;
  /** Seen on `day`: entered, or their last day moved on (M9). */
  readonly seen?: readonly HostTrait[];
  /** Tried anew and no longer true: deleted, unless it was seen by others since `last`, as it was known (M9). */
  readonly gone?: readonly { readonly trait: HostTrait; readonly last: Day }[];
  /** C5: `count` more of its URLs failed like this, one after the other; null: it answers. */
  readonly outage?: OutageNews | null;
  /** C5: this origin of it answered. */
  readonly up?: string;
  readonly paceMs?: number;
  /** Milliseconds since 1970; null: no longer asked to wait. */
  readonly retryAtMs?: number | null;
  readonly robots?: string;
  /** crawler/classify/site-facts.ts, whole. */
  readonly site?: string;
}

async function recordTraits(sql: Sql, hosts: readonly HostNews[]): Promise<void> {
  const seen = hosts.flatMap(({ id, day, seen: traits = [] }) => traits.map((trait) => ({ id, day, trait })));
  const gone = hosts.flatMap(({ id, day, gone: traits = [] }) =>
    traits.map((known) => ({ id, day, ...known })),
  );
  if (gone.length > 0) {
    const deleted = await sql<HostTraitRow[]>`
      delete from host_trait where (host_id, trait) in (
        select t.host_id, t.trait from host_trait t join unnest(
          ${gone.map(({ id }) => id)}::int[], ${gone.map(({ trait }) => trait)}::text[],
          ${gone.map(({ last }) => last)}::int[]) as given (id, trait, last)
          on t.host_id = given.id and t.trait = given.trait and t.last = given.last
        order by t.host_id, t.trait for update of t)
      returning host_id as host, trait, first, last`;
    const today = gone[0]?.day;
    if (today !== undefined) await tellTraits(sql, deleted.filter(isConsolidated), "gone", today);
  }
  if (seen.length > 0) {
    const young = await youngTraits(sql, seen);
    await sql`
      insert into host_trait (host_id, trait, first, last)
      select id, trait, min(day), max(day) from unnest(
        ${seen.map(({ id }) => id)}::int[], ${seen.map(({ trait }) => trait)}::text[],
        ${seen.map(({ day }) => day)}::int[]) as given (id, trait, day)
      group by id, trait order by id, trait
      on conflict (host_id, trait) do update set last = greatest(host_trait.last, excluded.last)`;
    for (const [day, traits] of Map.groupBy(young, ({ day }) => day))
      await tellTraits(sql, traits, "came", day);
  }
}

/** Those of the traits that are consolidated by being seen now (M9). */
function youngTraits(
  sql: Sql,
  seen: readonly { readonly id: HostId; readonly day: Day; readonly trait: HostTrait }[],
) {
  return sql<(HostTraitRow & { day: Day })[]>`
    select t.host_id as host, t.trait, t.first, t.last, given.day from host_trait t join unnest(
      ${seen.map(({ id }) => id)}::int[], ${seen.map(({ trait }) => trait)}::text[],
      ${seen.map(({ day }) => day)}::int[]) as given (id, trait, day) on t.host_id = given.id and t.trait = given.trait
    where t.last - t.first <= ${CONSOLIDATED_DAYS} and given.day - t.first > ${CONSOLIDATED_DAYS}
    order by t.host_id, t.trait`;
}

/** Writes what was learnt of hosts, in the order of their ids so that two writers never wait crosswise. */
export async function recordHosts({ sql }: Database, hosts: readonly HostNews[]): Promise<void> {
  const sorted = [...hosts].sort((a, b) => a.id - b.id);
  await recordTraits(sql, sorted);
  const changed = sorted.filter(({ outage, up, paceMs, retryAtMs, robots, site }) =>
    [outage, up, paceMs, retryAtMs, robots, site].some((news) => news !== undefined),
  );
  if (changed.length === 0) return;
  const given = changed.map(({ id, day, outage, up, paceMs, retryAtMs, robots, site }) => ({
    id,
    day,
    outageKnown: outage !== undefined,
    outageDay: outage === undefined || outage === null ? -1 : day,
    outageStatus: outage?.status ?? 0,
    outageCount: outage?.count ?? 0,
    outageRule: outage?.rule ?? "",
    outageScope: outage?.scope ?? "",
    outageHttp: outage?.http ?? null,
    anew: outage?.anew ?? false,
    watched: outage?.watched ?? false,
    up: up ?? null,
    paceMs: paceMs ?? null,
    retryKnown: retryAtMs !== undefined,
    retryAtMs: retryAtMs ?? null,
    robots: robots === undefined ? null : storable(robots),
    site: site === undefined ? null : storable(site),
  }));
  await sql`
    with given as (
      select * from json_to_recordset(${JSON.stringify(given)}::text::json) as given (
        id int, day int, "outageKnown" boolean, "outageDay" int, "outageStatus" smallint, "outageCount" int,
        "outageRule" text, "outageScope" text, "outageHttp" smallint, anew boolean, watched boolean, up text, "paceMs" int, "retryKnown" boolean, "retryAtMs" float8, robots text, site text)
    ), locked as (
      select h.id from host h join given using (id) order by h.id for no key update of h
    )
    update host h set
      outage_day = case when g."outageKnown" then g."outageDay" else h.outage_day end,
      outage_status = case when g."outageKnown" then g."outageStatus" else h.outage_status end,
      outage_count = case when not g."outageKnown" then h.outage_count
        when not g.anew and h.outage_day = g."outageDay" and h.outage_rule = g."outageRule"
          and h.outage_scope = g."outageScope" then least(h.outage_count + g."outageCount", 32767)
        else least(g."outageCount", 32767) end,
      outage_rule = case when g."outageKnown" then g."outageRule" else h.outage_rule end,
      outage_scope = case when g."outageKnown" then g."outageScope" else h.outage_scope end,
      outage_days = case when g.up is not null or g."outageKnown" and g."outageDay" < 0 then 0
        when not g."outageKnown" then h.outage_days
        else ((h.outage_days::bigint << least(greatest(g.day - h.outage_day, 0), ${WATCHED_BITS}::int))
            & (1::bigint << ${WATCHED_BITS}::int) - 1)::int
          | case when g.watched and h.up_day <> g.day then 1 else 0 end end,
      up_day = case when g.up is null then h.up_day else g.day end,
      up_origin = coalesce(g.up, h.up_origin),
      outage_http = case when g."outageKnown" then g."outageHttp" else h.outage_http end,
      pace_ms = coalesce(g."paceMs", h.pace_ms),
      retry_at = case when g."retryKnown" then to_timestamp(g."retryAtMs" / 1000) else h.retry_at end,
      robots = coalesce(g.robots, h.robots),
      robots_day = case when g.robots is null then h.robots_day else g.day end,
      site = coalesce(g.site, h.site),
      site_day = case when g.site is null then h.site_day else g.day end
    from given g join locked using (id) where h.id = g.id`;
}

/** What several URLs of a host agree upon (M10). */
export interface LearntNote {
  readonly host: string;
  readonly kind: NoteKey;
  /** "" without one. */
  readonly value: string;
}

/** Enters notes of whole hosts, or moves their last day on; a new value replaces the old one, and is told (D1). */
export async function recordDomainNotes(db: Database, notes: readonly LearntNote[], day: Day): Promise<void> {
  if (notes.length > 0) await db.transaction(({ sql }) => enter(sql, notes, day));
}

async function enter(sql: Sql, notes: readonly LearntNote[], day: Day): Promise<void> {
  const sorted = [...notes].sort((a, b) => (`${a.host} ${a.kind}` < `${b.host} ${b.kind}` ? -1 : 1));
  const given = sorted.map(({ host, kind, value }) => ({ host, path: "", kind, value: storable(value) }));
  const known = await sql<HostNoteRow[]>`
    select host, path, kind, value from domain_note where path = '' and (host, kind) in (
      select * from unnest(${given.map(({ host }) => host)}::text[], ${given.map(({ kind }) => kind)}::text[]))`;
  await sql`
    insert into domain_note (host, path, kind, value, first, last)
    select host, '', kind, value, ${day}, ${day} from unnest(${sorted.map(({ host }) => host)}::text[],
      ${sorted.map(({ kind }) => kind)}::text[], ${sorted.map(({ value }) => storable(value))}::text[])
      as given (host, kind, value)
    on conflict (host, path, kind) do update
    set last = greatest(domain_note.last, excluded.last), value = excluded.value`;
  const textOf = ({ host, kind, value }: HostNoteRow) => `${host} ${kind} ${value}`;
  const before = new Set(known.map(textOf));
  await tellHostNotes(
    sql,
    given.filter((note) => !before.has(textOf(note))),
    "came",
    day,
  );
}

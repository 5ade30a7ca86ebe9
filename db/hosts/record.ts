import { and, eq, getTableColumns, max, min, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { NoteKey } from "../../shared/status/note.ts";
import { batch, insertFrom, insertRows } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { domainNote, host, hostTrait } from "../schema/index.ts";
import { excluded, isAnyOf } from "../statement.ts";
import { storable } from "../text.ts";
import type { HostId, HostTrait } from "../types.ts";
import { CONSOLIDATED_DAYS } from "../urls/facts.ts";
import {
  type HostNoteRow,
  type HostTraitRow,
  isConsolidated,
  publishHostNotes,
  publishTraits,
} from "./changes.ts";
import { decodeWatched, encodeWatched, type OutageSign, withWatched } from "./outage.ts";

export interface OutageUpdate extends OutageSign {
  readonly count: number;
  /** It answered before that: what was counted until then is no longer true. */
  readonly begins?: true;
}

/** What was learnt of a host; absent: stays. */
export interface HostUpdate {
  readonly id: HostId;
  readonly day: Day;
  /** Seen on `day`: entered, or their last day moved on (M9). */
  readonly seen?: readonly HostTrait[];
  /** Tried again and no longer true: deleted, unless it was seen by others since `last`, as it was known (M9). */
  readonly gone?: readonly { readonly trait: HostTrait; readonly last: Day }[];
  /** C5: `count` more of its URLs failed like this, one after the other; null: it answers. */
  readonly outage?: OutageUpdate | null;
  /** C5: this origin of it answered. */
  readonly up?: string;
  /** C5, by scope: true: so many of its URLs failed today that the day counts for the others too; false: it answered. */
  readonly watched?: Readonly<Record<string, boolean>>;
  readonly paceMs?: number;
  /** Milliseconds since 1970; null: no longer asked to wait. */
  readonly retryAtMs?: number | null;
  readonly robots?: string;
  /** crawler/classify/site/facts.ts, whole. */
  readonly site?: string;
}

type SeenTrait = HostTraitRow & { readonly day: Day };

/** Traits that were tried again and are no longer true, unless others saw them since. */
async function deleteTraits(orm: Orm, hosts: readonly HostUpdate[]): Promise<void> {
  const { hostId, trait, last } = hostTrait;
  const known = hosts.flatMap((one) => (one.gone ?? []).map((gone) => ({ hostId: one.id, ...gone })));
  const [today] = hosts;
  if (known.length === 0 || today === undefined) return;
  const given = batch("given", { hostId, trait, last }, known);
  const gone = orm
    .select({ hostId, trait })
    .from(hostTrait)
    .innerJoin(given.rows, and(eq(hostId, given.hostId), eq(trait, given.trait), eq(last, given.last)))
    .orderBy(hostId, trait)
    .for("update", { of: hostTrait });
  const deleted = await orm.delete(hostTrait).where(sql`(${hostId}, ${trait}) in ${gone}`).returning();
  await publishTraits(orm, deleted.filter(isConsolidated), "gone", today.day);
}

/** Traits that were seen: entered, or their last day moved on. Those that are consolidated by that are published (M9). */
async function enterTraits(orm: Orm, hosts: readonly HostUpdate[]): Promise<void> {
  const { hostId, trait, first, last } = hostTrait;
  const seen = hosts.flatMap(({ id, day, seen: traits = [] }) =>
    traits.map((one) => ({ hostId: id, trait: one, day })),
  );
  if (seen.length === 0) return;
  const given = batch("given", { hostId, trait, day: last }, seen);
  const young: SeenTrait[] = await orm
    .select({ hostId, trait, first, last, day: given.day })
    .from(hostTrait)
    .innerJoin(given.rows, and(eq(hostId, given.hostId), eq(trait, given.trait)))
    .where(
      and(
        sql`${last} - ${first} <= ${CONSOLIDATED_DAYS}`,
        sql`${given.day} - ${first} > ${CONSOLIDATED_DAYS}`,
      ),
    )
    .orderBy(hostId, trait);
  const fields = { hostId: given.hostId, trait: given.trait, first: min(given.day), last: max(given.day) };
  await insertFrom(orm, hostTrait, fields, (found) =>
    found.from(given.rows).groupBy(given.hostId, given.trait).orderBy(given.hostId, given.trait),
  ).onConflictDoUpdate({
    target: [hostId, trait],
    set: { last: sql`greatest(${last}, ${excluded(last)})` },
  });
  for (const [day, traits] of Map.groupBy(young, (one) => one.day))
    await publishTraits(orm, traits, "came", day);
}

type HostRow = typeof host.$inferSelect;

const SMALLINT_MAX = 32_767;

/** The outage of the day (C5). */
function outageOf(row: HostRow, { outage, day }: HostUpdate): Partial<HostRow> {
  if (outage === undefined) return {};
  if (outage === null)
    return {
      outageDay: -1,
      outageStatus: 0,
      outageCount: 0,
      outageRule: "",
      outageScope: "",
      outageHttp: null,
    };
  const { rule, scope, status, http, count, begins = false } = outage;
  const goesOn = !begins && row.outageDay === day && row.outageRule === rule && row.outageScope === scope;
  return {
    outageDay: day,
    outageStatus: status,
    outageCount: Math.min((goesOn ? row.outageCount : 0) + count, SMALLINT_MAX),
    outageRule: rule,
    outageScope: scope,
    outageHttp: http,
  };
}

function updated(row: HostRow, update: HostUpdate): HostRow {
  const { day, up, watched, paceMs, retryAtMs, robots, site } = update;
  return {
    ...row,
    ...outageOf(row, update),
    ...(up !== undefined && { upDay: day, upOrigin: up }),
    ...(watched !== undefined && {
      watched: encodeWatched(withWatched(decodeWatched(row.watched), watched, day)),
    }),
    ...(paceMs !== undefined && { paceMs }),
    ...(retryAtMs !== undefined && { retryAt: retryAtMs }),
    ...(robots !== undefined && { robots: storable(robots), robotsDay: day }),
    ...(site !== undefined && { site: storable(site), siteDay: day }),
  };
}

const isMore = ({ outage, up, watched, paceMs, retryAtMs, robots, site }: HostUpdate): boolean =>
  [outage, up, watched, paceMs, retryAtMs, robots, site].some((value) => value !== undefined);

/** Writes what was learnt of hosts, in the order of their ids so that two writers never wait crosswise. */
export async function recordHosts({ orm }: Database, hosts: readonly HostUpdate[]): Promise<void> {
  const sorted = [...hosts].sort((one, other) => one.id - other.id);
  await deleteTraits(orm, sorted);
  await enterTraits(orm, sorted);
  const updates = new Map(sorted.filter(isMore).map((update) => [update.id, update]));
  if (updates.size === 0) return;
  const rows = await orm
    .select()
    .from(host)
    .where(isAnyOf(host.id, [...updates.keys()]))
    .orderBy(host.id)
    .for("no key update");
  const { name: _, ...columns } = getTableColumns(host);
  const given = batch(
    "given",
    columns,
    rows.map((row) => {
      const update = updates.get(row.id);
      return update === undefined ? row : updated(row, update);
    }),
  );
  const { id, ...values } = columns;
  const set = Object.keys(values).map((name) => [name, given[name as keyof typeof values]]);
  await orm.update(host).set(Object.fromEntries(set)).from(given.rows).where(eq(id, given.id));
}

/** What several URLs of a host agree upon (M10). */
export interface LearntNote {
  readonly host: string;
  readonly kind: NoteKey;
  /** "" without one. */
  readonly value: string;
  /** Of reports (H3), where the path begins so; absent: any. */
  readonly path?: string;
}

/** Enters notes of whole hosts, or of what people report, or moves their last day on; a new value replaces the old one, and is published (D1). */
export async function recordDomainNotes(db: Database, notes: readonly LearntNote[], day: Day): Promise<void> {
  if (notes.length > 0) await db.transaction(({ orm }) => enterNotes(orm, notes, day));
}

const keyOf = ({ host: name, path, kind }: Pick<HostNoteRow, "host" | "path" | "kind">) =>
  `${name} ${path} ${kind}`;

async function enterNotes(orm: Orm, notes: readonly LearntNote[], day: Day): Promise<void> {
  const { host: domain, path, kind, value, last } = domainNote;
  const sorted = notes
    .map((note) => ({ path: "", ...note, value: storable(note.value), first: day, last: day }))
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const given = batch(
    "given",
    { domain, path, kind },
    sorted.map((note) => ({ domain: note.host, path: note.path, kind: note.kind })),
  );
  const known = await orm
    .select({ host: domain, path, kind, value })
    .from(domainNote)
    .innerJoin(given.rows, and(eq(domain, given.domain), eq(path, given.path), eq(kind, given.kind)));
  const columns = ["host", "path", "kind", "value", "first", "last"] as const;
  await insertRows(orm, domainNote, columns, sorted).onConflictDoUpdate({
    target: [domain, path, kind],
    set: { last: sql`greatest(${last}, ${excluded(last)})`, value: excluded(value) },
  });
  const before = new Map(known.map((note) => [keyOf(note), note.value]));
  const changed = sorted.filter((note) => before.get(keyOf(note)) !== note.value);
  await publishHostNotes(orm, changed, "came", day);
}

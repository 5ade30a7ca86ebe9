import type { Day } from "../../../shared/calendar/day.ts";
import type { NoteKey } from "../../../shared/status/note.ts";
import type { Database, Sql } from "../../connect.ts";
import { storable } from "../../text.ts";
import { type HostNoteRow, tellHostNotes } from "./tell-hosts.ts";

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

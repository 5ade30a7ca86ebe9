import type { Day } from "../../../shared/calendar/day.ts";
import type { NoteKey } from "../../../shared/status/note.ts";
import type { Database } from "../../connect.ts";
import { storable } from "../../text.ts";

/** What several URLs of a host agree upon (M10). */
export interface LearntNote {
  readonly host: string;
  readonly kind: NoteKey;
  /** "" without one. */
  readonly value: string;
}

/** Enters notes of whole hosts, or moves their last day on; a new value replaces the old one. */
export async function recordDomainNotes(
  { sql }: Database,
  notes: readonly LearntNote[],
  day: Day,
): Promise<void> {
  if (notes.length === 0) return;
  const sorted = [...notes].sort((a, b) => (`${a.host} ${a.kind}` < `${b.host} ${b.kind}` ? -1 : 1));
  await sql`
    insert into domain_note (host, path, kind, value, first, last)
    select host, '', kind, value, ${day}, ${day} from unnest(${sorted.map(({ host }) => host)}::text[],
      ${sorted.map(({ kind }) => kind)}::text[], ${sorted.map(({ value }) => storable(value))}::text[])
      as given (host, kind, value)
    on conflict (host, path, kind) do update
    set last = greatest(domain_note.last, excluded.last), value = excluded.value`;
}

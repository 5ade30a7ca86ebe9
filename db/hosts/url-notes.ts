import { eq, or } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { NoteKey } from "../../shared/status/note.ts";
import type { HostPattern } from "../../shared/url/pattern.ts";
import type { Orm } from "../connect.ts";
import { urlNote } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";

/** What an operator noted of the URLs of a pattern (M10). */
export interface UrlNote {
  readonly host: HostPattern;
  /** Start of the path, in which `*` stands for any characters; "": any. */
  readonly path: string;
  readonly kind: NoteKey;
  /** "" without one. */
  readonly value: string;
}

export interface StoredUrlNote extends UrlNote {
  readonly first: Day;
  readonly last: Day;
  /** Null: half a year after `last`. */
  readonly until: Day | null;
}

type Row = typeof urlNote.$inferSelect;

/** The text of a host pattern, as a row and a question of Q4 have it. */
export const textOfHost = (host: HostPattern): string =>
  host.kind === "host" ? host.name : host.kind === "within" ? host.domain : host.pattern;

function hostOf({ hostKind, host }: Pick<Row, "hostKind" | "host">): HostPattern {
  if (hostKind === "host") return { kind: "host", name: host };
  return hostKind === "within" ? { kind: "within", domain: host } : { kind: "like", pattern: host };
}

export function decodeUrlNote(row: Omit<Row, "id">): StoredUrlNote {
  const { path, kind, value, first, last, until } = row;
  return {
    host: hostOf(row),
    path,
    kind: kind as NoteKey,
    value,
    first,
    last,
    until: until < 0 ? null : (until as Day),
  };
}

/** A host and everything above it, up to the top level. */
const namesAbove = (host: string): string[] => {
  const labels = host.split(".");
  return labels.map((_, at) => labels.slice(at).join("."));
};

/** All notes that may concern URLs of these hosts: `patternCovers` says which do. Those with `*` within a name are few, and all of them come. */
export async function urlNotesOf(orm: Orm, hosts: readonly string[]): Promise<StoredUrlNote[]> {
  const names = [...new Set(hosts.flatMap(namesAbove))];
  const { id: _, ...columns } = urlNoteColumns;
  const rows = await orm
    .select(columns)
    .from(urlNote)
    .where(or(isAnyOf(urlNote.host, names), eq(urlNote.hostKind, "like")))
    .orderBy(urlNote.id);
  return rows.map(decodeUrlNote);
}

export const urlNoteColumns = {
  id: urlNote.id,
  hostKind: urlNote.hostKind,
  host: urlNote.host,
  path: urlNote.path,
  kind: urlNote.kind,
  value: urlNote.value,
  first: urlNote.first,
  last: urlNote.last,
  until: urlNote.until,
};

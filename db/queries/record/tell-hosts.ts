import type { Day } from "../../../shared/calendar/day.ts";
import { HOST_NOTE_KEYS, type Note, type NoteKey } from "../../../shared/status/note.ts";
import type { Sql } from "../../connect.ts";
import type { UrlId } from "../../types.ts";
import { noteOf, SCHEMES } from "../../url-row.ts";
import { CONSOLIDATED_DAYS } from "../answers/facts.ts";
import { tellUrls } from "./tell-urls.ts";

/**
 * Of a host with more URLs, so many are told: what holds for hosts is told beside what their checks found, and a
 * transaction must end.
 */
const HOST_URLS_MAX = 10_000;

const HTTPS = SCHEMES.indexOf("https");

/** A trait of a host, as it was or is stored. */
export interface HostTraitRow {
  readonly host: number;
  readonly trait: string;
  readonly first: number;
  readonly last: number;
}

type ToldTrait = "https-needed" | "http-needed";
const isTold = (trait: string): trait is ToldTrait => trait === "https-needed" || trait === "http-needed";
export const isConsolidated = ({ first, last }: Pick<HostTraitRow, "first" | "last">): boolean =>
  last - first > CONSOLIDATED_DAYS;

/** Tells of the URLs to which a trait gives a note that their own check did not (M9), as it is consolidated or gone. */
export async function tellTraits(
  sql: Sql,
  traits: readonly HostTraitRow[],
  what: "came" | "gone",
  day: Day,
): Promise<void> {
  for (const { host, trait } of traits.filter(({ trait }) => isTold(trait))) {
    const rows = await sql<{ id: UrlId }[]>`
      select id from url where host_id = ${host} and (scheme = ${HTTPS}) = ${trait === "http-needed"}
        and extras not like ${`%["${trait}"%`} order by id limit ${HOST_URLS_MAX}`;
    await tell(sql, rows, noteOf(trait, undefined), what, day);
  }
}

/** A note of a whole host (M10), as it was or is stored. */
export interface HostNoteRow {
  readonly host: string;
  readonly path: string;
  readonly kind: string;
  readonly value: string;
}

const learntKeys: ReadonlySet<string> = HOST_NOTE_KEYS satisfies ReadonlySet<NoteKey>;

/** Tells of the host's URLs to which its note applies: what checks learn, of those that were never checked. */
export async function tellHostNotes(
  sql: Sql,
  notes: readonly HostNoteRow[],
  what: "came" | "gone",
  day: Day,
): Promise<void> {
  for (const { host, path, kind, value } of notes) {
    const learnt = learntKeys.has(kind);
    const rows = await sql<{ id: UrlId }[]>`
      select u.id from host h join url u on u.host_id = h.id
      where h.name = ${host} and starts_with(u.path, ${path}) and (not ${learnt}::boolean or u.history = ''::bytea)
        and (u.scheme = ${HTTPS} or not ${learnt && kind.startsWith("certificate-")}::boolean)
      order by u.id limit ${HOST_URLS_MAX}`;
    await tell(sql, rows, noteOf(kind, value === "" ? undefined : value), what, day);
  }
}

async function tell(
  sql: Sql,
  urls: readonly { readonly id: UrlId }[],
  note: Note | null,
  what: "came" | "gone",
  day: Day,
): Promise<void> {
  if (note === null) return;
  const notes = { came: what === "came" ? [note] : [], gone: what === "gone" ? [note] : [] };
  const softens = note.key === "reported-working";
  await tellUrls(
    sql,
    urls.map(({ id }) => id),
    day,
    { news: ["host-notes"], notes },
    softens ? { before: notes.gone, after: notes.came } : undefined,
  );
}

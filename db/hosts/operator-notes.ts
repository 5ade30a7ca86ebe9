import { and, asc, eq, gte, lt, or } from "drizzle-orm";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import { HOST_NOTE_DAYS } from "../../shared/status/note.ts";
import type { Database } from "../connect.ts";
import { hostsOf } from "../lists/hosts.ts";
import { urlNote } from "../schema/index.ts";
import { storable } from "../text.ts";
import type { HostId } from "../types.ts";
import { publishNoted } from "./changes.ts";
import { decodeUrlNote, type StoredUrlNote, textOfHost, type UrlNote, urlNoteColumns } from "./url-notes.ts";

/** Known hosts of one pattern, all of whose URLs are published when it comes and goes. */
const HOSTS_MAX = 20_000;
/** Notes with `*` within a name: each answer tries all of them. */
const LIKE_NOTES_MAX = 200;
const EXPIRED_AT_ONCE = 1_000;

export const NOTE_LIMITS = { hosts: HOSTS_MAX, like: LIKE_NOTES_MAX } as const;

/** Read before the transaction that publishes, as some patterns take a while. Null: they are more than so many. */
async function knownHosts(
  db: Database,
  { host }: Pick<UrlNote, "host">,
  most: number,
): Promise<readonly HostId[] | null> {
  const next = await hostsOf(db, host);
  const ids: HostId[] = [];
  for (let from: string | null = ""; from !== null; ) {
    const { hosts, through } = await next(db, from);
    for (const { id, name } of hosts) if (name !== from) ids.push(id);
    if (ids.length > most) return null;
    from = through;
  }
  return ids;
}

/** Also of a pattern that has come to concern more than may be noted: what is not told to be gone stays with readers. */
const allHosts = async (db: Database, note: Pick<UrlNote, "host">): Promise<readonly HostId[]> =>
  (await knownHosts(db, note, Number.POSITIVE_INFINITY)) ?? [];

const isNote = ({ host, path, kind }: Pick<UrlNote, "host" | "path" | "kind">) =>
  and(
    eq(urlNote.hostKind, host.kind),
    eq(urlNote.host, textOfHost(host)),
    eq(urlNote.path, path),
    eq(urlNote.kind, kind),
  );

/** Enters a note, or refreshes it, and publishes the URLs of which it says something new (D1). */
export async function addUrlNote(
  db: Database,
  note: UrlNote,
  { until, today }: { readonly until: Day | null; readonly today: Day },
): Promise<"added" | "refreshed" | "too-broad" | "too-many"> {
  const hosts = await knownHosts(db, note, HOSTS_MAX);
  if (hosts === null) return "too-broad";
  const { host, path, kind } = note;
  const value = storable(note.value);
  return db.transaction(async ({ orm }) => {
    const [known] = await orm
      .select({ value: urlNote.value })
      .from(urlNote)
      .where(isNote(note))
      .for("update");
    const isLike = host.kind === "like" && known === undefined;
    if (isLike && (await orm.$count(urlNote, eq(urlNote.hostKind, "like"))) >= LIKE_NOTES_MAX)
      return "too-many";
    const set = { value, last: today, until: until ?? (-1 as const) };
    await orm
      .insert(urlNote)
      .values({ hostKind: host.kind, host: textOfHost(host), path, kind, first: today, ...set })
      .onConflictDoUpdate({ target: [urlNote.host, urlNote.hostKind, urlNote.path, urlNote.kind], set });
    if (known?.value !== value) await publishNoted(orm, hosts, { path, kind, value }, "came", today);
    return known === undefined ? "added" : "refreshed";
  });
}

/** False: there is no such note. */
export async function removeUrlNote(
  db: Database,
  note: Pick<UrlNote, "host" | "path" | "kind">,
  today: Day,
): Promise<boolean> {
  const hosts = await allHosts(db, note);
  return db.transaction(async ({ orm }) => {
    const [gone] = await orm.delete(urlNote).where(isNote(note)).returning();
    if (gone !== undefined) await publishNoted(orm, hosts, gone, "gone", today);
    return gone !== undefined;
  });
}

export async function listUrlNotes({ orm }: Database): Promise<StoredUrlNote[]> {
  const { id: _, ...columns } = urlNoteColumns;
  const rows = await orm
    .select(columns)
    .from(urlNote)
    .orderBy(asc(urlNote.host), asc(urlNote.path), asc(urlNote.kind));
  return rows.map(decodeUrlNote);
}

/** M10, M11: notes whose day is over, or that nobody refreshed for half a year; how many they were. */
export async function expireUrlNotes(db: Database, today: Day, signal?: AbortSignal): Promise<number> {
  const { until, last } = urlNote;
  const isOver = or(
    and(gte(until, 0 as Day), lt(until, today)),
    and(lt(until, 0 as Day), lt(last, addDays(today, -HOST_NOTE_DAYS))),
  );
  const over = await db.orm.select(urlNoteColumns).from(urlNote).where(isOver).limit(EXPIRED_AT_ONCE);
  let expired = 0;
  for (const { id, ...row } of over) {
    if (signal?.aborted) break;
    const hosts = await allHosts(db, decodeUrlNote(row));
    await db.transaction(async ({ orm }) => {
      const [gone] = await orm
        .delete(urlNote)
        .where(and(eq(urlNote.id, id), isOver))
        .returning();
      if (gone === undefined) return;
      expired += 1;
      await publishNoted(orm, hosts, gone, "gone", today);
    });
  }
  return expired;
}

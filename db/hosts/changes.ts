import type { Day } from "../../shared/calendar/day.ts";
import { HOST_NOTE_KEYS, type NoteKey } from "../../shared/status/note.ts";
import type { Database, Sql } from "../connect.ts";
import { PATH_INDEXED } from "../lists/uses.ts";
import type { UrlId } from "../types.ts";
import { CONSOLIDATED_DAYS } from "../urls/facts.ts";
import { noteOf, SCHEMES } from "../urls/row.ts";
import { tellUrls } from "../urls/verdict-changes.ts";

/** So many URLs are told of in one transaction, as all readers of changes wait for it: `tellHostNews` tells the others. */
const URLS_MAX = 10_000;

const HTTPS = SCHEMES.indexOf("https");

/** A trait of a host, as it was or is stored. */
export interface HostTraitRow {
  readonly host: number;
  readonly trait: string;
  readonly first: number;
  readonly last: number;
}

/** A note of a whole host (M10), as it was or is stored. */
export interface HostNoteRow {
  readonly host: string;
  readonly path: string;
  readonly kind: string;
  readonly value: string;
}

/** A row of `host_change`: what is to be told of a host's URLs behind `start` and `after`. */
interface HostNews {
  readonly host: number;
  readonly trait: boolean;
  readonly kind: string;
  readonly path: string;
  readonly value: string;
  readonly gone: boolean;
  readonly start: string;
  readonly after: number;
}

type ToldTrait = "https-needed" | "http-needed";
const isTold = (trait: string): trait is ToldTrait => trait === "https-needed" || trait === "http-needed";
export const isConsolidated = ({ first, last }: Pick<HostTraitRow, "first" | "last">): boolean =>
  last - first > CONSOLIDATED_DAYS;

const FROM_FIRST = { start: "", after: 0 };

/** Tells of the URLs to which a trait gives a note that their own check did not (M9), as it is consolidated or gone. */
export async function tellTraits(
  sql: Sql,
  traits: readonly HostTraitRow[],
  what: "came" | "gone",
  day: Day,
): Promise<void> {
  const told = traits.filter(({ trait }) => isTold(trait));
  const news = told.map(({ host, trait: kind }): HostNews => {
    return { host, trait: true, kind, path: "", value: "", gone: what === "gone", ...FROM_FIRST };
  });
  await tellNow(sql, news, day);
}

const learntKeys: ReadonlySet<string> = HOST_NOTE_KEYS satisfies ReadonlySet<NoteKey>;

/** Tells of the host's URLs to which its note applies: what checks learn, of those that were never checked. */
export async function tellHostNotes(
  sql: Sql,
  notes: readonly HostNoteRow[],
  what: "came" | "gone",
  day: Day,
): Promise<void> {
  if (notes.length === 0) return;
  const hosts = await sql<{ id: number; name: string }[]>`
    select id, name from host where name = any(${notes.map(({ host }) => host)}::text[])`;
  const ids = new Map(hosts.map(({ id, name }) => [name, id]));
  const news = notes.flatMap(({ host: name, ...note }): HostNews[] => {
    const host = ids.get(name);
    return host === undefined ? [] : [{ ...note, host, trait: false, gone: what === "gone", ...FROM_FIRST }];
  });
  await tellNow(sql, news, day);
}

/** As many of the URLs as a transaction may; what is left is noted. A host of which older news is left has this told behind it. */
async function tellNow(sql: Sql, news: readonly HostNews[], day: Day): Promise<void> {
  if (news.length === 0) return;
  const waiting = await sql<{ host: number }[]>`
    select distinct host_id as host from host_change where host_id = any(${news.map(({ host }) => host)}::int[])`;
  const behind = new Set(waiting.map(({ host }) => host));
  const left: HostNews[] = [];
  let room = URLS_MAX;
  for (const one of news) {
    const { told, rest } =
      room === 0 || behind.has(one.host) ? { told: 0, rest: one } : await tellSome(sql, one, room, day);
    room -= told;
    if (rest !== null) left.push(rest);
    if (rest !== null) behind.add(one.host);
  }
  if (left.length > 0)
    await sql`
      insert into host_change (host_id, trait, kind, path, value, gone, after_path, after_url)
      select host, trait, kind, path, value, gone, start, after
      from json_to_recordset(${JSON.stringify(left.map((one, place) => ({ ...one, place })))}::text::json) as given (
        host int, trait boolean, kind text, path text, value text, gone boolean, start text, after bigint, place int)
      order by place`;
}

/** Of at most `limit` URLs. `rest`: what is to be told of those behind them; null: there are none. */
async function tellSome(
  sql: Sql,
  news: HostNews,
  limit: number,
  day: Day,
): Promise<{ readonly told: number; readonly rest: HostNews | null }> {
  const rows = await sql<{ id: UrlId; start: string }[]>`
    select id, left(path, ${PATH_INDEXED}) as start from url
    where host_id = ${news.host} and (left(path, ${PATH_INDEXED}) collate "C", id) > (${news.start}, ${news.after}::bigint)
      and ${applies(sql, news)}
    order by left(path, ${PATH_INDEXED}) collate "C", id limit ${limit}`;
  const { trait, kind, value, gone } = news;
  const note = noteOf(kind, trait || value === "" ? undefined : value);
  const last = rows.at(-1);
  if (note === null || last === undefined) return { told: 0, rest: null };
  const notes = { came: gone ? [] : [note], gone: gone ? [note] : [] };
  await tellUrls(
    sql,
    rows.map(({ id }) => id),
    day,
    { news: ["host-notes"], notes },
    note.key === "reported-working" ? { before: notes.gone, after: notes.came } : undefined,
  );
  const rest = rows.length < limit ? null : { ...news, start: last.start, after: last.id };
  return { told: rows.length, rest };
}

/** Which URLs of the host it says something about that they do not say themselves. */
function applies(sql: Sql, { trait, kind, path }: HostNews) {
  if (trait)
    return sql`(scheme = ${HTTPS}) = ${kind === "http-needed"}::boolean and extras not like ${`%["${kind}"%`}`;
  const learnt = learntKeys.has(kind);
  return sql`starts_with(path, ${path}) and (not ${learnt}::boolean or history = ''::bytea)
    and (scheme = ${HTTPS} or not ${learnt && kind.startsWith("certificate-")}::boolean)`;
}

/** Of the oldest news that is left, the next URLs, in the caller's transaction. False: nothing is left. */
export async function tellLeft(sql: Sql, day: Day): Promise<boolean> {
  const [news] = await sql<(HostNews & { id: number })[]>`
    select id, host_id as host, trait, kind, path, value, gone, after_path as start, after_url as after from host_change
    order by id limit 1 for update`;
  if (news === undefined) return false;
  const { rest } = await tellSome(sql, news, URLS_MAX, day);
  await (rest === null
    ? sql`delete from host_change where id = ${news.id}`
    : sql`update host_change set after_path = ${rest.start}, after_url = ${rest.after} where id = ${news.id}`);
  return true;
}

/**
 * Tells what holds for hosts, or no longer does, of the URLs that the transaction which learnt it had no room for. Ends
 * between two batches after the signal; what is left then is told the next time.
 */
export async function tellHostNews(db: Database, today: Day, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) if (!(await db.transaction(({ sql }) => tellLeft(sql, today)))) return;
}

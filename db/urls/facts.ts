import { type ArchiveLink, NOTHING_KNOWN, type UrlFacts } from "../../shared/answer/types.ts";
import type { Scope } from "../../shared/spam/types.ts";
import { HOST_NOTE_KEYS, type Note } from "../../shared/status/note.ts";
import { urlKey } from "../../shared/url/key.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database } from "../connect.ts";
import type { UrlId, WikiId } from "../types.ts";
import { domainsAbove } from "../work/due-batch.ts";
import {
  decodeExtras,
  decodeFlags,
  decodeHistory,
  decodeUrl,
  noteOf,
  SCHEMES,
  type UrlColumns,
} from "./row.ts";

/** A trait seen for longer than this may be told outside (M9). */
export const CONSOLIDATED_DAYS = 100;

interface Row extends UrlColumns {
  readonly id: UrlId;
  readonly flags: number;
  readonly history: Uint8Array;
  readonly extras: string;
  readonly archives: readonly ArchiveLink[] | null;
  readonly replacement: string | null;
  readonly reports: number;
  readonly spam: UrlFacts["spam"];
}

/** A trait of a host that has lasted for long enough to be told. */
interface ToldTrait {
  readonly host: string;
  readonly trait: "https-needed" | "http-needed";
}

interface DomainNote {
  readonly host: string;
  readonly path: string;
  readonly kind: string;
  readonly value: string;
}

/** M9: what was consolidated of these hosts. */
async function toldTraits({ sql }: Database, names: readonly string[]): Promise<ToldTrait[]> {
  const rows = await sql<ToldTrait[]>`
    select h.name as host, t.trait from host h join host_trait t on t.host_id = h.id
    where h.name = any(${[...names]}::text[]) and t.last - t.first > ${CONSOLIDATED_DAYS}
      and t.trait in ('https-needed', 'http-needed') order by t.trait`;
  return [...rows];
}

/** M10: notes of these domains. */
async function domainNotes({ sql }: Database, names: readonly string[]): Promise<DomainNote[]> {
  const rows = await sql<DomainNote[]>`
    select host, path, kind, value from domain_note where host = any(${[...names]}::text[]) order by id`;
  return [...rows];
}

/**
 * What a check can learn of a host (HOST_NOTE_KEYS) is told of URLs that were never checked: the others speak for themselves.
 * A limit holds for the names below too; certificates, moves and reports (H3) are each name's own.
 */
function covers(note: DomainNote, row: Row): boolean {
  const learnt = isHostNote(note.kind);
  if (learnt && (row.history.length > 0 || (note.kind.startsWith("certificate-") && !isHttps(row))))
    return false;
  const below = note.kind === "rate-limited" || !(learnt || note.kind === "reported-working");
  const within = row.host === note.host || (below && row.host.endsWith(`.${note.host}`));
  return within && row.path.startsWith(note.path);
}

const hostNoteKeys: ReadonlySet<string> = HOST_NOTE_KEYS;
const isHostNote = (kind: string): boolean => hostNoteKeys.has(kind);
const isHttps = ({ scheme }: Row): boolean => SCHEMES[scheme] === "https";

/** Of a domain above the host, only where nothing is known yet of the single URL (M9). */
function concerns({ host, trait }: ToldTrait, row: Row): boolean {
  if (isHttps(row) !== (trait === "http-needed")) return false;
  return row.host === host || (row.history.length === 0 && domainsAbove(row.host).includes(host));
}

/** Its own first; of several with the same key the first counts. */
function notesOf(
  row: Row,
  own: readonly Note[],
  traits: readonly ToldTrait[],
  domains: readonly DomainNote[],
): Note[] {
  const suspicious = decodeFlags(row.flags).filter((flag) => flag !== "credentials-dropped");
  const all = [
    ...own,
    ...suspicious.map((flag) => noteOf("suspicious-syntax", flag)),
    ...traits.filter((told) => concerns(told, row)).map(({ trait }) => noteOf(trait, undefined)),
    ...domains.filter((note) => covers(note, row)).map(({ kind, value }) => noteOf(kind, value || undefined)),
  ].filter((note) => note !== null);
  return all.filter((note, index) => all.findIndex(({ key }) => key === note.key) === index);
}

/** What is stored about these URLs, with what concerns them on this wiki (spam); unknown ids are left out. */
export async function factsOf(
  db: Database,
  wiki: WikiId | null,
  ids: readonly UrlId[],
): Promise<ReadonlyMap<UrlId, UrlFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await db.sql<Row[]>`
    select u.id, h.name as host, u.scheme, u.port, u.path, u.flags, u.history, u.extras,
      (select json_agg(json_build_object('type', a.type, 'url', a.address) order by a.type)
        from archive a where a.url_id = u.id) as archives,
      (select r.url from replacement r where r.url_id = u.id and r.checked >= 0) as replacement,
      (select count(*)::int from report p where p.url_id = u.id) as reports,
      (select min(s.list) from spam_use s where s.wiki_id = ${wiki}::int and s.key = u.key) as spam
    from url u join host h on h.id = u.host_id
    where u.id = any(${[...ids]}::bigint[])`;
  const names = [...new Set(rows.flatMap(({ host }) => [host, ...domainsAbove(host)]))];
  const [traits, domains] = [await toldTraits(db, names), await domainNotes(db, names)];
  return new Map(
    rows.map((row) => {
      const { notes, mime, kib } = decodeExtras(row.extras);
      return [
        row.id,
        {
          url: decodeUrl(row),
          history: decodeHistory(row.history),
          notes: notesOf(row, notes, traits, domains),
          mime,
          kib,
          archives: row.archives ?? [],
          replacement: row.replacement,
          reports: row.reports,
          spam: row.spam,
        },
      ];
    }),
  );
}

/**
 * What is known of URLs, for the answers about a page of `wiki`; unknown ones are left out, order of the request. What
 * this wiki's lists block (P1) is known by that alone.
 */
export async function urlFacts(
  db: Database,
  wiki: WikiId | null,
  urls: readonly NormalisedUrl[],
): Promise<UrlFacts[]> {
  const rows = await db.sql<{ id: UrlId | null; place: number; spam: Scope | null }[]>`
    select u.id, given.place::int,
      (select min(s.list) from spam_use s where s.wiki_id = ${wiki}::int and s.key = given.key) as spam
    from unnest(${urls.map(urlKey)}::uuid[]) with ordinality as given (key, place)
    left join url u on u.key = given.key order by given.place`;
  const facts = await factsOf(
    db,
    wiki,
    rows.flatMap(({ id }) => id ?? []),
  );
  return rows.flatMap(({ id, place, spam }) => {
    const known = id === null ? undefined : facts.get(id);
    if (known !== undefined) return known;
    const url = urls[place - 1];
    return spam === null || url === undefined ? [] : { ...NOTHING_KNOWN, url, spam };
  });
}

import type { ArchiveLink, UrlFacts } from "../../../shared/answer/types.ts";
import type { Note } from "../../../shared/status/note.ts";
import type { Database } from "../../connect.ts";
import { decodeHistory } from "../../history.ts";
import type { HostTrait, UrlId, WikiId } from "../../types.ts";
import { decodeExtras, decodeFlags, decodeUrl, noteOf, type UrlColumns } from "../../url-row.ts";
import { domainsAbove } from "../sweep/due-batch.ts";

/** A trait seen for longer than this may be told outside (M9). */
const CONSOLIDATED_DAYS = 100;

interface Row extends UrlColumns {
  readonly id: UrlId;
  readonly flags: number;
  readonly history: Uint8Array;
  readonly extras: string;
  readonly archives: readonly ArchiveLink[] | null;
  readonly replacement: string | null;
  readonly reports: number;
  readonly spam: UrlFacts["spam"];
  readonly traits: readonly HostTrait[] | null;
}

interface DomainNote {
  readonly host: string;
  readonly path: string;
  readonly kind: string;
  readonly value: string;
}

/** M10: notes of the domains of these URLs and of the domains above them. */
async function domainNotes({ sql }: Database, hosts: ReadonlySet<string>): Promise<DomainNote[]> {
  const names = [...new Set([...hosts].flatMap((host) => [host, ...domainsAbove(host)]))];
  const rows = await sql<DomainNote[]>`
    select host, path, kind, value from domain_note where host = any(${names}::text[]) order by id`;
  return [...rows];
}

const covers = (note: DomainNote, row: Row) =>
  (row.host === note.host || row.host.endsWith(`.${note.host}`)) && row.path.startsWith(note.path);

/** Its own first; of several with the same key the first counts. */
function notesOf(row: Row, own: readonly Note[], domains: readonly DomainNote[]): Note[] {
  const suspicious = decodeFlags(row.flags).filter((flag) => flag !== "credentials-dropped");
  const all = [
    ...own,
    ...suspicious.map((flag) => noteOf("suspicious-syntax", flag)),
    ...(row.traits ?? []).map((trait) => noteOf(trait, undefined)),
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
      (select min(s.list) from spam_use s where s.wiki_id = ${wiki}::int and s.key = u.key) as spam,
      (select array_agg(t.trait order by t.trait) from host_trait t
        where t.host_id = u.host_id and t.last - t.first > ${CONSOLIDATED_DAYS}
          and t.trait in ('https-needed', 'http-needed')) as traits
    from url u join host h on h.id = u.host_id
    where u.id = any(${[...ids]}::bigint[])`;
  const domains = await domainNotes(db, new Set(rows.map(({ host }) => host)));
  return new Map(
    rows.map((row) => {
      const { notes, mime, kib } = decodeExtras(row.extras);
      return [
        row.id,
        {
          url: decodeUrl(row),
          history: decodeHistory(row.history),
          notes: notesOf(row, notes, domains),
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

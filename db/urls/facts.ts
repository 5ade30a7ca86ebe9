import { and, eq, type SQLWrapper, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { type ArchiveLink, NOTHING_KNOWN, type UrlFacts } from "../../shared/answer/types.ts";
import { isPlainlyWorking } from "../../shared/history/evidence.ts";
import type { Scope } from "../../shared/spam/types.ts";
import { HOST_NOTE_KEYS, type Note, type NoteKey } from "../../shared/status/note.ts";
import { urlKey } from "../../shared/url/key.ts";
import { patternCovers } from "../../shared/url/pattern.ts";
import { hostsCovering, scopeOf } from "../../shared/url/report-scope.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { batchOf } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { domainsAbove } from "../hosts/read.ts";
import { REPORTED } from "../hosts/softened.ts";
import { type UrlNote, urlNotesOf } from "../hosts/url-notes.ts";
import {
  archive,
  domainNote,
  host,
  hostTrait,
  move,
  replacement,
  report,
  spamUse,
  url,
} from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";
import {
  decodeExtras,
  decodeFlags,
  decodeHistory,
  decodeUrl,
  isArchived,
  noteOf,
  SCHEMES,
  urlColumns,
} from "./row.ts";

/** A trait seen for longer than this is shown (M9). */
export const CONSOLIDATED_DAYS = 100;

/** What answers are made of. */
const factColumns = {
  id: url.id,
  ...urlColumns,
  flags: url.flags,
  history: url.history,
  extras: url.extras,
  archives: sql<readonly ArchiveLink[] | null>`(
    select json_agg(json_build_object('type', ${archive.type}, 'url', ${archive.address}) order by ${archive.type})
    from ${archive} where ${archive.urlId} = ${url.id} and ${isArchived})`,
  replacement: sql<string | null>`(
    select ${replacement.url} from ${replacement} where ${replacement.urlId} = ${url.id} and ${replacement.checked} >= 0)`,
  movedTo: sql<string | null>`(
    select ${move.target} from ${move} where ${move.urlId} = ${url.id} and ${move.checked} >= 0)`,
  reports: sql<number>`(
    select count(*)::int from ${report} where ${report.urlId} = ${url.id} and not ${report.against})`,
};
type Row = SelectResultFields<typeof factColumns>;

/** By which of the wiki's lists a URL is blocked. */
const spamOf = (wikiId: WikiId | null, key: SQLWrapper) =>
  sql<Scope | null>`(
    select min(${spamUse.list}) from ${spamUse} where ${spamUse.wikiId} = ${wikiId}::int and ${spamUse.key} = ${key})`;

/** A trait of a host that has lasted for long enough to be shown. */
interface ShownTrait {
  readonly host: string;
  readonly trait: ShownTraitName;
}

export const SHOWN_TRAITS = ["https-needed", "http-needed", "dns-error", "server-error"] as const;
export type ShownTraitName = (typeof SHOWN_TRAITS)[number];

/** What a host's failures say of its URLs that were never checked, and of no others: those speak for themselves. */
export const HOST_FAILURES: Readonly<Partial<Record<string, NoteKey>>> = {
  "dns-error": "host-unknown",
  "server-error": "host-down",
};

export const noteOfTrait = (trait: string): string => HOST_FAILURES[trait] ?? trait;

type DomainNote = Pick<typeof domainNote.$inferSelect, "host" | "path" | "kind" | "value">;

/** M9: what was consolidated of these hosts. */
function shownTraits(orm: Orm, names: readonly string[]): Promise<ShownTrait[]> {
  const { trait, first, last, hostId } = hostTrait;
  return orm
    .select({ host: host.name, trait: sql<ShownTrait["trait"]>`${trait}` })
    .from(host)
    .innerJoin(hostTrait, eq(hostId, host.id))
    .where(
      and(
        isAnyOf(host.name, names),
        sql`${last} - ${first} > ${CONSOLIDATED_DAYS}`,
        isAnyOf(trait, [...SHOWN_TRAITS]),
      ),
    )
    .orderBy(trait);
}

/** M10: notes of these domains. */
function domainNotes(orm: Orm, names: readonly string[]): Promise<DomainNote[]> {
  const { host: domain, path, kind, value } = domainNote;
  return orm
    .select({ host: domain, path, kind, value })
    .from(domainNote)
    .where(isAnyOf(domain, names))
    .orderBy(domainNote.id);
}

/**
 * What a check can learn of a host (HOST_NOTE_KEYS) is shown of URLs that were never checked: the others speak for themselves.
 * A limit holds for the names below too; certificates and moves are each name's own; reports (H3) say of what they are.
 */
function covers(note: DomainNote, row: Row): boolean {
  const learnt = isHostNote(note.kind);
  if (learnt && (row.history.length > 0 || (note.kind.startsWith("certificate-") && !isHttps(row))))
    return false;
  if (note.kind === REPORTED) return patternCovers(scopeOf(note.host, note.path), row);
  const below = note.kind === "rate-limited" || !learnt;
  const within = row.host === note.host || (below && row.host.endsWith(`.${note.host}`));
  return within && row.path.startsWith(note.path);
}

const hostNoteKeys: ReadonlySet<string> = HOST_NOTE_KEYS;
const isHostNote = (kind: string): boolean => hostNoteKeys.has(kind);
const isHttps = ({ scheme }: Row): boolean => SCHEMES[scheme] === "https";

/** Of a domain above the host, only where nothing is known yet of the single URL (M9). */
function concerns({ host, trait }: ShownTrait, row: Row): boolean {
  // An unknown `a.zz` says nothing of `www.a.zz`.
  if (trait in HOST_FAILURES) return row.host === host && row.history.length === 0;
  if (isHttps(row) !== (trait === "http-needed")) return false;
  return row.host === host || (row.history.length === 0 && domainsAbove(row.host).includes(host));
}

/** Its own first; of several with the same key the first counts. */
function notesOf(
  row: Row,
  own: readonly Note[],
  traits: readonly ShownTrait[],
  domains: readonly DomainNote[],
  noted: readonly UrlNote[],
): Note[] {
  const suspicious = decodeFlags(row.flags).filter((flag) => flag !== "credentials-dropped");
  const all = [
    ...own,
    ...suspicious.map((flag) => noteOf("suspicious-syntax", flag)),
    ...traits
      .filter((trait) => concerns(trait, row))
      .map(({ trait }) => noteOf(noteOfTrait(trait), undefined)),
    ...noted
      .filter((note) => patternCovers(note, row))
      .map(({ kind, value }) => noteOf(kind, value || undefined)),
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
  const rows = await db.orm
    .select({ ...factColumns, spam: spamOf(wiki, url.key) })
    .from(url)
    .innerJoin(host, eq(host.id, url.hostId))
    .where(isAnyOf(url.id, ids));
  const names = [
    ...new Set(rows.flatMap(({ host: name }) => [...domainsAbove(name), ...hostsCovering(name)])),
  ];
  const [traits, domains] = [await shownTraits(db.orm, names), await domainNotes(db.orm, names)];
  const noted = await urlNotesOf(
    db.orm,
    rows.map((row) => row.host),
  );
  return new Map(
    rows.map((row) => {
      const { notes, mime, kib } = decodeExtras(row.extras);
      const history = decodeHistory(row.history);
      const shownNotes = notesOf(row, notes, traits, domains, noted);
      return [
        row.id,
        {
          url: decodeUrl(row),
          history,
          notes: shownNotes,
          mime,
          kib,
          // Snapshots would be half as long again.
          archives: isPlainlyWorking(history, shownNotes) ? [] : (row.archives ?? []),
          replacement: row.replacement,
          ...(row.movedTo !== null && { movedTo: row.movedTo }),
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
  const given = batchOf("given", url.key, urls.map(urlKey));
  const rows = await db.orm
    .select({ id: url.id, place: given.place, spam: spamOf(wiki, given.value) })
    .from(given.rows)
    .leftJoin(url, eq(url.key, given.value))
    .orderBy(given.place);
  const facts = await factsOf(
    db,
    wiki,
    rows.flatMap(({ id }) => id ?? []),
  );
  return rows.flatMap(({ id, place, spam }) => {
    const known = id === null ? undefined : facts.get(id);
    if (known !== undefined) return known;
    const given = urls[place - 1];
    return spam === null || given === undefined ? [] : { ...NOTHING_KNOWN, url: given, spam };
  });
}

import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { History } from "../../shared/history/types.ts";
import type { Note } from "../../shared/status/note.ts";
import { type ArchivedCopy, archivedCopy, resourceHash } from "../../shared/url/archived-copy.ts";
import type { KnownArchive } from "../../shared/url/archives.ts";
import { urlKey } from "../../shared/url/key.ts";
import type { NormalisedUrl, UrlKey } from "../../shared/url/types.ts";
import { insertRows } from "../batch.ts";
import type { Database, Orm } from "../connect.ts";
import { archive, archiveLink, archiveLinkCursor, archiveVisit, host, url } from "../schema/index.ts";
import { excluded, isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
import { decodeExtras, decodeHistory, decodeUrl, urlColumns } from "../urls/row.ts";
import { askedArchives, noteArchives } from "./services.ts";

/** A URL that is watched, and what it is to archives. */
interface Watched {
  readonly id: UrlId;
  readonly copy: ArchivedCopy | null;
  readonly resource: UrlKey | null;
}

/** Counts the changes of how addresses of archives are read (shared/url/archives.ts) for which all URLs are looked through once more. */
const LINK_RULES = 2;

/**
 * Looks through the next URLs in the order of their arrival for links into archives, keeps those that are versions of another URL (A4),
 * and has the originals visited. Also where the link came first. Answers how many URLs were looked at; 0: none is left, or another
 * process does it.
 */
export function readArchiveLinks(
  db: Database,
  more: readonly KnownArchive[],
  today: Day,
  count: number,
): Promise<number> {
  return db.transaction(async ({ orm }) => {
    const { urlId, rules } = archiveLinkCursor;
    const fields = { last: urlId, rules };
    await orm.insert(archiveLinkCursor).values({ rules: LINK_RULES }).onConflictDoNothing();
    const [cursor] = await orm.select(fields).from(archiveLinkCursor).for("update", { skipLocked: true });
    if (cursor === undefined) return 0;
    const start = cursor.rules < LINK_RULES ? (0 as UrlId) : cursor.last;
    const rows = await orm
      .select({ id: url.id, ...urlColumns })
      .from(url)
      .innerJoin(host, eq(host.id, url.hostId))
      .where(gt(url.id, start))
      .orderBy(asc(url.id))
      .limit(count);
    const end = rows.at(-1)?.id;
    if (end === undefined) return 0;
    const watched = rows.map((row): Watched => {
      const address = decodeUrl(row);
      return { id: row.id, copy: archivedCopy(address, more), resource: resourceHash(address) };
    });
    const links = watched.flatMap(({ id, copy }) => (copy === null ? [] : { urlId: id, ...copy }));
    // What they were by earlier rules.
    await orm.delete(archiveLink).where(and(gt(archiveLink.urlId, start), lte(archiveLink.urlId, end)));
    if (links.length > 0) {
      await insertRows(orm, archiveLink, ["urlId", "type", "resource"], links);
      await noteArchives(
        orm,
        links.map(({ type }) => type),
      );
    }
    await visitUnasked(orm, [...(await originalsOf(orm, links)), ...(await versionsOf(orm, watched))], today);
    await orm.update(archiveLinkCursor).set({ urlId: end, rules: LINK_RULES });
    return rows.length;
  });
}

interface Named {
  readonly urlId: UrlId;
  readonly type: string;
}

/** The URLs of which these are versions, as far as they are watched. */
async function originalsOf(
  orm: Orm,
  copies: readonly Pick<ArchivedCopy, "type" | "originals">[],
): Promise<Named[]> {
  const types = new Map<UrlKey, Set<string>>();
  for (const { type, originals } of copies)
    for (const original of originals) {
      const key = urlKey(original);
      types.set(key, (types.get(key) ?? new Set()).add(type));
    }
  if (types.size === 0) return [];
  const rows = await orm
    .select({ id: url.id, key: url.key })
    .from(url)
    .where(isAnyOf(url.key, [...types.keys()]));
  return rows.flatMap(({ id, key }) => [...(types.get(key) ?? [])].map((type) => ({ urlId: id, type })));
}

/** Those of the URLs of which links that came before are versions. */
async function versionsOf(orm: Orm, watched: readonly Watched[]): Promise<Named[]> {
  const ids = new Map<UrlKey, UrlId[]>();
  for (const { id, copy, resource } of watched)
    if (copy === null && resource !== null) ids.set(resource, [...(ids.get(resource) ?? []), id]);
  const { type, resource } = archiveLink;
  const rows = await orm
    .selectDistinct({ type, resource })
    .from(archiveLink)
    .where(isAnyOf(resource, [...ids.keys()]));
  return rows.flatMap(({ type, resource }) => (ids.get(resource) ?? []).map((urlId) => ({ urlId, type })));
}

/** Has URLs visited today in archives that are not asked; those that are asked know best what they have. */
async function visitUnasked(orm: Orm, named: readonly Named[], today: Day): Promise<void> {
  if (named.length === 0) return;
  const isAsked = new Set(await askedArchives(orm));
  // Locked, so that none is deleted meanwhile (M4).
  const ids = [...new Set(named.map(({ urlId }) => urlId))];
  const locked = await orm
    .select({ id: url.id })
    .from(url)
    .where(isAnyOf(url.id, ids))
    .orderBy(asc(url.id))
    .for("key share");
  const isThere = new Set(locked.map(({ id }) => id));
  const visits = new Map(
    named
      .filter(({ urlId, type }) => isThere.has(urlId) && !isAsked.has(type))
      .map(({ urlId, type }) => [`${urlId} ${type}`, { urlId, type, due: today }]),
  );
  const rows = [...visits.values()].sort(
    (one, other) => one.urlId - other.urlId || (one.type < other.type ? -1 : 1),
  );
  if (rows.length === 0) return;
  await insertRows(orm, archiveVisit, ["urlId", "type", "due"], rows).onConflictDoUpdate({
    target: [archiveVisit.urlId, archiveVisit.type],
    set: { due: excluded(archiveVisit.due) },
    setWhere: sql`${archiveVisit.due} > ${excluded(archiveVisit.due)}`,
  });
}

/** A link into an archive that began to fail: has the URLs visited whose version it may be. */
export function visitOriginals(
  db: Database,
  link: NormalisedUrl,
  more: readonly KnownArchive[],
  today: Day,
): Promise<void> {
  const copy = archivedCopy(link, more);
  if (copy === null) return Promise.resolve();
  return db.transaction(async ({ orm }) => visitUnasked(orm, await originalsOf(orm, [copy]), today));
}

/** A link into an archive, with what our checks of it say. */
export interface LinkedCopy {
  readonly url: NormalisedUrl;
  readonly history: History;
  readonly notes: readonly Note[];
}

/** Of a front page that is linked everywhere the first ones. */
const COPIES_MAX = 1_000;

/** The links that are versions of a URL in an archive. */
export async function linkedCopies(
  { orm }: Database,
  type: string,
  address: NormalisedUrl,
): Promise<LinkedCopy[]> {
  const resource = resourceHash(address);
  if (resource === null) return [];
  const rows = await orm
    .select({ ...urlColumns, history: url.history, extras: url.extras })
    .from(archiveLink)
    .innerJoin(url, eq(url.id, archiveLink.urlId))
    .innerJoin(host, eq(host.id, url.hostId))
    .where(and(eq(archiveLink.resource, resource), eq(archiveLink.type, type)))
    .orderBy(asc(archiveLink.urlId))
    .limit(COPIES_MAX);
  return rows.map((row) => ({
    url: decodeUrl(row),
    history: decodeHistory(row.history),
    notes: decodeExtras(row.extras).notes,
  }));
}

/** The version that stands for a URL in an archive, and whether people named it; null: none is known. */
export async function standingVersion(
  { orm }: Database,
  type: string,
  id: UrlId,
): Promise<{ readonly address: string; readonly isNamed: boolean } | null> {
  const [row] = await orm
    .select({ address: archive.address, proposed: archive.proposed })
    .from(archive)
    .where(and(eq(archive.urlId, id), eq(archive.type, type)));
  return row === undefined ? null : { address: row.address, isNamed: row.proposed !== null };
}

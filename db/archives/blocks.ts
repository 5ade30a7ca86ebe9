import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database } from "../connect.ts";
import { urlId } from "../lists/uses.ts";
import { archive, archiveVisit, host, url } from "../schema/index.ts";
import type { UrlId } from "../types.ts";
import { decodeUrl, isArchived, urlColumns } from "../urls/row.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import { askedArchives } from "./services.ts";

/**
 * A2: no version of the URL is chosen any more, in one archive or (null) in all that are known of or asked. False: nobody watches the
 * URL, or no archive is known by that name.
 */
export function blockVersions(
  db: Database,
  address: NormalisedUrl,
  type: string | null,
  day: Day,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const id = await urlId(tx, address);
    if (id === null) return false;
    const { orm } = tx;
    await orm.select({ id: url.id }).from(url).where(eq(url.id, id)).for("key share");
    const asked = await askedArchives(orm);
    const known = await orm
      .select({ type: archive.type, address: archive.address })
      .from(archive)
      .where(and(eq(archive.urlId, id), isArchived));
    const types = [...new Set([...asked, ...known.map((one) => one.type)])].filter(
      (one) => type === null || one === type,
    );
    for (const one of types.sort()) {
      const blocked = { address: "", blocked: true, proposer: null, proposed: null };
      // What readers were shown stays archived; of other archives it is not known that they have the URL.
      const visited = sql`case when ${isArchived} then greatest(${archive.visited}, ${archive.found}) else -1 end`;
      await orm
        .insert(archive)
        .values({ urlId: id, type: one, found: day, ...blocked })
        .onConflictDoUpdate({ target: [archive.urlId, archive.type], set: { ...blocked, visited } });
      const shown = known.find((before) => before.type === one)?.address;
      if (shown !== undefined && shown !== "")
        await publishUrlChanges(orm, [id], day, { news: ["archive"], archive: { type: one, url: "" } });
    }
    return types.length > 0;
  });
}

/** Archives whose versions of the URL all differ (A2), but for those in which people chose one (H4). */
export async function changingArchives({ orm }: Database, id: UrlId): Promise<string[]> {
  const rows = await orm
    .select({ type: archive.type })
    .from(archive)
    .where(and(eq(archive.urlId, id), sql`${archive.changing}`, isNull(archive.proposed)))
    .orderBy(asc(archive.type));
  return rows.map((row) => row.type);
}

/** A2: versions may be chosen again, at a visit that is due at once. False: nothing was blocked. */
export function unblockVersions(
  db: Database,
  address: NormalisedUrl,
  type: string | null,
  day: Day,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const id = await urlId(tx, address);
    if (id === null) return false;
    const isOne = and(eq(archive.urlId, id), type === null ? undefined : eq(archive.type, type));
    const freed = await tx.orm
      .update(archive)
      .set({ blocked: false })
      .where(and(isOne, archive.blocked))
      .returning({ type: archive.type });
    for (const one of freed.map((row) => row.type).sort())
      await tx.orm
        .insert(archiveVisit)
        .values({ urlId: id, type: one, due: day })
        .onConflictDoUpdate({ target: [archiveVisit.urlId, archiveVisit.type], set: { due: day } });
    return freed.length > 0;
  });
}

/** A URL whose versions people should look at, or did (A2). */
export interface Judged {
  readonly url: string;
  readonly type: string;
  readonly blocked: boolean;
  /** Each version differs from the others: a suggestion to block it. */
  readonly changing: boolean;
  /** The version that is shown; "": none. */
  readonly version: string;
}

/** Suggestions and blocks, in the order of the URLs' arrival. */
export async function listJudged({ orm }: Database, limit: number): Promise<Judged[]> {
  const { type, blocked, changing, address } = archive;
  const rows = await orm
    .select({ ...urlColumns, type, blocked, changing, version: address })
    .from(archive)
    .innerJoin(url, eq(url.id, archive.urlId))
    .innerJoin(host, eq(host.id, url.hostId))
    .where(or(sql`${changing}`, sql`${blocked}`))
    .orderBy(asc(archive.urlId), asc(type))
    .limit(limit);
  return rows.map((row) => ({
    url: decodeUrl(row),
    type: row.type,
    blocked: row.blocked,
    changing: row.changing,
    version: row.version,
  }));
}

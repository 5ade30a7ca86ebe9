import { and, asc, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database, Orm } from "../connect.ts";
import { farm, nameOfWiki, spamList, stream, wiki, wikiCriterion } from "../schema/index.ts";
import { typed } from "../statement.ts";
import { storable } from "../text.ts";
import type { NewWiki, WikiId } from "../types.ts";

type AddWikiResult =
  | { readonly kind: "added"; readonly id: WikiId }
  | { readonly kind: "exists"; readonly id: WikiId }
  | { readonly kind: "no-farm" };

/** M2. Dispatchers find a new wiki by themselves (db/dispatch/clients.ts). */
export function addWiki(db: Database, added: NewWiki): Promise<AddWikiResult> {
  return db.transaction(async ({ orm }) => {
    if ((await orm.$count(farm, eq(farm.code, added.farm))) === 0) return { kind: "no-farm" };
    const [row] = await orm
      .insert(wiki)
      .values(added)
      .onConflictDoNothing({ target: [wiki.farm, wiki.dbname] })
      .returning({ id: wiki.id });
    if (row !== undefined) return { kind: "added", id: row.id };
    const [found] = await orm
      .select({ id: wiki.id })
      .from(wiki)
      .where(and(eq(wiki.farm, added.farm), eq(wiki.dbname, added.dbname)));
    if (found === undefined) throw new Error("a wiki vanished while it was added");
    return { kind: "exists", id: found.id };
  });
}

/** Many wikis of a farm (M2); those that are there stay as they are. Answers the names of the others. */
export async function addWikis(
  { orm }: Database,
  farmCode: number,
  wikis: readonly Omit<NewWiki, "farm">[],
): Promise<string[]> {
  if (wikis.length === 0) return [];
  const rows = await orm
    .insert(wiki)
    .values(
      wikis.map((each) => ({
        ...each,
        farm: farmCode,
        lang: storable(each.lang),
        siteName: storable(each.siteName),
        feed: { unasked: true },
      })),
    )
    .onConflictDoNothing({ target: [wiki.farm, wiki.dbname] })
    .returning({ dbname: wiki.dbname });
  return rows.map(({ dbname }) => dbname).sort();
}

/** The same of one wiki, as part of a statement. */
export const selectWikiName = (orm: Orm, id: SQLWrapper | WikiId) =>
  sql<string>`${orm
    .select({ name: nameOfWiki })
    .from(wiki)
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .where(sql`${wiki.id} = ${id}`)}`;

const isStreamed = sql<boolean>`exists (select 1 from ${stream} where ${stream.url} = ${wiki.stream}
  and ${stream.error} is null and ${stream.seenAt} > clock_timestamp() - interval '1 minute')`;

const wikiColumns = {
  id: wiki.id,
  dbname: wiki.dbname,
  farm: wiki.farm,
  /** `dewiki@WMF` */
  name: nameOfWiki,
  api: wiki.api,
  configuredEndpoint: wiki.configuredEndpoint,
  server: wiki.server,
  articleUrl: wiki.articleUrl,
  lang: wiki.lang,
  siteName: wiki.siteName,
  internalHosts: farm.internalHosts,
  paused: wiki.paused,
  error: wiki.error,
  errorAtMs: wiki.errorAt,
  feed: wiki.feed,
  fullDueMs: wiki.fullDueAt,
  incrementalDueMs: wiki.incrementalDueAt,
  changesAtMs: wiki.changesAt,
  changesCursor: wiki.changesCursor,
  changesDueMs: wiki.changesDueAt,
  /** They are left alone until then after a refusal or trouble (`postponeChanges`); 0: they were read last time. */
  changesNotBeforeMs: wiki.changesNotBefore,
  changesEveryS: wiki.changesEveryS,
  retryMs: wiki.retryAt,
  setbacks: wiki.setbacks,
  stream: wiki.stream,
  /** A feeder reads its stream of events at the moment. */
  streamed: isStreamed,
};

export const selectWikis = (orm: Orm) =>
  orm.select(wikiColumns).from(wiki).innerJoin(farm, eq(farm.code, wiki.farm)).$dynamic();

export type Wiki = Readonly<Awaited<ReturnType<typeof selectWikis>>[number]>;

/**
 * `name`: `dewiki@WMF`; without a farm, WMF is meant (docs/api.md). A dbname may have capitals, as MediaWiki's `$wgDBname`:
 * written exactly so it is that wiki, else the only one that differs in nothing but case. null: not configured here.
 */
export async function findWiki({ orm }: Database, name: string): Promise<Wiki | null> {
  const at = name.lastIndexOf("@");
  const dbname = at < 0 ? name : name.slice(0, at);
  const farmName = at < 0 ? "WMF" : name.slice(at + 1);
  const rows = await selectWikis(orm)
    .where(and(sql`lower(${wiki.dbname}) = ${dbname.toLowerCase()}`, eq(farm.name, farmName)))
    .orderBy(asc(wiki.dbname));
  return rows.find((row) => row.dbname === dbname) ?? (rows.length === 1 ? (rows[0] ?? null) : null);
}

const WIKIS_AT_MAX = 50;

/** Wikis whose articles are at a host: `de.wikipedia.org`, or `127.0.0.1:8080`. */
export function wikisAt({ orm }: Database, authority: string): Promise<Wiki[]> {
  return selectWikis(orm)
    .where(sql`lower(split_part(${wiki.articleUrl}, '/', 3)) = ${authority.toLowerCase()}`)
    .orderBy(wiki.farm, wiki.dbname)
    .limit(WIKIS_AT_MAX);
}

/** All wikis, or those of a farm, by farm and name. */
export function listWikis({ orm }: Database, farmCode: number | null = null): Promise<Wiki[]> {
  return selectWikis(orm)
    .where(farmCode === null ? undefined : eq(wiki.farm, farmCode))
    .orderBy(wiki.farm, wiki.dbname);
}

/** Until the end of the transaction nobody else adds or changes farms, wikis and criteria; everybody may read. */
export async function lockConfig({ orm }: Database): Promise<void> {
  await orm.execute(sql`lock table ${farm}, ${wiki}, ${wikiCriterion} in share row exclusive mode`);
}

/** What may change of a wiki; absent: stays. */
export type WikiPatch = Partial<
  Pick<
    Wiki,
    | "api"
    | "configuredEndpoint"
    | "server"
    | "articleUrl"
    | "lang"
    | "siteName"
    | "paused"
    | "stream"
    /** null: the last contact was good. */
    | "error"
    | "feed"
    | "fullDueMs"
    | "incrementalDueMs"
    | "changesDueMs"
    | "changesEveryS"
  >
>;

/** `wiki.feed` with these keys, and without those that are undefined; what others wrote beside them meanwhile stays. */
export const patchedFeed = (feed: Wiki["feed"]): SQL =>
  sql`(${wiki.feed} - ${sql.param(Object.keys(feed))}::text[]) || ${typed(wiki.feed, feed)}`;

/** `feed`: as of patchedFeed. `api`: only while that is its address. False: no such wiki. */
export async function updateWiki(
  { orm }: Database,
  id: WikiId,
  patch: WikiPatch,
  { api }: { readonly api?: string } = {},
): Promise<boolean> {
  const { error, siteName, feed, fullDueMs, incrementalDueMs, changesDueMs, ...rest } = patch;
  const { count } = await orm
    .update(wiki)
    .set({
      // Something has to be set.
      paused: sql`${wiki.paused}`,
      ...rest,
      ...(siteName !== undefined && { siteName: storable(siteName) }),
      ...(feed !== undefined && { feed: patchedFeed(feed) }),
      ...(fullDueMs !== undefined && { fullDueAt: fullDueMs }),
      ...(incrementalDueMs !== undefined && { incrementalDueAt: incrementalDueMs }),
      ...(changesDueMs !== undefined && { changesDueAt: changesDueMs }),
      ...(error === null && { error, errorAt: null }),
      ...(typeof error === "string" && { error: storable(error), errorAt: sql`now()` }),
    })
    .where(and(eq(wiki.id, id), api === undefined ? undefined : eq(wiki.api, api)));
  return count > 0;
}

/** Sets the address of a farm's global spam list ("": none), due at once. False: no such farm. */
export function setSpamList(db: Database, farmName: string, address: string): Promise<boolean> {
  return db.transaction(async ({ orm }) => {
    const [changed] = await orm
      .update(farm)
      .set({ spamList: address, spamDueAt: 0 })
      .where(eq(farm.name, farmName))
      .returning({ code: farm.code });
    if (changed === undefined) return false;
    // What one address says of its content's age means nothing at another.
    await orm
      .update(spamList)
      .set({ version: "" })
      .where(and(eq(spamList.farm, changed.code), isNull(spamList.wikiId)));
    return true;
  });
}

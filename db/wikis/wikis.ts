import type { Database, Sql } from "../connect.ts";
import { storable, storableJson } from "../text.ts";
import type { NewWiki, Wiki, WikiId } from "../types.ts";

export type AddWikiResult =
  | { readonly kind: "added"; readonly id: WikiId }
  | { readonly kind: "exists"; readonly id: WikiId }
  | { readonly kind: "no-farm" };

/** M2. Dispatchers find a new wiki by themselves (db/dispatch/clients.ts). */
export function addWiki(db: Database, wiki: NewWiki): Promise<AddWikiResult> {
  return db.transaction(async ({ sql }) => {
    const farms = await sql`select 1 from farm where code = ${wiki.farm}`;
    if (farms.length === 0) return { kind: "no-farm" };
    const added = await sql<{ id: WikiId }[]>`
      insert into wiki (farm, dbname, api, server, article_url, lang, site_name)
      values (${wiki.farm}, ${wiki.dbname}, ${wiki.api}, ${wiki.server}, ${wiki.articleUrl}, ${wiki.lang},
        ${wiki.siteName})
      on conflict (farm, dbname) do nothing returning id`;
    const [row] = added;
    if (row !== undefined) return { kind: "added", id: row.id };
    const [found] = await sql<{ id: WikiId }[]>`
      select id from wiki where farm = ${wiki.farm} and dbname = ${wiki.dbname}`;
    if (found === undefined) throw new Error("a wiki vanished while it was added");
    return { kind: "exists", id: found.id };
  });
}

/** Many wikis of a farm in one transaction (M2); those that are there stay as they are. Answers the names of the others. */
export function addWikis(
  db: Database,
  farm: number,
  wikis: readonly Omit<NewWiki, "farm">[],
): Promise<string[]> {
  return db.transaction(async ({ sql }) => {
    const rows = await sql<{ id: number; dbname: string }[]>`
      with added as (
        insert into wiki (farm, dbname, api, server, article_url, lang, site_name, feed)
        select ${farm}::int, dbname, api, server, article_url, lang, site_name, '{"unasked": true}'
        from unnest(
          ${wikis.map(({ dbname }) => dbname)}::text[], ${wikis.map(({ api }) => api)}::text[],
          ${wikis.map(({ server }) => server)}::text[], ${wikis.map(({ articleUrl }) => articleUrl)}::text[],
          ${wikis.map(({ lang }) => storable(lang))}::text[], ${wikis.map(({ siteName }) => storable(siteName))}::text[]
        ) as given (dbname, api, server, article_url, lang, site_name)
        on conflict (farm, dbname) do nothing returning id, dbname
      )
      select id, dbname from added order by dbname`;
    return rows.map(({ dbname }) => dbname);
  });
}

/** The columns of a Wiki, for `from wiki w join farm f on f.code = w.farm`. */
export const wikiColumns = ({ sql }: Database) => sql`
  w.id, w.dbname, w.farm, w.dbname || '@' || f.name as name, w.api, w.server, w.article_url as "articleUrl",
  w.lang, w.site_name as "siteName", f.internal_hosts as "internalHosts", w.paused, w.error,
  (extract(epoch from w.error_at) * 1000)::float8 as "errorAtMs", w.feed,
  (extract(epoch from w.full_due_at) * 1000)::float8 as "fullDueMs",
  (extract(epoch from w.incremental_due_at) * 1000)::float8 as "incrementalDueMs",
  (extract(epoch from w.changes_at) * 1000)::float8 as "changesAtMs", w.changes_cursor as "changesPlace",
  (extract(epoch from w.changes_due_at) * 1000)::float8 as "changesDueMs", w.changes_every_s as "changesEveryS",
  (extract(epoch from w.retry_at) * 1000)::float8 as "retryMs", w.setbacks, w.stream,
  exists (select 1 from stream s where s.url = w.stream and s.error is null
    and s.seen_at > clock_timestamp() - interval '1 minute') as streamed`;

export type WikiRow = Wiki;

/**
 * `name`: `dewiki@WMF`; without a farm, WMF is meant (contract.md). A dbname may have capitals, as MediaWiki's `$wgDBname`:
 * written exactly so it is that wiki, else the only one that differs in nothing but case. null: not configured here.
 */
export async function findWiki(db: Database, name: string): Promise<Wiki | null> {
  const at = name.lastIndexOf("@");
  const dbname = at < 0 ? name : name.slice(0, at);
  const farm = at < 0 ? "WMF" : name.slice(at + 1);
  const rows = await db.sql<WikiRow[]>`
    select ${wikiColumns(db)} from wiki w join farm f on f.code = w.farm
    where lower(w.dbname) = ${dbname.toLowerCase()} and f.name = ${farm}
    order by w.dbname`;
  return rows.find((row) => row.dbname === dbname) ?? (rows.length === 1 ? (rows[0] ?? null) : null);
}

/** All wikis, or those of a farm, by farm and name. */
export async function listWikis(db: Database, farm: number | null = null): Promise<Wiki[]> {
  const rows = await db.sql<WikiRow[]>`
    select ${wikiColumns(db)} from wiki w join farm f on f.code = w.farm
    where ${farm}::int is null or w.farm = ${farm}::int
    order by w.farm, w.dbname`;
  return [...rows];
}

/** Until the end of the transaction nobody else adds or changes farms, wikis and criteria; everybody may read. */
export async function lockConfig({ sql }: Database): Promise<void> {
  await sql`lock table farm, wiki, wiki_criterion in share row exclusive mode`;
}

/** What may change of a wiki; absent: stays. */
export interface WikiPatch {
  readonly api?: string;
  readonly server?: string;
  readonly articleUrl?: string;
  readonly lang?: string;
  readonly siteName?: string;
  readonly paused?: boolean;
  /** "": none. */
  readonly stream?: string;
  /** null: the last contact was good. */
  readonly error?: string | null;
  readonly feed?: Wiki["feed"];
  readonly fullDueMs?: number;
  readonly incrementalDueMs?: number;
  readonly changesDueMs?: number;
  readonly changesEveryS?: number;
}

const given = (value: unknown): 0 | 1 => (value === undefined ? 0 : 1);

/** False: no such wiki. */
export async function updateWiki(db: Database, id: WikiId, patch: WikiPatch): Promise<boolean> {
  const { sql } = db;
  const error = patch.error == null ? null : storable(patch.error);
  const siteName = patch.siteName === undefined ? null : storable(patch.siteName);
  const feed = patch.feed === undefined ? null : storableJson(patch.feed);
  const rows = await sql`
    update wiki set
      api = coalesce(${patch.api ?? null}, api),
      server = coalesce(${patch.server ?? null}, server),
      article_url = coalesce(${patch.articleUrl ?? null}, article_url),
      lang = coalesce(${patch.lang ?? null}, lang),
      site_name = coalesce(${siteName}, site_name),
      paused = coalesce(${patch.paused ?? null}, paused),
      stream = coalesce(${patch.stream ?? null}, stream),
      error = case ${given(patch.error)}::int when 1 then ${error} else error end,
      error_at = case ${given(patch.error)}::int
        when 1 then case when ${error}::text is null then null else now() end
        else error_at end,
      feed = coalesce(${feed}::text::jsonb, feed),
      full_due_at = coalesce(to_timestamp(${patch.fullDueMs ?? null}::float8 / 1000), full_due_at),
      incremental_due_at =
        coalesce(to_timestamp(${patch.incrementalDueMs ?? null}::float8 / 1000), incremental_due_at),
      changes_due_at = coalesce(to_timestamp(${patch.changesDueMs ?? null}::float8 / 1000), changes_due_at),
      changes_every_s = coalesce(${patch.changesEveryS ?? null}::int, changes_every_s)
    where id = ${id} returning id`;
  return rows.length > 0;
}

/** `dewiki@WMF`, as part of a statement. */
export const wikiName = (sql: Sql, wiki: WikiId) => sql`
  (select w.dbname || '@' || f.name from wiki w join farm f on f.code = w.farm where w.id = ${wiki}::int)`;

/** Sets the address of a farm's global spam list ("" : none), due at once. False: no such farm. */
export async function setSpamList({ sql }: Database, farm: string, address: string): Promise<boolean> {
  const { count } = await sql`
    with changed as (
      update farm set spam_list = ${address}, spam_due_at = 'epoch' where name = ${farm} returning code
    ), reread as (
      -- What one address says of its content's age means nothing at another.
      update spam_list l set version = '' from changed c where l.farm = c.code and l.wiki_id is null
    )
    select code from changed`;
  return count > 0;
}

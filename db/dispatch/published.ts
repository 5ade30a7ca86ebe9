import type { Fence } from "../../shared/protocol/types.ts";
import type { Database } from "../connect.ts";
import type { ClientLease } from "./clients.ts";

/** Forgets an edge that was given up, so that changes are not kept for it (D1). Answers of how many wikis it had been told. */
export async function forgetTarget({ sql }: Database, target: string): Promise<number> {
  await sql`delete from published_value where target = ${target}`;
  const { count } = await sql`delete from dispatch_client where target = ${target}`;
  return count;
}

/** Before something else is written under these keys: whoever is killed meanwhile leaves nothing that is not true. */
export async function forgetValues(
  { sql }: Database,
  target: string,
  keys: readonly string[],
): Promise<void> {
  await sql`delete from published_value where target = ${target} and key = any(${[...keys]}::text[])`;
}

/** What was written under a key, and by whose right. */
export interface KeptValue {
  readonly key: string;
  readonly hash: bigint;
  readonly fence: Fence;
}

/**
 * Remembers what was written to an edge, after it was; of one key the last. Not of a dispatcher that was overtaken meanwhile: its
 * successor may have written something else since.
 */
export async function keepValues(
  { sql }: Database,
  target: string,
  values: readonly KeptValue[],
): Promise<void> {
  const kept = [...new Map(values.map((value) => [value.key, value])).values()];
  await sql`
    insert into published_value (target, key, hash)
    select ${target}, v.key, v.hash
    from unnest(${kept.map(({ key }) => key)}::text[], ${kept.map(({ hash }) => String(hash))}::bigint[],
        ${kept.map(({ fence }) => fence.wiki)}::text[], ${kept.map(({ fence }) => fence.number)}::bigint[])
        as v (key, hash, wiki, fence)
      join (
        select w.dbname || '@' || f.name as wiki, c.fence
        from dispatch_client c join wiki w on w.id = c.wiki_id join farm f on f.code = w.farm
        where c.target = ${target} and c.holder is not null
      ) as held using (wiki, fence)
    order by v.key
    on conflict (target, key) do update set hash = excluded.hash, at = now()`;
}

/** Hashes of what an edge has under these keys, as far as it is remembered. */
export async function knownValues(
  { sql }: Database,
  target: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await sql<{ key: string; hash: string }[]>`
    select key, hash::text from published_value where target = ${target} and key = any(${[...keys]}::text[])`;
  return new Map(rows.map(({ key, hash }) => [key, BigInt(hash)]));
}

/** What edges were told longer ago than `seconds`: by now it would hardly come again. */
export async function expireValues({ sql }: Database, seconds: number): Promise<number> {
  const { count } =
    await sql`delete from published_value where at < now() - make_interval(secs => ${seconds})`;
  return count;
}

/**
 * Marks the wikis whose profile at this edge is not what their configuration, that of their farm and their interwiki
 * links make of it now, all in one look: profiles of a farm of a thousand wikis have a hundred megabytes. `version`: of the
 * program, when it begins; profiles that another one wrote are then written anew as well.
 */
export async function markProfiles(
  { sql }: Database,
  edge: string,
  version: string | null = null,
): Promise<void> {
  await sql`
    with farms as (
      select w.farm, md5(string_agg(concat_ws(' ', w.dbname, w.api, w.article_url), ' ' order by w.id)) as wikis
      from wiki w group by w.farm
    ), edition as (
      select w.id, md5(concat_ws(chr(10), w.dbname, f.name, f.internal_hosts, w.api, w.server, w.article_url, w.lang,
        w.site_name, s.edition, farms.wikis)) as digest
      from wiki w join farm f on f.code = w.farm join farms using (farm) left join wiki_site s on s.wiki_id = w.id
    )
    update dispatch_client c set profile_due = true, profile_wanted = edition.digest
    from edition
    where c.target = ${edge} and c.wiki_id = edition.id and (c.profile_wanted <> edition.digest
      or (not c.profile_due and c.profile_version <> coalesce(${version}::text, c.profile_version)))`;
}

export interface ProfileEdition {
  /** That a profile which is read after this shall have at least. */
  readonly wanted: string;
  /** Of the list of the farm's wikis, which many profiles share. */
  readonly farm: string;
}

export async function profileEdition(
  { sql }: Database,
  { wiki, target }: ClientLease,
): Promise<ProfileEdition> {
  const [row] = await sql<ProfileEdition[]>`
    select c.profile_wanted as wanted, (
      select md5(string_agg(concat_ws(' ', o.api, o.article_url), ' ' order by o.dbname)) from wiki o where o.farm = w.farm
    ) as farm
    from dispatch_client c join wiki w on w.id = c.wiki_id where c.wiki_id = ${wiki} and c.target = ${target}`;
  return row ?? { wanted: "", farm: "" };
}

/** Notes that the edge has the wiki's profile, of this edition at least. */
export async function storeProfile(
  { sql }: Database,
  { wiki, target, token }: ClientLease,
  { wanted, version }: { readonly wanted: string; readonly version: string },
): Promise<void> {
  await sql`
    update dispatch_client set profile_due = profile_wanted <> ${wanted}, profile_version = ${version}
    where wiki_id = ${wiki} and target = ${target} and token = ${token}`;
}

export interface ToldProfiles {
  /** Some wiki that is not paused was never told of. */
  readonly missing: boolean;
  /** Those that were, as `dewiki@WMF`, in their order. */
  readonly told: readonly string[];
}

/** Of which wikis an edge has the profile, in whatever edition. */
export async function toldProfiles({ sql }: Database, edge: string): Promise<ToldProfiles> {
  const [row] = await sql<ToldProfiles[]>`
    select coalesce(bool_or(not w.paused and coalesce(c.profile_version, '') = ''), false) as missing,
      coalesce(array_agg(w.dbname || '@' || f.name order by w.dbname, f.name) filter (where c.profile_version <> ''), '{}') as told
    from wiki w join farm f on f.code = w.farm left join dispatch_client c on c.wiki_id = w.id and c.target = ${edge}`;
  return row ?? { missing: true, told: [] };
}

export interface DispatchTally {
  readonly batches: number;
  /** Changes times the pages that they concern: what would have been written without coalescing (D4). */
  readonly concerned: number;
  /** Snapshots written for changes, and removed. */
  readonly written: number;
  readonly removed: number;
  /** Snapshots written by full exports. */
  readonly exported: number;
}

/** Adds what a dispatcher did since it last said so to the counts of this hour, for its edge. */
export async function tallyDispatch(
  { sql }: Database,
  target: string,
  { batches, concerned, written, removed, exported }: DispatchTally,
): Promise<void> {
  await sql`
    insert into dispatch_hour as d (hour, target, batches, concerned, written, removed, exported)
    values (extract(epoch from clock_timestamp())::bigint / 3600, ${target}, ${batches}, ${concerned}, ${written},
      ${removed}, ${exported})
    on conflict (hour, target) do update set batches = d.batches + excluded.batches,
      concerned = d.concerned + excluded.concerned, written = d.written + excluded.written,
      removed = d.removed + excluded.removed, exported = d.exported + excluded.exported`;
}

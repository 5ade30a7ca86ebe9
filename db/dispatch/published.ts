import { and, eq, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Fence } from "../../shared/protocol/types.ts";
import { batch, insertFrom } from "../batch.ts";
import type { Database } from "../connect.ts";
import { NOW } from "../schema/columns.ts";
import {
  dispatchClient,
  dispatchHour,
  farm,
  nameOfWiki,
  publishedValue,
  wiki,
  wikiSite,
} from "../schema/index.ts";
import { excluded, fromNow, isAnyOf, typed } from "../statement.ts";
import { THIS_HOUR } from "../work/passes.ts";
import { type ClientLease, clientLeases } from "./leases.ts";

/** Forgets an edge that was given up, so that changes are not kept for it (D1). Answers how many wikis were published at it. */
export async function forgetTarget({ orm }: Database, target: string): Promise<number> {
  await orm.delete(publishedValue).where(eq(publishedValue.target, target));
  const { count } = await orm.delete(dispatchClient).where(eq(dispatchClient.target, target));
  return count;
}

/** The values of an edge under these keys. */
const isUnder = (target: string, keys: readonly string[]) =>
  and(eq(publishedValue.target, target), isAnyOf(publishedValue.key, keys));

/** Before something else is written under these keys: a process killed meanwhile leaves nothing that is not true. */
export async function forgetValues(
  { orm }: Database,
  target: string,
  keys: readonly string[],
): Promise<void> {
  await orm.delete(publishedValue).where(isUnder(target, keys));
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
  { orm }: Database,
  edge: string,
  values: readonly KeptValue[],
): Promise<void> {
  const { target, key, hash, at } = publishedValue;
  const kept = [...new Map(values.map((value) => [value.key, value])).values()];
  const given = batch(
    "given",
    { key, hash, of: wiki.dbname, fence: dispatchClient.fence },
    kept.map(({ fence, ...value }) => ({ ...value, of: fence.wiki, fence: fence.number })),
  );
  const held = orm
    .select({ wiki: nameOfWiki.as("wiki"), fence: dispatchClient.fence })
    .from(dispatchClient)
    .innerJoin(wiki, eq(wiki.id, dispatchClient.wikiId))
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .where(and(eq(dispatchClient.target, edge), isNotNull(dispatchClient.holder)))
    .as("held");
  const fields = { target: typed(target, edge), key: given.key, hash: given.hash, at: NOW };
  await insertFrom(orm, publishedValue, fields, (found) =>
    found
      .from(given.rows)
      .innerJoin(held, and(eq(held.wiki, given.of), eq(held.fence, given.fence)))
      .orderBy(sql`${given.key} collate "C"`),
  ).onConflictDoUpdate({ target: [target, key], set: { hash: excluded(hash), at: excluded(at) } });
}

/** Hashes of what an edge has under these keys, as far as it is remembered. */
export async function knownValues(
  { orm }: Database,
  target: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  // The driver reads 64 bits as a number.
  const hash = sql<string>`${publishedValue.hash}::text`;
  const rows = await orm
    .select({ key: publishedValue.key, hash })
    .from(publishedValue)
    .where(isUnder(target, keys));
  return new Map(rows.map((row) => [row.key, BigInt(row.hash)]));
}

/** What was written to edges longer ago than `seconds`: by now it would hardly come again. */
export async function expireValues({ orm }: Database, seconds: number): Promise<number> {
  const { count } = await orm.delete(publishedValue).where(sql`${publishedValue.at} < ${fromNow(-seconds)}`);
  return count;
}

/**
 * Marks the wikis whose profile at this edge is not what their configuration, that of their farm and their interwiki
 * links make of it now, all at once: profiles of a farm of a thousand wikis have a hundred megabytes. `version`: of the
 * program, when it begins; profiles that another one wrote are then written again as well.
 */
export async function markProfiles(
  { orm }: Database,
  edge: string,
  version: string | null = null,
): Promise<void> {
  const { wikiId, target, profileDue, profileWanted, profileVersion } = dispatchClient;
  const texts = sql`concat_ws(' ', ${wiki.dbname}, ${wiki.api}, ${wiki.articleUrl}, ${wiki.configuredEndpoint})`;
  const farms = orm.$with("farms").as(
    orm
      .select({
        farm: wiki.farm,
        wikis: sql<string>`md5(string_agg(${texts}, ' ' order by ${wiki.id}))`.as("wikis"),
      })
      .from(wiki)
      .groupBy(wiki.farm),
  );
  const digest = sql<string>`md5(concat_ws(chr(10), ${wiki.dbname}, ${farm.name}, ${farm.internalHosts}, ${wiki.api},
    ${wiki.configuredEndpoint}, ${wiki.server}, ${wiki.articleUrl}, ${wiki.lang}, ${wiki.siteName}, ${wikiSite.edition}, ${farms.wikis}))`;
  const edition = orm.$with("edition").as(
    orm
      .select({ id: wiki.id, digest: digest.as("digest") })
      .from(wiki)
      .innerJoin(farm, eq(farm.code, wiki.farm))
      .innerJoin(farms, eq(farms.farm, wiki.farm))
      .leftJoin(wikiSite, eq(wikiSite.wikiId, wiki.id)),
  );
  const isOfAnother =
    version === null ? sql`false` : sql`(not ${profileDue} and ${profileVersion} <> ${version})`;
  await orm
    .with(farms, edition)
    .update(dispatchClient)
    .set({ profileDue: true, profileWanted: sql`${edition.digest}` })
    .from(edition)
    .where(
      and(
        eq(target, edge),
        eq(wikiId, edition.id),
        sql`(${profileWanted} <> ${edition.digest} or ${isOfAnother})`,
      ),
    );
}

export interface ProfileEdition {
  /** That a profile which is read after this shall have at least. */
  readonly wanted: string;
  /** Of the list of the farm's wikis, which many profiles share. */
  readonly farm: string;
}

export async function profileEdition(
  { orm }: Database,
  lease: Pick<ClientLease, "wiki" | "target">,
): Promise<ProfileEdition> {
  const other = alias(wiki, "other");
  const [row] = await orm
    .select({
      wanted: dispatchClient.profileWanted,
      farm: sql<string>`(
        select md5(string_agg(concat_ws(' ', ${other.api}, ${other.articleUrl}, ${other.configuredEndpoint}), ' ' order by ${other.dbname}))
        from ${wiki} ${other} where ${other.farm} = ${wiki.farm})`,
    })
    .from(dispatchClient)
    .innerJoin(wiki, eq(wiki.id, dispatchClient.wikiId))
    .where(and(eq(dispatchClient.wikiId, lease.wiki), eq(dispatchClient.target, lease.target)));
  return row ?? { wanted: "", farm: "" };
}

/** Whether the profile changed since it was published (markProfiles), as it may while the client is held. */
export async function isProfileDue({ orm }: Database, lease: ClientLease): Promise<boolean> {
  const [row] = await orm
    .select({ due: dispatchClient.profileDue })
    .from(dispatchClient)
    .where(clientLeases.isHeldBy(lease));
  return row?.due ?? false;
}

/** Notes that the edge has the wiki's profile, of this edition at least. */
export async function storeProfile(
  { orm }: Database,
  lease: ClientLease,
  { wanted, version }: { readonly wanted: string; readonly version: string },
): Promise<void> {
  await orm
    .update(dispatchClient)
    .set({ profileDue: sql`${dispatchClient.profileWanted} <> ${wanted}`, profileVersion: version })
    .where(clientLeases.isHeldBy(lease));
}

export interface PublishedProfiles {
  /** The profile of some wiki that is not paused was never published. */
  readonly missing: boolean;
  /** Wikis whose profile was, as `dewiki@WMF`, in their order. */
  readonly published: readonly string[];
}

/** Of which wikis an edge has the profile, in whatever edition. */
export async function publishedProfiles({ orm }: Database, edge: string): Promise<PublishedProfiles> {
  const { wikiId, target, profileVersion } = dispatchClient;
  const rows = await orm
    .select({
      name: nameOfWiki,
      paused: wiki.paused,
      isPublished: sql<boolean>`coalesce(${profileVersion}, '') <> ''`,
    })
    .from(wiki)
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .leftJoin(dispatchClient, and(eq(wikiId, wiki.id), eq(target, edge)))
    .orderBy(wiki.dbname, farm.name);
  return {
    missing: rows.some(({ paused, isPublished }) => !paused && !isPublished),
    published: rows.filter(({ isPublished }) => isPublished).map(({ name }) => name),
  };
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
export async function tallyDispatch({ orm }: Database, target: string, tally: DispatchTally): Promise<void> {
  const { batches, concerned, written, removed, exported } = dispatchHour;
  const more = { batches, concerned, written, removed, exported };
  const set = Object.entries(more).map(([name, column]) => [name, sql`${column} + ${excluded(column)}`]);
  await orm
    .insert(dispatchHour)
    .values({ hour: THIS_HOUR, target, ...tally })
    .onConflictDoUpdate({ target: [dispatchHour.hour, dispatchHour.target], set: Object.fromEntries(set) });
}

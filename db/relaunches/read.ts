import { and, desc, eq, sql } from "drizzle-orm";
import type { ListedRelaunch } from "../../shared/answer/organisation.ts";
import type { MovedPart } from "../../shared/relaunch/detect.ts";
import type { Database } from "../connect.ts";
import { relaunch, relaunchWiki } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { WikiId } from "../types.ts";

/** A place in the order of relaunches, the newest first. */
export interface RelaunchPlace {
  readonly to: number;
  readonly id: number;
}

/** All sites of domains that were relaunched, and to which a wiki linked (null: any). */
export async function relaunchedSites(
  { orm }: Pick<Database, "orm">,
  wiki: WikiId | null,
  domains: readonly string[],
): Promise<ReadonlySet<string>> {
  const { id, site, domain } = relaunch;
  const rows = await orm
    .selectDistinct({ site })
    .from(relaunch)
    .innerJoin(relaunchWiki, eq(relaunchWiki.relaunchId, id))
    .where(and(isAnyOf(domain, domains), wiki === null ? undefined : eq(relaunchWiki.wikiId, wiki)));
  return new Set(rows.map((row) => row.site));
}

interface Wanted {
  /** Null: all. */
  readonly domains: readonly string[] | null;
  readonly after: RelaunchPlace | null;
  readonly limit: number;
}

/**
 * Relaunches of sites to which a wiki linked (null: any), the newest first; the counts are of its links. Examples and moves are empty
 * where other wikis' links are among those they were drawn from: answers never go beyond the asked wiki (Q3).
 */
export function relaunchesOf(
  { orm }: Pick<Database, "orm">,
  wiki: WikiId | null,
  { domains, after, limit }: Wanted,
): Promise<(ListedRelaunch & { readonly id: number })[]> {
  const { id, site, domain, kind, from, to, found, moves, examples } = relaunch;
  const { relaunchId } = relaunchWiki;
  const ofWiki = orm
    .select({
      relaunchId,
      lost: sql<number>`max(${relaunchWiki.lost})`.as("lost_links"),
      moved: sql<number>`max(${relaunchWiki.moved})`.as("moved_links"),
      pages: sql<number>`sum(${relaunchWiki.pages})::int`.as("pages_with_them"),
    })
    .from(relaunchWiki)
    .where(wiki === null ? undefined : eq(relaunchWiki.wikiId, wiki))
    .groupBy(relaunchId)
    .as("of_wiki");
  const counts =
    wiki === null
      ? { lost: relaunch.lost, moved: relaunch.moved }
      : {
          lost: ofWiki.lost,
          moved: ofWiki.moved,
          examples: sql<string[]>`case when ${ofWiki.lost} = ${relaunch.lost} then ${examples} else '{}' end`,
          moves: sql<MovedPart[]>`case when ${ofWiki.moved} = ${relaunch.moved} then ${moves} else '[]' end`,
        };
  return orm
    .select({ id, site, domain, kind, from, to, found, moves, examples, ...counts, pages: ofWiki.pages })
    .from(relaunch)
    .innerJoin(ofWiki, eq(ofWiki.relaunchId, id))
    .where(
      and(
        domains === null ? undefined : isAnyOf(domain, domains),
        after === null ? undefined : sql`(${to}, ${id}) < (${after.to}::int, ${after.id}::int)`,
      ),
    )
    .orderBy(desc(to), desc(id))
    .limit(limit);
}

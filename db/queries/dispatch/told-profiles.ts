import type { Database } from "../../connect.ts";

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

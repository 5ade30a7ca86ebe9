import type { Database } from "../../connect.ts";

export interface ToldProfiles {
  /** Some wiki that is not paused was never told of. */
  readonly missing: boolean;
  /** A wiki that was; null: none. */
  readonly some: string | null;
}

/** Of which wikis an edge has the profile, in whatever edition. */
export async function toldProfiles({ sql }: Database, edge: string): Promise<ToldProfiles> {
  const [row] = await sql<ToldProfiles[]>`
    select coalesce(bool_or(not w.paused and coalesce(c.profile_version, '') = ''), false) as missing,
      min(w.dbname || '@' || f.name) filter (where c.profile_version <> '') as some
    from wiki w join farm f on f.code = w.farm left join dispatch_client c on c.wiki_id = w.id and c.target = ${edge}`;
  return row ?? { missing: true, some: null };
}

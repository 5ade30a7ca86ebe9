import type { Database } from "../../connect.ts";

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

import type { Database } from "../../connect.ts";
import type { ClientLease } from "./claim-clients.ts";

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

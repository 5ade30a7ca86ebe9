import type { Database } from "../../connect.ts";
import type { ClientLease } from "./claim-clients.ts";

/** The edition that a profile which is read after this shall have at least. */
export async function profileWanted({ sql }: Database, { wiki, target }: ClientLease): Promise<string> {
  const [row] = await sql<{ wanted: string }[]>`
    select profile_wanted as wanted from dispatch_client where wiki_id = ${wiki} and target = ${target}`;
  return row?.wanted ?? "";
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

import type { Database } from "../../connect.ts";

/** A friendly tool (F8). `tokenHash`: SHA-256 as 64 hex digits. False: there is one of that name. */
export async function addFriend(
  { sql }: Database,
  { name, tokenHash }: { readonly name: string; readonly tokenHash: string },
): Promise<boolean> {
  const { count } = await sql`
    insert into friend (name, token_hash) values (${name}, ${tokenHash}) on conflict (name) do nothing`;
  return count > 0;
}

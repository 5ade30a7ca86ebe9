import type { Database } from "../../connect.ts";

/** Whether some friendly tool has the token of this SHA-256 (64 hex digits). */
export async function isFriend({ sql }: Database, tokenHash: string): Promise<boolean> {
  return (await sql`select 1 from friend where token_hash = ${tokenHash}`).length > 0;
}

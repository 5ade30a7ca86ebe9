import type { Database } from "../../connect.ts";

/** False: there is none of that name. */
export async function removeFriend({ sql }: Database, name: string): Promise<boolean> {
  const { count } = await sql`delete from friend where name = ${name}`;
  return count > 0;
}

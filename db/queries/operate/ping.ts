import type { Database } from "../../connect.ts";

/** Whether the database answers. */
export async function ping({ sql }: Database): Promise<boolean> {
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  }
}

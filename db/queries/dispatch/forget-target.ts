import type { Database } from "../../connect.ts";

/** Forgets an edge that was given up, so that changes are not kept for it (D1). Answers of how many wikis it had been told. */
export async function forgetTarget({ sql }: Database, target: string): Promise<number> {
  await sql`delete from told_value where target = ${target}`;
  const { count } = await sql`delete from dispatch_client where target = ${target}`;
  return count;
}

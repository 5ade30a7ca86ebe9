import type { Database } from "../../connect.ts";

/** What edges were told longer ago than `seconds`: by now it would hardly come again. */
export async function expireValues({ sql }: Database, seconds: number): Promise<number> {
  const { count } = await sql`delete from told_value where at < now() - make_interval(secs => ${seconds})`;
  return count;
}

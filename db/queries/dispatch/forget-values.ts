import type { Database } from "../../connect.ts";

/** Before something else is written under these keys: whoever is killed meanwhile leaves nothing that is not true. */
export async function forgetValues(
  { sql }: Database,
  target: string,
  keys: readonly string[],
): Promise<void> {
  await sql`delete from told_value where target = ${target} and key = any(${[...keys]}::text[])`;
}

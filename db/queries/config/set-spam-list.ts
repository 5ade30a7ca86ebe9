import type { Database } from "../../connect.ts";

/** Sets the address of a farm's global spam list ("" : none), due at once. False: no such farm. */
export async function setSpamList({ sql }: Database, farm: string, address: string): Promise<boolean> {
  const { count } = await sql`
    with changed as (
      update farm set spam_list = ${address}, spam_due_at = 'epoch' where name = ${farm} returning code
    ), reread as (
      -- What one address says of its content's age means nothing at another.
      update spam_list l set version = '' from changed c where l.farm = c.code and l.wiki_id is null
    )
    select code from changed`;
  return count > 0;
}

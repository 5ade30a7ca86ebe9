import { ne } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { url } from "../schema/index.ts";

/** Whether any URL was ever checked. */
export async function hasHistory({ orm }: Database): Promise<boolean> {
  const checked = await orm.select({ id: url.id }).from(url).where(ne(url.queried, -1)).limit(1);
  return checked.length > 0;
}

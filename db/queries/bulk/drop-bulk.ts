import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";
import { stagingOf } from "./staging.ts";

/** Forgets a wiki's dump, entered or not. */
export async function dropBulk({ sql }: Database, wiki: WikiId): Promise<void> {
  const { page, use, part, state } = stagingOf(wiki);
  await sql`drop table if exists ${sql(state)}, ${sql(part)}, ${sql(use)}, ${sql(page)}`;
}

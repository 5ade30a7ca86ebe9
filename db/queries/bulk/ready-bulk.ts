import type { Database } from "../../connect.ts";
import type { Json, WikiId } from "../../types.ts";
import { stagingOf } from "./staging.ts";

/** Notes that a dump was read to its end: from now on an interrupted run goes on with entering it. */
export async function readyBulk(db: Database, wiki: WikiId, fingerprint: string, info: Json): Promise<void> {
  const { state } = stagingOf(wiki);
  await db.sql`
    insert into ${db.sql(state)} (fingerprint, info, after)
    values (${fingerprint}, ${JSON.stringify(info)}::text::jsonb, 0)`;
}

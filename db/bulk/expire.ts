import { sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { wiki } from "../schema/index.ts";
import { evaluate } from "../statement.ts";
import type { WikiId } from "../types.ts";
import { claimFeed, releaseFeed } from "../wikis/feeding.ts";
import { dropBulk } from "./stages.ts";
import { STAGED } from "./tables.ts";

/** Shown to operators as the holder of the wiki meanwhile. */
const WORKER = "maintenance";
const LEASE_SECONDS = 60;

/**
 * Drops what abandoned starts from dumps left behind: those that cannot be gone on with (killed while the dump was read) at
 * once, the others when nobody went on with them for so long. A feeder that is at it holds the wiki and is left alone. Answers
 * how many went.
 */
export async function expireBulk(db: Database, keepSeconds: number): Promise<number> {
  const found = await db.orm
    .selectDistinct({ id: sql<WikiId>`substring(relname from ${STAGED})::int` })
    .from(sql`pg_class`)
    .where(sql`relkind in ('r', 'p') and relnamespace = 'weboid_bulk'::regnamespace and relname ~ ${STAGED}`);
  const rows = await db.orm.select({ id: wiki.id }).from(wiki);
  const known = new Set(rows.map(({ id }) => id));
  let dropped = 0;
  for (const { id } of found)
    if (await dropAbandoned(db, id, { known: known.has(id), keepSeconds })) dropped += 1;
  return dropped;
}

async function dropAbandoned(
  db: Database,
  id: WikiId,
  { known, keepSeconds }: { readonly known: boolean; readonly keepSeconds: number },
): Promise<boolean> {
  const claim = known ? await claimFeed(db, id, { worker: WORKER, leaseSeconds: LEASE_SECONDS }) : null;
  if (claim?.kind === "held") return false;
  try {
    if (known && (await canGoOn(db, id, keepSeconds))) return false;
    await dropBulk(db, id);
    return true;
  } finally {
    if (claim !== null) await releaseFeed(db, claim);
  }
}

async function canGoOn({ orm }: Database, id: WikiId, keepSeconds: number): Promise<boolean> {
  const { age } = await evaluate(orm, { age: sql<number | null>`weboid_bulk_age(${id}::int)` });
  return age !== null && age < keepSeconds;
}

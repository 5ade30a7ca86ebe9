import { getTableName, sql } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { url, urlIdSequence } from "../schema/index.ts";
import { sequenceRow } from "../statement.ts";
import { PARTITION_IDS } from "./row.ts";

/**
 * Keeps one partition of the URL table ready ahead of the youngest id. Feeders add one themselves when they need it;
 * done by maintenance it never falls into their work. Answers whether one was added.
 */
export async function addPartition({ orm }: Database): Promise<boolean> {
  const partitions = () => orm.$count(sql`pg_inherits`, sql`inhparent = ${getTableName(url)}::regclass`);
  const before = await partitions();
  await orm
    .select({ added: sql`weboid_add_url_partition((last_value / ${PARTITION_IDS}::int)::int + 1)` })
    .from(sequenceRow(urlIdSequence));
  return (await partitions()) > before;
}

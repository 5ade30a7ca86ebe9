import type { Database } from "../connect.ts";
import { PARTITION_IDS } from "../urls/row.ts";

/**
 * Keeps one partition of the URL table ready ahead of the youngest id. Feeders add one themselves when they need it;
 * done by maintenance it never falls into their work. Answers whether one was added.
 */
export async function addPartition({ sql }: Database): Promise<boolean> {
  const partitions = async () =>
    (await sql`select 1 from pg_inherits where inhparent = 'url'::regclass`).length;
  const before = await partitions();
  await sql`select weboid_add_url_partition((last_value / ${PARTITION_IDS})::int + 1) from url_id_seq`;
  return (await partitions()) > before;
}

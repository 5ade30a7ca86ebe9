import type { Database } from "../../connect.ts";

/** Hours of which no rate is told any more. */
export async function expireTallies(
  { sql }: Database,
  { feedHours, sweepHours }: { readonly feedHours: number; readonly sweepHours: number },
): Promise<number> {
  const before = (hours: number) =>
    sql`extract(epoch from clock_timestamp())::bigint / 3600 - ${hours}::bigint`;
  const feed = await sql`delete from feed_hour where hour < ${before(feedHours)}`;
  const sweep = await sql`delete from sweep_hour where hour < ${before(sweepHours)}`;
  // As the crawlers' hours, by which its writes are measured.
  const dispatch = await sql`delete from dispatch_hour where hour < ${before(sweepHours)}`;
  return feed.count + sweep.count + dispatch.count;
}

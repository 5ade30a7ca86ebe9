import { and, eq, isNotNull, not, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import { urlKey } from "../../shared/url/key.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database } from "../connect.ts";
import { archive, replacement, url } from "../schema/index.ts";

/** What people propose in place of a URL, shown or not, and of versions those that are not blocked (H4). Holds the URL. */
export async function proposedFor({ orm }: Database, address: NormalisedUrl): Promise<NormalisedUrl[]> {
  const [found] = await orm
    .select({ id: url.id })
    .from(url)
    .where(eq(url.key, urlKey(address)))
    .for("update");
  if (found === undefined) return [];
  const { id } = found;
  const rows = await union(
    orm
      .select({ address: sql<string>`${replacement.url}`.as("address") })
      .from(replacement)
      .where(eq(replacement.urlId, id)),
    orm
      .select({ address: sql<string>`${archive.address}`.as("address") })
      .from(archive)
      .where(and(eq(archive.urlId, id), isNotNull(archive.proposed), not(archive.blocked))),
  );
  return rows.map((row) => row.address as NormalisedUrl).sort();
}

import { and, eq, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../connect.ts";
import { wiki } from "../schema/index.ts";
import { farmEndpoints } from "./farms.ts";
import type { Wiki } from "./wikis.ts";

/** Endpoints (shared/url/endpoint.ts) that may be private where something is asked for a wiki: its own, and those of its farm. */
export async function endpointsFor(
  db: Database,
  { configuredEndpoint, farm }: Pick<Wiki, "configuredEndpoint" | "farm">,
): Promise<string[]> {
  const all = [configuredEndpoint, ...(await farmEndpoints(db, farm))];
  return [...new Set(all)].filter((endpoint) => endpoint !== "");
}

/** The same for a stream: those of the farms whose wikis name it. */
export async function endpointsForStream({ orm }: Database, url: string): Promise<string[]> {
  const sister = alias(wiki, "sister");
  const rows = await orm
    .selectDistinct({ endpoint: sister.configuredEndpoint })
    .from(wiki)
    .innerJoin(sister, eq(sister.farm, wiki.farm))
    .where(and(eq(wiki.stream, url), ne(sister.configuredEndpoint, "")));
  return rows.map(({ endpoint }) => endpoint);
}

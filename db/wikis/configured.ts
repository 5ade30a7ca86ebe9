import { eq, ne } from "drizzle-orm";
import { endpointOf } from "../../shared/url/endpoint.ts";
import type { Database } from "../connect.ts";
import { farm, wiki } from "../schema/index.ts";

/**
 * Whether the operator configured this endpoint (shared/url/endpoint.ts) for feeding: as a wiki's API, a farm's spam list, or a stream.
 * What wikis say of themselves is not asked.
 */
export async function isConfiguredEndpoint({ orm }: Database, endpoint: string): Promise<boolean> {
  if ((await orm.$count(wiki, eq(wiki.configuredEndpoint, endpoint))) > 0) return true;
  const lists = await orm.selectDistinct({ address: farm.spamList }).from(farm).where(ne(farm.spamList, ""));
  const streams = await orm.selectDistinct({ address: wiki.stream }).from(wiki).where(ne(wiki.stream, ""));
  return [...lists, ...streams].some(({ address }) => endpointOf(address) === endpoint);
}

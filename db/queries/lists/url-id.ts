import { urlKey } from "../../../shared/url/key.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Database } from "../../connect.ts";
import type { UrlId } from "../../types.ts";

/** Null: it is not on the watchlist. */
export async function urlId({ sql }: Database, url: NormalisedUrl): Promise<UrlId | null> {
  const [row] = await sql<{ id: UrlId }[]>`select id from url where key = ${urlKey(url)}::uuid`;
  return row?.id ?? null;
}

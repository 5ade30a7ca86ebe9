import type { Database } from "../../../db/connect.ts";
import { findWiki, type Wiki } from "../../../db/wikis/wikis.ts";
import { openWikiClient } from "../../feed/api/client.ts";
import type { WikiClient } from "../../feed/api/wiki.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";

/** The wiki of this name; throws a WorkError where none is configured. */
export async function configuredWiki(db: Database, name: string): Promise<Wiki> {
  const row = await findWiki(db, name);
  if (row === null)
    throw new WorkError(
      `${name} is not configured; see weboid wiki list, or add it with: weboid wiki add ${name} --api URL`,
    );
  return row;
}

/** A client for wikis, closed when the work is done. */
export async function withHttp<T>(ctx: RoleContext, work: (http: WikiClient) => Promise<T>): Promise<T> {
  const http = openWikiClient(ctx);
  try {
    return await work(http);
  } finally {
    await http.close();
  }
}

import type { WikiClient } from "../../feed/api/wiki.ts";
import type { RoleContext } from "../../runtime/context.ts";

/** A client for wikis, closed when the work is done. `allows`: the only addresses that it dials; absent: all. */
export async function withHttp<T>(
  ctx: RoleContext,
  work: (http: WikiClient) => Promise<T>,
  allows?: (address: string) => boolean,
): Promise<T> {
  const { openWikiClient } = await import("../../feed/api/client.ts");
  const http = openWikiClient(ctx, undefined, allows);
  try {
    return await work(http);
  } finally {
    await http.close();
  }
}

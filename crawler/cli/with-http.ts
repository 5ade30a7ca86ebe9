import type { RoleContext } from "../runtime/context.ts";
import type { HttpClient } from "../runtime/http.ts";

/** A client for wikis, closed when the work is done. */
export async function withHttp<T>(
  { config }: RoleContext,
  work: (http: HttpClient) => Promise<T>,
): Promise<T> {
  const [{ createHttpClient }, { userAgent }] = await Promise.all([
    import("../runtime/http.ts"),
    import("../runtime/config.ts"),
  ]);
  const http = createHttpClient({ userAgent: userAgent(config.contact), dns: config.dns });
  try {
    return await work(http);
  } finally {
    await http.close();
  }
}

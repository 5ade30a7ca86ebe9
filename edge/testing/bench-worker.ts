import type { EdgeEnv } from "../env.ts";
import worker from "../self-hosted.ts";

/** The Worker with one address more: a bare read of KV, what any answer from a snapshot costs at the least. */
export default {
  async fetch(request: Request, env: EdgeEnv, context: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/bench/kv") return worker.fetch(request, env, context);
    const value = await env.SNAPSHOTS.get(searchParams.get("key") ?? "", {
      type: "arrayBuffer",
      cacheTtl: 30,
    });
    return new Response(`${value?.byteLength ?? 0}\n`);
  },
};

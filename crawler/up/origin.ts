import { serveOrigin } from "../origin/run.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { Supervisor } from "./supervisor.ts";

/** Starts the origin on any free port of loopback and answers the port; null when it failed or was stopped first. */
export async function startOrigin(
  ctx: RoleContext,
  supervisor: Supervisor,
  token: string | null,
): Promise<number | null> {
  const { promise: listening, resolve } = Promise.withResolvers<number>();
  const serving = supervisor.watch(serveOrigin(ctx, { port: 0, token, onListening: resolve }));
  return Promise.race([listening, serving.then(() => null)]);
}

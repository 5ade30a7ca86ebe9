import type { Context } from "hono";
import { callerOf, rangesOf } from "./cache/throttle.ts";
import type { Asker, Edge, EdgeDeps } from "./env.ts";

/** All callers on the edge's own machine. */
const THIS_MACHINE = "this machine";

function askerOf(c: Context<Edge>): Asker {
  const admission = c.get("admission");
  if (admission?.token === "known") return { ranges: [`friend ${admission.friend}`], isFriend: true };
  const caller = callerOf((name) => c.req.header(name), c.env.CLIENT_IP_HEADER);
  if (caller === null) return { ranges: [THIS_MACHINE], isFriend: false };
  const wide = rangesOf(caller).filter(({ policy }) => policy === "site" || policy === "provider");
  return { ranges: wide.length > 0 ? wide.map(({ key }) => key) : [caller], isFriend: false };
}

/** The Worker's surroundings as they are while it answers this request: what is asked of others is asked for its caller. */
export const askedBy = (deps: EdgeDeps, c: Context<Edge>): EdgeDeps => ({ ...deps, asker: askerOf(c) });

import type { Context } from "hono";
import { callerOf, rangesOf } from "./cache/throttle.ts";
import type { Asker, Edge, EdgeDeps } from "./env.ts";

/** All callers on the edge's own machine. */
const THIS_MACHINE = "this machine";

function askerOf(c: Context<Edge>): Asker {
  const admission = c.get("admission");
  if (admission?.token === "known") return { range: `friend ${admission.friend}`, isFriend: true };
  const caller = callerOf((name) => c.req.header(name), c.env.CLIENT_IP_HEADER);
  if (caller === null) return { range: THIS_MACHINE, isFriend: false };
  const site = rangesOf(caller).find(({ policy }) => policy === "site");
  return { range: site?.key ?? caller, isFriend: false };
}

/** The Worker's surroundings as they are while it answers this request: what is asked of others is asked for its caller. */
export const askedBy = (deps: EdgeDeps, c: Context<Edge>): EdgeDeps => ({ ...deps, asker: askerOf(c) });

import type { Context } from "hono";
import type { CallerRange } from "../../shared/protocol/people.ts";
import type { Asker, Edge, EdgeDeps } from "../env.ts";
import { addressIn, rangesOf, throttleKey } from "./throttle.ts";

/** All callers on the edge's own machine. */
const THIS_MACHINE = "this machine";

/** The address of who asks, as far as it is known. */
export const addressOf = (c: Context<Edge>): string | undefined =>
  addressIn((name) => c.req.header(name), c.env.CLIENT_IP_HEADER);

/** Under which name who asks is counted; null: not at all. */
export const callerOf = (c: Context<Edge>): string | null => throttleKey(addressOf(c));

/** Under which name the asking network is known: to it the token of a form is made out. */
export const networkOf = (c: Context<Edge>): string => callerOf(c) ?? THIS_MACHINE;

/** Of whose allowance an act is taken: the network that sent it, and the ranges around it. */
export function actingRanges(c: Context<Edge>): CallerRange[] {
  const caller = callerOf(c);
  return caller === null ? [{ policy: "address", key: THIS_MACHINE }] : [...rangesOf(caller)];
}

/** Of whose allowances a question is taken, likewise; of none if who asks is never throttled (Q7). */
export function askingRanges(c: Context<Edge>): readonly CallerRange[] {
  const caller = c.get("admission")?.taken ? callerOf(c) : null;
  return caller === null ? [] : rangesOf(caller);
}

function askerOf(c: Context<Edge>): Asker {
  const admission = c.get("admission");
  if (admission?.token === "known") return { ranges: [`friend ${admission.friend}`], isFriend: true };
  const caller = callerOf(c);
  if (caller === null) return { ranges: [THIS_MACHINE], isFriend: false };
  const wide = rangesOf(caller).filter(({ policy }) => policy === "site" || policy === "provider");
  return { ranges: wide.length > 0 ? wide.map(({ key }) => key) : [caller], isFriend: false };
}

/** The Worker's surroundings as they are while it answers this request: what is asked of others is asked for its caller. */
export const askedBy = (deps: EdgeDeps, c: Context<Edge>): EdgeDeps => ({ ...deps, asker: askerOf(c) });

import type { Context } from "hono";
import type { Format } from "../../shared/format/types.ts";
import type { Edge } from "../env.ts";
import { replyOf } from "../parameters.ts";
import { sendError } from "../respond.ts";

/** An address of the contract that is not built yet: says so, in the caller's format, rather than pretending. */
export function laterRoute(what: string, format: Format) {
  return (c: Context<Edge>): Response => {
    // Formats that only this address will have are no mistake of the caller's.
    const { reply } = replyOf(c, format);
    return sendError(
      501,
      { code: "not-implemented", message: `${what} with a later version of Weboid` },
      reply,
    );
  };
}

import type { Context } from "hono";
import type { AnswerError } from "../shared/answer/types.ts";
import type { Format } from "../shared/format/types.ts";
import { preferredLanguage } from "../shared/i18n/accept.ts";
import type { Edge } from "./env.ts";
import { type Parameters, parseReply, type Reply } from "./query.ts";

/** Parameters of an address; an empty one counts as left out, of a repeated one the first counts. */
export function parametersOf(c: Context<Edge>): Parameters {
  const search = new URL(c.req.url).searchParams;
  return (name) => search.get(name) || undefined;
}

/** How the caller of an address wants to be answered; `fallback`: the address's own format. */
export function replyOf(
  c: Context<Edge>,
  fallback: Format,
): { readonly reply: Reply; readonly error: AnswerError | null } {
  return parseReply(parametersOf(c), fallback, preferredLanguage(c.req.header("accept-language")));
}

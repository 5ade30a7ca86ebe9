import type { Context } from "hono";
import type { AnswerError } from "../shared/answer/types.ts";
import type { Format } from "../shared/format/types.ts";
import type { Edge } from "./env.ts";
import { type Parameters, parseReply, type Reply } from "./query.ts";

/** Parameters of an address; an empty one counts as left out, of a repeated one the first counts. */
export function parametersOf(c: Context<Edge>): Parameters {
  const search = new URL(c.req.url).searchParams;
  return (name) => search.get(name) || undefined;
}

/** First language of the browser's list, if it is a plain tag. */
function preferredLanguage(header: string | undefined): string | undefined {
  return /^\s*([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3})\s*(?:[,;]|$)/.exec(header ?? "")?.[1];
}

/** How the caller of an address wants to be answered; `fallback`: the address's own format. */
export function replyOf(
  c: Context<Edge>,
  fallback: Format,
): { readonly reply: Reply; readonly error: AnswerError | null } {
  return parseReply(parametersOf(c), fallback, preferredLanguage(c.req.header("accept-language")));
}

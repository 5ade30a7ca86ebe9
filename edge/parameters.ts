import type { Context } from "hono";
import type { AnswerError } from "../shared/answer/types.ts";
import type { Format } from "../shared/format/types.ts";
import { preferredLanguage } from "../shared/i18n/accept.ts";
import type { Edge } from "./env.ts";
import { type Parameters, parseReply, type Reply } from "./query.ts";

interface Replying {
  readonly reply: Reply;
  readonly error: AnswerError | null;
}

/** Parameters of an address; an empty one counts as left out, of a repeated one the first counts. */
export function parametersOf(c: Context<Edge>): Parameters {
  const search = new URL(c.req.url).searchParams;
  return (name) => search.get(name) || undefined;
}

/** How the caller of an address wants to be answered; `fallback`: the address's own format. */
export function replyOf(c: Context<Edge>, fallback: Format): Replying {
  return parseReply(parametersOf(c), fallback, preferredLanguage(c.req.header("accept-language")));
}

/**
 * The same at an address that has not all formats; the first is its own. `programs`: where else to ask, of an address for
 * people.
 */
export function replyAmong(
  c: Context<Edge>,
  formats: readonly [Format, ...Format[]],
  programs?: string,
): Replying {
  const asked = replyOf(c, formats[0]);
  return asked.error === null ? { ...asked, error: unfit(asked.reply, formats, programs) } : asked;
}

/** Why an address that has these formats cannot answer so; null: it can. */
export function unfit(
  { format, callback }: Reply,
  formats: readonly Format[],
  programs?: string,
): AnswerError | null {
  if (!formats.includes(format)) {
    const rest = programs === undefined ? "" : `; programs ask ${programs}`;
    return { code: "bad-format", message: `this address answers in ${formats.join(", ")}${rest}` };
  }
  // A document is no script by itself.
  if (format === "js" && callback === null)
    return {
      code: "bad-callback",
      message: "format=js needs callback= at this address: the name of the function to call",
    };
  return null;
}

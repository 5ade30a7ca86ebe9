import type { Context } from "hono";
import type { AnswerError } from "../shared/answer/types.ts";
import { CSV_CONTENT_TYPE, printErrorCsv } from "../shared/format/lists/csv.ts";
import type { Format } from "../shared/format/types.ts";
import type { Edge } from "./env.ts";
import { parametersOf, replyOf } from "./parameters.ts";
import { sendError, sendErrorText } from "./respond.ts";

/** In which format an address answers when the caller names none. */
function formatOf(path: string): Format {
  if (path === "/externalLinkProblem") return "js";
  return path.startsWith("/api/") || path.startsWith("/feed/") || path.startsWith("/internal/")
    ? "json"
    : "html";
}

/** An error of an address as a whole, in the caller's format, those formats included that only some addresses have. */
export function refuse(
  c: Context<Edge>,
  status: number,
  error: AnswerError,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { path } = c.req;
  if (path.startsWith("/list/") && parametersOf(c)("format") === "csv")
    return sendErrorText(status, printErrorCsv(error), CSV_CONTENT_TYPE, headers);
  return sendError(status, error, replyOf(c, formatOf(path)).reply, headers);
}

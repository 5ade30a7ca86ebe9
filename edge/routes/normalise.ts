import type { Context } from "hono";
import type { NormalisedDocument } from "../../shared/format/documents.ts";
import { normaliseLine } from "../../shared/url/normalise-line.ts";
import { formatsOf } from "../api/api-addresses.ts";
import type { Edge } from "../env.ts";
import { readParameters } from "../parameters.ts";
import { parametersOf, replyAmong } from "../request.ts";
import { PAGE_FRESHNESS, printData, send, sendError } from "../respond.ts";

/** GET /api/v1/normalise?url= (U4): as `weboid normalise`. */
export async function normaliseRoute(c: Context<Edge>): Promise<Response> {
  const { reply, error } = replyAmong(c, formatsOf("/api/v1/normalise"));
  if (error) return sendError(400, error, reply);
  const read = readParameters(parametersOf(c), ["url"]);
  if (read.kind === "bad") return sendError(400, read.error, reply);
  const { url } = read.query;
  if (url === undefined)
    return sendError(400, { code: "missing-url", message: "say which URL, percent-encoded: url=" }, reply);
  const line: NormalisedDocument = {
    ...normaliseLine(url, { allowPrivate: c.env.WEBOID_ALLOW_PRIVATE === "1" }),
  };
  return send(c, { ...printData(line, reply), freshness: PAGE_FRESHNESS });
}

import type { Context } from "hono";
import type { NormalisedDocument } from "../../shared/format/documents.ts";
import { normaliseLine } from "../../shared/url/normalise-line.ts";
import type { Edge } from "../env.ts";
import { parametersOf, QUERY_LIMITS, replyAmong } from "../request.ts";
import { DATA_FORMATS, PAGE_FRESHNESS, printData, send, sendError } from "../respond.ts";

/** GET /api/v1/normalise?url= (U4): as `weboid normalise`. */
export async function normaliseRoute(c: Context<Edge>): Promise<Response> {
  const { reply, error } = replyAmong(c, DATA_FORMATS);
  if (error) return sendError(400, error, reply);
  const url = parametersOf(c)("url");
  if (url === undefined)
    return sendError(400, { code: "missing-url", message: "say which URL, percent-encoded: url=" }, reply);
  if (url.length > QUERY_LIMITS.urlUnits)
    return sendError(
      400,
      { code: "bad-url", message: `url is longer than ${QUERY_LIMITS.urlUnits} characters` },
      reply,
    );
  const line: NormalisedDocument = {
    ...normaliseLine(url, { allowPrivate: c.env.WEBOID_ALLOW_PRIVATE === "1" }),
  };
  return send(c, { ...printData(line, reply), freshness: PAGE_FRESHNESS });
}

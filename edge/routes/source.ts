import type { Context } from "hono";
import type { SourceDocument } from "../../shared/format/documents.ts";
import { HTML_CONTENT_TYPE, printSource } from "../../shared/format/html.ts";
import { formatsOf } from "../api/api-addresses.ts";
import type { Edge } from "../env.ts";
import { parametersOf, replyAmong } from "../request.ts";
import { PAGE_FRESHNESS, printData, send, sendError } from "../respond.ts";

const BUILDS = {
  wrangler:
    "node_modules/.bin/bun --bun node_modules/wrangler/bin/wrangler.js deploy --dry-run --outdir build",
  weboid: "mkdir build; node crawler/edge-host/bundle.mjs build/worker.js",
} as const;

/**
 * GET /source (G1): which source made the answers, where to read it, and how to check that it is this one. A gadget
 * runs in other people's browsers, so its readers must be able to know.
 */
export async function sourceRoute(c: Context<Edge>): Promise<Response> {
  const parameter = parametersOf(c);
  const isNamed = (parameter("format") ?? parameter("callback")) !== undefined;
  const isPage = !isNamed && /\btext\/html\b/i.test(c.req.header("accept") ?? "");
  const { reply, error } = replyAmong(c, isPage ? ["html"] : formatsOf("/source"));
  if (error) return sendError(400, error, reply);
  const {
    SOURCE_URL: url,
    SOURCE_VERSION: version,
    SOURCE_COMMIT: commit,
    SOURCE_HASH: hash,
    SOURCE_BUILD,
  } = c.env;
  const source: SourceDocument = {
    name: "Weboid",
    licence: "MIT",
    version: version || null,
    repository: url || null,
    commit: commit || null,
    sha256: hash || null,
    reproduce: `Check out the commit, install with the lock file (bun install --frozen-lockfile), build the Worker (${BUILDS[SOURCE_BUILD === "weboid" ? "weboid" : "wrangler"]}), and compare sha256 with that of build/worker.js (it does not depend on the folder).`,
    note: commit
      ? null
      : "This Worker was started from a working copy that is no commit, or its operator has set no SOURCE_COMMIT.",
  };
  const headers = { vary: "Accept, Accept-Language" };
  const content =
    reply.format === "html"
      ? { body: printSource(source, reply.lang), contentType: HTML_CONTENT_TYPE }
      : printData(source, reply);
  return send(c, { ...content, freshness: PAGE_FRESHNESS, headers });
}

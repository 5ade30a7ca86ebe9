import type { Context } from "hono";
import { DOCUMENTS } from "../../shared/format/documents.ts";
import { HTML_CONTENT_TYPE, printApi } from "../../shared/format/html.ts";
import { isDocument, schemaDocument } from "../../shared/format/schema.ts";
import type { FrontSample } from "../../shared/protocol/types.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { nameOf } from "../parameters.ts";
import { replyAmong, replyOf } from "../request.ts";
import { baseOf, type Freshness, send, sendError } from "../respond.ts";
import { Store } from "../sources/store.ts";
import { ADDRESSES, EXAMPLE, FORM_ADDRESSES } from "./api-addresses.ts";
import { openApi } from "./openapi.ts";

/** It changes with the edge's version alone. */
const FRESHNESS: Freshness = { seconds: 3_600, staleSeconds: 86_400 };

const SHOWN = ADDRESSES.map((address) => ({ ...address, parameters: address.parameters.map(nameOf) }));

/** Texts of documents, by their names: one takes up to 20 ms to make. */
const made = new Map<string, string>();

/** A document that depends on this edge's own address and version alone, made once. */
function sendMade(
  c: Context<Edge>,
  { name, contentType }: { readonly name: string; readonly contentType: string },
  make: (base: string) => object,
): Promise<Response> {
  const base = baseOf(c);
  const key = `${name} ${base}`;
  const body = made.get(key) ?? `${JSON.stringify(make(base), null, 1)}\n`;
  made.set(key, body);
  return send(c, { body, contentType, freshness: FRESHNESS });
}

/** GET /api: the addresses for people who write programs, with examples of this edge's own first wiki. */
export function apiRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, error } = replyAmong(c, ["html"], "/api/openapi.json");
    if (error) return sendError(400, error, reply);
    const [sample] = await new Store(c.env.SNAPSHOTS, deps).frontSamples();
    return send(c, {
      body: printApi({
        lang: reply.lang,
        base: baseOf(c),
        addresses: SHOWN.map((address) => ({ ...address, ...exampleFor(sample, address) })),
        forms: FORM_ADDRESSES,
        schemas: Object.keys(DOCUMENTS),
        wiki: sample?.wiki ?? null,
      }),
      contentType: HTML_CONTENT_TYPE,
      freshness: FRESHNESS,
      headers: { vary: "Accept-Language" },
    });
  };
}

/** An example with a page that this edge has. */
const exampleFor = (sample: FrontSample | undefined, { example }: { readonly example?: string }) =>
  sample === undefined || example === undefined
    ? {}
    : {
        example: example
          .replaceAll(EXAMPLE.wiki, sample.wiki)
          .replaceAll(EXAMPLE.pageid, String(sample.pageid)),
      };

const OPEN_API = { name: "openapi", contentType: "application/openapi+json; charset=utf-8" };

/** GET /api/openapi.json: the same for programs (OpenAPI 3.1). */
export const openApiRoute = (c: Context<Edge>): Promise<Response> =>
  sendMade(c, OPEN_API, (base) => openApi(base, c.env.SOURCE_VERSION || "0"));

/** GET /api/schema/:file: one kind of answer (JSON Schema 2020-12). */
export function schemaRoute(c: Context<Edge>): Promise<Response> | Response {
  const name = (c.req.param("file") ?? "").replace(/\.json$/, "");
  const contentType = "application/schema+json; charset=utf-8";
  if (isDocument(name)) return sendMade(c, { name, contentType }, (base) => schemaDocument(name, base));
  const message = `there are the schemas ${Object.keys(DOCUMENTS).join(", ")}: /api/schema/page.json`;
  return sendError(404, { code: "not-found", message }, replyOf(c, ["json"]).reply);
}

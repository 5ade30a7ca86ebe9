import type { Exchange } from "../../shared/status/outcome.ts";
import { type BodyReader, decodedPage, decodedStart } from "./body.ts";
import { contentLengthOf, fieldOf, type Head, mimeOf } from "./head.ts";
import type { ExchangeRequest } from "./transport.ts";
import { isGuarded, wallOf } from "./walls.ts";

const NOTHING = new Uint8Array(0);
const VALUE_CHARS_MAX = 256;

/** Whether the size of the body is judged (C7): error pages, if nothing announced it. */
export const sizeMatters = (head: Head): boolean => head.http >= 400 && contentLengthOf(head) === null;

const bounded = (value: string | null) => value?.slice(0, VALUE_CHARS_MAX) ?? null;

/**
 * The one place where a head and a body become what the rest of Weboid knows of them, for every transport.
 * @param body null for HEAD and where no body was read.
 */
export function exchangeOf(
  request: ExchangeRequest,
  head: Head,
  body: BodyReader | null,
  address: string,
  ms: number,
): Exchange {
  const mime = mimeOf(head);
  const firstBytes =
    body === null || body.bytes === 0
      ? NOTHING
      : decodedStart(body.firstBytes, fieldOf(head, "content-encoding"));
  const page =
    request.wantsPage === true && body !== null
      ? decodedPage(body.kept, fieldOf(head, "content-encoding"))
      : null;
  const exchange: Exchange = {
    url: request.url,
    method: request.method,
    http: head.http,
    mime,
    contentLength: contentLengthOf(head),
    bodyBytes: body?.bytes ?? 0,
    bodyComplete: body?.complete ?? true,
    firstBytes,
    location: fieldOf(head, "location"),
    server: bounded(fieldOf(head, "server")),
    retryAfter: bounded(fieldOf(head, "retry-after")),
    wall: wallOf(head, mime, firstBytes),
    address,
    ms: Math.round(ms),
  };
  const guarded = isGuarded(head);
  return guarded || page !== null
    ? { ...exchange, ...(guarded && { guarded }), ...(page !== null && { page }) }
    : exchange;
}

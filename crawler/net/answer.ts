import type { Exchange } from "../classify/outcome.ts";
import { isLargeNotFound } from "../classify/plausible.ts";
import { readPage } from "../classify/site/page.ts";
import { isGuardField, isPage, wallOfContent, wallOfField } from "../classify/walls.ts";
import { type BodyReader, decoded, decodedStart, inSingleBytes, type Keep, textOf } from "./body.ts";
import { contentLengthOf, fieldOf, type Head, lengthOf, mediaType, NO_FIELD } from "./fields.ts";
import type { ExchangeRequest } from "./transport.ts";

const NOTHING = new Uint8Array(0);
const VALUE_CHARS_MAX = 256;

/** Whether the size of the body is judged (C7): error pages, if nothing announced it. */
export const sizeMatters = (head: Head): boolean => head.http >= 400 && contentLengthOf(head) === null;

/** How much of the body is wanted: a page may show far behind its beginning that it is a challenge, or what its title is. */
export function keepOf(head: Head, wantsPage = false): Keep {
  if (wantsPage) return "all";
  const type = fieldOf(head, "content-type");
  if (!isPage(type === null ? null : mediaType(type))) return "magic";
  return isLargeNotFound(head.http, contentLengthOf(head)) ? "all" : "page";
}

const bounded = (value: string | null) => value?.slice(0, VALUE_CHARS_MAX) ?? null;

/** All of it was sent, and is kept. */
const isWhole = (body: BodyReader): boolean => body.complete && body.bytes === body.kept.length;

/** What is known from the head alone. One look at each field, as this is done for every answer. */
function readFields({ fields }: Head) {
  let type: string | null = null;
  let length: string | null = null;
  let coding: string | null = null;
  let location: string | null = null;
  let server: string | null = null;
  let retryAfter: string | null = null;
  let wall: string | null = null;
  let guarded = false;
  for (let at = 0; at < fields.length; at++) {
    const [name, value] = fields[at] ?? NO_FIELD;
    if (name === "content-type") type = value;
    else if (name === "content-length") length ??= value;
    else if (name === "content-encoding") coding ??= value;
    else if (name === "location") location ??= value;
    else if (name === "server") server ??= value;
    else if (name === "retry-after") retryAfter ??= value;
    wall ??= wallOfField(name, value);
    guarded ||= isGuardField(name, value);
  }
  return {
    type,
    mime: type === null ? null : mediaType(type),
    contentLength: length === null ? null : lengthOf(length),
    coding,
    location,
    server,
    retryAfter,
    wall,
    guarded,
  };
}

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
  const { type, mime, contentLength, coding, location, server, retryAfter, wall, guarded } = readFields(head);
  const { http } = head;
  const firstBytes = body === null || body.bytes === 0 ? NOTHING : decodedStart(body.firstBytes, coding);
  const asPage = request.wantsPage === true || isPage(mime);
  const kept = body === null || !asPage ? null : decoded(body.kept, coding);
  const exchange: Exchange = {
    url: request.url,
    method: request.method,
    http,
    mime,
    contentLength,
    bodyBytes: body?.bytes ?? 0,
    bodyComplete: body?.complete ?? true,
    firstBytes,
    location,
    server: bounded(server),
    retryAfter: bounded(retryAfter),
    wall:
      wall ??
      (body === null
        ? null
        : wallOfContent({ http, mime, server }, inSingleBytes(kept ?? firstBytes), isWhole(body))),
    address,
    ms: Math.round(ms),
  };
  const wanted = request.wantsPage === true;
  const large = isLargeNotFound(http, contentLength);
  const page = kept !== null && (wanted || large) ? textOf(kept, type) : null;
  if (!guarded && page === null) return exchange;
  const saysMissing = large && page !== null && readPage(page, request.url).titleSaysNotFound;
  return {
    ...exchange,
    ...(guarded && { guarded }),
    ...(saysMissing && { saysMissing }),
    ...(wanted && page !== null && { page }),
  };
}

import type { Exchange } from "../../shared/status/outcome.ts";
import { type BodyReader, decodedStart } from "./body.ts";
import { contentLengthOf, fieldOf, type Head, mimeOf } from "./head.ts";
import type { ExchangeRequest } from "./transport.ts";

/** Fields by which walls against robots give themselves away (peers.md: complaints 1 and 13). */
const WALL_FIELDS = ["cf-mitigated", "x-amzn-waf-action"];
const NOTHING = new Uint8Array(0);
const VALUE_CHARS_MAX = 256;

/** Whether the size of the body is judged (C7): error pages, if nothing announced it. */
export const sizeMatters = (head: Head): boolean => head.http >= 400 && contentLengthOf(head) === null;

const bounded = (value: string | null) => value?.slice(0, VALUE_CHARS_MAX) ?? null;

function wallOf(head: Head): string | null {
  for (const name of WALL_FIELDS) {
    const value = fieldOf(head, name);
    if (value !== null) return `${name}: ${value.slice(0, VALUE_CHARS_MAX)}`;
  }
  return null;
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
  const location = fieldOf(head, "location");
  return {
    url: request.url,
    method: request.method,
    http: head.http,
    mime: mimeOf(head),
    contentLength: contentLengthOf(head),
    bodyBytes: body?.bytes ?? 0,
    bodyComplete: body?.complete ?? true,
    firstBytes:
      body === null || body.bytes === 0
        ? NOTHING
        : decodedStart(body.firstBytes, fieldOf(head, "content-encoding")),
    location,
    server: bounded(fieldOf(head, "server")),
    retryAfter: bounded(fieldOf(head, "retry-after")),
    wall: wallOf(head),
    address,
    ms: Math.round(ms),
  };
}

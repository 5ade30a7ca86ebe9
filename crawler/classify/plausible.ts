import { asksForTime } from "../runtime/retry-after.ts";
import { looksLikeMarkup, magicOf, notableMime } from "./mime.ts";
import type { Exchange } from "./outcome.ts";

/**
 * C7: when a server's error number is contradicted by what it sent. A false correction hides a dead link from every
 * reader, a missed one is found by the first reader who clicks, so the limits lean to believing the server.
 */
const PLAUSIBLE_BYTES = {
  /**
   * 400, 404 and 410: styled "not found" pages of 100 KB and more are everywhere, some with the whole site's menu inside.
   * Four times that is a page of content, unless its title says what the number says.
   */
  notFoundPageMax: 256 * 1024,
  /**
   * Other 4xx come from the server itself or a module of it, in a few lines (seed: "types 19, 20 and others are to be
   * doubted"). Not above the body limit, so that an unannounced length can reach it.
   */
  oddPageMax: 64 * 1024,
  /** 5xx come from a server in trouble: "a real 5xx is small". Not above the body limit either. */
  serverErrorPageMax: 64 * 1024,
  /** A PDF, picture or archive with an error number, by its announced type alone: above a placeholder picture. */
  documentMin: 16 * 1024,
  /** The same when the first bytes prove the type: above an empty file. */
  provenDocumentMin: 1024,
  /** Where GET brings less than this of a longer body, the announced length is not believed. */
  beginningMin: 512,
} as const;

/** Types in which errors are reported: pages, and what programs answer. */
const ERROR_BODY =
  /^(?:text\/.*|application\/(?:xhtml\+xml|json|.*\+json|xml|.*\+xml|javascript|x-javascript))$/;

/** Bytes of the body as far as known: announced, or read. Servers that break off announce what they never send. */
function bytesOf({ method, contentLength, bodyBytes, bodyComplete }: Exchange): number {
  const begun = method === "HEAD" || bodyComplete || bodyBytes >= PLAUSIBLE_BYTES.beginningMin;
  return begun ? Math.max(contentLength ?? 0, bodyBytes) : bodyBytes;
}

/** A body of a type in which no server reports an error. */
function isDocument(exchange: Exchange): boolean {
  const { mime, firstBytes } = exchange;
  if (mime === null || ERROR_BODY.test(mime) || looksLikeMarkup(firstBytes)) return false;
  const bytes = bytesOf(exchange);
  const magic = magicOf(firstBytes);
  const proven = magic !== null && magic === notableMime(mime, firstBytes);
  return bytes >= (proven ? PLAUSIBLE_BYTES.provenDocumentMin : PLAUSIBLE_BYTES.documentMin);
}

const NOT_FOUND_PAGES: readonly number[] = [400, 404, 410];

/** What is sent with such a number would be content, by its announced bytes: its title is worth reading. */
export const isLargeNotFound = (http: number, bytes: number | null): boolean =>
  bytes !== null && bytes >= PLAUSIBLE_BYTES.notFoundPageMax && NOT_FOUND_PAGES.includes(http);

/**
 * True when the body cannot be what the number says, so that the status is corrected to 7. Numbers by which robots
 * are refused must not be asked: a wall's page may have any size.
 */
export function contradictsNumber(exchange: Exchange): boolean {
  const { http, mime } = exchange;
  if (http < 400 || http > 599) return false;
  if (isDocument(exchange)) return true;
  const bytes = bytesOf(exchange);
  // Pages of sites under maintenance have their pictures inside.
  if (asksForTime(exchange)) return false;
  /** "May lack Server and MIME": without a type it is the server's own trouble, whatever its size. */
  if (http >= 500) return mime !== null && bytes >= PLAUSIBLE_BYTES.serverErrorPageMax;
  if (NOT_FOUND_PAGES.includes(http)) return isLargeNotFound(http, bytes) && exchange.saysMissing !== true;
  return bytes >= PLAUSIBLE_BYTES.oddPageMax;
}

import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import type { Exchange } from "../classify/outcome.ts";
import { exchangeOf, keepOf, sizeMatters } from "./answer.ts";
import { BodyReader } from "./body.ts";
import { framingOf, type Head, hasBadLength } from "./fields.ts";
import { HeadReader, type HeadResult } from "./head.ts";
import type { ExchangeRequest } from "./transport.ts";

/**
 * Bad request, request timeout, misdirected request: on a connection that was used before they may speak of what the server
 * made of it (RFC 9110, 15.5.9 and 15.5.20, has the two latter asked again; servers trip over what follows HEAD).
 */
const OF_CONNECTION: ReadonlySet<number> = new Set([400, 408, 421]);

const NO_STATUS_LINE: Head = { http: 200, fields: [] };

/** Reads one answer, head and body, from bytes as they come. */
export class AnswerReader {
  readonly #request: ExchangeRequest;
  readonly #reader: HeadReader;
  #head: Head | null = null;
  #body: BodyReader | null = null;
  /** Markup came in place of a status line. */
  #headless = false;
  /** The answer ends with its head, and the server keeps the connection open. */
  isLasting = false;
  /** Nothing more of it is wanted. */
  isRead = false;

  constructor(request: ExchangeRequest) {
    this.#request = request;
    this.#reader = new HeadReader(request.limits, request.parts.port === 0);
  }

  get hasHead(): boolean {
    return this.#head !== null;
  }

  /** What is no head is no answer to this request. */
  get isNone(): boolean {
    return this.#head === null || this.#headless;
  }

  get http(): number | null {
    return this.#head?.http ?? null;
  }

  /** It need not have been said of the request. */
  get speaksOfConnection(): boolean {
    return this.#head !== null && OF_CONNECTION.has(this.#head.http);
  }

  /** What of it makes it no answer; null: nothing so far. */
  push(chunk: Uint8Array): NetworkFailure | null {
    if (this.#head === null) return this.#takeHead(this.#reader.push(chunk));
    this.isRead = this.#body?.push(chunk) ?? true;
    return null;
  }

  /** The server has closed. As for `push`: a few bytes of markup without a status line show only at the end what they are. */
  finish(): NetworkFailure | null {
    const failure = this.#head === null ? this.#takeHead(this.#reader.finish()) : null;
    this.#body?.finish();
    this.isRead = true;
    return failure;
  }

  /** A body was announced and not read to its end, or not even its head was. */
  get isCutOff(): boolean {
    return this.#head === null || this.#body?.complete === false;
  }

  /** A server that does not know how much it sends need not be heard to the end. */
  get lengthIsBad(): boolean {
    return this.#head !== null && hasBadLength(this.#head);
  }

  /** What came of it, once its head is there. @param ms from dialling on */
  exchange(address: string, ms: number): Exchange {
    if (this.#head === null) throw new Error("no head was read");
    const exchange = exchangeOf(this.#request, this.#head, this.#body, address, ms);
    return this.#headless ? { ...exchange, headless: true } : exchange;
  }

  #takeHead(result: HeadResult): NetworkFailure | null {
    switch (result.kind) {
      case "more":
        return null;
      case "head":
        return this.#startBody(result.head, result.rest);
      case "malformed":
        return "malformed-head";
      case "too-large":
        return "head-too-large";
      case "http2":
        // In clear text browsers do not speak it either.
        return this.#request.parts.scheme === "http" ? "malformed-head" : "http2-only";
      case "no-status-line":
        this.#headless = true;
        return this.#startBody(NO_STATUS_LINE, result.rest);
    }
  }

  #startBody(head: Head, rest: Uint8Array): null {
    const { method, limits, wantsPage } = this.#request;
    this.#head = head;
    const framing = framingOf(head, method);
    const bodiless =
      framing.kind === "none" ? head.http !== 101 : framing.kind === "length" && framing.bytes === 0;
    this.isLasting = bodiless && rest.length === 0 && this.#reader.lasting;
    if (framing.kind !== "none")
      this.#body = new BodyReader(framing, limits, sizeMatters(head), keepOf(head, wantsPage));
    this.isRead = this.#body?.push(rest) ?? true;
    return null;
  }
}

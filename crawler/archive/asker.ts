import pLimit from "p-limit";
import type { HttpAnswer, HttpClient } from "../net/egress/http-client.ts";
import { type Clock, pause } from "../runtime/clock.ts";
import { parseRetryAfter } from "../runtime/retry-after.ts";
import { span } from "../runtime/words.ts";

/** Limits of one question to an archive. */
const MS_MAX = 30_000;
const BYTES_MAX = 8 * 1024 * 1024;
const REDIRECTS_MAX = 3;
/** A pause that an archive asks for is waited for if it is as short as this; a longer one is the caller's matter. */
const WAIT_SECONDS_MAX = 5;
/** After 429 without a term that can be read. */
const REST_SECONDS = 60;

/** What came of a question. */
export type Reply =
  | {
      readonly kind: "answer";
      readonly http: number;
      readonly text: string;
      readonly location: string | null;
      /** Memento-Datetime: it is an archived answer, with the status of the server of that time (RFC 7089, 2.1.1). */
      readonly isMemento: boolean;
      /** When that was, in milliseconds since 1970; null: not said, or not so that it can be read. */
      readonly mementoMs: number | null;
    }
  /** Nothing came, or nothing may be asked now. `isDown`: other questions to the archive would fail as well. */
  | {
      readonly kind: "failed";
      readonly why: string;
      readonly isDown: boolean;
      readonly restSeconds: number | null;
    };

interface Question {
  readonly url: string;
  readonly method?: "HEAD" | "POST";
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Redirects within the archive are followed; false: the answer is the redirect. */
  readonly follow?: false;
}

interface AskerOptions {
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Questions in a minute; as many may come at once after a minute without any (a token bucket). */
  readonly perMinute: number;
}

const failed = (why: string, restSeconds: number | null = null): Reply => ({
  kind: "failed",
  why,
  isDown: true,
  restSeconds,
});

/** Asks one archive: one question at a time, within its budget, and not while it asks to be left alone. */
export class Asker {
  readonly #options: AskerOptions;
  readonly #oneAtATime = pLimit(1);
  #tokens: number;
  #filledMs: number;
  #restUntilMs = 0;

  constructor(options: AskerOptions) {
    this.#options = options;
    this.#tokens = options.perMinute;
    this.#filledMs = options.clock.now();
  }

  ask(question: Question): Promise<Reply> {
    return this.#oneAtATime(() => this.#follow(question));
  }

  async #follow(question: Question): Promise<Reply> {
    let { url } = question;
    const { host } = new URL(url);
    for (let hop = 0; ; hop++) {
      const reply = await this.#sendTwice({ ...question, url });
      if (reply.kind === "failed" || reply.location === null || question.follow === false) return reply;
      const next = URL.parse(reply.location, url);
      if (next === null || !/^https?:$/.test(next.protocol) || next.host !== host || hop >= REDIRECTS_MAX)
        return { kind: "failed", why: "redirected elsewhere", isDown: false, restSeconds: null };
      url = next.href;
    }
  }

  /** Once more after a short pause that the archive asked for. */
  async #sendTwice(question: Question): Promise<Reply> {
    const reply = await this.#send(question);
    const { restSeconds = null } = reply.kind === "failed" ? reply : {};
    return restSeconds !== null && restSeconds <= WAIT_SECONDS_MAX ? this.#send(question) : reply;
  }

  async #send({ url, method, body, headers }: Question): Promise<Reply> {
    const { http, clock, signal } = this.#options;
    const resting = await this.#rest();
    if (resting !== null) return resting;
    await this.#spend();
    if (signal.aborted) return failed("stopped");
    const answer = await http.send({
      url,
      ...(method !== undefined && { method }),
      ...(body !== undefined && { body }),
      headers: { accept: "*/*", ...headers },
      signal,
      text: true,
      msMax: MS_MAX,
      bytesMax: BYTES_MAX,
    });
    const restSeconds = restOf(answer, clock.now());
    if (restSeconds === 0) return replyOf(answer);
    this.#restUntilMs = Math.max(this.#restUntilMs, clock.now() + restSeconds * 1000);
    return failed(whyOf(answer), restSeconds);
  }

  /** Waits where the archive wants a short pause; the answer in place of its own where it wants a long one. */
  async #rest(): Promise<Reply | null> {
    const seconds = Math.ceil((this.#restUntilMs - this.#options.clock.now()) / 1000);
    if (seconds > WAIT_SECONDS_MAX)
      return failed(`it asked for a pause of ${span(seconds * 1_000)} more`, seconds);
    if (seconds > 0) await pause(seconds * 1000, this.#options.signal);
    return null;
  }

  /** Takes a token of the budget, and waits until it is there. */
  async #spend(): Promise<void> {
    const { clock, perMinute, signal } = this.#options;
    const perMs = perMinute / 60_000;
    const now = clock.now();
    this.#tokens = Math.min(perMinute, this.#tokens + Math.max(0, now - this.#filledMs) * perMs) - 1;
    this.#filledMs = now;
    if (this.#tokens < 0) await pause(-this.#tokens / perMs, signal);
  }
}

const whyOf = (answer: HttpAnswer): string =>
  answer.kind === "failure"
    ? answer.failure === "aborted"
      ? "stopped"
      : `${answer.failure}: ${answer.detail}`.slice(0, 200)
    : `answered ${answer.http}`;

/** How long an answer asks to be left alone; 0: it does not. */
function restOf(answer: HttpAnswer, nowMs: number): number {
  if (answer.kind === "failure" || (answer.http !== 429 && answer.http !== 503)) return 0;
  // An archived answer is none of the archive's own.
  if (answer.headers["memento-datetime"] !== undefined) return 0;
  const wish = parseRetryAfter(answer.headers["retry-after"] ?? null, nowMs);
  // A 429 whose term is over already is one nevertheless.
  return answer.http === 429 ? Math.max(1, wish ?? REST_SECONDS) : (wish ?? 0);
}

/** Failures that another question to the same archive would meet as well. */
const DOWN = new Set(["dns", "refused", "timeout", "tls", "aborted"]);

function replyOf(answer: HttpAnswer): Reply {
  if (answer.kind === "failure")
    return { kind: "failed", why: whyOf(answer), isDown: DOWN.has(answer.failure), restSeconds: null };
  const memento = answer.headers["memento-datetime"];
  const mementoMs = Date.parse(memento ?? "");
  return {
    kind: "answer",
    http: answer.http,
    text: answer.kind === "text" ? answer.start : "",
    location: answer.kind === "redirect" ? answer.location : null,
    isMemento: memento !== undefined,
    mementoMs: Number.isNaN(mementoMs) ? null : mementoMs,
  };
}

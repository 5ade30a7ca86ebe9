import type { HttpAnswer, HttpClient } from "../../net/egress/http-client.ts";
import type { Clock } from "../../runtime/clock.ts";
import { parseRetryAfter } from "../../runtime/retry-after.ts";
import type { RegistryPace } from "../registries/pace.ts";
import { LIMITED_SECONDS, type Reply } from "../registries/reply.ts";

const MS_MAX = 15_000;
const BYTES_MAX = 2 * 1024 * 1024;
/** A regional registry sends on to another, that one to a national one (RFC 9082, RFC 7480 5.2). */
const REDIRECTS_MAX = 4;

export interface RdapOptions {
  /** Dials through the guard, each redirect as well. */
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly pace: RegistryPace;
  readonly signal: AbortSignal;
}

/** Reads the text at an address of a registry, JSON that nobody has looked at yet (RFC 7480). */
export type AskRdap = (url: string) => Promise<Reply<string>>;

export function createRdap({ http, clock, pace, signal }: RdapOptions): AskRdap {
  const send = (url: string) =>
    http.send({
      url,
      headers: { accept: "application/rdap+json, application/json" },
      msMax: MS_MAX,
      bytesMax: BYTES_MAX,
      text: true,
      signal,
    });
  /** The text, or where else to ask. */
  const step = async (url: URL): Promise<Reply<string | URL>> => {
    const answer = await send(url.href);
    if (answer.kind !== "redirect") return meaningOf(answer, clock.now());
    const next = URL.parse(answer.location, url.href);
    // From https nothing leads back to clear text.
    const isSafe = next !== null && (next.protocol === "https:" || next.protocol === url.protocol);
    return isSafe ? { kind: "answer", value: next } : { kind: "failed", why: "redirected elsewhere" };
  };
  return async (start) => {
    let url = URL.parse(start);
    for (let hop = 0; url !== null && hop <= REDIRECTS_MAX; hop++) {
      const here: URL = url;
      const reply = await pace.ask(here.host, () => step(here));
      if (reply.kind !== "answer") return reply;
      if (typeof reply.value === "string") return { kind: "answer", value: reply.value };
      url = reply.value;
    }
    return { kind: "failed", why: url === null ? "no address" : "redirected too often" };
  };
}

function meaningOf(answer: HttpAnswer, nowMs: number): Reply<string> {
  if (answer.kind === "failure")
    return { kind: "failed", why: `${answer.failure}: ${answer.detail}`.slice(0, 200) };
  if (answer.http === 404) return { kind: "not-found" };
  const wish = parseRetryAfter(answer.headers["retry-after"] ?? null, nowMs);
  if (answer.http === 429) return { kind: "limited", seconds: Math.max(1, wish ?? LIMITED_SECONDS) };
  if (answer.http === 503 && wish !== null) return { kind: "limited", seconds: Math.max(1, wish) };
  if (answer.http !== 200) return { kind: "failed", why: `answered ${answer.http}` };
  return { kind: "answer", value: answer.kind === "text" ? answer.start : "" };
}

import * as z from "zod/mini";
import { AnswerError } from "../../shared/answer/types.ts";
import { ORIGIN, type OriginCall } from "../../shared/protocol/origin.ts";
import type { PagesRequest } from "../../shared/protocol/pages.ts";
import { sign } from "../../shared/protocol/sign.ts";
import { readBoundedJson } from "../cache/bounded-body.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";

/** How long a question may take, unless its caller says otherwise. */
const ANSWER_MS = 5_000;
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;
/** Of origin's 429 without Retry-After. */
const LATER_SECONDS = 60;

/** How a question to the origin ended. */
export type Asked<Answer> =
  | { readonly kind: "answer"; readonly answer: Answer }
  /** Origin says by a code what is wrong with the question. */
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly code: string;
      readonly message: string;
    }
  /** It was asked too often. `limits`: the headers that say which limit that was. */
  | {
      readonly kind: "later";
      readonly code: string;
      readonly seconds: number;
      readonly limits: Readonly<Record<string, string>>;
    }
  /** There is no origin, it does not answer, or its answer cannot be read, which is logged. */
  | { readonly kind: "away" };

/** Asks origin for what only the database knows, in a signed request (shared/protocol/sign.ts). */
export async function askOrigin<Question extends object, Answer>(
  deps: EdgeDeps,
  env: EdgeEnv,
  { path, answer }: OriginCall<Question, Answer>,
  question: Question,
  ms: number = ANSWER_MS,
): Promise<Asked<Answer>> {
  const base = (env.ORIGIN_URL ?? "").replace(/\/$/, "");
  if (base === "") return { kind: "away" };
  try {
    const response = await deps.fetch(await signedRequest(deps, env, new URL(base + path), question, ms));
    const body = await readBoundedJson(response.body, RESPONSE_BYTES_MAX);
    return response.ok ? { kind: "answer", answer: z.parse(answer, body) } : refusalOf(response, body);
  } catch (error) {
    console.error(`origin did not answer ${path}: ${error instanceof Error ? error.message : "unknown"}`);
    return { kind: "away" };
  }
}

async function signedRequest(
  deps: EdgeDeps,
  { ORIGIN_TOKEN: token = "" }: EdgeEnv,
  address: URL,
  question: object,
  ms: number,
): Promise<Request> {
  const body = new TextEncoder().encode(JSON.stringify(question));
  const parts = { method: "POST", path: address.pathname, body };
  const signature = await sign(token, parts, deps.now());
  return new Request(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...signature },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(ms),
  });
}

const ErrorAnswer = z.object({ error: AnswerError });

/** Throws where only the operator can do something about it. */
function refusalOf({ status, headers }: Response, body: unknown): Asked<never> {
  const { data } = z.safeParse(ErrorAnswer, body);
  if (status === 401)
    throw new Error(
      `it refuses this edge's signature: ${data?.error.message ?? "set the same ORIGIN_TOKEN on both sides"}`,
    );
  const { code, message } = data?.error ?? { code: "unknown", message: "it does not say why" };
  if ([400, 403, 404].includes(status)) return { kind: "refused", status, code, message };
  if (status === 429) {
    const limits = ["ratelimit", "ratelimit-policy"].flatMap((name) => {
      const limit = headers.get(name);
      return limit === null ? [] : [[name, limit] as const];
    });
    const seconds = Number(headers.get("retry-after")) || LATER_SECONDS;
    return { kind: "later", code, seconds, limits: Object.fromEntries(limits) };
  }
  throw new Error(`HTTP ${status}`);
}

/**
 * The watched pages of a namespace, if all are watched, else null (F8). `friend`: SHA-256 of a friendly tool's token; without a
 * list, only that is looked up.
 */
export async function watchedPages(
  deps: EdgeDeps,
  env: EdgeEnv,
  request: PagesRequest,
): Promise<readonly number[] | null | "unknown-friend" | "away"> {
  const asked = await askOrigin(deps, env, ORIGIN.pages, request);
  if (asked.kind === "answer") return asked.answer.pageids;
  return isUnknownFriend(asked) ? "unknown-friend" : "away";
}

export const isUnknownFriend = (asked: Asked<unknown>): boolean =>
  asked.kind === "refused" && asked.status === 403;

import * as z from "zod/mini";
import { AnswerError } from "../../shared/answer/types.ts";
import {
  ACT_ANSWER_MS,
  BUSY,
  CALLER_PARAMETER,
  callerName,
  FORM_PARAMETER,
  formName,
  NONCE_PARAMETER,
  ORIGIN,
  type OriginCall,
} from "../../shared/protocol/origin.ts";
import type { PagesRequest } from "../../shared/protocol/pages.ts";
import { ANSWER_HEADER, isAnswerSigned, SIGNATURE_HEADER, sign } from "../../shared/protocol/sign.ts";
import { jsonOf, readBounded } from "../bounded-body.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { inSeconds } from "../limits/throttle.ts";
import { type Refusal, refusal } from "../refusal.ts";

/** How long a question may take, unless its caller says otherwise. */
const ANSWER_MS = 5_000;
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;
/** Of origin's 429 without Retry-After. */
const LATER_SECONDS = 60;
/** Of a busy origin: one who stands between could say anything. */
const BUSY_SECONDS_MAX = 60;

/** Origin has no room for the question at the moment. */
export interface Busy {
  readonly kind: "busy";
  readonly seconds: number;
}

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
  | Busy
  /** There is no origin, it does not answer, or its answer cannot be read, which is logged. */
  | { readonly kind: "away" };

/** Asks origin for what only the database knows, in a signed request (shared/protocol/sign.ts). */
export async function askOrigin<Question extends object, Answer>(
  deps: EdgeDeps,
  env: EdgeEnv,
  { path, answer }: OriginCall<Question, Answer>,
  question: Question,
  ms: number = ANSWER_MS,
  form?: string,
): Promise<Asked<Answer>> {
  const base = (env.ORIGIN_URL ?? "").replace(/\/$/, "");
  if (base === "") return { kind: "away" };
  try {
    const address = addressFor(deps, env, base + path);
    if (form !== undefined) address.searchParams.set(FORM_PARAMETER, form);
    const request = await signedRequest(deps, env, address, question, ms);
    const response = await deps.fetch(request);
    const body = await signedJson(env, request, response);
    return response.ok ? { kind: "answer", answer: z.parse(answer, body) } : refusalOf(response, body);
  } catch (error) {
    console.error(`origin did not answer ${path}: ${error instanceof Error ? error.message : "unknown"}`);
    return { kind: "away" };
  }
}

/** Has origin do what somebody says in a form, once however often it is sent. `token`: of the form. */
export const actAtOrigin = <Question extends object, Answer>(
  deps: EdgeDeps,
  env: EdgeEnv,
  call: OriginCall<Question, Answer>,
  question: Question,
  token: string,
): Promise<Asked<Answer>> =>
  askOrigin(deps, env, call, question, ACT_ANSWER_MS, formName(token, call.path, question));

/** The address names whom the question is for, so that origin need not read it to refuse it. */
function addressFor({ asker }: EdgeDeps, { ORIGIN_TOKEN: token = "" }: EdgeEnv, address: string): URL {
  const url = new URL(address);
  for (const range of asker?.ranges ?? [])
    url.searchParams.append(CALLER_PARAMETER, callerName(token, range));
  url.searchParams.set(NONCE_PARAMETER, crypto.randomUUID());
  return url;
}

async function signedRequest(
  deps: EdgeDeps,
  { ORIGIN_TOKEN: token = "" }: EdgeEnv,
  address: URL,
  question: object,
  ms: number,
): Promise<Request> {
  const body = new TextEncoder().encode(JSON.stringify(question));
  const parts = { method: "POST", path: address.pathname + address.search, body };
  const signature = await sign(token, parts, deps.now());
  return new Request(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...signature },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(ms),
  });
}

/**
 * The JSON of an answer that origin signed: what stands between may be anybody. What says that origin is not there, or does not know
 * our token, is signed by nobody.
 */
async function signedJson({ ORIGIN_TOKEN: token = "" }: EdgeEnv, request: Request, response: Response) {
  const bytes = await readBounded(response.body, RESPONSE_BYTES_MAX);
  if (bytes === null) throw new Error("its answer is too long");
  const { status, headers } = response;
  const requestSignature = request.headers.get(SIGNATURE_HEADER) ?? "";
  const parts = { requestSignature, status, body: bytes };
  if (status < 500 && status !== 401 && !(await isAnswerSigned(token, parts, headers.get(ANSWER_HEADER))))
    throw new Error(
      `its answer (HTTP ${status}) is not signed by an origin with this ORIGIN_TOKEN: renew it, or look at what stands between`,
    );
  return jsonOf(bytes);
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
  if (status === 503 && code === BUSY) {
    const seconds = Number(headers.get("retry-after")) || 1;
    return { kind: "busy", seconds: Math.min(BUSY_SECONDS_MAX, Math.max(1, seconds)) };
  }
  throw new Error(`HTTP ${status}`);
}

/** What a caller is answered while origin has no room for the question. */
export const originBusy = ({ seconds }: Busy): Refusal =>
  refusal(
    503,
    "origin-busy",
    `origin is busy with questions like this; ask the same again ${inSeconds(seconds)}`,
    seconds,
  );

/**
 * The watched pages of a namespace, if all are watched, else null (F8). `friend`: SHA-256 of a trusted tool's token; without a
 * list, only that is looked up.
 */
export async function watchedPages(
  deps: EdgeDeps,
  env: EdgeEnv,
  request: PagesRequest,
): Promise<readonly number[] | null | "unknown-friend" | "away" | Busy> {
  const asked = await askOrigin(deps, env, ORIGIN.pages, request);
  if (asked.kind === "busy") return asked;
  if (asked.kind === "answer") return asked.answer.pageids;
  return isUnknownFriend(asked) ? "unknown-friend" : "away";
}

export const isUnknownFriend = (asked: Asked<unknown>): boolean =>
  asked.kind === "refused" && asked.status === 403;

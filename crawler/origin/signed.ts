import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod/mini";
import type { OriginCall } from "../../shared/protocol/origin.ts";
import {
  ANSWER_HEADER,
  type Claimed,
  isBodyOf,
  type Refusal,
  refusalError,
  signAnswer,
  verifyHead,
} from "../../shared/protocol/sign.ts";
import { ORIGIN_REQUEST_BYTES_MAX } from "../../shared/protocol/types.ts";

/** Variables of a request whose head is signed: the SHA-256 that its body must have, among others; until when it is done, if it is an act. */
export interface Signed {
  Variables: { claim: Claimed; untilMs: number };
}

/** ORIGIN_TOKEN, and the one before, which is accepted as well. */
export interface OriginTokens {
  readonly token: string;
  readonly oldToken?: string | null;
}

/** The body of an error answer. */
export const error = (code: string, message: string) => ({ error: { code, message } });

const unsigned = (c: Context, reason: Refusal["reason"]) =>
  c.json({ error: refusalError(reason, "ORIGIN_TOKEN") }, 401);

/** Refuses requests that are not signed or too large, and signs the answers to the others. */
export function admitSigned(app: Hono<Signed>, { token, oldToken }: OriginTokens): void {
  // In this order: the next one reads the body, which anybody may have sent.
  app.use("/v1/*", async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const head = { method: c.req.method, path: pathname + search };
    const claim = verifyHead(token, head, (name) => c.req.header(name), Date.now(), oldToken ?? "");
    if (claim.kind === "refused") return unsigned(c, claim.reason);
    c.set("claim", claim);
    await next();
    const body = new Uint8Array(await c.res.clone().arrayBuffer());
    const parts = { requestSignature: claim.signature, status: c.res.status, body };
    c.res.headers.set(ANSWER_HEADER, await signAnswer(claim.token, parts));
  });
  app.use(
    "/v1/*",
    bodyLimit({
      maxSize: ORIGIN_REQUEST_BYTES_MAX,
      onError: (c) => c.json(error("too-large", `send at most ${ORIGIN_REQUEST_BYTES_MAX} bytes`), 413),
    }),
  );
}

/** Answers a call of the edge; null: there is no such wiki. */
export function answering<Question, Answer>(
  app: Hono<Signed>,
  { path, question }: OriginCall<Question, Answer>,
  answer: (asked: Question, c: Context<Signed>) => Promise<Answer | Response | null>,
): void {
  app.post(path, async (c) => {
    const asked = await signed(c, question);
    if (asked instanceof Response) return asked;
    const answered = await answer(asked, c);
    if (answered instanceof Response) return answered;
    return answered === null
      ? c.json(error("unknown-wiki", "no such wiki is configured"), 404)
      : c.json(answered);
  });
}

/** The body of a request, in its shape; or the error answer. */
async function signed<T>(c: Context<Signed>, shape: z.ZodMiniType<T>): Promise<T | Response> {
  const body = new Uint8Array(await c.req.arrayBuffer());
  if (!(await isBodyOf(c.get("claim"), body))) return unsigned(c, "signature");
  const parsed = z.safeParse(shape, parseJson(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return c.json(
      error("bad-request", `${issue?.path.join(".") || "body"}: ${issue?.message ?? "wrong"}`),
      400,
    );
  }
  return parsed.data;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

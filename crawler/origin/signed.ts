import type { Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod/mini";
import type { OriginCall } from "../../shared/protocol/origin.ts";
import { isBodyOf, type Refusal, refusalError, verifyHead } from "../../shared/protocol/sign.ts";
import { ORIGIN_REQUEST_BYTES_MAX } from "../../shared/protocol/types.ts";

/** Variables of a request whose head is signed: the SHA-256 that its body must have. */
export interface Signed {
  Variables: { digest: string };
}

/** The body of an error answer. */
export const error = (code: string, message: string) => ({ error: { code, message } });

const unsigned = (c: Context, reason: Refusal["reason"]) =>
  c.json({ error: refusalError(reason, "ORIGIN_TOKEN") }, 401);

/** Refuses requests that are not signed or too large. */
export function admitSigned(app: Hono<Signed>, token: string): void {
  // In this order: the next one reads the body, which anybody may have sent.
  app.use("/v1/*", async (c, next) => {
    const { pathname, search } = new URL(c.req.url);
    const head = { method: c.req.method, path: pathname + search };
    const claim = verifyHead(token, head, (name) => c.req.header(name), Date.now());
    if (claim.kind === "refused") return unsigned(c, claim.reason);
    c.set("digest", claim.digest);
    return next();
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
  if (!(await isBodyOf({ digest: c.get("digest") }, body))) return unsigned(c, "signature");
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

import type { Context, Hono } from "hono";
import { QUERY_CANCELED } from "../../../db/lists/conditions.ts";
import { ACT_COMMIT_MS, BUSY, CALLER_PARAMETER, ORIGIN } from "../../../shared/protocol/origin.ts";
import { error, type Signed } from "../signed.ts";
import { Gate, type GateCounts } from "./gate.ts";
import { TooLate } from "./in-time.ts";
import { CLASS_NAMES, CLASS_OF, CLASSES, type ClassName, retrySeconds } from "./limits.ts";

export type Gates = Readonly<Record<ClassName, Gate>>;

export const createGates = (): Gates =>
  Object.fromEntries(CLASS_NAMES.map((name) => [name, new Gate(CLASSES[name])])) as unknown as Gates;

/** Of `/healthz`, and of the origin in `weboid status --json`. */
export const countsOf = (gates: Gates): Record<ClassName, GateCounts> =>
  Object.fromEntries(CLASS_NAMES.map((name) => [name, gates[name].counts()])) as Record<
    ClassName,
    GateCounts
  >;

const CLASS_OF_PATH: ReadonlyMap<string, ClassName> = new Map(
  Object.entries(ORIGIN).map(([name, { path }]) => [path, CLASS_OF[name as keyof typeof ORIGIN]]),
);

/** All that an edge asks of its own accord, or from before it named callers. */
const NO_CALLER = "";
const CALLERS_MAX = 4;

function busy(c: Context, name: ClassName, reason: string): Response {
  const seconds = retrySeconds(name);
  c.header("Retry-After", String(seconds));
  return c.json(error(BUSY, `${reason}; ask again in ${seconds} s`), 503);
}

/** Lets in no more questions of a class, and of a caller, than its budget has room for; the others are refused before their body is read. */
export function admitByClass(app: Hono<Signed>, gates: Gates): void {
  app.use("/v1/*", async (c, next) => {
    const name = CLASS_OF_PATH.get(c.req.path);
    if (name === undefined) return next();
    c.set("untilMs", performance.now() + ACT_COMMIT_MS);
    const callers = (c.req.queries(CALLER_PARAMETER) ?? [NO_CALLER]).slice(0, CALLERS_MAX);
    const permit = await gates[name].enter(callers, c.req.raw.signal);
    if (permit === null) return busy(c, name, `too many questions of the class ${name} are under way`);
    try {
      await next();
    } finally {
      permit.release();
    }
  });
}

/** The answer to a question whose statement was given up; null: it failed otherwise. */
export function answerGivenUp(c: Context, gates: Gates, thrown: unknown): Response | null {
  const name = CLASS_OF_PATH.get(c.req.path);
  const isLate = thrown instanceof TooLate;
  if (name === undefined || !(isLate || wasGivenUp(thrown))) return null;
  gates[name].countRefused();
  const ms = isLate ? ACT_COMMIT_MS : CLASSES[name].statementMs;
  return busy(c, name, `the answer took more than ${ms} ms and was given up`);
}

function wasGivenUp(thrown: unknown): boolean {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && cause.code === QUERY_CANCELED) return true;
  return false;
}

import type { HostName } from "../../shared/url/types.ts";
import type { ExchangeResult } from "../net/transport.ts";
import type { HostHints } from "../politeness/host-hints.ts";
import type { Target } from "./target.ts";

/** What a walk wants next; the session carries it out (session.ts). */
export type Intent =
  /** May this host be asked, and where? Goes on with `Entered`, or with why not. */
  | { readonly kind: "enter"; readonly target: Target }
  /** One request to the host that was entered last, after a rest. Goes on with what came of it. */
  | {
      readonly kind: "send";
      readonly target: Target;
      readonly method: "HEAD" | "GET";
      /** With a browser's fields in place of those of C2. */
      readonly asBrowser: boolean;
      readonly restMs: number;
    };

export type NotAsked = Exclude<ExchangeResult, { kind: "exchange" }>;
export interface Entered {
  readonly kind: "entered";
  readonly hints: HostHints;
}
export type Plan<Found> = Generator<Intent, Found, Entered | ExchangeResult>;

/** What a plan may know of the check that carries it out. */
export interface CheckContext {
  msLeft(): number;
  elapsedMs(): number;
  /** Until the returned function is called no more than so many milliseconds are left. */
  narrow(ms: number): () => void;
  /** The host answered something else than 503 in this check. */
  hasAnswered(host: HostName): boolean;
  /** Of a host that was entered in this check. */
  hintsOf(host: HostName): HostHints | undefined;
}

export function* enter(target: Target): Plan<Entered | NotAsked> {
  return (yield { kind: "enter", target }) as Entered | NotAsked;
}

export function* send(
  target: Target,
  method: "HEAD" | "GET",
  {
    asBrowser = false,
    restMs = 0,
  }: { readonly asBrowser?: boolean | undefined; readonly restMs?: number | undefined } = {},
): Plan<ExchangeResult> {
  return (yield { kind: "send", target, method, asBrowser, restMs }) as ExchangeResult;
}

/** By HEAD alone, whatever comes of it. */
export function* headOnce(target: Target): Plan<ExchangeResult> {
  const entered = yield* enter(target);
  return entered.kind === "entered" ? yield* send(target, "HEAD") : entered;
}

/** Carries out a plan: what it wants, what came of it, what it wants then, to its end. */
export async function carryOut<Wanted, Reply, Found>(
  plan: Generator<Wanted, Found, Reply>,
  act: (wanted: Wanted) => Promise<Reply>,
): Promise<Found> {
  try {
    let step = plan.next();
    while (step.done !== true) step = plan.next(await act(step.value));
    return step.value;
  } catch (bug) {
    // What it has in hand is put back.
    plan.return(undefined as Found);
    throw bug;
  }
}

import type { AnswerError } from "../shared/answer/types.ts";

/** What a caller is answered in place of what was asked for. */
export interface Refusal {
  readonly status: number;
  readonly error: AnswerError;
  /** When to ask again; absent: in a while, or never. */
  readonly retrySeconds?: number | undefined;
  /** Beside Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal among what else there can be. */
export interface Refused extends Refusal {
  readonly kind: "refused";
}

export const refusal = (status: number, code: string, message: string, retrySeconds?: number): Refusal => ({
  status,
  error: { code, message },
  retrySeconds,
});

export const refusalHeaders = ({ retrySeconds, headers }: Refusal): Record<string, string> => ({
  ...headers,
  ...(retrySeconds !== undefined && { "retry-after": String(retrySeconds) }),
});

/** What a page shows of what was asked or done. */
export interface Shown<State> {
  readonly status: number;
  readonly state: State;
  readonly headers?: Readonly<Record<string, string>>;
}

export const shownRefusal = (refused: Refusal): Shown<{ kind: "error"; error: AnswerError }> => ({
  status: refused.status,
  state: { kind: "error", error: refused.error },
  headers: refusalHeaders(refused),
});

export const NO_ORIGIN = refusal(503, "origin-unavailable", "this edge has no origin that could answer");
export const AWAY = refusal(
  503,
  "origin-unavailable",
  "this cannot be done at the moment; try again in a minute",
  10,
);

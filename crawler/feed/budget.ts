import { countFailure, setBack } from "../../db/wikis/server-leases.ts";
import type { Wiki as WikiRow } from "../../db/wikis/wikis.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { WikiError } from "./api/answer.ts";

/** Failed requests within WINDOW_MS, of all processes, after which the wiki is deferred. */
export const FAILURES_MAX = 12;
const WINDOW_MS = 10 * 60_000;
/** How long a wiki is deferred, doubled each time until a time slice with it had no error. */
export const SETBACK_MS = 60_000;
const SETBACK_MS_MAX = 60 * 60_000;

type Context = Pick<RoleContext, "db" | "clock">;

/** Counts the failed requests of one time slice of a wiki. */
export interface FailureBudget {
  /** Counts a failed request; returns the error to end with when there were too many. */
  spend(error: WikiError): Promise<WikiError | null>;
  /** Whether any request failed. */
  spent(): boolean;
}

export function failureBudget({ db, clock }: Context, { id }: Pick<WikiRow, "id">): FailureBudget {
  let spent = false;
  return {
    spent: () => spent,
    async spend(error) {
      spent = true;
      const failures = await countFailure(db, id, { nowMs: clock.now(), windowMs: WINDOW_MS });
      if (failures < FAILURES_MAX) return null;
      const message = `${failures} requests failed within ${WINDOW_MS / 60_000} minutes, the last: ${error.message}`;
      return { ...error, message, quietSeconds: error.quietSeconds ?? 0 };
    },
  };
}

/** Defers a wiki after an error, while others are fed. */
export const deferWiki = (
  { db, clock }: Context,
  { id }: Pick<WikiRow, "id">,
  { message, quietSeconds = 0 }: WikiError,
): Promise<void> =>
  setBack(db, id, {
    error: message,
    nowMs: clock.now(),
    firstMs: SETBACK_MS,
    mostMs: SETBACK_MS_MAX,
    leastMs: quietSeconds * 1_000,
  });

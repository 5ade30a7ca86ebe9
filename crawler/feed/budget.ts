import { countFailure, setBack } from "../../db/wikis/server-leases.ts";
import type { Wiki as WikiRow } from "../../db/wikis/wikis.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { WikiError } from "./api/answer.ts";

/** So many failed requests within this time, whoever made them, and the wiki is left alone. */
export const FAILURES_MAX = 12;
const WINDOW_MS = 10 * 60_000;
/** How long it is left alone, doubled each time until a turn with it was well. */
export const SETBACK_MS = 60_000;
const SETBACK_MS_MAX = 60 * 60_000;

type Context = Pick<RoleContext, "db" | "clock">;

export interface Budget {
  /** Counts a failed request; the error to end with when there were too many. */
  spend(error: WikiError): Promise<WikiError | null>;
  /** Something failed in this turn. */
  spent(): boolean;
}

export function budgetOf({ db, clock }: Context, { id }: Pick<WikiRow, "id">): Budget {
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

/** Leaves a wiki alone after trouble; the others go on. Answers until when. */
export const leaveAlone = (
  { db, clock }: Context,
  { id }: Pick<WikiRow, "id">,
  { message, quietSeconds = 0 }: WikiError,
): Promise<number> =>
  setBack(db, id, {
    error: message,
    nowMs: clock.now(),
    firstMs: SETBACK_MS,
    mostMs: SETBACK_MS_MAX,
    leastMs: quietSeconds * 1_000,
  });

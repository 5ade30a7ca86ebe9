import type { Context } from "hono";
import QuickLRU from "quick-lru";
import { watchCache } from "../runtime/caches.ts";
import type { Signed } from "./signed.ts";

/** A signature is valid from 300 s before to 300 s after the clock of who verifies it (sign.ts). */
const VALID_MS = 600_000;
/** Far more acts than all bounds of a day together let through in that time (H2). */
const REMEMBERED_MAX = 100_000;

/**
 * Carries out a signed request once: the same one again gets the answer of the first, so that who read the traffic cannot have a
 * report that was withdrawn, or a lock that was lifted, made again. One that threw is carried out again. In the memory of this process.
 */
export function once<Question, Answer>(
  answer: (asked: Question) => Promise<Answer>,
): (asked: Question, c: Context<Signed>) => Promise<Answer> {
  const answers = watchCache(
    "signed-requests",
    new QuickLRU<string, Promise<Answer>>({ maxSize: REMEMBERED_MAX, maxAge: VALID_MS }),
  );
  return (asked, c) => {
    const { signature } = c.get("claim");
    const before = answers.get(signature);
    if (before !== undefined) return before;
    const answered = answer(asked);
    answers.set(signature, answered);
    answered.catch(() => answers.delete(signature));
    return answered;
  };
}

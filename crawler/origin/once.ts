import type { Context } from "hono";
import QuickLRU from "quick-lru";
import { isDone } from "../../shared/format/html.ts";
import { FORM_PARAMETER } from "../../shared/protocol/origin.ts";
import type { PeopleResponse } from "../../shared/protocol/people.ts";
import { watchCache } from "../runtime/caches.ts";
import type { Signed } from "./signed.ts";

/** A signature is valid from 300 s before to 300 s after the clock of who verifies it (sign.ts). */
const VALID_MS = 600_000;
/** Who sends a form again, as no answer came, does so soon. Later the same may be wanted once more. */
const FORM_MS = 120_000;
/** Far more acts than all bounds of a day together let through in that time (H2). */
const REMEMBERED_MAX = 100_000;

/**
 * Carries out a signed request once: the same one again gets the answer of the first, so that who read the traffic cannot have a
 * report that was withdrawn, or a lock that was lifted, made again. So does, for two minutes, the same form with another signature, if what
 * it says was done: a withdrawal that is sent again is no word against others. One that threw is carried out again. In the memory of this
 * process.
 */
export function once<Question, Answer extends PeopleResponse | null>(
  answer: (asked: Question, untilMs: number) => Promise<Answer>,
): (asked: Question, c: Context<Signed>) => Promise<Answer> {
  const answers = watchCache(
    "signed-requests",
    new QuickLRU<string, Promise<Answer>>({ maxSize: REMEMBERED_MAX, maxAge: VALID_MS }),
  );
  return (asked, c) => {
    const { signature } = c.get("claim");
    const form = c.req.query(FORM_PARAMETER) ?? signature;
    const before = answers.get(signature) ?? answers.get(form);
    const answered = before ?? answer(asked, c.get("untilMs"));
    const forget = (key: string) => answers.delete(key);
    if (before === undefined) {
      answers.set(form, answered, { maxAge: FORM_MS });
      answered.then(
        (said) => form !== signature && (said === null || !isDone(said)) && forget(form),
        () => forget(form),
      );
    }
    // Of a form that was sent again, too: the form is forgotten while its signature is still valid.
    answers.set(signature, answered);
    answered.catch(() => forget(signature));
    return answered;
  };
}

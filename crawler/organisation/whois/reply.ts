import { messageOf } from "../../../db/errors.ts";
import type { RegistryAnswer } from "../answer.ts";
import { LIMITED_SECONDS, type Reply } from "../registries/reply.ts";

/** Null: the text is no answer. */
export type Parse = (text: string) => RegistryAnswer | null;

/** An answer that the parser does not master is none, whatever strangers put into it: nothing is kept, and nothing stored replaced by it. */
export function readBy(parse: Parse, text: string): Reply<RegistryAnswer> {
  try {
    const value = parse(text);
    return value === null
      ? { kind: "failed", why: "the answer is in no known form" }
      : { kind: "answer", value };
  } catch (error) {
    return { kind: "failed", why: `the answer cannot be read: ${messageOf(error)}` };
  }
}

/** What a whois server's text means. Only in one of no known form is looked for refusals: in an answer a registrant may be called like one. */
export function readWhois(parse: Parse, text: string): Reply<RegistryAnswer> {
  const read = readBy(parse, text);
  if (read.kind !== "failed") return read;
  return limitIn(text) ?? (NOT_FOUND.test(text) ? { kind: "not-found" } : read);
}

/**
 * How whois servers say that there is nothing, in texts of no known form; all others speak of an outage, or nobody knows of what. Each
 * looks at one line: what runs over blank lines begins at each of them.
 */
const NOT_FOUND = new RegExp(
  [
    /%ERROR:101\b|\bno match|\bnot (?:been )?(?:found|registered)\b|\bno (?:entries|data|objects?|records?) (?:were |was )?found/,
    /^[^\w\n]*(?:domain )?status:[ \t]*(?:free|available)\b|^(?=\S*\.)\S+ is free$|\bnothing found\b|^no found\b/,
    /\bdo not have an entry\b|\bno information available\b|object_not_found|\bno se encuentra registrado\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "im",
);

/** How servers say that they were asked too often. In short texts only: conditions of use speak of it, too. */
const LIMITED =
  /%ERROR:(?:201|306|307)|(?:query|lookup|connection|rate|request)s?[ -](?:rate )?(?:limit|quota)(?:[^.\n]|\.\d)*(?:exceed|reach|hit)|(?:limit|quota) exceeded|excessive querying|in grace period|address (?:is )?blocked|(?:exceed|reach)[^.\n]*(?:limit|quota|allowed|number of (?:queries|requests))|too many (?:queries|requests|connections|lookups)|(?:try|again) (?:again )?(?:later|in \d+)|blacklisted|throttled|access (?:is )?(?:temporarily )?(?:denied|restricted|limited)/i;
const SAYS_OF_DOMAIN = /^[ \t]*(?:domain(?: name)?|\[domain name\])[. \t]*[:\]]/im;
const LIMITED_CHARS_MAX = 1_500;
/** "in 30 seconds", "after 5 minutes" */
const TERM = /(\d{1,4}) *(second|minute|hour)/i;
const UNIT_SECONDS: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600 };
/** A text may have strangers' words in it, and all who ask the registry wait. */
const TERM_SECONDS_MAX = 1_800;

/** Whether a text of no known form may be a refusal in words that nobody knows: what is said of a domain, of whichever, is none. */
export const mayRefuse = (text: string): boolean =>
  text.length <= LIMITED_CHARS_MAX && !SAYS_OF_DOMAIN.test(text);

/** Null: the text does not say that the server was asked too often. */
export function limitIn(text: string): Extract<Reply<never>, { readonly kind: "limited" }> | null {
  if (!mayRefuse(text) || !LIMITED.test(text)) return null;
  const [, count, unit = ""] = TERM.exec(text) ?? [];
  const seconds = Number(count) * (UNIT_SECONDS[unit.toLowerCase()] ?? Number.NaN);
  return {
    kind: "limited",
    seconds: Number.isNaN(seconds) ? LIMITED_SECONDS : Math.min(TERM_SECONDS_MAX, seconds),
  };
}

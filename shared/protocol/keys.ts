import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { asDay, type Day } from "../calendar/day.ts";

/**
 * What a secret that components share is used for beside signing requests, which is done with the secret itself (sign.ts): `answer`,
 * origin's signatures; `form`, tokens of forms; `network`, the pseudonyms by which networks are counted; `caller`, those by which
 * origin shares out its budgets; `login` and `session`, cookies of people who log in.
 */
export type KeyPurpose = "answer" | "form" | "network" | "caller" | "login" | "session";

/** A key of its own for each purpose (RFC 5869), so that what one of them gives away says nothing about another. */
export const keyFor = (secret: string, purpose: KeyPurpose): string =>
  bytesToHex(hkdf(sha256, utf8ToBytes(secret), undefined, utf8ToBytes(`weboid ${purpose}`), 32));

/** Days for which the pseudonyms of one key are made; they are deleted after as many (H5). */
export const PSEUDONYM_DAYS = 30;

const periodOf = (day: Day): number => Math.floor(day / PSEUDONYM_DAYS);

/** First day on which the key of this day is used. */
export const periodBegin = (today: Day): Day => asDay(periodOf(today) * PSEUDONYM_DAYS);

/**
 * The keys of pseudonyms on a day: the one under which they are made, and the one before, by which those made up to 30 days ago are
 * recognised. `key`: of the purpose `network`.
 */
export function pseudonymKeys(key: string, today: Day): { readonly now: string; readonly before: string } {
  const period = periodOf(today);
  const of = (number: number) =>
    bytesToHex(hkdf(sha256, utf8ToBytes(key), undefined, utf8ToBytes(`weboid period ${number}`), 32));
  return { now: of(period), before: of(period - 1) };
}

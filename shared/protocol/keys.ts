import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * What a secret that components share is used for beside signing requests, which is done with the secret itself (sign.ts): `answer`,
 * origin's signatures; `form`, tokens of forms; `network`, the pseudonyms by which networks are counted;
 * `caller`, those by which origin shares out its budgets.
 */
export type Purpose = "answer" | "form" | "network" | "caller";

/** A key of its own for each purpose (RFC 5869), so that what one of them gives away says nothing about another. */
export const keyFor = (secret: string, purpose: Purpose): string =>
  bytesToHex(hkdf(sha256, utf8ToBytes(secret), undefined, utf8ToBytes(`weboid ${purpose}`), 32));

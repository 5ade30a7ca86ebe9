import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { keyFor } from "./keys.ts";

/**
 * Requests between our own components (edge → origin with ORIGIN_TOKEN, dispatcher → edge with EDGE_TOKEN) are signed
 * with HMAC-SHA256 over method, path with query, timestamp and the hash of the body: the token never travels.
 * The hash travels beside the signature, so that a receiver knows the sender before it reads what is sent.
 *
 * Somebody who can read the traffic can send a request once more for five minutes. An origin carries out each act of people once
 * (crawler/origin/once.ts), but knows only its own: after a restart, or where several origins share a database, the same act can be
 * made once more in each, within its bounds and in the public log. Other questions say nothing new to origin. Snapshots may come back
 * that the same dispatcher has replaced since (those of a later one are safe by their fence, `kvPath`). So between hosts that do not
 * trust their network the requests go over TLS (docs/operators.md).
 */
export const TIMESTAMP_HEADER = "x-weboid-timestamp";
export const SIGNATURE_HEADER = "x-weboid-signature";
export const DIGEST_HEADER = "x-weboid-digest";
/** Of an answer of origin. */
export const ANSWER_HEADER = "x-weboid-answer";
/** Greatest difference between the clocks of two hosts. */
const SKEW_SECONDS_MAX = 300;

export interface SignedParts {
  /** Upper case, `POST`. */
  readonly method: string;
  /** Path with query, as in the request line. */
  readonly path: string;
  /** Empty for a request without one. */
  readonly body: Uint8Array;
}

export interface Refusal {
  readonly kind: "refused";
  readonly reason: "no-token" | "unsigned" | "clock" | "signature";
}

/** The error that a refused caller is given, in a 401: its code says whether clocks or tokens differ. */
export function refusalError(
  reason: Refusal["reason"],
  token: "EDGE_TOKEN" | "ORIGIN_TOKEN",
): { readonly code: "clock" | "unsigned"; readonly message: string } {
  return reason === "clock"
    ? { code: "clock", message: `${CLOCKS_DIFFER}; set both by NTP` }
    : { code: "unsigned", message: `not signed with ${token} (${reason}); set the same token on both sides` };
}

export const CLOCKS_DIFFER = `the two hosts' clocks differ by more than ${SKEW_SECONDS_MAX} s`;

/** Sent by somebody who has the token, if the body has this SHA-256. */
export interface Claimed {
  readonly kind: "claimed";
  readonly digest: string;
  /** Which of the two that are valid. */
  readonly token: string;
  readonly signature: string;
}
export type Claim = Claimed | Refusal;

type Head = Omit<SignedParts, "body">;

function signature(token: string, { method, path }: Head, timestamp: number, digest: string): string {
  const text = ["weboid-1", method, path, String(timestamp), digest].join("\n");
  return bytesToHex(hmac(sha256, utf8ToBytes(token), utf8ToBytes(text)));
}

/** Megabytes are hashed by the runtime's own code: the one in JavaScript takes 50 ms for each. */
async function digestOf(body: Uint8Array): Promise<string> {
  const own = isUnshared(body) ? body : new Uint8Array(body);
  return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", own)));
}

/** WebCrypto does not take memory that another thread may change meanwhile. */
const isUnshared = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer;

/** Headers to add to a request. `epochMs`: the sender's clock. */
export async function sign(
  token: string,
  { body, ...head }: SignedParts,
  epochMs: number,
): Promise<Record<string, string>> {
  const timestamp = Math.floor(epochMs / 1000);
  const digest = await digestOf(body);
  return {
    [TIMESTAMP_HEADER]: String(timestamp),
    [DIGEST_HEADER]: digest,
    [SIGNATURE_HEADER]: signature(token, head, timestamp, digest),
  };
}

/**
 * The first half of a verification, before the body is read: strangers cost no more than their headers. The second
 * half is `isBodyOf`. `token` undefined or empty refuses everybody: a forgotten setting must not open a door.
 * `header` reads a header of the request by its lower-case name. `old`: the token before, valid as well while it is exchanged.
 */
export function verifyHead(
  token: string | undefined,
  head: Head,
  header: (name: string) => string | null | undefined,
  epochMs: number,
  old?: string,
): Claim {
  if (token === undefined || token === "") return { kind: "refused", reason: "no-token" };
  const timestamp = header(TIMESTAMP_HEADER) ?? "";
  const digest = header(DIGEST_HEADER) ?? "";
  const given = header(SIGNATURE_HEADER) ?? "";
  if (!/^\d{1,12}$/.test(timestamp) || !isHash(digest) || !isHash(given))
    return { kind: "refused", reason: "unsigned" };
  if (Math.abs(epochMs / 1000 - Number(timestamp)) > SKEW_SECONDS_MAX)
    return { kind: "refused", reason: "clock" };
  const signer = [token, old ?? ""].find(
    (each) => each !== "" && equalInConstantTime(signature(each, head, Number(timestamp), digest), given),
  );
  return signer === undefined
    ? { kind: "refused", reason: "signature" }
    : { kind: "claimed", digest, token: signer, signature: given };
}

/** What is signed of an answer: to which request it is one, so that it stands for no other. */
interface AnswerParts {
  readonly requestSignature: string;
  readonly status: number;
  readonly body: Uint8Array;
}

/** The value of ANSWER_HEADER, by the token with which the request was signed. */
export async function signAnswer(
  token: string,
  { requestSignature, status, body }: AnswerParts,
): Promise<string> {
  const text = ["weboid-answer-1", requestSignature, String(status), await digestOf(body)].join("\n");
  return bytesToHex(hmac(sha256, utf8ToBytes(keyFor(token, "answer")), utf8ToBytes(text)));
}

export async function isAnswerSigned(
  token: string,
  parts: AnswerParts,
  given: string | null,
): Promise<boolean> {
  return given !== null && isHash(given) && equalInConstantTime(await signAnswer(token, parts), given);
}

/** Whether the body that came is the one that was signed. */
export async function isBodyOf(claim: { readonly digest: string }, body: Uint8Array): Promise<boolean> {
  return (await digestOf(body)) === claim.digest;
}

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Whether two texts of one length are the same; the time does not show where they differ. */
export function equalInConstantTime(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * Requests between our own components (edge → origin with ORIGIN_TOKEN, dispatcher → edge with EDGE_TOKEN) are signed
 * with HMAC-SHA256 over method, path with query, timestamp and the hash of the body: the token never travels.
 * A signature may be replayed for five minutes, which is harmless, as all these requests are idempotent.
 */
export const TIMESTAMP_HEADER = "x-weboid-timestamp";
export const SIGNATURE_HEADER = "x-weboid-signature";
const SKEW_SECONDS_MAX = 300;

export interface SignedParts {
  /** Upper case, `POST`. */
  readonly method: string;
  /** Path with query, as in the request line. */
  readonly path: string;
  /** Empty for a request without one. */
  readonly body: Uint8Array;
}

export type Verification =
  | { readonly kind: "authentic" }
  | { readonly kind: "refused"; readonly reason: "no-token" | "unsigned" | "clock" | "signature" };

function signature(token: string, { method, path, body }: SignedParts, timestamp: number): string {
  const text = ["weboid-1", method, path, String(timestamp), bytesToHex(sha256(body))].join("\n");
  return bytesToHex(hmac(sha256, utf8ToBytes(token), utf8ToBytes(text)));
}

/** Headers to add to a request. `epochMs`: the sender's clock. */
export function sign(token: string, parts: SignedParts, epochMs: number): Record<string, string> {
  const timestamp = Math.floor(epochMs / 1000);
  return { [TIMESTAMP_HEADER]: String(timestamp), [SIGNATURE_HEADER]: signature(token, parts, timestamp) };
}

/**
 * `token` undefined or empty refuses everybody: a forgotten setting must not open a door.
 * `header` reads a header of the request by its lower-case name.
 */
export function verify(
  token: string | undefined,
  parts: SignedParts,
  header: (name: string) => string | null | undefined,
  epochMs: number,
): Verification {
  if (token === undefined || token === "") return { kind: "refused", reason: "no-token" };
  const timestamp = header(TIMESTAMP_HEADER) ?? "";
  const given = header(SIGNATURE_HEADER) ?? "";
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(given))
    return { kind: "refused", reason: "unsigned" };
  if (Math.abs(epochMs / 1000 - Number(timestamp)) > SKEW_SECONDS_MAX)
    return { kind: "refused", reason: "clock" };
  return equalInConstantTime(signature(token, parts, Number(timestamp)), given)
    ? { kind: "authentic" }
    : { kind: "refused", reason: "signature" };
}

/** Both are 64 hex digits here; the time does not tell where they differ. */
function equalInConstantTime(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}

import { bytesToHex } from "@noble/hashes/utils.js";
import type { Fill } from "../cache/fill.ts";
import type { Counted, Taken } from "./throttle.ts";

/** The token of a trusted tool (F8), as far as it is known. `friend`: SHA-256 of it. */
export type Standing =
  | { readonly token: "known"; readonly friend: string }
  | { readonly token: "none" | "unknown" }
  /** Origin cannot say whether it still counts. `known`: it did a while ago. */
  | { readonly token: "away"; readonly known: boolean }
  /** Too many tokens that nobody knows were shown from there. */
  | { readonly token: "not-asked"; readonly retrySeconds: number };

/** Who asks (Q7). `taken`: what the question left; null: it is of nobody who is throttled. */
export type Admission = Standing &
  ({ readonly taken: Taken; readonly counted: Counted } | { readonly taken: null });

/** How long a token counts that origin knew; one that was taken back is refused after that. */
const KNOWN_MS = 60_000;
const KNOWN_MAX = 1_000;

/** Tokens of trusted tools that origin knew a moment ago (F8), per isolate. */
export interface Friends {
  /** `lapsed`: origin knew it once, and is to be asked again; no guess, so nothing to be throttled. */
  standing(hash: string, now: number): "known" | "lapsed" | "stranger";
  remember(hash: string, now: number): void;
  forget(hash: string): void;
  fill(): Fill;
}

export function createFriends(): Friends {
  const known = new Map<string, number>();
  return {
    standing(hash, now) {
      const since = known.get(hash);
      if (since === undefined) return "stranger";
      return now - since < KNOWN_MS ? "known" : "lapsed";
    },
    remember(hash, now) {
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(hash, now);
    },
    forget(hash) {
      known.delete(hash);
    },
    fill: () => ({ used: known.size, max: KNOWN_MAX }),
  };
}

/** SHA-256 of the token of `Authorization: Bearer …` (RFC 6750), as 64 hex digits; null: there is none. */
export async function friendHash(authorization: string | undefined): Promise<string | null> {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]{16,256})$/i.exec(authorization?.trim() ?? "") ?? [];
  if (token === undefined) return null;
  return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token))));
}

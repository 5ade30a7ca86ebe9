import { bytesToHex } from "@noble/hashes/utils.js";

/** How long a token counts that origin knew; one that was taken back is refused after that. */
const KNOWN_MS = 60_000;
const KNOWN_MAX = 1_000;

/** Tokens of friendly tools that origin knew a moment ago (F8), per isolate. */
export interface Friends {
  knows(hash: string, now: number): boolean;
  remember(hash: string, now: number): void;
}

export function createFriends(): Friends {
  const known = new Map<string, number>();
  return {
    knows: (hash, now) => now - (known.get(hash) ?? Number.NEGATIVE_INFINITY) < KNOWN_MS,
    remember(hash, now) {
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(hash, now);
    },
  };
}

/** SHA-256 of the token of `Authorization: Bearer …` (RFC 6750), as 64 hex digits; null: there is none. */
export async function friendHash(authorization: string | undefined): Promise<string | null> {
  const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]{16,256})$/i.exec(authorization?.trim() ?? "") ?? [];
  if (token === undefined) return null;
  return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token))));
}

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { NormalisedUrl, UrlKey } from "./types.ts";

const KEY_BYTES = 16;

/** The name of a URL that every component computes without asking another (M4, design 1). */
export function urlKey(url: NormalisedUrl): UrlKey {
  return bytesToHex(sha256(utf8ToBytes(url)).subarray(0, KEY_BYTES)) as UrlKey;
}

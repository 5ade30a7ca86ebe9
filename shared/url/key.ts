import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { NormalisedUrl, UrlKey } from "./types.ts";

const KEY_BYTES = 16;

/** Hash of a URL, by which every component can name it without asking the database for its id (M4, design 1). */
export function urlKey(url: NormalisedUrl): UrlKey {
  return bytesToHex(sha256(utf8ToBytes(url)).subarray(0, KEY_BYTES)) as UrlKey;
}

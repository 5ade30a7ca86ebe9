import { sha256 } from "@noble/hashes/sha2.js";

/** `sha256-…` of a text, as policies and `integrity` write it. */
export function hashSource(text: string): string {
  return `sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}`;
}

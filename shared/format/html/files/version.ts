import { sha256 } from "@noble/hashes/sha2.js";

/** `sha256-…` of a text, as policies and `integrity` write it. */
export function hashSource(text: string): string {
  return `sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}`;
}

/** Changes with the text, so that what is kept under its address may be kept for ever. */
export const versionOf = (text: string): string => hashSource(text).slice(-9, -1);

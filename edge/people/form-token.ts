import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { keyFor } from "../../shared/protocol/keys.ts";
import { equalInConstantTime } from "../../shared/protocol/sign.ts";

/** Long enough to read an answer and ask again. */
const VALID_SECONDS = 3_600;
const MAC_HEX = 32;

function macOf(secret: string, made: string, network: string): string {
  const text = ["weboid-form-3", made, network].join("\n");
  return bytesToHex(hmac(sha256, utf8ToBytes(keyFor(secret, "form")), utf8ToBytes(text))).slice(0, MAC_HEX);
}

/**
 * What a form that stores something carries, so that it is taken only from the network that opened it, and within the hour (H). No
 * cookie, and nothing is kept here. `network`: as callers are counted (edge/limits/throttle.ts).
 */
export function formToken(secret: string, network: string, nowMs: number): string {
  const made = Math.floor(nowMs / 1000).toString(36);
  return `${made}.${macOf(secret, made, network)}`;
}

/** `old`: the secret before, with which forms were made that are still open. */
export function isFormToken(
  token: string,
  secret: string,
  network: string,
  nowMs: number,
  old?: string,
): boolean {
  if (old !== undefined && old !== "" && isFormToken(token, old, network, nowMs)) return true;
  const [, made = "", mac = ""] = /^([0-9a-z]{1,10})\.([0-9a-f]{32})$/.exec(token) ?? [];
  if (mac === "") return false;
  const age = nowMs / 1000 - Number.parseInt(made, 36);
  const expected = macOf(secret, made, network);
  return equalInConstantTime(expected, mac) && age >= -1 && age <= VALID_SECONDS;
}

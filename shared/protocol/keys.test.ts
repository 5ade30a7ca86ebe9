import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { keyFor } from "./keys.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test.each(["answer", "form", "network"] as const)(
  "the key for %s is HKDF-SHA256 as any other implementation makes it",
  async (purpose) => {
    const key = await crypto.subtle.importKey("raw", bytes("secret"), "HKDF", false, ["deriveBits"]);
    const info = bytes(`weboid ${purpose}`);
    const bits = await crypto.subtle.deriveBits(
      { name: "HKDF", hash: "SHA-256", salt: bytes(""), info },
      key,
      256,
    );
    expect(keyFor("secret", purpose)).toBe(bytesToHex(new Uint8Array(bits)));
    expect(keyFor("Secret", purpose)).not.toBe(keyFor("secret", purpose));
  },
);

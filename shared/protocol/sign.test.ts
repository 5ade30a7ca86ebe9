import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import {
  DIGEST_HEADER,
  isBodyOf,
  SIGNATURE_HEADER,
  type SignedParts,
  sign,
  TIMESTAMP_HEADER,
  verifyHead,
} from "./sign.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const PARTS: SignedParts = { method: "POST", path: "/v1/urls?x=1", body: bytes('{"wiki":"dewiki@WMF"}') };
const NOW = 1_800_000_000_000;

const verdict = async (
  token: string | undefined,
  { body, ...head }: SignedParts,
  headers: Record<string, string>,
  now = NOW,
) => {
  const claim = verifyHead(token, head, (name) => headers[name], now);
  if (claim.kind === "refused") return claim.reason;
  return (await isBodyOf(claim, body)) ? "authentic" : "signature";
};
const signed = await sign("secret", PARTS, NOW);
const signedWithNothing = await sign("", PARTS, NOW);

describe("signed requests between components", () => {
  test("the signature is HMAC-SHA256 as any other implementation makes it", async () => {
    const digest = async (data: Uint8Array<ArrayBuffer>) =>
      bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", data)));
    const key = await crypto.subtle.importKey(
      "raw",
      bytes("secret"),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign"],
    );
    const text = `weboid-1\nPOST\n/v1/urls?x=1\n1800000000\n${await digest(bytes('{"wiki":"dewiki@WMF"}'))}`;
    const expected = bytesToHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text))));
    expect(signed).toEqual({
      [TIMESTAMP_HEADER]: "1800000000",
      [DIGEST_HEADER]: await digest(bytes('{"wiki":"dewiki@WMF"}')),
      [SIGNATURE_HEADER]: expected,
    });
  });

  test.each([
    ["as signed", "secret", PARTS, signed, NOW, "authentic"],
    ["five minutes later", "secret", PARTS, signed, NOW + 300_000, "authentic"],
    ["five minutes earlier", "secret", PARTS, signed, NOW - 300_000, "authentic"],
    ["too late", "secret", PARTS, signed, NOW + 301_000, "clock"],
    ["too early", "secret", PARTS, signed, NOW - 301_000, "clock"],
    ["another token", "Secret", PARTS, signed, NOW, "signature"],
    ["no token set here", undefined, PARTS, signed, NOW, "no-token"],
    ["an empty token set here", "", PARTS, signedWithNothing, NOW, "no-token"],
    ["another method", "secret", { ...PARTS, method: "DELETE" }, signed, NOW, "signature"],
    ["another path", "secret", { ...PARTS, path: "/v1/urls" }, signed, NOW, "signature"],
    ["another body", "secret", { ...PARTS, body: bytes("{}") }, signed, NOW, "signature"],
    ["another timestamp", "secret", PARTS, { ...signed, [TIMESTAMP_HEADER]: "1800000001" }, NOW, "signature"],
    ["no headers", "secret", PARTS, {}, NOW, "unsigned"],
    ["a short signature", "secret", PARTS, { ...signed, [SIGNATURE_HEADER]: "00" }, NOW, "unsigned"],
    ["no digest", "secret", PARTS, { ...signed, [DIGEST_HEADER]: "" }, NOW, "unsigned"],
    ["another digest", "secret", PARTS, { ...signed, [DIGEST_HEADER]: "0".repeat(64) }, NOW, "signature"],
    ["no number", "secret", PARTS, { ...signed, [TIMESTAMP_HEADER]: "soon" }, NOW, "unsigned"],
  ] as const)("%s", async (_name, token, parts, headers, now, expected) => {
    expect(await verdict(token, parts, headers, now)).toBe(expected);
  });

  test("of two tokens that are valid each is enough, and an empty one is none", async () => {
    const { method, path } = PARTS;
    const by = (token: string, old: string) =>
      verifyHead(token, { method, path }, (name) => signed[name], NOW, old);
    expect(by("new secret", "secret")).toMatchObject({ kind: "claimed", token: "secret" });
    expect(by("secret", "older")).toMatchObject({ kind: "claimed", token: "secret" });
    expect(by("new secret", "older")).toEqual({ kind: "refused", reason: "signature" });
    const head = (name: string) => signedWithNothing[name];
    expect(verifyHead("new secret", { method, path }, head, NOW, "")).toMatchObject({ kind: "refused" });
  });

  test("the head is judged without the body, and the body by what the head said", async () => {
    const { method, path, body } = PARTS;
    const claim = verifyHead("secret", { method, path }, (name) => signed[name], NOW);
    if (claim.kind === "refused") throw new Error(claim.reason);
    expect([await isBodyOf(claim, body), await isBodyOf(claim, bytes("{}"))]).toEqual([true, false]);
    const foreign = await sign("Secret", PARTS, NOW);
    expect(verifyHead("secret", { method, path }, (name) => foreign[name], NOW)).toEqual({
      kind: "refused",
      reason: "signature",
    });
  });
});

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Context } from "hono";
import { parse, serialize } from "hono/utils/cookie";
import { type KeyPurpose, keyFor } from "../../shared/protocol/keys.ts";
import { equalInConstantTime } from "../../shared/protocol/sign.ts";
import { isLoopbackHost } from "../../shared/url/endpoint.ts";
import { base64url, bytesOfBase64url } from "../base64url.ts";
import type { Edge } from "../env.ts";
import { baseOf } from "../respond.ts";

/** What the browser keeps for us, signed, so that nobody makes it up: the two kinds have keys of their own. */
export type Sealed = Extract<KeyPurpose, "login" | "session">;

/** Browsers keep no cookie that is longer. */
const COOKIE_CHARS_MAX = 4_000;

const macOf = (secret: string, kind: Sealed, payload: string): Uint8Array =>
  hmac(sha256, utf8ToBytes(keyFor(secret, kind)), utf8ToBytes(`weboid-cookie-1\n${payload}`));

/** A value that holds until an instant in seconds since 1970. */
function seal(secret: string, kind: Sealed, value: object, expires: number): string {
  const payload = base64url(utf8ToBytes(JSON.stringify({ ...value, expires })));
  return `${payload}.${bytesToHex(macOf(secret, kind, payload))}`;
}

/** What was sealed with one of the secrets and still holds; null: nothing of ours. */
function open(secrets: readonly (string | undefined)[], kind: Sealed, text: string, nowMs: number): unknown {
  const [, payload = "", mac = ""] = /^([\w-]{1,4000})\.([0-9a-f]{64})$/.exec(text) ?? [];
  const isOurs = secrets.some(
    (secret) =>
      secret !== undefined &&
      secret !== "" &&
      equalInConstantTime(bytesToHex(macOf(secret, kind, payload)), mac),
  );
  if (!isOurs) return null;
  const value = JSON.parse(new TextDecoder().decode(bytesOfBase64url(payload))) as {
    readonly expires: number;
  };
  return value.expires > nowMs / 1_000 ? value : null;
}

/** A page by http, as only this machine may have it: cookies are for https everywhere else. */
const isInsecure = (c: Context<Edge>): boolean => new URL(baseOf(c)).protocol === "http:";
const isLoopback = (c: Context<Edge>): boolean => isLoopbackHost(new URL(baseOf(c)).hostname);

/** Whether browsers would keep the cookies. */
export const mayKeepCookies = (c: Context<Edge>): boolean => !isInsecure(c) || isLoopback(c);

/** `__Host-`: no other host of the domain, and no page by http, can set it (RFC 6265bis, 4.1.3.2). */
const nameOf = (c: Context<Edge>, kind: Sealed): string =>
  isInsecure(c) ? `weboid-${kind}` : `__Host-weboid-${kind}`;

function cookie(c: Context<Edge>, kind: Sealed, value: string, seconds: number): string {
  return serialize(nameOf(c, kind), value, {
    path: "/",
    httpOnly: true,
    secure: !isInsecure(c),
    // Lax: the wiki leads back to us, and a link from there finds its reader logged in.
    sameSite: "Lax",
    maxAge: seconds,
  });
}

/** The Set-Cookie header that keeps a value for some seconds. */
export function sealedCookie(
  c: Context<Edge>,
  kind: Sealed,
  value: object,
  { nowMs, seconds }: { readonly nowMs: number; readonly seconds: number },
): string {
  const secret = c.env.ORIGIN_TOKEN ?? "";
  const sealed = seal(secret, kind, value, Math.floor(nowMs / 1_000) + seconds);
  if (sealed.length > COOKIE_CHARS_MAX) throw new Error(`a cookie ${kind} of ${sealed.length} characters`);
  return cookie(c, kind, sealed, seconds);
}

export const noCookie = (c: Context<Edge>, kind: Sealed): string => cookie(c, kind, "", 0);

/** What the browser kept, if it is ours and holds; null: nothing. */
export function readCookie(c: Context<Edge>, kind: Sealed, nowMs: number): unknown {
  const { ORIGIN_TOKEN, ORIGIN_TOKEN_OLD } = c.env;
  const name = nameOf(c, kind);
  const value = parse(c.req.header("cookie") ?? "", name)[name];
  return value === undefined ? null : open([ORIGIN_TOKEN, ORIGIN_TOKEN_OLD], kind, value, nowMs);
}

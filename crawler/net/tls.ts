import QuickLRU from "quick-lru";
import type { TlsTrouble } from "../classify/outcome.ts";
import { watchCache } from "../runtime/caches.ts";

/** Browsers and Bun call the same troubles by OpenSSL's names (verify codes as in node:tls). */
const TROUBLE_OF_CODE: Readonly<Record<string, TlsTrouble>> = {
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "untrusted",
  UNABLE_TO_GET_ISSUER_CERT: "untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "untrusted",
  /** The server sent its own certificate only, and its issuer is not among the roots. */
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "incomplete-chain",
  ERR_TLS_CERT_ALTNAME_INVALID: "wrong-host",
  HOSTNAME_MISMATCH: "wrong-host",
  CERT_REVOKED: "revoked",
};

/** Codes of a handshake or session that broke, in place of a certificate that did not convince. */
const BROKEN_SESSION = /^(EPROTO|ECONNRESET|EPIPE|ECONNABORTED|ERR_SSL_|ERR_TLS_(?!CERT))/;

export function tlsTrouble(code: string): TlsTrouble {
  if (BROKEN_SESSION.test(code)) return "handshake";
  return TROUBLE_OF_CODE[code] ?? "untrusted";
}

/** Of the system or OpenSSL; "": it has none. */
export function codeOf(error: unknown): string {
  if (typeof error === "string") return error;
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
}

/** RFC 8446, section 6.2: alert 116; in the words of BoringSSL and OpenSSL. */
export const wantsOurCertificate = (error: Error): boolean =>
  /alert.certificate.required/i.test(error.message);

/**
 * TLS 1.2 has no such alert: who gets no certificate says one of these, after its own (RFC 5246, 7.4.6; Java the second,
 * which can mean no certificate but ours). What client and server lack in common ends handshakes before that.
 */
export const refusesUsUnknown = (error: Error): boolean =>
  /alert.(?:handshake.failure|bad.certificate)/i.test(error.message);

/** Servers say so, or nothing better, where client and server have no group of keys in common (RFC 8446, 4.1.1). */
export const lacksGroup = (error: Error): boolean =>
  /alert.(?:handshake.failure|insufficient.security)/i.test(error.message);

/**
 * In place of the usual list, which begins with a group against computers to come: that takes a fifth of a handshake, and a
 * first message that does not fit a packet. Nothing that a check learns has to stay a secret so long.
 */
export const GROUPS = "X25519:P-256:P-384";
/** Where a server has none of these: what browsers offer, and one that some servers had for safety. */
export const ALL_GROUPS = `X25519MLKEM768:${GROUPS}:P-521`;

/** Servers of which a session is remembered; and as many to which none is offered. */
const SERVERS_MAX = 1_000;
/** Of one session, with the certificates it stands for: some are larger, and not worth the memory. */
const BYTES_MAX = 4_096;
/** For so long a certificate counts as seen: then the server has to show it again. */
const AGE_MS_MAX = 3_600_000;

export interface TlsSession {
  readonly session: Buffer;
  /** When its certificate has to be shown again; resuming makes it no newer. Milliseconds since 1970. */
  readonly until: number;
}

/**
 * TLS sessions that can be resumed (RFC 8446, 2.2), by origin: checks of many URLs of one host see its certificate once an
 * hour and not with each, which is half of the work of a handshake for both sides. Only of connections whose certificate was
 * in no trouble and which led to an answer.
 */
export class TlsSessions {
  readonly #sessions = watchCache("tls-sessions", new QuickLRU<string, TlsSession>({ maxSize: SERVERS_MAX }));
  readonly #refused = watchCache("tls-refusals", new QuickLRU<string, true>({ maxSize: SERVERS_MAX }));

  of(origin: string): TlsSession | null {
    return this.#sessions.get(origin) ?? null;
  }

  /** @param resumed the one that this continues */
  keep(origin: string, session: Buffer, resumed: TlsSession | null): void {
    if (session.length > BYTES_MAX || this.#refused.has(origin)) return;
    const until = resumed?.until ?? Date.now() + AGE_MS_MAX;
    this.#sessions.set(origin, { session, until }, { maxAge: until - Date.now() });
  }

  /** Resuming failed: none is offered to that server again. */
  refuse(origin: string): void {
    this.#sessions.delete(origin);
    this.#refused.set(origin, true);
  }
}

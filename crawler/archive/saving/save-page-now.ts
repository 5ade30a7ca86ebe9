import { isRecord } from "../../../shared/json/record.ts";
import type { Asker, Reply } from "../asker.ts";

/** What Save Page Now says of a URL. */
export type SaveAnswer =
  | { readonly kind: "under-way"; readonly job: string }
  | { readonly kind: "saved" }
  /** `isFinal`: another attempt would fail as well. */
  | { readonly kind: "refused"; readonly code: string; readonly isFinal: boolean }
  /** It takes nothing now, from us or from anybody. `code`: with this of its codes it ended the attempt; null: it did not say. */
  | { readonly kind: "failed"; readonly why: string; readonly code: string | null };

/** Codes that are about the URL, and stay so. */
const FINAL = new Set([
  "bad-request",
  "blocked",
  "blocked-url",
  "filesize-limit",
  "ftp-access-denied",
  "http-version-not-supported",
  "invalid-host-resolution",
  "invalid-url-syntax",
  "method-not-allowed",
  "network-authentication-required",
  "no-access",
  "not-found",
  "not-implemented",
  "too-many-redirects",
  "unauthorized",
]);
/** Codes that are about the archive, or about us, whatever the URL. `service-unavailable`, `too-many-requests` and others are of the site. */
const BUSY = new Set([
  "blocked-client-ip",
  "cannot-fetch",
  "celery",
  "max-daily-bandwidth",
  "max-daily-bandwidth-from-ip",
  "no-browsers-available",
  "user-session-limit",
]);
/** In place of the name of a job, where there is a copy already. */
const SAVED_LATELY = /\bsame snapshot had been made\b/i;

/** An archive that answered lately is not to save it again, should we have asked and not have heard. */
const NOT_WITHIN = "30d";

/** Save Page Now of the Wayback Machine, version 2 of its interface: a job is begun, then asked about until it has ended. */
export class SavePageNow {
  readonly #asker: Asker;
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  /** `keys`: `accesskey:secret`. */
  constructor(asker: Asker, base: string, keys: string) {
    this.#asker = asker;
    this.#base = base;
    this.#headers = { accept: "application/json", authorization: `LOW ${keys}` };
  }

  async begin(url: string): Promise<SaveAnswer> {
    const body = new URLSearchParams({ url, if_not_archived_within: NOT_WITHIN, skip_first_archive: "1" });
    const headers = { ...this.#headers, "content-type": "application/x-www-form-urlencoded" };
    const question = { method: "POST", body: body.toString(), headers, follow: false } as const;
    return answerOf(await this.#asker.ask({ url: `${this.#base}/save`, ...question }));
  }

  async ask(job: string): Promise<SaveAnswer> {
    const url = `${this.#base}/save/status/${encodeURIComponent(job)}`;
    return answerOf(await this.#asker.ask({ url, headers: this.#headers, follow: false }));
  }
}

function answerOf(reply: Reply): SaveAnswer {
  if (reply.kind === "failed") return failed(reply.why);
  if (reply.http === 401 || reply.http === 403)
    return failed(`answered ${reply.http}: look at WEBOID_SAVE_PAGE_NOW`);
  const value = recordOf(reply.text);
  if (value === null) return failed(`answered ${reply.http} without JSON`);
  const { status, status_ext: code, job_id: job, message } = value;
  if (status === "success") return { kind: "saved" };
  if (status === "error" || typeof code === "string") return refusalOf(String(code ?? "error:unknown"));
  if (typeof job === "string" && /^[\w.:-]{1,200}$/.test(job)) return { kind: "under-way", job };
  if (typeof message === "string" && SAVED_LATELY.test(message)) return { kind: "saved" };
  return failed(`answered ${reply.http} without a job`);
}

const failed = (why: string): SaveAnswer => ({ kind: "failed", why, code: null });

function refusalOf(given: string): SaveAnswer {
  const code = given.replace(/^error:/, "").slice(0, 60);
  if (BUSY.has(code)) return { kind: "failed", why: code, code };
  return { kind: "refused", code, isFinal: FINAL.has(code) };
}

function recordOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

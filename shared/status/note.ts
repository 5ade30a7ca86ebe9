/**
 * What is known of a URL beyond its history. `key` is the message `note-<key>`, `value` its one parameter
 * (a URL, a number), always hostile text. `redirect-to-error`: the HTTP number at the end, or the NetworkFailure;
 * `reported-working`: people say so of about half of the URLs of its host (H3); of a single URL `reports` tells it.
 * `owner-changed`: the day number (M8) since which; `redirect-to-root`, `redirect-shared`: where it ends.
 */
export interface Note {
  readonly key: NoteKey;
  readonly value?: string;
}

export const NOTE_KEYS = [
  "moved",
  "redirect-nowhere",
  "redirect-to-error",
  "robot-wall",
  "certificate-expired",
  "certificate-self-signed",
  "certificate-untrusted",
  "certificate-wrong-host",
  "certificate-incomplete-chain",
  "certificate-revoked",
  "certificate-handshake",
  "https-needed",
  "http-needed",
  "status-corrected",
  "suspicious-syntax",
  "rate-limited",
  "reported-working",
  "left-alone",
  "redirect-to-root",
  "redirect-shared",
  "redirect-to-gate",
  "soft-404",
  "parked",
  "owner-changed",
  "ftp-reply",
  "only-server-seen",
] as const;
export type NoteKey = (typeof NOTE_KEYS)[number];

/** Notes of which a check can learn that they hold for its whole host (M10), where several of its URLs agree. */
export const HOST_NOTE_KEYS: ReadonlySet<NoteKey> = new Set([
  "moved",
  "rate-limited",
  "certificate-expired",
  "certificate-self-signed",
  "certificate-untrusted",
  "certificate-wrong-host",
  "certificate-incomplete-chain",
  "certificate-revoked",
  "certificate-handshake",
]);

/** M10: a note of a host is valid for half a year after it was last seen. */
export const HOST_NOTE_DAYS = 183;

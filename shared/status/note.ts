/**
 * A fact about a URL beside its history. `key` names the message `note-<key>`, `value` is its parameter, always hostile
 * text: a URL for `moved`, `redirect-to-root` and `redirect-shared`; the HTTP status code or NetworkFailure at the end for
 * `redirect-to-error`; the day number (M8) of the change for `owner-changed`. `reported-working`: people report about half of a
 * host, a domain or a part of one as working (H3); reports of a single URL are counted in `reports`. `host-unknown`, `host-down`: of URLs that were never
 * checked, while all others of the host failed so for more than 100 days (M9).
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
  "referrer-needed",
  "works-by-hand",
  "example-domain",
  "known-for-spam",
  "certificate-trouble",
  "host-unknown",
  "host-down",
] as const;
export type NoteKey = (typeof NOTE_KEYS)[number];

/** Notes that hold for a whole host if several of its URLs agree (M10). */
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
  "referrer-needed",
]);

/** What operators can note of hosts and of parts of their sites (M10): their words for it, and the note that readers see. */
export const OPERATOR_NOTES = {
  "referrer-needed": "referrer-needed",
  "works-by-hand": "works-by-hand",
  "rate-limited": "rate-limited",
  example: "example-domain",
  moved: "moved",
  spam: "known-for-spam",
  certificate: "certificate-trouble",
} as const satisfies Readonly<Record<string, NoteKey>>;
export type OperatorNoteKind = keyof typeof OPERATOR_NOTES;

/** Days for which a note of a host is valid after it was last seen (M10: half a year). */
export const HOST_NOTE_DAYS = 183;

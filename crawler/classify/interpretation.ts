import type { Note } from "../../shared/status/note.ts";
import type { Status } from "../../shared/status/table.ts";
import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";
import type { MimeKeyword } from "./mime.ts";

/** Domain traits of M9 that a check can see. */
export type HostTrait = "https-needed" | "http-needed" | "get-needed" | "dns-error" | "server-down";

/** A trait was seen today at a host: of the URL itself, or of a hop of its redirects. */
export interface TraitObservation {
  readonly host: HostName;
  readonly trait: HostTrait;
}

/** A host asks to be left alone (C4). It speaks for itself: a redirect's target can silence no host but its own. */
export interface RetryWish {
  readonly host: HostName;
  /** From now, 0…RETRY_AFTER_SECONDS_MAX. */
  readonly seconds: number;
}

/** What one check means; also an Observation for `fold` (shared/history/fold.ts). */
export interface Interpretation {
  /** Byte of table S. 0 (nothing was sent) is not to be folded; `fold` passes it over. */
  readonly status: Status;
  /** The number at which the check ended; with a redirect that works, the redirect's own. Null when nobody answered. */
  readonly http: number | null;
  /** A redirect that did not end at content, or content that is not the page's (soft-404); with 8–13 and fine ones only. */
  readonly deadEnd: boolean;
  /** Robots were turned away (design 10), whatever the status byte. */
  readonly refused: boolean;
  readonly notes: readonly Note[];
  /** Where the answer came from: the last URL that answered; null when none did. */
  readonly finalUrl: NormalisedUrl | null;
  /** Notable type (C8) of content that is there; null for ordinary web types and for everything that failed. */
  readonly mime: MimeKeyword | null;
  /** Length in full KiB, only beside `mime`, null where the server does not say. */
  readonly kib: number | null;
  readonly traits: readonly TraitObservation[];
  /** null without a readable wish of a host that is too busy. */
  readonly retryAfter: RetryWish | null;
  /** Short English reason for `weboid check`; null when a reader gets the content. */
  readonly error: string | null;
  /** The named rule that decided. */
  readonly rule: string;
}

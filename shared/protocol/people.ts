/** POST /v1/people at the origin: what people say in the forms (H). Nothing of it is for programs. */
export interface PeopleRequest {
  readonly act: PeopleAct;
  /** Whose page uses the URL: `dewiki@WMF`. */
  readonly wiki: string;
  /** Normalised. */
  readonly url: string;
  /** Of reports: all addresses of the URL's host that are shown as broken. */
  readonly domain: boolean;
  /** Of `propose`, normalised; of `remove` the one that is meant, null: whatever was proposed; else null. */
  readonly replacement: string | null;
  /** Who says so: the network as callers are counted, and the ranges around it, from the narrowest on. */
  readonly ranges: readonly CallerRange[];
}

export const PEOPLE_ACTS = ["report", "withdraw", "propose", "remove"] as const;
export type PeopleAct = (typeof PEOPLE_ACTS)[number];

export const RANGE_NAMES = ["address", "subscriber", "site", "provider"] as const;
export interface CallerRange {
  readonly policy: (typeof RANGE_NAMES)[number];
  readonly key: string;
}

/** What came of it: done, or why not. */
export const PEOPLE_OUTCOMES = [
  "reported",
  "withdrawn",
  "proposed",
  "proposed-archive",
  "removed",
  /** There was nothing to take back. */
  "nothing",
  "not-watched",
  /** It is shown as working, or was never checked. */
  "not-broken",
  "too-soon",
  "too-many",
  "same-url",
  "internal-url",
  "spam-url",
  "has-replacement",
  "has-archive",
  /** An archived version of something else, or no version. */
  "other-archive",
] as const;
export type PeopleOutcome = (typeof PEOPLE_OUTCOMES)[number];

export interface PeopleResponse {
  readonly outcome: PeopleOutcome;
  /** Of `reported`: how many URLs. */
  readonly urls?: number;
  /** Of `too-soon`. */
  readonly seconds?: number;
}

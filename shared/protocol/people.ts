import * as z from "zod/mini";
import type { Shape } from "../json/shape.ts";
import { SCOPE_CHARS_MAX } from "../url/report-scope.ts";
import { UrlText, WikiName } from "./types.ts";

const PEOPLE_ACTS = ["report", "withdraw", "propose", "remove", "block"] as const;
export type PeopleAct = (typeof PEOPLE_ACTS)[number];

export const RANGE_NAMES = ["address", "subscriber", "site", "provider"] as const;
export const CallerRange = z.object({
  policy: z.enum(RANGE_NAMES),
  key: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type CallerRange = Shape<typeof CallerRange>;

/** Who says something. */
export const PEOPLE_ACTOR = {
  /** The network as callers are counted, and the ranges around it, from the narrowest on. */
  ranges: z.array(CallerRange).check(z.minLength(1), z.maxLength(RANGE_NAMES.length)),
  /** Of somebody who is logged in: the account, of which origin keeps a keyed hash. */
  profile: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(100))),
  /** The account is one of the edge's administrators. */
  administrator: z.exactOptional(z.literal(true)),
};

/** Of a suggested address, in UTF-16 units: browsers and servers take longer ones, but the public log is kept for ever (H5). */
export const SUGGESTION_UNITS_MAX = 2_000;

/** What people say in the forms (H). Nothing of it is for programs. */
export const PeopleRequest = z
  .object({
    act: z.enum(PEOPLE_ACTS),
    /** Whose page uses the URL: `dewiki@WMF`. */
    wiki: WikiName,
    /** Normalised. */
    url: UrlText,
    /** Of reports and withdrawals: of all of the URL's host. */
    domain: z.boolean(),
    /** Of them, too, in place of that: of a part of its domain, as shared/url/report-scope.ts reads it. */
    scope: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(SCOPE_CHARS_MAX))),
    /** Of `propose`, normalised; of `remove` the one that is meant, null: whatever was proposed; else null. */
    replacement: z.nullable(UrlText),
    ...PEOPLE_ACTOR,
  })
  .check(
    z.refine(
      ({ act, replacement }) => act === "remove" || (act === "propose") === (replacement !== null),
      "replacement goes with propose, and may with remove",
    ),
    z.refine(
      ({ act, replacement }) => act !== "propose" || (replacement ?? "").length <= SUGGESTION_UNITS_MAX,
      `a suggested address has at most ${SUGGESTION_UNITS_MAX} characters`,
    ),
  );
export type PeopleRequest = Shape<typeof PeopleRequest>;

/** What came of it: done, or why not. */
const PEOPLE_OUTCOMES = [
  "reported",
  "withdrawn",
  "proposed",
  "proposed-archive",
  "removed",
  "blocked",
  /** Others' reports stay until as much is said against them. */
  "opposed",
  /** Nothing was stored: of one network only so many count. */
  "said-enough",
  /** The scope is no part of the domain, or the URL is not in it. */
  "other-scope",
  /** There was nothing to withdraw. */
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
  /** Archived versions are not known to differ all the time (A2). */
  "not-changing",
  /** An administrator locked it (H5). */
  "locked",
  /** Of an entry of the log: somebody undid it. */
  "already-undone",
  /** It is hidden or older than what is kept of it, or only administrators may. */
  "not-undoable",
  /** Of administrators. */
  "unblocked",
  "lock-set",
  "lock-lifted",
  "bad-target",
] as const;
export type PeopleOutcome = (typeof PEOPLE_OUTCOMES)[number];

export const PeopleResponse = z.object({
  outcome: z.enum(PEOPLE_OUTCOMES),
  /** Of `reported`: how many URLs. */
  urls: z.exactOptional(z.int()),
  /** Of `too-soon`. */
  seconds: z.exactOptional(z.number()),
  /** Of `locked`: why, in an administrator's words, and the last day. */
  reason: z.exactOptional(z.string()),
  until: z.exactOptional(z.int()),
});
export type PeopleResponse = Shape<typeof PeopleResponse>;

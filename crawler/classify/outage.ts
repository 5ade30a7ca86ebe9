import type { OutageSign } from "../../db/hosts/outage.ts";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import type { Interpretation } from "./interpretation.ts";
import type { Outcome } from "./outcome.ts";
import { hostOf } from "./traits.ts";

interface OutageRule {
  readonly name: string;
  readonly failures: readonly NetworkFailure[];
  readonly http: readonly number[];
  /** With servers of files only (ftp, ftps, sftp). */
  readonly files?: true;
  /** So many different URLs of a host have to fail so, one after the other, before its other URLs get the same. */
  readonly urls: number;
  /** The same where a young failure is looked at again: those looks are there to collect evidence. */
  readonly urlsAtRecheck: number;
  /** `host`: every URL of the name; `origin`: those of the same scheme and port. */
  readonly scope: "host" | "origin";
  /**
   * Whether a result without traffic counts as a check. `at-once`: a fact about the name. `watched`: what failed comes before the
   * path is ever sent, and yet a busy host fails so by chance: once it was asked on WATCHED_DAYS_MIN days and
   * never answered there. `never`: an answer (or the lack of one) to a request speaks for its own URL only.
   */
  readonly counts: "at-once" | "watched" | "never";
}

/** C5, in order; the first rule that applies decides. Why these figures: docs/decisions/0029-host-that-is-away.md. */
export const OUTAGE_RULES = [
  {
    name: "no-such-name",
    failures: ["dns-unknown", "dns-refused"],
    http: [],
    urls: 1,
    urlsAtRecheck: 1,
    scope: "host",
    counts: "at-once",
  },
  {
    name: "name-server-silent",
    failures: ["dns-failed", "dns-timeout"],
    http: [],
    urls: 5,
    urlsAtRecheck: 5,
    scope: "host",
    counts: "watched",
  },
  {
    name: "nobody-listens",
    failures: ["connect-refused", "unreachable", "tls"],
    http: [],
    urls: 5,
    urlsAtRecheck: 5,
    scope: "origin",
    counts: "watched",
  },
  {
    name: "no-connection",
    failures: ["connect-timeout"],
    http: [],
    urls: 5,
    urlsAtRecheck: 5,
    scope: "origin",
    counts: "watched",
  },
  {
    // The path is the last thing that is sent, after a greeting and a login.
    name: "no-greeting",
    failures: ["timeout", "reset", "closed", "malformed-head", "head-too-large"],
    http: [],
    files: true,
    urls: 5,
    urlsAtRecheck: 5,
    scope: "origin",
    counts: "watched",
  },
  {
    name: "no-answer",
    failures: ["timeout", "reset", "closed"],
    http: [],
    urls: 3,
    urlsAtRecheck: 3,
    scope: "origin",
    counts: "never",
  },
  {
    // 502-like: a gateway or front end reports the server behind it; 521…523 and 530 are Cloudflare's.
    name: "gateway",
    failures: [],
    http: [502, 503, 504, 521, 522, 523, 530],
    urls: 3,
    urlsAtRecheck: 50,
    scope: "origin",
    counts: "never",
  },
] as const satisfies readonly OutageRule[];

type OutageRuleName = (typeof OUTAGE_RULES)[number]["name"];

const rules: readonly (OutageRule & { readonly name: OutageRuleName })[] = OUTAGE_RULES;

/** Different days on which WATCHED_URLS_MIN URLs of a scope were asked and none was answered, without an answer in between. */
export const WATCHED_DAYS_MIN = 12;
export const WATCHED_URLS_MIN = 5;
/** Whether the failure comes before the path is sent: where the origin answers others, it was a bad moment and no sign of this URL. */
export const beforePath = (sign: OutageSign): boolean => outageRule(sign.rule)?.counts !== "never";

export const outageRule = (name: string) => rules.find((rule) => rule.name === name) ?? null;

export const originOf = (url: NormalisedUrl): string => originOfParts(splitUrl(url));
export const originOfParts = ({ scheme, port }: Pick<UrlParts, "scheme" | "port">): string =>
  `${scheme}:${port}`;

/** Whether an outage of this scope concerns a URL of the same host. */
export const concerns = (scope: string, url: NormalisedUrl): boolean =>
  scope === "" || scope === originOf(url);

/**
 * What a check says of the host of its URL: a sign of outage, `"up"` (it answers), or null: nothing, because nothing was
 * observed, or because the trouble lies with another host to which the URL redirects.
 */
export function outageSign(
  outcome: Outcome,
  seen: Interpretation,
  url: NormalisedUrl,
): OutageSign | "up" | null {
  if (outcome.kind === "not-tried") return null;
  // One silence of the name service is one, however many links heard of it; that a name is unknown stays true.
  if (outcome.kind === "failure" && outcome.repeated === true && outcome.failure !== "dns-unknown")
    return null;
  const rule = rules.find((given) => applies(given, outcome, seen, url));
  if (rule !== undefined)
    return {
      rule: rule.name,
      scope: rule.scope === "host" ? "" : originOf(url),
      status: seen.status,
      http: seen.http,
    };
  // A file server that has no place or no login for us is there, and yet no sign of health.
  if (outcome.kind === "reply") return outcome.reply.to === "path" || seen.error === null ? "up" : null;
  const [first] = outcome.chain;
  // A redirect that ends in trouble at its own host says neither that the host is there nor that it is away.
  const final = outcome.chain.at(-1);
  const atHome = final !== undefined && hostOf(final.url) === hostOf(url);
  if (first === undefined || (outcome.chain.length > 1 && atHome && seen.error !== null)) return null;
  return BUSY.has(first.http) && seen.error !== null ? null : "up";
}

/** C7: seen.error is null where the number was implausible and corrected. A wall is no outage (design 10). */
function applies(
  { failures, http, files }: OutageRule,
  outcome: Outcome,
  seen: Interpretation,
  url: NormalisedUrl,
): boolean {
  if (files === true && url.startsWith("http")) return false;
  if (outcome.kind === "failure") return outcome.chain.length === 0 && failures.includes(outcome.failure);
  if (outcome.kind !== "answer" || outcome.chain.length > 1) return false;
  // Who says when to come again is left alone until then (C4); nothing need be supposed.
  const plain = seen.error !== null && !seen.refused && seen.retryAfter === null;
  return plain && http.includes(outcome.chain[0].http);
}

/** Neither a sign of outage nor of health: a host that has too much to do, and says so. */
const BUSY: ReadonlySet<number> = new Set([429, 500, 503]);

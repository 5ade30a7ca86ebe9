import type { NormalisedUrl } from "../url/types.ts";
import { findFailure } from "./failure.ts";
import { type Finding, note, statusOfHop } from "./finding.ts";
import type { Interpretation, RetryWish, TraitObservation } from "./interpretation.ts";
import { notableMime } from "./mime.ts";
import type { Note, NoteKey } from "./note.ts";
import type { ChainEnd, Exchange, NotTried, Outcome, TlsTrouble } from "./outcome.ts";
import { contradictsNumber } from "./plausible.ts";
import { isMereChange, movedTo } from "./redirect.ts";
import { findReply } from "./reply.ts";
import { parseRetryAfter } from "./retry.ts";
import { lost, withSiteSigns } from "./site-finding.ts";
import { endsAtGate, endsAtRoot } from "./site-redirect.ts";
import {
  AVAILABLE,
  CORRECTED,
  NETWORK,
  SCHEME_CHANGE,
  type Status,
  statusOfHttp,
  statusRow,
  UNTRIED,
} from "./table.ts";
import { hostOf, traitsOf } from "./traits.ts";

type Answer = Extract<Outcome, { kind: "answer" }>;

/** How the last answer of a chain is to be taken. */
type Ending = "fine" | "corrected" | "headless" | "refused" | "moved" | "error";

interface Seen {
  readonly outcome: Answer;
  readonly first: Exchange;
  readonly final: Exchange;
  readonly ending: Ending;
  readonly redirected: boolean;
  /** The redirects only changed scheme, `www.` or the final slash. */
  readonly mere: boolean;
}

interface AnswerRule {
  readonly name: string;
  readonly applies: (seen: Seen) => boolean;
  readonly find: (seen: Seen) => Finding;
}

/** LinkedIn's own number for robots; the table has no row for it, so its byte is 26. */
const ROBOTS_UNWELCOME = 999;

const words = (status: Status): string => statusRow(status).key.replaceAll("-", " ");

/** The ways to take a final answer, in order: a wall is a wall whatever its number and size. */
function endingOf({ outcome, final }: Pick<Seen, "outcome" | "final">): Ending {
  const { chain, end } = outcome;
  const walled = end === "final" ? final.wall !== null : chain.some(({ wall }) => wall !== null);
  const status = statusOfHttp(final.http);
  const means = statusRow(status).class;
  if (walled || means === "refused" || final.http === ROBOTS_UNWELCOME) return "refused";
  if (final.headless) return hasDefaultPort(final.url) ? "headless" : "error";
  if (end !== "final" || means === "moved") return "moved";
  if (contradictsNumber(final)) return "corrected";
  return means === "fine" ? "fine" : "error";
}

/** Browsers show an answer without a head (HTTP/0.9) only there. */
const hasDefaultPort = (url: string): boolean => URL.canParse(url) && new URL(url).port === "";

const refusalNotes = ({ outcome, final }: Seen): Note[] => {
  if (statusRow(statusOfHttp(final.http)).key === "too-many-requests") return [note("rate-limited")];
  const walled = final.http === ROBOTS_UNWELCOME || outcome.chain.some(({ wall }) => wall !== null);
  return walled ? [note("robot-wall")] : [];
};

const CHAIN_ENDS: Readonly<Record<ChainEnd, string>> = {
  final: "answered with a redirect",
  loop: "leads back to itself",
  "too-many": "has no end",
  "no-location": "names no target",
  "bad-location": "names no usable target",
  "forbidden-target": "leads to an address that must not be contacted",
};

const correction = ({ final, ending }: Seen): Note[] =>
  ending === "corrected" ? [note("status-corrected", String(final.http))] : [];

/** Content that is there by one of the ways that the table calls our own (63, 2, 7) or the server's number. */
const present = (seen: Seen, status: Status): Finding => ({
  status,
  http: seen.ending === "headless" ? null : seen.final.http,
  notes: correction(seen),
});

/**
 * How an answer becomes a status, in order; the first rule that applies decides. A redirect keeps the status of its first
 * hop (C6) however it ends; `http` then says where it ended.
 */
const ANSWER_RULES: readonly AnswerRule[] = [
  {
    name: "refused",
    applies: ({ ending, redirected }) => ending === "refused" && !redirected,
    find: (seen) => ({
      status: statusOfHttp(seen.final.http),
      http: seen.final.http,
      refused: true,
      notes: refusalNotes(seen),
      error: `robots are turned away (HTTP ${seen.final.http})`,
    }),
  },
  {
    name: "redirect-to-refusal",
    applies: ({ ending }) => ending === "refused",
    find: (seen) => ({
      status: statusOfHop(seen.first.http),
      http: seen.final.http,
      refused: true,
      notes: refusalNotes(seen),
      error: `redirects to where robots are turned away (HTTP ${seen.final.http})`,
    }),
  },
  {
    name: "redirect-nowhere",
    applies: ({ ending }) => ending === "moved",
    find: ({ first, outcome }) => ({
      status: statusOfHop(first.http),
      http: first.http,
      deadEnd: true,
      notes: [note("redirect-nowhere")],
      error: `the redirect (HTTP ${first.http}) ${CHAIN_ENDS[outcome.end]}`,
    }),
  },
  {
    name: "redirect-to-error",
    applies: ({ ending, redirected }) => ending === "error" && redirected,
    find: ({ first, final }) => ({
      status: statusOfHop(first.http),
      http: final.http,
      deadEnd: true,
      notes: [note("redirect-to-error", String(final.http))],
      error: `redirects to an error (HTTP ${final.http}, ${words(statusOfHttp(final.http))})`,
    }),
  },
  {
    name: "no-head-on-odd-port",
    applies: ({ final, ending }) => ending === "error" && final.headless === true,
    find: () => ({ status: NETWORK, http: null, error: "the answer has no HTTP head" }),
  },
  {
    name: "error",
    applies: ({ ending }) => ending === "error",
    find: ({ final }) => ({
      status: statusOfHttp(final.http),
      http: final.http,
      error: `HTTP ${final.http} (${words(statusOfHttp(final.http))})`,
    }),
  },
  {
    name: "fine-without-tls",
    applies: ({ outcome, redirected, mere }) => outcome.tlsFallback === "http" && (!redirected || mere),
    find: (seen) => present(seen, SCHEME_CHANGE),
  },
  {
    name: "fine-unverified",
    applies: ({ outcome, redirected, mere }) => outcome.tlsFallback === "unverified" && (!redirected || mere),
    find: (seen) => present(seen, AVAILABLE),
  },
  {
    name: "mere-change",
    applies: ({ redirected, mere }) => redirected && mere,
    find: (seen) => present(seen, SCHEME_CHANGE),
  },
  {
    name: "redirect-to-gate",
    applies: ({ redirected, outcome, final }) => redirected && endsAtGate(outcome.chain[0].url, final.url),
    find: (seen) => ({
      status: statusOfHop(seen.first.http),
      http: seen.first.http,
      refused: true,
      notes: [note("redirect-to-gate")],
      error: "redirects to where a login or consent is asked for",
    }),
  },
  {
    name: "redirect-to-root",
    applies: ({ redirected, outcome }) => redirected && endsAtRoot(outcome.chain[0].url, outcome.chain),
    find: (seen) => lost(seen, "redirect-to-root", "redirects to the first page of a site, not to the page"),
  },
  {
    name: "redirect-shared",
    applies: ({ redirected, outcome }) => redirected && outcome.site?.shared === true,
    find: (seen) =>
      lost(seen, "redirect-shared", "redirects to where other addresses of the site end as well"),
  },
  {
    name: "redirect",
    applies: ({ redirected }) => redirected,
    find: (seen) => {
      const target = movedTo(seen.outcome.chain);
      return {
        status: statusOfHop(seen.first.http),
        http: seen.first.http,
        notes: [...(target === null ? [] : [note("moved", target)]), ...correction(seen)],
      };
    },
  },
  {
    name: "corrected",
    applies: ({ ending }) => ending === "corrected",
    find: (seen) => present(seen, CORRECTED),
  },
  {
    name: "no-head",
    applies: ({ ending }) => ending === "headless",
    find: (seen) => present(seen, AVAILABLE),
  },
];

/** What is left: the server's number as the table has it. */
const TABLE_RULE: AnswerRule = {
  name: "table",
  applies: () => true,
  find: (seen) => present(seen, statusOfHttp(seen.final.http)),
};

function seenOf(outcome: Answer, url: string): Seen {
  const [first] = outcome.chain;
  const final = outcome.chain.at(-1) ?? first;
  const redirected = outcome.chain.length > 1;
  return {
    outcome,
    first,
    final,
    ending: endingOf({ outcome, final }),
    redirected,
    // Parsing URLs is most of an interpretation's work, and most checks end where they begin.
    mere: redirected && isMereChange(url, final.url),
  };
}

const CERTIFICATE_NOTES: Readonly<Record<TlsTrouble, NoteKey>> = {
  expired: "certificate-expired",
  "self-signed": "certificate-self-signed",
  untrusted: "certificate-untrusted",
  "wrong-host": "certificate-wrong-host",
  "incomplete-chain": "certificate-incomplete-chain",
  revoked: "certificate-revoked",
  handshake: "certificate-handshake",
};

const TRAIT_NOTES = ["https-needed", "http-needed"] as const;

/** C8: only of content that is there, and the length only beside a notable type. */
function contentOf(final: Exchange | undefined): Pick<Interpretation, "mime" | "kib"> {
  const mime = final === undefined ? null : notableMime(final.mime, final.firstBytes);
  if (final === undefined || mime === null) return { mime: null, kib: null };
  const bytes = final.contentLength ?? (final.bodyComplete ? final.bodyBytes : null);
  return { mime, kib: bytes === null ? null : Math.floor(bytes / 1024) };
}

/** Numbers that say "not now" (RFC 6585 4, RFC 9110 15.6.4); beside others, Retry-After is no wish of a busy host. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

function retryWishOf(final: Exchange | undefined, nowMs: number): RetryWish | null {
  if (final === undefined || !BUSY.has(final.http)) return null;
  const host = hostOf(final.url);
  const seconds = parseRetryAfter(final.retryAfter, nowMs);
  return host === null || seconds === null ? null : { host, seconds };
}

const NOT_TRIED: Readonly<Record<NotTried, string>> = {
  "path-not-sendable": "no FTP command can name a path with a line end or a zero byte in it",
  "port-forbidden": "this port is never contacted",
  "no-resources": "not checked: no file descriptors left here",
  "no-ipv6": "not checked: the site has IPv6 addresses only, and there is no IPv6 here",
  "host-busy": "not checked: too many other requests of ours wait for that host",
  "own-outage": "not checked: our own connection seems to be down",
  "internal-error": "not checked: an error of Weboid itself",
  robots: "not checked: robots.txt of the site asks Weboid not to",
  "opted-out": "not checked: the owners of the site asked to be left alone",
};

function notesOfUntried(reason: NotTried): readonly Note[] {
  return reason === "robots" || reason === "opted-out" ? [note("left-alone")] : [];
}

/**
 * What one check means (C6, C7, C8, M9, M10, table S). `url` is the one that was to be checked, `nowMs` milliseconds since
 * 1970, for a Retry-After that names a date. Never throws, whatever the servers sent.
 */
export function interpret(outcome: Outcome, url: NormalisedUrl, nowMs: number): Interpretation {
  const finding = find(outcome, url);
  const chain = "chain" in outcome ? outcome.chain : [];
  const final = chain.at(-1);
  const fine = finding.error === undefined;
  const traits = traitsOf(outcome, url, fine);
  const tls = outcome.kind === "not-tried" ? null : outcome.tls;
  const { mime, kib } = contentOf(fine ? final : undefined);
  return {
    status: finding.status,
    http: finding.http,
    deadEnd: finding.deadEnd ?? false,
    refused: finding.refused ?? false,
    notes: notesOf(finding, tls, traits),
    finalUrl: outcome.kind === "reply" ? outcome.reply.url : (final?.url ?? null),
    mime,
    kib,
    traits,
    retryAfter: retryWishOf(final, nowMs),
    error: finding.error ?? null,
    rule: finding.rule,
  };
}

const NO_NOTES: readonly Note[] = [];

function notesOf(
  { notes = NO_NOTES }: Finding,
  tls: TlsTrouble | null,
  traits: readonly TraitObservation[],
): readonly Note[] {
  // Most checks: this runs thousands of times a second.
  if (tls === null && traits.length === 0) return notes;
  return [
    ...notes,
    ...(tls === null ? [] : [note(CERTIFICATE_NOTES[tls])]),
    ...TRAIT_NOTES.filter((key) => traits.some(({ trait }) => trait === key)).map((key) => note(key)),
  ];
}

function find(outcome: Outcome, url: NormalisedUrl): Finding & { readonly rule: string } {
  if (outcome.kind === "failure") return findFailure(outcome);
  if (outcome.kind === "reply") return findReply(outcome);
  if (outcome.kind === "answer") {
    const seen = seenOf(outcome, url);
    const rule = ANSWER_RULES.find(({ applies }) => applies(seen)) ?? TABLE_RULE;
    return withSiteSigns({ rule: rule.name, ...rule.find(seen) }, outcome.site);
  }
  return {
    rule: "not-tried",
    status: UNTRIED,
    http: null,
    notes: notesOfUntried(outcome.reason),
    error: NOT_TRIED[outcome.reason],
  };
}

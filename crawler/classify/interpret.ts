import type { Note, NoteKey } from "../../shared/status/note.ts";
import { UNTRIED } from "../../shared/status/table.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { parseRetryAfter } from "../runtime/retry-after.ts";
import { findAnswer } from "./answer-rules.ts";
import { findFailure } from "./failure.ts";
import { type Finding, note } from "./finding.ts";
import type { Interpretation, RetryWish, TraitObservation } from "./interpretation.ts";
import { notableMime } from "./mime.ts";
import type { Exchange, NotTried, Outcome, TlsTrouble } from "./outcome.ts";
import { findReply } from "./reply.ts";
import { hostOf, traitsOf } from "./traits.ts";

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
  "host-slow": "not checked: the host left many other URLs in a row without an answer for a minute each",
  "asked-for-time": "not checked: the host asked for no more requests for now (Retry-After, or HTTP 429)",
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
    notes: notesOf(finding, { tls, traits, referred: final?.referred === true }),
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
  {
    tls,
    traits,
    referred,
  }: { tls: TlsTrouble | null; traits: readonly TraitObservation[]; referred: boolean },
): readonly Note[] {
  // Most checks: this runs thousands of times a second.
  if (tls === null && traits.length === 0 && !referred) return notes;
  return [
    ...notes,
    ...(tls === null ? [] : [note(CERTIFICATE_NOTES[tls])]),
    ...notesOfTraits(traits),
    ...(referred ? [note("referrer-needed")] : []),
  ];
}

const notesOfTraits = (traits: readonly TraitObservation[]): readonly Note[] =>
  TRAIT_NOTES.filter((key) => traits.some(({ trait }) => trait === key)).map((key) => note(key));

function find(outcome: Outcome, url: NormalisedUrl): Finding & { readonly rule: string } {
  if (outcome.kind === "failure") return findFailure(outcome);
  if (outcome.kind === "reply") return findReply(outcome);
  if (outcome.kind === "answer") return findAnswer(outcome, url);
  return {
    rule: "not-tried",
    status: UNTRIED,
    http: null,
    notes: notesOfUntried(outcome.reason),
    error: NOT_TRIED[outcome.reason],
  };
}

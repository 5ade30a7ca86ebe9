import type { Note } from "../../../shared/status/note.ts";
import { INVALID, UNTRIED } from "../../../shared/status/table.ts";
import { normaliseLine } from "../../../shared/url/normalise-line.ts";
import type { Classified, NormalisedUrl } from "../../../shared/url/types.ts";
import type { Interpretation, TraitObservation } from "../../classify/interpretation.ts";
import type { Asked, Outcome, TimedRequest, TlsTrouble } from "../../classify/outcome.ts";
import { type TimeSpent, timeTable } from "./request-times.ts";

/** One hop of a check, as `weboid check` shows it. */
interface CheckHop {
  readonly url: string;
  readonly method: "HEAD" | "GET" | "FTP" | "SSH";
  /** null: no HTTP. */
  readonly http: number | null;
  /** The number of an FTP server's reply; only with FTP. */
  readonly reply?: number;
  readonly address: string;
  readonly ms: number;
  /** From the end of the hop before; absent: nobody wanted to know. */
  readonly timing?: TimeSpent;
}

/** What `weboid check` says of one URL: the keys of docs/cli.md in their order, then additions. */
export interface CheckLine {
  /** As given: hostile text. */
  readonly url: string;
  /** null: invalid, or of a scheme that Weboid does not read. */
  readonly normalised: string | null;
  /** Byte of table S: 128 invalid, 0 nothing was sent. */
  readonly status: number;
  readonly http: number | null;
  readonly finalUrl: string | null;
  /** Notable types only (C8). */
  readonly mime: string | null;
  readonly kib: number | null;
  /** Reason in English; null where a reader gets the content. */
  readonly error: string | null;
  readonly ms: number;
  /** The named rule that decided the status. */
  readonly rule: string;
  /** Robots were turned away (design 10). */
  readonly refused: boolean;
  /** A redirect that did not end at content: the fourth member of an observation of `weboid verdict -`. */
  readonly deadEnd: boolean;
  readonly notes: readonly Note[];
  /** What this check saw of hosts (M9). */
  readonly traits: readonly TraitObservation[];
  readonly tls: TlsTrouble | null;
  readonly chain: readonly CheckHop[];
  /** Where all of `ms` went; with `timed`, like `requests`. */
  readonly timing?: TimeSpent;
  /** In their order, also those that made no hop. */
  readonly requests?: readonly TimedRequest[];
}

/** Of what is no resource. */
export function lineOfOther(
  url: string,
  found: Exclude<Classified, { kind: "resource" }>,
  allowPrivate: boolean,
): CheckLine {
  const status = found.kind === "invalid" ? INVALID : UNTRIED;
  const { url: normalised, message } = normaliseLine(url, { allowPrivate });
  return {
    url,
    normalised,
    status,
    http: null,
    finalUrl: null,
    mime: null,
    kib: null,
    error: message,
    ms: 0,
    rule: `${found.kind}-${found.reason}`,
    refused: false,
    deadEnd: false,
    notes: [],
    traits: [],
    tls: null,
    chain: [],
  };
}

export function lineOf(
  url: string,
  normalised: NormalisedUrl,
  outcome: Outcome,
  means: Interpretation,
): CheckLine {
  const tried = outcome.kind === "not-tried" ? { ms: 0, tls: null } : outcome;
  const line: CheckLine = {
    url,
    normalised,
    status: means.status,
    http: means.http,
    finalUrl: means.finalUrl,
    mime: means.mime,
    kib: means.kib,
    error: means.error,
    ms: tried.ms,
    rule: means.rule,
    refused: means.refused,
    deadEnd: means.deadEnd,
    notes: means.notes,
    traits: means.traits,
    tls: tried.tls,
    chain: hopsOf(outcome),
  };
  // An outcome inferred from others has none of their requests.
  return outcome.asked === undefined || "asOthers" in outcome
    ? line
    : withTimes(line, outcome, outcome.asked);
}

function withTimes(line: CheckLine, outcome: Outcome, asked: readonly Asked[]): CheckLine {
  const answers =
    outcome.kind === "not-tried" ? [] : outcome.kind === "reply" ? [outcome.reply] : outcome.chain;
  const failed = outcome.kind === "failure" || outcome.kind === "not-tried";
  const { hops, total } = timeTable(asked, answers, line.ms, failed);
  const timed = (hop: CheckHop, timing: TimeSpent | undefined) =>
    timing === undefined ? hop : { ...hop, timing };
  return {
    ...line,
    chain: line.chain.map((hop, index) => timed(hop, hops[index])),
    timing: total,
    requests: asked.map(({ answer: _, ...request }) => request),
  };
}

function hopsOf(outcome: Outcome): CheckHop[] {
  if (outcome.kind === "not-tried") return [];
  if (outcome.kind === "reply") {
    const { url, code, address, ms } = outcome.reply;
    const spoken = code === null ? ({ method: "SSH" } as const) : ({ method: "FTP", reply: code } as const);
    return [{ url, ...spoken, http: null, address, ms }];
  }
  return outcome.chain.map(({ url, method, http, address, ms }) => ({ url, method, http, address, ms }));
}

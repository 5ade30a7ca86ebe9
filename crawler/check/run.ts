import { type TimeSpent, timeTable } from "../../shared/status/asked.ts";
import type { Interpretation, TraitObservation } from "../../shared/status/interpretation.ts";
import type { Note } from "../../shared/status/note.ts";
import type { Asked, Outcome, TimedRequest, TlsTrouble } from "../../shared/status/outcome.ts";
import { INVALID, UNTRIED } from "../../shared/status/table.ts";
import { classify } from "../../shared/url/classify.ts";
import { normaliseLine } from "../../shared/url/normalise-line.ts";
import type { Classified, NormalisedUrl } from "../../shared/url/types.ts";
import { interpret } from "../classify/interpret.ts";
import { inAnyOrder } from "../politeness/any-order.ts";
import { ListSlots } from "../politeness/list-slots.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { type Checker, type CheckerOptions, createChecker } from "./checker.ts";

/** One hop of a check, as `weboid check` shows it. */
export interface CheckHop {
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

/** What `weboid check` says of one URL: the keys of contract.md in their order, then additions. */
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

export interface CheckUrlsOptions extends CheckerOptions {
  /** Checks under way at once; 1…. Those that merely wait for a late name are not counted (ListSlots). */
  readonly concurrency: number;
  /** Aborted: nothing new is begun, what is under way is answered if it ends within `graceMs`. */
  readonly signal?: AbortSignal;
  /** Absent: GRACE_MS. */
  readonly graceMs?: number;
  /** Told how many were under way then and have no answer. */
  readonly onGivenUp?: (count: number) => void;
  /** For Retry-After that names a date. */
  readonly clock?: Clock;
  /** In place of one made from the other options; it is not closed. */
  readonly checker?: Pick<Checker, "begin">;
}

/** Less than a process that is stopped has left (crawler/runtime/shutdown.ts): what was answered is still to be told. */
const GRACE_MS = 5_000;

/** Answers in the order in which they come, one for each URL. No more URLs are read than can be under way. */
export async function* checkUrls(
  urls: AsyncIterable<string> | Iterable<string>,
  options: CheckUrlsOptions,
): AsyncGenerator<CheckLine, void, void> {
  for await (const answers of checkBatches(oneByOne(urls), options)) yield* answers;
}

async function* oneByOne(
  urls: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<readonly string[], void, void> {
  for await (const url of urls) yield [url];
}

/** The same for many, as they are at hand and as they are answered: what is done for each URL is felt at this rate. */
export async function* checkBatches(
  batches: AsyncIterable<readonly string[]>,
  options: CheckUrlsOptions,
): AsyncGenerator<readonly CheckLine[], void, void> {
  const { concurrency, signal, clock = systemClock, allowPrivate = false, graceMs = GRACE_MS } = options;
  const own = options.checker === undefined ? createChecker({ ...options, atOneGo: true }) : null;
  const checker = options.checker ?? own;
  const slots = new ListSlots(concurrency);
  const check = (url: string, done: (line: CheckLine) => void, failed: (bug: unknown) => void) => {
    const found = classify(url, { allowPrivate });
    if (found.kind === "resource") {
      const told = (outcome: Outcome) => {
        try {
          done(lineOf(url, found.url, outcome, interpret(outcome, found.url, clock.now())));
        } catch (bug) {
          failed(bug);
        }
      };
      checker?.begin(found, told, slots);
    } else done(lineOfOther(url, found, allowPrivate));
  };
  const hurry = () => own?.hurry(graceMs);
  signal?.addEventListener("abort", hurry, { once: true });
  try {
    yield* inAnyOrder(batches, { slots, signal, graceMs, onGivenUp: options.onGivenUp }, check);
  } finally {
    signal?.removeEventListener("abort", hurry);
    await own?.close();
  }
}

/** Of what is no resource. */
function lineOfOther(
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

function lineOf(url: string, normalised: NormalisedUrl, outcome: Outcome, means: Interpretation): CheckLine {
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
  // What others met is told with none of their requests.
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

import { interpret } from "../../shared/status/interpret.ts";
import type { Interpretation, TraitObservation } from "../../shared/status/interpretation.ts";
import type { Note } from "../../shared/status/note.ts";
import type { Outcome, TlsTrouble } from "../../shared/status/outcome.ts";
import { INVALID, UNTRIED } from "../../shared/status/table.ts";
import { classify } from "../../shared/url/classify.ts";
import { normaliseLine } from "../../shared/url/line.ts";
import type { Classified, NormalisedUrl } from "../../shared/url/types.ts";
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
}

export interface CheckUrlsOptions extends CheckerOptions {
  /** Checks under way at once; 1…. */
  readonly concurrency: number;
  /** Aborted: nothing new is begun, what is under way is answered if it ends within `graceMs`. */
  readonly signal?: AbortSignal;
  /** Absent: GRACE_MS. */
  readonly graceMs?: number;
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
  const check = (url: string, done: (line: CheckLine) => void, failed: (bug: unknown) => void) => {
    const found = classify(url, { allowPrivate });
    if (found.kind === "resource")
      checker?.begin(found, (outcome) => {
        try {
          done(lineOf(url, found.url, outcome, interpret(outcome, found.url, clock.now())));
        } catch (bug) {
          failed(bug);
        }
      });
    else done(lineOfOther(url, found, allowPrivate));
  };
  try {
    yield* inAnyOrder(batches, { concurrency, signal, graceMs }, check);
  } finally {
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
  return {
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

/** Runs `work` on up to `concurrency` inputs at once and yields the results as soon as they are there. */
async function* inAnyOrder<In, Out>(
  inputs: AsyncIterable<readonly In[]>,
  {
    concurrency,
    signal,
    graceMs,
  }: { readonly concurrency: number; readonly signal: AbortSignal | undefined; readonly graceMs: number },
  work: (input: In, done: (result: Out) => void, failed: (error: unknown) => void) => void,
): AsyncGenerator<readonly Out[], void, void> {
  const source = inputs[Symbol.asyncIterator]();
  let results: Out[] = [];
  /** Begun and not yet taken: a slow reader of the answers slows the checks. */
  let begun = 0;
  let ended = signal?.aborted === true;
  const failures: unknown[] = [];
  const progress = createBell();
  const room = createBell();

  const fail = (error: unknown) => {
    failures.push(error);
    progress.ring();
  };
  /** What comes in one turn of the event loop is handed on together. */
  let handingOn = false;
  const handOn = () => {
    handingOn = false;
    progress.ring();
  };
  const keep = (result: Out) => {
    results.push(result);
    if (!handingOn) setImmediate(handOn);
    handingOn = true;
  };
  const read = async () => {
    while (!ended) {
      if (begun >= concurrency) await room.rung();
      const { done, value } = await source.next();
      if (done === true) break;
      for (const input of value) {
        while (begun >= concurrency && !ended) await room.rung();
        // Stopped while it was waited for.
        if (ended) return;
        begun++;
        work(input, keep, fail);
      }
    }
  };
  const end = () => {
    ended = true;
    progress.ring();
  };
  let givenUp = false;
  let grace: NodeJS.Timeout | undefined;
  const stop = () => {
    end();
    room.ring();
    grace = setTimeout(() => {
      givenUp = true;
      progress.ring();
    }, graceMs);
  };

  signal?.addEventListener("abort", stop, { once: true });
  read().then(end, fail);
  try {
    while (failures.length === 0 && !givenUp && (!ended || begun > 0)) {
      if (results.length === 0 || handingOn) await progress.rung();
      const ready = results;
      results = [];
      if (ready.length > 0) yield ready;
      begun -= ready.length;
      room.ring();
    }
    if (failures.length > 0) throw failures[0];
  } finally {
    signal?.removeEventListener("abort", stop);
    clearTimeout(grace);
    ended = true;
    room.ring();
    // A source that waits for input must not keep the process: it is let go, not waited for.
    void Promise.resolve(source.return?.()).catch(() => {});
  }
}

/** Wakes the one who waits; who does not wait hears nothing. */
function createBell() {
  let wake: (() => void) | null = null;
  return {
    rung: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    ring() {
      const waiting = wake;
      wake = null;
      waiting?.();
    },
  };
}

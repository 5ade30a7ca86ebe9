import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { HostName } from "../../shared/url/types.ts";
import type { Outcome } from "../classify/outcome.ts";
import { resolveReference } from "../classify/reference.ts";
import type { Heard } from "../net/exchange-session.ts";
import { within } from "../net/within.ts";

/**
 * Tells our outage from theirs (design 11). As long as somebody answers now and then, failures are theirs. When one
 * domain after the other fails and nobody answers in between, control addresses are tried, and if none of them can be
 * had, nothing is booked. The name service and the line are watched apart: one can be away without the other.
 *
 * With `holdMs` (what is seen is booked) no failure is believed before somebody of another domain answers after it, or a
 * control address: so the first failures of an outage are not booked either, nor the "unknown" of a name service that
 * says so of every name as it is cut off itself. Who answered is told in the moment of the answer (`Heard`), as a check may
 * go on for long after that: what was heard before a cut says nothing of what fails by it.
 */
export interface OutageWatch extends Heard {
  /** What of an outcome may be booked; `host`: of the URL. A redirect's target that fails is doubted as any other host. */
  judge(outcome: Outcome, host: HostName): Outcome | Promise<Outcome>;
  /** As long as we seem to be cut off, new checks wait here, for `holdMs` at most. null: no need to. */
  wait(): Promise<void> | null;
  /** Nobody waits any more. */
  close(): void;
}

/** What may be away on our side: the name service, its way to the names of others, or the line to all others. */
export type Side = "names" | "finds" | "hosts";

export interface OutageOptions {
  /** Whether a control address can be had; asked once at a time for each side. */
  readonly probe: (side: Side) => Promise<boolean>;
  /** Failures that are doubted, and on which side then nothing was to be had. Absent: all that a cut on our side causes. */
  readonly suspicious?: Suspicious;
  /** Told when a side turns out to be away, and when it is back. */
  readonly onTurn?: (side: Side, up: boolean) => void;
  /** So many domains have to fail one after the other; where failures are held back, each is doubted. */
  readonly domainsMin: number;
  /** A control that takes longer is no use. */
  readonly probeMs: number;
  /** Where failures are not held back, this long after its beginning a check is told, believed or not (C3). */
  readonly toldMs: number;
  /** How long the answer of a probe holds. */
  readonly probeHoldsMs: number;
  /** Held back failures wait so long for an answer of somebody else before a control address is tried … */
  readonly answerMs: number;
  /** … unless so many domains failed one after the other: a list of which half is dead has such rows all the time, but few so long … */
  readonly rowMin: number;
  /** … which is not done more often than this. */
  readonly probeGapMs: number;
  /** An answer that comes so soon after a failure may have been on its way, or lain unread, when we were cut off: it says nothing of it. */
  readonly flightMs: number;
  /** 0: nothing is booked; failures are not held back, checks do not wait. */
  readonly holdMs: number;
}

export const OUTAGE_LIMITS = {
  domainsMin: 5,
  probeMs: 5_000,
  toldMs: 59_500,
  probeHoldsMs: 5_000,
  answerMs: 1_000,
  rowMin: 20,
  flightMs: 250,
  probeGapMs: 2_000,
} as const;

type Suspicious = Readonly<Partial<Record<NetworkFailure, Side>>>;

/** Failures that a cut on our side causes. */
const SUSPICIOUS: Suspicious = {
  "dns-unknown": "finds",
  "dns-refused": "names",
  "dns-failed": "names",
  "dns-timeout": "names",
  "connect-refused": "hosts",
  "connect-timeout": "hosts",
  unreachable: "hosts",
  timeout: "hosts",
};

type Failure = Extract<Outcome, { kind: "failure" }>;

const OWN_OUTAGE: Outcome = { kind: "not-tried", reason: "own-outage" };

export function createOutageWatch(options: OutageOptions): OutageWatch {
  const { probe, probeMs, toldMs, probeHoldsMs, holdMs, suspicious = SUSPICIOUS, onTurn } = options;
  const watched = (side: Side) =>
    createSide(
      () => within(probe(side), probeMs, false),
      (up) => onTurn?.(side, up),
      options,
    );
  const sides = { names: watched("names"), finds: watched("finds"), hosts: watched("hosts") };
  const all = Object.values(sides);
  const waiting = new Set<() => void>();
  const holdsBack = holdMs > 0;
  let closed = false;

  const cutOff = () => all.find(({ isDown }) => isDown());

  const hold = async () => {
    const until = performance.now() + holdMs;
    for (let side = cutOff(); side !== undefined; side = cutOff()) {
      if (closed || performance.now() >= until) return;
      await new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        };
        const timer = setTimeout(go, Math.min(probeHoldsMs, until - performance.now()));
        waiting.add(go);
      });
      if (!closed) await side.isUp();
    }
  };

  return {
    named(host, failure) {
      const suspect = failure === null ? undefined : suspicious[failure];
      if (suspect === "names") return;
      sides.names.heard(host);
      if (suspect !== "finds") sides.finds.heard(host);
    },
    answered: (host) => sides.hosts.heard(host),
    judge(outcome, host) {
      if (outcome.kind !== "failure" || closed) return outcome;
      const suspect = suspicious[outcome.failure];
      if (suspect === undefined) return outcome;
      const domain = registrableDomain(failedHost(outcome, host));
      const side = sides[suspect];
      const believed = (theirs: boolean) => (theirs ? outcome : OWN_OUTAGE);
      if (holdsBack) return side.isTheirs(domain, outcome.ms).then(believed);
      // What others met a while ago is told of many at once: not while nobody knows whether we are connected.
      if ("asOthers" in outcome) return side.isConnected().then(believed);
      if (suspect === "finds" || !side.failed(domain)) return outcome;
      return within(side.isUp(), toldMs - outcome.ms, false).then(believed);
    },
    wait: () => (!holdsBack || closed || cutOff() === undefined ? null : hold()),
    close() {
      closed = true;
      for (const go of waiting) go();
      for (const side of all) side.close();
    },
  };
}

/** To which the last redirect led, where there was any. */
function failedHost({ chain }: Failure, host: HostName): HostName {
  const last = chain.at(-1);
  if (last === undefined) return host;
  const target = resolveReference(last.url, last.location ?? "", { allowPrivate: true });
  return target.kind === "resource" ? target.parts.host : splitUrl(last.url).host;
}

/** A failure that nobody has borne out yet. */
interface Doubt {
  readonly domain: HostName;
  /** Who answers before that does not bear it out. */
  readonly from: number;
  settle(theirs: boolean): void;
}

function createSide(
  ask: () => Promise<boolean>,
  turned: (up: boolean) => void,
  { domainsMin, probeHoldsMs, answerMs, rowMin, flightMs, probeGapMs }: OutageOptions,
) {
  /** Domains that failed since anybody answered. */
  const failed = new Set<HostName>();
  const doubts = new Set<Doubt>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let settlesAt = 0;
  let heardAt = Number.NEGATIVE_INFINITY;
  let last: { readonly up: boolean; readonly until: number } = { up: true, until: 0 };
  /** When it was last away, its end included: what was under way then says nothing. */
  let downAt = Number.NEGATIVE_INFINITY;
  let probedAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<boolean> | null = null;

  const learn = (up: boolean, until: number): void => {
    const before = last.up;
    last = { up, until };
    if (!up || !before) downAt = performance.now();
    if (up !== before) turned(up);
  };

  const isUp = (): Promise<boolean> => {
    if (performance.now() < last.until) return Promise.resolve(last.up);
    if (probing === null) {
      probedAt = performance.now();
      probing = ask()
        .catch(() => false)
        .then((up) => {
          probing = null;
          if (up) failed.clear();
          learn(up, performance.now() + probeHoldsMs);
          return up;
        });
    }
    return probing;
  };

  /** True: so many failed that it may be us. */
  const fail = (domain: HostName): boolean => {
    // At the limit the set says all that it has to.
    if (failed.size < Math.max(domainsMin, rowMin)) failed.add(domain);
    return failed.size >= domainsMin;
  };

  const settle = async () => {
    // A probe that began before these failures could not bear them out.
    if (probing !== null) await probing;
    const doubted = [...doubts];
    if (last.up) learn(true, 0);
    const up = doubted.length === 0 || (await isUp());
    for (const doubt of doubted) doubt.settle(up);
    timer = null;
    if (doubts.size > 0) plan();
  };
  const plan = () => {
    const now = performance.now();
    // A line that is away fails at once: who answers when it is back a moment later would bear out all that failed.
    const at = Math.max(now + (failed.size < rowMin ? answerMs : 0), probedAt + probeGapMs);
    if (timer !== null && settlesAt <= at) return;
    if (timer !== null) clearTimeout(timer);
    settlesAt = at;
    timer = setTimeout(() => void settle(), at - now);
  };

  return {
    isUp,
    /** The same, where an answer of a moment ago will do: controls are not for each host of a list that is away. */
    isConnected: () =>
      last.up && performance.now() < heardAt + probeHoldsMs ? Promise.resolve(true) : isUp(),
    heard(host: HostName) {
      heardAt = performance.now();
      failed.clear();
      learn(true, 0);
      if (doubts.size === 0) return;
      const domain = registrableDomain(host);
      // In the order of their times.
      for (const doubt of doubts) {
        if (doubt.from > heardAt) break;
        if (doubt.domain !== domain) doubt.settle(true);
      }
    },
    failed: fail,
    isDown: () => !last.up,
    /** Whether a failure after `ms` milliseconds is the other side's: known as soon as somebody else answers. */
    async isTheirs(domain: HostName, ms: number): Promise<boolean> {
      const now = performance.now();
      const began = now - ms;
      if (!last.up && now < last.until) return false;
      const theirs = await new Promise<boolean>((resolve) => {
        const doubt: Doubt = {
          domain,
          from: now + flightMs,
          settle(answer) {
            doubts.delete(doubt);
            resolve(answer);
          },
        };
        doubts.add(doubt);
        fail(domain);
        plan();
      });
      return theirs && began > downAt;
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      for (const doubt of doubts) doubt.settle(false);
    },
  };
}

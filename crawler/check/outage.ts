import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { HostName } from "../../shared/url/types.ts";
import type { Outcome } from "../classify/outcome.ts";
import { resolveReference } from "../classify/reference.ts";
import type { Heard } from "../net/exchange-session.ts";
import { within } from "../net/within.ts";
import { OutageSide, type SideLimits } from "./outage-side.ts";

/** What may be away at our end: the name service, what it finds of the names of others, or the connection to hosts. */
export type Side = "resolver" | "names" | "hosts";

export interface OutageOptions extends SideLimits {
  /** Whether a control address can be reached; asked once at a time for each side. */
  readonly probe: (side: Side) => Promise<boolean>;
  /** Failures that are doubted, and the side that would be away. Absent: all that a cut at our end causes. */
  readonly suspicious?: Suspicious;
  /** Called when a side turns out to be away, and when it is back. */
  readonly onStateChange?: (side: Side, up: boolean) => void;
  /** A control that takes longer is no use. */
  readonly probeMs: number;
  /** Where failures are not held back, a check is reported so long after its beginning, believed or not (C3). */
  readonly reportedMs: number;
  /** Where results are stored: failures are held back, and checks wait for so long at most. 0: neither. */
  readonly holdMs: number;
  readonly onClose?: () => void;
}

export const OUTAGE_LIMITS = {
  domainsMin: 5,
  probeMs: 5_000,
  reportedMs: 59_500,
  probeHoldsMs: 5_000,
  answerMs: 1_000,
  rowMin: 20,
  flightMs: 250,
  probeGapMs: 2_000,
} as const;

type Suspicious = Readonly<Partial<Record<NetworkFailure, Side>>>;

/** Failures that a cut at our end causes. */
const SUSPICIOUS: Suspicious = {
  "dns-unknown": "names",
  "dns-refused": "resolver",
  "dns-failed": "resolver",
  "dns-timeout": "resolver",
  "connect-refused": "hosts",
  "connect-timeout": "hosts",
  unreachable: "hosts",
  timeout: "hosts",
};

type Failure = Extract<Outcome, { kind: "failure" }>;

const OWN_OUTAGE: Outcome = { kind: "not-tried", reason: "own-outage" };

/**
 * Distinguishes our outage from theirs (design 11). As long as somebody answers now and then, failures are theirs. When one
 * domain after the other fails and nobody answers in between, control addresses are tried, and if none can be reached, nothing
 * is stored. The sides are watched apart: one can be away without the others.
 *
 * With `holdMs` no failure is believed before somebody of another domain, or a control address, answers after it: so the first
 * failures of an outage are not stored either, nor the "unknown" of a name service that says so of every name as it is cut off
 * itself. Answers are reported at their moment (`Heard`), as a check may go on for long after them: what answered before a cut
 * says nothing of what fails by it.
 */
export class OutageWatch implements Heard {
  readonly #options: OutageOptions;
  readonly #suspicious: Suspicious;
  readonly #sides: Readonly<Record<Side, OutageSide>>;
  /** Each lets a waiting check go on. */
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  constructor(options: OutageOptions) {
    this.#options = options;
    this.#suspicious = options.suspicious ?? SUSPICIOUS;
    const sideOf = (side: Side) =>
      new OutageSide(
        () => within(options.probe(side), options.probeMs, false),
        (up) => options.onStateChange?.(side, up),
        options,
      );
    this.#sides = { resolver: sideOf("resolver"), names: sideOf("names"), hosts: sideOf("hosts") };
  }

  named(host: HostName, failure: NetworkFailure | null): void {
    const suspect = failure === null ? undefined : this.#suspicious[failure];
    if (suspect === "resolver") return;
    this.#sides.resolver.heard(host);
    if (suspect !== "names") this.#sides.names.heard(host);
  }

  answered(host: HostName): void {
    this.#sides.hosts.heard(host);
  }

  /** What of an outcome may be stored; `host`: of the URL. A redirect's target that fails is doubted as any other host. */
  async judge(outcome: Outcome, host: HostName): Promise<Outcome> {
    if (outcome.kind !== "failure" || this.#isClosed) return outcome;
    const suspect = this.#suspicious[outcome.failure];
    return suspect === undefined || (await this.#isTheirs(outcome, suspect, host)) ? outcome : OWN_OUTAGE;
  }

  #isTheirs(outcome: Failure, suspect: Side, host: HostName): boolean | Promise<boolean> {
    const { holdMs, reportedMs } = this.#options;
    const side = this.#sides[suspect];
    const domain = registrableDomain(failedHost(outcome, host));
    if (holdMs > 0) return side.isTheirs(domain, outcome.ms);
    // What others met a while ago is said of many at once: not while nobody knows whether we are connected.
    if ("asOthers" in outcome) return side.isConnected();
    if (suspect === "names" || !side.fail(domain)) return true;
    return within(side.isUp(), reportedMs - outcome.ms, false);
  }

  /** As long as we seem to be cut off, new checks wait here, for `holdMs` at most. null: no need to. */
  wait(): Promise<void> | null {
    const isNeeded = this.#options.holdMs > 0 && !this.#isClosed && this.#away() !== undefined;
    return isNeeded ? this.#hold() : null;
  }

  /** Nobody waits any more. */
  close(): void {
    this.#isClosed = true;
    for (const goOn of this.#waiting) goOn();
    for (const side of Object.values(this.#sides)) side.close();
    this.#options.onClose?.();
  }

  #away(): OutageSide | undefined {
    return Object.values(this.#sides).find(({ isDown }) => isDown);
  }

  async #hold(): Promise<void> {
    const { holdMs, probeHoldsMs } = this.#options;
    const until = performance.now() + holdMs;
    for (let side = this.#away(); side !== undefined; side = this.#away()) {
      if (this.#isClosed || performance.now() >= until) return;
      await this.#pause(Math.min(probeHoldsMs, until - performance.now()));
      if (!this.#isClosed) await side.isUp();
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        this.#waiting.delete(goOn);
        resolve();
      };
      const timer = setTimeout(goOn, ms);
      this.#waiting.add(goOn);
    });
  }
}

/** To which the last redirect led, where there was any. */
function failedHost({ chain }: Failure, host: HostName): HostName {
  const last = chain.at(-1);
  if (last === undefined) return host;
  const target = resolveReference(last.url, last.location ?? "", { allowPrivate: true });
  return target.kind === "resource" ? target.parts.host : splitUrl(last.url).host;
}

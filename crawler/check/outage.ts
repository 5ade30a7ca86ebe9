import type { NetworkFailure, Outcome } from "../../shared/status/outcome.ts";
import { registrableDomain } from "../../shared/url/domain.ts";
import type { HostName } from "../../shared/url/types.ts";

/**
 * Tells our outage from theirs (design 11). As long as somebody answers now and then, failures are theirs. When one
 * domain after the other fails and nobody answers in between, control addresses are tried, and if none of them can be
 * had, nothing is booked. The name service and the line are watched apart: one can be away without the other.
 */
export interface OutageWatch {
  /** What of an outcome may be booked. `fresh`: the name service was asked, its cache did not know the host. */
  judge(outcome: Outcome, host: HostName, fresh: boolean): Promise<Outcome>;
  /** As long as we seem to be cut off, new checks wait here, for `holdMs` at most. null: no need to. */
  wait(): Promise<void> | null;
  /** Nobody waits any more. */
  close(): void;
}

/** What may be away on our side: the name service, or the line to all others. */
export type Side = "names" | "hosts";

export interface OutageOptions {
  /** Whether a control address can be had; asked once at a time for each side. */
  readonly probe: (side: Side) => Promise<boolean>;
  /** So many domains have to fail one after the other. */
  readonly domainsMin: number;
  /** How long the answer of a probe holds. */
  readonly probeHoldsMs: number;
  readonly holdMs: number;
}

export const OUTAGE_LIMITS = { domainsMin: 5, probeHoldsMs: 5_000 } as const;

/** Failures that a cut on our side causes. */
const SUSPICIOUS: Partial<Record<NetworkFailure, Side>> = {
  "dns-refused": "names",
  "dns-failed": "names",
  "dns-timeout": "names",
  "connect-refused": "hosts",
  "connect-timeout": "hosts",
  unreachable: "hosts",
  timeout: "hosts",
};

/** Failures of somebody who is there. */
const HEARD: ReadonlySet<NetworkFailure> = new Set([
  "reset",
  "closed",
  "tls",
  "malformed-head",
  "head-too-large",
]);

export function createOutageWatch({ probe, domainsMin, probeHoldsMs, holdMs }: OutageOptions): OutageWatch {
  const watched = (side: Side) => createSide(() => probe(side), { domainsMin, probeHoldsMs });
  const sides = { names: watched("names"), hosts: watched("hosts") };
  const waiting = new Set<() => void>();
  let closed = false;

  const cutOff = () => [sides.names, sides.hosts].find(({ isDown }) => isDown());

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
    async judge(outcome, host, fresh) {
      if (outcome.kind === "not-tried" || closed) return outcome;
      const answered = outcome.kind !== "failure" || outcome.chain.length > 0;
      const failure = outcome.kind === "failure" && !answered ? outcome.failure : null;
      const suspect = failure === null ? undefined : SUSPICIOUS[failure];
      if (fresh && suspect !== "names") sides.names.heard();
      if (answered || (failure !== null && HEARD.has(failure))) sides.hosts.heard();
      if (suspect === undefined || !sides[suspect].failed(registrableDomain(host))) return outcome;
      return (await sides[suspect].isUp()) ? outcome : { kind: "not-tried", reason: "own-outage" };
    },
    wait: () => (holdMs === 0 || closed || cutOff() === undefined ? null : hold()),
    close() {
      closed = true;
      for (const go of waiting) go();
    },
  };
}

function createSide(
  probe: () => Promise<boolean>,
  { domainsMin, probeHoldsMs }: Pick<OutageOptions, "domainsMin" | "probeHoldsMs">,
) {
  /** Domains that failed since anybody answered. */
  const failed = new Set<HostName>();
  let last: { readonly up: boolean; readonly until: number } = { up: true, until: 0 };
  let probing: Promise<boolean> | null = null;
  return {
    heard() {
      failed.clear();
      last = { up: true, until: 0 };
    },
    /** True: so many failed that it may be us. */
    failed(domain: HostName): boolean {
      // At the limit the set says all that it has to.
      if (failed.size < domainsMin) failed.add(domain);
      return failed.size >= domainsMin;
    },
    isDown: () => !last.up,
    isUp(): Promise<boolean> {
      if (performance.now() < last.until) return Promise.resolve(last.up);
      probing ??= probe()
        .catch(() => false)
        .then((up) => {
          probing = null;
          if (up) failed.clear();
          last = { up, until: performance.now() + probeHoldsMs };
          return up;
        });
      return probing;
    },
  };
}

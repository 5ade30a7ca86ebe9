import type { AddressPolicy } from "../../shared/url/address-policy.ts";
import type { HostName, NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import type { Outcome } from "../classify/outcome.ts";
import { SiteMemory } from "../classify/site/memory.ts";
import { socketsMax } from "../net/descriptors.ts";
import { createDialler } from "../net/dialler.ts";
import { createEgressGuard } from "../net/egress/guard.ts";
import { createFileServers } from "../net/file-servers.ts";
import { createNameResolver, type NameResolver } from "../net/names.ts";
import { createRouter, isLiteral } from "../net/routes.ts";
import { Semaphore } from "../net/semaphore.ts";
import type { OwnPorts, RequestFields, Transport } from "../net/transport.ts";
import { userAgent } from "../runtime/config.ts";
import { type CheckHints, type CheckMeans, check } from "./check.ts";
import { type CheckLimits, checkLimits } from "./limits.ts";
import type { OutageWatch } from "./outage.ts";
import { createWatch, type WatchOptions } from "./outage-controls.ts";
import type { CheckGrant } from "./session-means.ts";
import type { Target } from "./target.ts";

export interface CheckerOptions extends WatchOptions {
  /** WEBOID_CONTACT, for the User-Agent (C2); null only where nobody outside is asked. */
  readonly contact: string | null;
  readonly limits?: Partial<CheckLimits>;
  /** Public addresses of ours that no interface shows. */
  readonly ownAddresses?: readonly string[];
  /** WEBOID_DENY: blocks in CIDR notation that are never contacted. */
  readonly deny?: readonly string[];
  /** Sockets at once: checks under way, one each, and connects that outlive them; above it checks wait. */
  readonly socketsMax?: number;
  /** For test webs: see TransportOptions. */
  readonly ownPorts?: OwnPorts;
  /** In place of the own ones. */
  readonly transport?: Transport;
  /** Sites are looked at beside their URLs: an address that cannot exist, once in 90 days (C7). Absent: not. */
  readonly probe?: boolean;
  /** Outcomes list every request, and where its time went (`asked`). */
  readonly timed?: boolean;
  /** robots.txt is asked for (C4). Absent: not. */
  readonly readRobots?: boolean;
  /** Whose owners asked to be left alone (C4), on the way of redirects too. */
  readonly optedOut?: (parts: UrlParts) => boolean;
  /** Called with an exception that came out of a check: a bug. Absent: a line on standard error. */
  readonly onBug?: (bug: unknown, url: NormalisedUrl) => void;
}

export interface Checker {
  /**
   * Never rejects: what is our own trouble is "not-tried", also a bug (`onBug`). Thousands may be under way at once. The lease that it
   * was granted is the caller's to release, who learns first what came of it; one at another host is released.
   */
  check(target: Target, grant: CheckGrant, hints?: CheckHints): Promise<Outcome>;
  /** What of an outcome that was inferred from others of the host counts: nothing while we seem to be cut off (design 11). */
  believed(outcome: Outcome, host: HostName): Promise<Outcome>;
  /** Ends what is under way as if its time were up. */
  close(): Promise<void>;
}

/** C2. */
export const requestFields = (contact: string | null): RequestFields => [
  ["Accept", "*/*"],
  ["Accept-Language", "*"],
  ["Accept-Encoding", "gzip, deflate"],
  ["Connection", "keep-alive"],
  ["Cache-Control", "max-age=0"],
  ["User-Agent", userAgent(contact)],
];

/** For a crawl: so that an outage uses up few URLs of a sweep, which comes to them again in weeks only. */
export const OUTAGE_HOLD_MS = 60_000;

export function createChecker(options: CheckerOptions): Checker {
  const means = meansOf(options);
  const { resolver } = means;
  const watch = createWatch(means, options, () => resolver.forgetFailures?.());
  const { nameServers = async () => [] } = resolver;
  const sites = options.probe === true ? { memory: new SiteMemory(), nameServers } : undefined;
  const checks = new WatchedChecks({ ...means, heard: watch ?? undefined, sites }, watch, options.onBug);
  return {
    check: (target, grant, hints) => checks.check(target, grant, hints),
    believed: (outcome, host) => checks.believed(outcome, host),
    async close() {
      checks.close();
      watch?.close();
      means.files.close();
      await means.transport.close();
      resolver.close();
    },
  };
}

type Means = CheckMeans & { readonly resolver: NameResolver; readonly allowed: AddressPolicy };

function meansOf(options: CheckerOptions): Means {
  const { ownAddresses = [], deny = [], ownPorts, optedOut, allowPrivate = false, contact } = options;
  const sockets = new Semaphore(options.socketsMax ?? socketsMax());
  const ports = ownPorts === undefined ? {} : { ownPorts };
  const limits = checkLimits(options.limits);
  const resolver = options.resolver ?? createNameResolver({ servers: options.dns ?? [] });
  const { allows: allowed } = createEgressGuard({ allowPrivate, ownAddresses, deny });
  return {
    transport: options.transport ?? createDialler({ sockets, ...ports }),
    files: createFileServers(contact, ports),
    resolver,
    allowed,
    router: createRouter(resolver, allowed, limits),
    sockets,
    limits,
    fields: requestFields(contact),
    allowPrivate,
    readRobots: options.readRobots === true,
    optedOut,
    timed: options.timed === true,
  };
}

/** Checks whose failures are believed only while we are connected ourselves (design 11). */
class WatchedChecks {
  readonly #means: CheckMeans & Pick<Means, "resolver">;
  readonly #watch: OutageWatch | null;
  readonly #onBug: (bug: unknown, url: NormalisedUrl) => void;
  #isClosed = false;

  constructor(means: CheckMeans & Pick<Means, "resolver">, watch: OutageWatch | null, onBug = tellBug) {
    this.#means = means;
    this.#watch = watch;
    this.#onBug = onBug;
  }

  async check(target: Target, grant: CheckGrant, hints?: CheckHints): Promise<Outcome> {
    const { url, parts } = target;
    try {
      const outage = this.#watch?.wait() ?? null;
      if (outage !== null) await grant.politeness.yieldPermit(outage);
      if (this.#isClosed) return { kind: "not-tried", reason: "no-resources" };
      const known = isLiteral(parts) ? null : this.#means.resolver.cached(parts.host);
      const outcome = await check(target, this.#means, grant, hints);
      if (outcome.kind !== "failure") return outcome;
      // What the name service had said before was not asked again.
      const failed: Outcome = known?.kind === "failed" ? { ...outcome, repeated: true } : outcome;
      return await grant.politeness.yieldPermit(this.believed(failed, parts.host));
    } catch (bug) {
      this.#onBug(bug, url);
      return { kind: "not-tried", reason: "internal-error" };
    }
  }

  async believed(outcome: Outcome, host: HostName): Promise<Outcome> {
    return this.#watch?.judge(outcome, host) ?? outcome;
  }

  close(): void {
    this.#isClosed = true;
  }
}

function tellBug(bug: unknown, url: NormalisedUrl): void {
  const text = bug instanceof Error ? (bug.stack ?? bug.message) : String(bug);
  process.stderr.write(`a bug showed in the check of ${url}: ${text}\n`);
}

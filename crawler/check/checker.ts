import type { Outcome } from "../../shared/status/outcome.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { HostName, NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import { userAgent } from "../runtime/config.ts";
import type { CheckDeps, CheckHints, Target } from "./asker.ts";
import { BoundedCheck, type Bounds } from "./bounds.ts";
import { checkUrl } from "./check.ts";
import { socketsMax } from "./descriptors.ts";
import { createDialler } from "./dialler.ts";
import { createEtiquette } from "./etiquette.ts";
import { createFileServers } from "./file-servers.ts";
import type { Fleet } from "./fleet.ts";
import { createGate } from "./gate.ts";
import { type CheckLimits, checkLimits, type EtiquetteLimits, type ResolverLimits } from "./limits.ts";
import { createNameServers } from "./name-servers.ts";
import {
  createOutageWatch,
  OUTAGE_LIMITS,
  type OutageOptions,
  type OutageWatch,
  type Side,
} from "./outage.ts";
import { type AddressPolicy, createAddressPolicy, createRouter, isLiteral } from "./policy.ts";
import { ReadersWishes } from "./readers-wishes.ts";
import { createResolver, type HostResolver } from "./resolver.ts";
import type { RobotsBook } from "./robots-book.ts";
import { createRobotsGate } from "./robots-gate.ts";
import { SilentHosts } from "./silent-hosts.ts";
import { createSiteWatch } from "./site.ts";
import type { OwnPorts, RequestFields, Transport, TransportOptions } from "./transport.ts";
import type { Release } from "./turns.ts";
import { WalledHosts } from "./walls.ts";

export interface CheckerOptions {
  /** WEBOID_CONTACT, for the User-Agent (C2); null only where nobody outside is asked. */
  readonly contact: string | null;
  /** WEBOID_DNS: `address` or `address:port` each; empty or absent: the system's. */
  readonly dns?: readonly string[];
  /** WEBOID_ALLOW_PRIVATE, `--allow-private`: test webs on loopback, never the default. */
  readonly allowPrivate?: boolean;
  readonly limits?: Partial<CheckLimits>;
  /** How hosts are spared (C4). */
  readonly etiquette?: Partial<EtiquetteLimits>;
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
  readonly resolver?: HostResolver;
  /**
   * Addresses that are tried before many failures in a row are believed (design 11); empty: failures are always believed.
   * Absent or null: well-known ones; with `allowPrivate` none, and only a name service that says nothing at all is taken for ours.
   */
  readonly controls?: readonly NormalisedUrl[] | null;
  /**
   * For a crawl, whose results are booked: no failure is believed before somebody else answers, and while we seem to be cut
   * off, a new check waits for so long at most. Absent: neither.
   */
  readonly outageHoldMs?: number;
  /** Told in a sentence when we seem to be cut off, and when no more. */
  readonly onOutage?: (told: string) => void;
  /** URLs that wait for a host which is silent to others are told so without being asked (C5); a sweep does that by itself. */
  readonly atOneGo?: boolean;
  /** Sites are looked at beside their URLs: an address that cannot exist, once in 90 days (C7). Absent: not. */
  readonly probe?: boolean;
  /** With whom the budgets of hosts are shared; absent: with nobody. */
  readonly fleet?: Fleet;
  /** Absent, and without a fleet: robots.txt is not asked for. */
  readonly robots?: RobotsBook;
  /** Whose owners asked to be left alone (C4), on the way of redirects too. */
  readonly optedOut?: (parts: UrlParts) => boolean;
  /** Told of an exception that came out of a check: a bug. Absent: a line on standard error. */
  readonly onBug?: (bug: unknown, url: NormalisedUrl) => void;
}

export interface Checker {
  /**
   * Never rejects: what is our own trouble is "not-tried", also a bug (`onBug`). Thousands may be under way at once.
   * `turn`: of its host, where the caller has it already (Fleet.ask); it is given back in any case.
   */
  check(url: NormalisedUrl, hints?: CheckHints, turn?: Release): Promise<Outcome>;
  /** The same without a promise; `done` is called once, perhaps at once, and must not throw. */
  begin(target: Target, done: (outcome: Outcome) => void): void;
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

/** The dialler needs Bun; undici serves wherever Bun is not (design 12). */
const createTransport = (options: TransportOptions): Transport =>
  typeof Bun === "undefined" ? loadedUndici(options) : createDialler(options);

/** Loaded where it is wanted only: it would be half of the start of `weboid check` (DECISIONS.md). */
function loadedUndici(options: TransportOptions): Transport {
  const loading = import("./undici.ts").then(({ createUndiciTransport }) => createUndiciTransport(options));
  return {
    exchange: async (request) => (await loading).exchange(request),
    close: async () => (await loading).close(),
  };
}

/** Sites that are up when we are, run by different people at different places. */
const CONTROLS = ["https://www.wikipedia.org/", "https://www.iana.org/"].map((url) => url as NormalisedUrl);
/** For a crawl: so that an outage uses up few URLs of a sweep, which comes to them again in weeks only. */
export const OUTAGE_HOLD_MS = 60_000;
const PROBE_LIMITS = { totalMs: OUTAGE_LIMITS.probeMs, connectMs: 3_000, headSilenceMs: 3_000, bodyMs: 500 };

const OUTAGES: Readonly<Record<Side, readonly [away: string, back: string]>> = {
  names: ["the name service does not answer", "the name service answers again"],
  finds: ["the name service finds none of the names that there are", "the name service finds names again"],
  hosts: ["nobody answers, and no control address either", "somebody answers again"],
};
const tellTurn =
  (tell: (told: string) => void) =>
  (side: Side, up: boolean): void => {
    const [away, back] = OUTAGES[side];
    tell(
      up
        ? back
        : `${away}: taken for an outage on our side, so nothing is held against links until it is over`,
    );
  };

/** A name that no cache knows. */
const newName = (below: string) => `weboid-${crypto.randomUUID().slice(0, 8)}.${below}`;

function createWatch(deps: CheckDeps, allowed: AddressPolicy, options: CheckerOptions): OutageWatch | null {
  const { controls = null, allowPrivate = false, onOutage } = options;
  if (controls?.length === 0) return null;
  const watch = {
    ...OUTAGE_LIMITS,
    holdMs: options.outageHoldMs ?? 0,
    ...(onOutage !== undefined && { onTurn: tellTurn(onOutage) }),
  };
  // Of their own: a probe must not wait behind the questions whose failures it is to judge.
  const own = (limits: Partial<ResolverLimits>) =>
    options.resolver ?? createResolver({ servers: options.dns ?? [], limits });
  const [resolver, uncached] = [own({}), own({ cacheEntriesMax: 0 })];
  const probing =
    controls === null && allowPrivate
      ? silentNames(resolver)
      : { probe: controlProbe(controls ?? CONTROLS, deps, allowed, resolver, uncached) };
  const watched = createOutageWatch({ ...watch, ...probing });
  return {
    ...watched,
    close() {
      watched.close();
      resolver.close();
      uncached.close();
    },
  };
}

/** In a test web nobody is known to be up. But a name service answers of a name that is reserved for being unknown (RFC 6761, 6.4), too. */
const silentNames = (resolver: HostResolver): Pick<OutageOptions, "suspicious" | "probe"> => ({
  suspicious: { "dns-timeout": "names" },
  probe: async () => {
    const found = await resolver.resolve(newName("invalid"));
    return found.kind === "found" || found.failure !== "dns-timeout";
  },
});

function controlProbe(
  controls: readonly NormalisedUrl[],
  deps: CheckDeps,
  allowed: AddressPolicy,
  resolver: HostResolver,
  uncached: HostResolver,
): OutageOptions["probe"] {
  const { robots: _, ...others } = deps;
  const limits = { ...deps.limits, ...PROBE_LIMITS };
  const probeDeps = {
    ...others,
    limits,
    router: createRouter(resolver, allowed, limits),
    etiquette: createEtiquette({}, deps.allowPrivate),
  };
  const answers: Readonly<Record<Side, (control: NormalisedUrl) => Promise<boolean>>> = {
    // That there is no such name is an answer too.
    names: async (control) => {
      const found = await resolver.resolve(newName(splitUrl(control).host));
      return found.kind === "found" || found.failure === "dns-unknown";
    },
    // A name service that is cut off may say of every name that there is none. What is known from before says nothing.
    finds: async (control) => {
      const parts = splitUrl(control);
      // An address needs no name.
      return isLiteral(parts) || (await uncached.resolve(parts.host)).kind === "found";
    },
    hosts: async (control) => (await checkUrl(control, probeDeps)).kind === "answer",
  };
  // All at once: one that is silent leaves no time for the others.
  return (side) => anyOf(controls.map((control) => answers[side](control)));
}

/** As soon as one says yes. */
const anyOf = (answers: readonly Promise<boolean>[]): Promise<boolean> =>
  Promise.any(answers.map((answer) => answer.then((yes) => yes || Promise.reject()))).catch(() => false);

export function createChecker(options: CheckerOptions): Checker {
  const allowPrivate = options.allowPrivate ?? false;
  const { ownAddresses = [], deny = [], ownPorts, onBug = tellBug } = options;
  const gate = createGate(options.socketsMax ?? socketsMax());
  const transport =
    options.transport ?? createTransport({ sockets: gate, ...(ownPorts === undefined ? {} : { ownPorts }) });
  const files = createFileServers(options.contact, ownPorts === undefined ? {} : { ownPorts });
  const resolver = options.resolver ?? createResolver({ servers: options.dns ?? [] });
  const etiquette = createEtiquette(options.etiquette ?? {}, allowPrivate, options.fleet ?? null);
  const limits = checkLimits(options.limits);
  const fields = requestFields(options.contact);
  const book = options.robots ?? options.fleet?.robots ?? null;
  const { optedOut } = options;
  const allowed = createAddressPolicy({ allowPrivate, ownAddresses, deny });
  const router = createRouter(resolver, allowed, limits);
  const way = { transport, router, etiquette, limits, fields, allowPrivate, optedOut };
  const deps: CheckDeps = {
    ...way,
    files,
    ...(book !== null && { robots: createRobotsGate({ ...way, book }) }),
    walled: new WalledHosts(),
    wishes: new ReadersWishes(),
  };
  const nameServers = options.probe === true ? createNameServers(options.dns ?? []) : null;
  const looking = nameServers === null ? deps : { ...deps, sites: createSiteWatch(nameServers.ask) };
  const watch = createWatch(deps, allowed, options);
  // Its robots.txt is the first thing that a host is asked for.
  const hasAnswered = (host: HostName) => (book?.own(host) ?? null) !== null;
  let closed = false;
  const bounds: Bounds = {
    deps: looking,
    watch,
    etiquette,
    resolver,
    silent: options.atOneGo === true ? new SilentHosts(hasAnswered) : null,
    gate,
    isClosed: () => closed,
    onBug: (bug, { url }) => onBug(bug, url),
  };
  return {
    async check(url, hints, turn) {
      try {
        const target = { url, parts: splitUrl(url) };
        return await new Promise((resolve) => new BoundedCheck(bounds, target, resolve, hints, turn).begin());
      } catch (bug) {
        onBug(bug, url);
        return { kind: "not-tried", reason: "internal-error" };
      }
    },
    begin: (target, done) => new BoundedCheck(bounds, target, done).begin(),
    close: async () => {
      closed = true;
      etiquette.close();
      watch?.close();
      files.close();
      await transport.close();
      resolver.close();
      nameServers?.close();
    },
  };
}

function tellBug(bug: unknown, url: NormalisedUrl): void {
  const text = bug instanceof Error ? (bug.stack ?? bug.message) : String(bug);
  process.stderr.write(`a bug showed in the check of ${url}: ${text}\n`);
}

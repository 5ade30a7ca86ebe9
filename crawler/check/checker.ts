import type { Outcome } from "../../shared/status/outcome.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { HostName, NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import { socketsMax } from "../net/descriptors.ts";
import { createDialler } from "../net/dialler.ts";
import { createFileServers } from "../net/file-servers.ts";
import { createGate } from "../net/gate.ts";
import { createNameResolver, type NameResolver } from "../net/names.ts";
import { createAddressPolicy, createRouter } from "../net/policy.ts";
import type { OwnPorts, RequestFields, Transport } from "../net/transport.ts";
import { createEtiquette } from "../politeness/etiquette.ts";
import type { Fleet } from "../politeness/fleet.ts";
import { HurriedHosts } from "../politeness/hurried-hosts.ts";
import type { ListSlots } from "../politeness/list-slots.ts";
import { ReadersWishes } from "../politeness/readers-wishes.ts";
import { RestingHosts } from "../politeness/resting-hosts.ts";
import type { RobotsBook } from "../politeness/robots-book.ts";
import { createRobotsGate } from "../politeness/robots-gate.ts";
import { SilentHosts } from "../politeness/silent-hosts.ts";
import type { Release } from "../politeness/turns.ts";
import { userAgent } from "../runtime/config.ts";
import { BoundedCheck, type Bounds } from "./bounds.ts";
import type { CheckDeps, CheckHints, Target } from "./deps.ts";
import { type CheckLimits, checkLimits, type EtiquetteLimits } from "./limits.ts";
import { createWatch } from "./own-outage.ts";
import { createSiteWatch } from "./site.ts";
import { WalledHosts } from "./walled-hosts.ts";

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
  readonly resolver?: NameResolver;
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
  /** Outcomes tell every request, and where its time went (`asked`). */
  readonly timed?: boolean;
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
  /**
   * The same without a promise; `done` is called once, perhaps at once, and must not throw. `slots`: in which the check has
   * one, and has one again at its end.
   */
  begin(target: Target, done: (outcome: Outcome) => void, slots?: ListSlots): void;
  /** Soon it is closed: whoever would rest for longer than this is told so now. */
  hurry(withinMs: number): void;
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
  const allowPrivate = options.allowPrivate ?? false;
  const { ownAddresses = [], deny = [], ownPorts, onBug = tellBug } = options;
  const gate = createGate(options.socketsMax ?? socketsMax());
  const transport =
    options.transport ?? createDialler({ sockets: gate, ...(ownPorts === undefined ? {} : { ownPorts }) });
  const files = createFileServers(options.contact, ownPorts === undefined ? {} : { ownPorts });
  const resolver = options.resolver ?? createNameResolver({ servers: options.dns ?? [] });
  const etiquette = createEtiquette(options.etiquette ?? {}, allowPrivate, options.fleet ?? null);
  // A test web is one host of many behaviours, whatever it says.
  const isSparing = !allowPrivate || options.etiquette?.pacePrivate === true;
  const limits = checkLimits(options.limits);
  const fields = requestFields(options.contact);
  const book = options.robots ?? options.fleet?.robots ?? null;
  const { optedOut } = options;
  const allowed = createAddressPolicy({ allowPrivate, ownAddresses, deny });
  const router = createRouter(resolver, allowed, limits);
  const way = { transport, router, etiquette, limits, fields, allowPrivate, optedOut };
  const resting = options.atOneGo === true && isSparing ? new RestingHosts() : undefined;
  const deps: CheckDeps = {
    ...way,
    files,
    ...(book !== null && { robots: createRobotsGate({ ...way, book, resting }) }),
    walled: new WalledHosts(),
    wishes: new ReadersWishes(),
    hurried: new HurriedHosts(),
    ...(resting !== undefined && { resting }),
    timed: options.timed === true,
  };
  const { nameServers = async () => [] } = resolver;
  const watch = createWatch(deps, allowed, options, () => resolver.forgetFailures?.());
  const looking: CheckDeps = {
    ...deps,
    ...(watch !== null && { heard: watch }),
    ...(options.probe === true && { sites: createSiteWatch(nameServers) }),
  };
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
        return await new Promise((resolve) =>
          new BoundedCheck(bounds, target, resolve, { hints, turn }).begin(),
        );
      } catch (bug) {
        onBug(bug, url);
        return { kind: "not-tried", reason: "internal-error" };
      }
    },
    begin: (target, done, slots) => new BoundedCheck(bounds, target, done, { slots }).begin(),
    hurry: etiquette.hurry,
    close: async () => {
      closed = true;
      etiquette.close();
      watch?.close();
      files.close();
      await transport.close();
      resolver.close();
    },
  };
}

function tellBug(bug: unknown, url: NormalisedUrl): void {
  const text = bug instanceof Error ? (bug.stack ?? bug.message) : String(bug);
  process.stderr.write(`a bug showed in the check of ${url}: ${text}\n`);
}

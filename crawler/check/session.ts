import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { portRefused } from "../../shared/url/ports.ts";
import type { HostName, UrlParts } from "../../shared/url/types.ts";
import { SOMEBODY_THERE } from "../classify/failure.ts";
import type { NotTried, SpentOn } from "../classify/outcome.ts";
import { descriptorsLeft } from "../net/descriptors.ts";
import { ExchangeSession } from "../net/exchange-session.ts";
import { LATE_NAME, type Route } from "../net/routes.ts";
import type { Permit } from "../net/semaphore.ts";
import type { ExchangeRequest, ExchangeResult } from "../net/transport.ts";
import { within } from "../net/within.ts";
import type { HostHints } from "../politeness/host-hints.ts";
import type { HostLease, Politeness } from "../politeness/host-lease.ts";
import type { HostState } from "../politeness/host-state.ts";
import { parseRetryAfter } from "../runtime/retry-after.ts";
import { asBrowser, asReferred } from "./head-rules.ts";
import { Journal } from "./journal.ts";
import type { CheckRequests, Entered, NotAsked, SendOptions } from "./requests.ts";
import { RobotsReader } from "./robots-reader.ts";
import type { CheckGrant, SessionMeans } from "./session-means.ts";
import type { Target } from "./target.ts";

/** What a request is for. */
type Purpose = "link" | "robots" | "site";

/** What one check has seen of a host. */
interface HostObservation {
  readonly host: HostName;
  /** Looked up once: a second answer of the name service (rebinding) is never used. */
  route: Route | null;
  state: HostState | null;
  /** With a status other than 503. */
  hasAnswered: boolean;
}

const TIMED_OUT: ExchangeResult = { kind: "failure", failure: "timeout", tls: null };

const notTried = (reason: NotTried): NotAsked => ({ kind: "not-tried", reason, tls: null });

/**
 * Owns what one check has from its beginning to its end: its time, its connection, and the lease of the host that it asks.
 */
export class CheckSession extends ExchangeSession<Journal> implements CheckRequests {
  readonly #means: SessionMeans;
  readonly #politeness: Politeness;
  readonly #initialLease: HostLease;
  /** Of a few hosts: redirects lead to other ones seldom. */
  readonly #observations: HostObservation[] = [];
  #lease: HostLease | null;
  #address: Permit | null = null;
  #addresses: readonly string[] = [];
  #purpose: Purpose = "link";

  constructor(means: SessionMeans, { lease, politeness }: CheckGrant) {
    super({
      totalMs: means.limits.totalMs,
      journal: means.timed === true ? new Journal() : null,
      heard: means.heard ?? null,
    });
    this.#means = means;
    this.#politeness = politeness;
    this.#initialLease = lease;
    this.#lease = lease;
    this.#observationOf(lease.host).state = lease.state;
  }

  async enter(parts: UrlParts): Promise<Entered | NotAsked> {
    const refusal = await this.#acquireHost(parts);
    if (refusal !== null) return refusal;
    const lease = this.#lease;
    if (lease === null) throw new Error("entered without a lease");
    if (this.#means.readRobots) {
      const permits = lease.state.permits(parts) ?? (await this.#readPermission(parts, lease));
      if (!permits) return notTried("robots");
      // The answer to robots.txt may have asked for time.
      if (lease.askedForMs() > 0 && !(await this.#rested(parts, lease))) return notTried("asked-for-time");
    }
    return { kind: "entered", hints: lease.state.hints };
  }

  send(
    { url, parts }: Target,
    method: "HEAD" | "GET",
    { asBrowser: browser = false, asReferred: referred = false, restMs = 0 }: SendOptions = {},
  ): Promise<ExchangeResult> {
    const { fields, limits } = this.#means;
    const wished = browser ? asBrowser(fields) : fields;
    const request: ExchangeRequest = {
      url,
      parts,
      method,
      addresses: this.#addresses,
      fields: referred ? asReferred(wished, parts) : wished,
      limits,
      wantsPage: this.#purpose !== "link" && method === "GET",
      session: this,
    };
    return restMs === 0 ? this.exchange(request) : this.#exchangeRested(request, restMs);
  }

  /** @param lease under which it is sent; absent: of the host that was entered last */
  async exchange(request: ExchangeRequest, lease = this.#lease): Promise<ExchangeResult> {
    if (this.msLeft() <= 0) return TIMED_OUT;
    const began = this.elapsedMs();
    const result = await this.#means.transport.exchange(request);
    this.#observe(lease, request.parts.host, result, this.elapsedMs() - began);
    return result;
  }

  /** Where a host may be asked that is no web server; or why not. */
  async enterFiles(parts: UrlParts): Promise<readonly string[] | NotAsked> {
    return (await this.#acquireHost(parts)) ?? this.#addresses;
  }

  /** What came of asking there: the rest after the lease follows from it. */
  observeFiles(failure: NetworkFailure | null, tookMs: number): void {
    this.#lease?.observe({ http: null, failure, tookMs, retryAfterMs: null });
  }

  hintsOf(host: HostName): HostHints | undefined {
    return this.#observed(host)?.state?.hints;
  }

  hasAnswered(host: HostName): boolean {
    return this.#observed(host)?.hasAnswered === true;
  }

  /** Its robots.txt asks for more time between requests than there is within one check. */
  hasCrawlDelay(host: HostName): boolean {
    return (this.#observed(host)?.state?.crawlDelayMs ?? 0) > 0;
  }

  /** The requests that `work` makes are for that purpose. */
  async withPurpose<T>(purpose: "robots" | "site", work: () => Promise<T>): Promise<T> {
    const before = this.#purpose;
    this.#setPurpose(purpose);
    try {
      return await work();
    } finally {
      this.#setPurpose(before);
    }
  }

  /** Rests before a request for something that no wiki links to (C7). false: the process stops meanwhile. */
  async restWithin(): Promise<boolean> {
    const restMs = Math.min(this.#lease?.restMs() ?? 0, Math.max(0, this.msLeft()));
    return restMs === 0 || (await this.#withoutOwnDelay(this.#politeness.rest(restMs)));
  }

  /** Waits for another check, with nothing in hand that it may need; no longer than there is time. */
  async waitFor(other: Promise<void>): Promise<void> {
    this.leaveHost();
    const waitedFor = within(other, this.msLeft(), undefined);
    await this.#withoutOwnDelay(this.#politeness.yieldPermit(waitedFor));
  }

  /** Gives back all that it has of a host: connection, slot at the address, lease. */
  leaveHost(): void {
    this.#hangUp();
    this.#lease?.release();
    this.#lease = null;
  }

  /** The check is over. The initial lease stays with the scheduler, which learns the outcome before it grants the host again. */
  close(): void {
    this.#hangUp();
    if (this.#lease !== this.#initialLease) this.#lease?.release();
  }

  #hangUp(): void {
    this.hangUp();
    this.#address?.release();
    this.#address = null;
  }

  #setPurpose(purpose: Purpose): void {
    this.#purpose = purpose;
    if (this.journal !== null) this.journal.why = purpose;
  }

  #observed(host: HostName): HostObservation | undefined {
    return this.#observations.find((observation) => observation.host === host);
  }

  #observationOf(host: HostName): HostObservation {
    const known = this.#observed(host);
    if (known !== undefined) return known;
    const observation: HostObservation = { host, route: null, state: null, hasAnswered: false };
    this.#observations.push(observation);
    return observation;
  }

  /** Resolves the host, and acquires its lease and a slot at its address. Returns why it could not; null on success. */
  async #acquireHost(parts: UrlParts): Promise<NotAsked | null> {
    const { host } = parts;
    if (portRefused(parts)) return notTried("port-forbidden");
    if (this.#means.optedOut?.(parts) === true) return notTried("opted-out");
    // What a lease allows is one connection: none outlasts it.
    if (this.#lease !== null && this.#lease.host !== host) this.leaveHost();
    const visit = this.#observationOf(host);
    const coming = visit.route ?? this.#means.router.route(parts);
    const route = coming instanceof Promise ? await this.#resolve(parts, coming) : coming;
    visit.route = route;
    if (route.kind === "not-tried") return notTried(route.reason);
    if (route.kind === "failure") return unresolved(route.failure);
    this.#addresses = route.addresses;
    this.#lease ??= await this.#awaitHost("wait", parts, this.#politeness.acquire(host, this.#patienceMs()));
    if (this.#lease === null) return notTried("host-busy");
    visit.state = this.#lease.state;
    const [address = ""] = route.addresses;
    this.#address ??= await this.#awaitHost(
      "wait",
      parts,
      this.#politeness.acquireServer({ host, address }, this.#patienceMs()),
    );
    if (this.#address === null) return notTried("host-busy");
    const mayAsk = this.#lease.askedForMs() === 0 || (await this.#rested(parts, this.#lease));
    if (!mayAsk) return notTried("asked-for-time");
    return null;
  }

  #patienceMs(): number {
    return Math.min(this.msLeft(), this.#means.limits.waitMsMax);
  }

  async #resolve(parts: UrlParts, coming: Promise<Route>): Promise<Route> {
    // The name service has limits of its own; this one holds when thousands wait for it.
    const waitedFor = within(coming, this.msLeft(), LATE_NAME);
    const route = await this.#awaitHost("name", parts, this.#politeness.yieldPermit(waitedFor));
    if (route !== LATE_NAME) this.heard?.named(parts.host, route.kind === "failure" ? route.failure : null);
    return route;
  }

  /** Waits as long as the host asked for (C4); false: too long. Half of the time that is left is for its answer. */
  async #rested(parts: UrlParts, lease: HostLease): Promise<boolean> {
    const restMs = lease.askedForMs();
    if (restMs > this.msLeft() / 2) return false;
    return this.#awaitHost("wait", parts, this.#politeness.rest(restMs));
  }

  async #exchangeRested(request: ExchangeRequest, restMs: number): Promise<ExchangeResult> {
    this.journal?.rests(request.parts, restMs);
    const rested = await this.#withoutOwnDelay(this.#politeness.rest(restMs));
    return rested ? this.exchange(request) : notTried("asked-for-time");
  }

  #observe(lease: HostLease | null, host: HostName, result: ExchangeResult, tookMs: number): void {
    if (result.kind === "failure" && SOMEBODY_THERE.has(result.failure)) this.heard?.answered(host);
    if (result.kind === "exchange" && result.exchange.http !== 503)
      this.#observationOf(host).hasAnswered = true;
    if (result.kind === "not-tried") return;
    const { http, retryAfter } =
      result.kind === "exchange" ? result.exchange : { http: null, retryAfter: null };
    const seconds = retryAfter === null ? null : parseRetryAfter(retryAfter, Date.now());
    lease?.observe({
      http,
      failure: result.kind === "failure" ? result.failure : null,
      tookMs,
      retryAfterMs: seconds === null ? null : seconds * 1_000,
      beside: this.#purpose !== "link",
    });
  }

  async #readPermission(parts: UrlParts, lease: HostLease): Promise<boolean> {
    const { state } = lease;
    const other = state.robotsReading;
    const reading = Promise.withResolvers<void>();
    state.robotsReading ??= reading.promise;
    try {
      if (other === null) {
        const robots = new RobotsReader(this.#means, this, this.#politeness);
        const coming = this.withPurpose("robots", () => robots.read(parts, lease, this.#addresses));
        state.storeRobots(parts, await this.#awaitHost("robots", parts, coming));
      } else {
        const coming = this.#politeness.yieldPermit(within(other, this.msLeft(), undefined));
        await this.#awaitHost("robots", parts, coming);
      }
    } finally {
      if (other === null) state.robotsReading = null;
      reading.resolve();
    }
    return state.permits(parts) ?? true;
  }

  /** Awaits what comes before a request and records it as `part`; time spent waiting for our own permit is not charged to the server. */
  #awaitHost<T>(part: SpentOn, parts: UrlParts, coming: Promise<T> | T): Promise<T> | T {
    if (!(coming instanceof Promise)) return coming;
    const charged = this.#withoutOwnDelay(coming);
    return this.journal?.waiting(part, parts, charged) ?? charged;
  }

  #withoutOwnDelay<T>(coming: Promise<T>): Promise<T> {
    return this.waitForRoom(coming, () => this.#politeness.ownDelayMs);
  }
}

/** Without a file descriptor no query is sent, and that looks like a name server that failed. */
const unresolved = (failure: Extract<Route, { kind: "failure" }>["failure"]): NotAsked =>
  failure !== "dns-unknown" && failure.startsWith("dns-") && !descriptorsLeft()
    ? notTried("no-resources")
    : { kind: "failure", failure, tls: null };

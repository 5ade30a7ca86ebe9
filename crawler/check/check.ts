import type {
  ChainEnd,
  Exchange,
  NetworkFailure,
  NotTried,
  Outcome,
  TlsTrouble,
} from "../../shared/status/outcome.ts";
import { joinUrl, splitUrl } from "../../shared/url/parts.ts";
import { portRefused } from "../../shared/url/ports.ts";
import { resolveReference } from "../../shared/url/reference.ts";
import type { HostName, NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import {
  confirms,
  endedAlike,
  getGained,
  getIsWorthwhile,
  isRedirect,
  misledByHead,
  nextByGet,
  redirectedByHead,
} from "./ask.ts";
import { Line } from "./connection.ts";
import type { Etiquette, Visit } from "./etiquette.ts";
import { checkFiles } from "./file-check.ts";
import type { FileServers } from "./file-servers.ts";
import type { CheckLimits } from "./limits.ts";
import { loopClock } from "./loop-clock.ts";
import { isLiteral, type Route, type Router } from "./policy.ts";
import type { RobotsGate } from "./robots-gate.ts";
import { routeWithin, unresolved } from "./routing.ts";
import type { SiteHint, SiteRequests, SiteWatch } from "./site.ts";
import type { ExchangeResult, RequestFields, Transport } from "./transport.ts";
import type { Release } from "./turns.ts";
import type { WalledHosts } from "./walls.ts";

export interface CheckDeps {
  readonly transport: Transport;
  /** For ftp, ftps and sftp. */
  readonly files: FileServers;
  readonly router: Router;
  readonly etiquette: Pick<Etiquette, "visit">;
  /** Absent: robots.txt is not asked for. */
  readonly robots?: RobotsGate;
  /** Whose owners asked to be left alone (C4); absent: nobody's. */
  readonly optedOut?: ((parts: UrlParts) => boolean) | undefined;
  readonly limits: CheckLimits;
  /** Of C2, with the User-Agent. */
  readonly fields: RequestFields;
  /** Test webs: redirects may lead to private addresses and local names too. */
  readonly allowPrivate: boolean;
  /** Absent: nothing is asked but the URL. */
  readonly sites?: SiteWatch;
  /** Hosts whose walls only GET meets; absent: none is remembered. */
  readonly walled?: WalledHosts;
}

/** What is remembered of the URL's host (M9). */
export interface CheckHints {
  /**
   * HEAD is no use there: begin with GET. The outcome's `neededGet` is then false, because nothing was tried:
   * the memory is neither refreshed nor refuted, and has to be earned again after its 200 days.
   */
  readonly getNeeded?: boolean;
  /** The text of the page at the end is wanted: GET all the way. */
  readonly wantsPage?: true;
  /** What is known of the URL's site (C7). */
  readonly site?: SiteHint;
  /**
   * The certificate was in this trouble and plain http worked: begin with that. The outcome says so again, `remembered`;
   * where plain http does not work any more, it is what it would have been without.
   */
  readonly httpNeeded?: TlsTrouble;
}

/** Everything that came of following one URL to its end. */
type Walk =
  | { readonly kind: "end"; readonly end: ChainEnd; readonly chain: readonly [Exchange, ...Exchange[]] }
  | { readonly kind: "failure"; readonly failure: NetworkFailure; readonly chain: readonly Exchange[] }
  | { readonly kind: "not-tried"; readonly reason: NotTried };

type Answered = Exclude<Walk, { kind: "not-tried" }>;

/**
 * One check (C1–C3, C6, table S on TLS): HEAD, GET where HEAD is no use, redirects by hand to at most `hopsMax`, and the
 * ways round a certificate in trouble; all under one deadline, every address admitted before it is dialled.
 *
 * @param turn of the first host, as `Etiquette.first` gave it; it is given back in any case.
 */
export async function checkUrl(
  url: NormalisedUrl,
  deps: CheckDeps,
  hints: CheckHints = {},
  turn: Release | null = null,
): Promise<Outcome> {
  const parts = splitUrl(url);
  const visit = deps.etiquette.visit(parts, turn);
  const line = new Line(performance.now() + deps.limits.totalMs);
  loopClock.start();
  try {
    if (portRefused(parts)) return { kind: "not-tried", reason: "port-forbidden" };
    if (!isWeb(parts)) return await checkFiles(url, parts, deps, visit);
    const until = loopClock.now() + deps.limits.totalMs;
    const check = new Check(url, parts, deps, hints, visit, line);
    const outcome = await check.run();
    const { sites } = deps;
    if (sites === undefined) return outcome;
    const requests = furtherRequests(deps, visit, line, until, outcome);
    const looked = await sites.look(url, outcome, requests, hints.site);
    const seen = await check.seenByGet(looked);
    return seen === looked ? looked : withNews(await sites.look(url, seen, requests, hints.site), looked);
  } finally {
    loopClock.stop();
    line.hangUp();
    visit.leave();
  }
}

const isWeb = ({ scheme }: UrlParts): boolean => scheme === "http" || scheme === "https";

/** A site that takes so long for an answer is asked for nothing beyond its links (C4). */
const SLOW_MS = 2_000;

/** What was learnt of the site is told once only: it must not go with an outcome that did not count. */
function withNews(outcome: Outcome, former: Outcome): Outcome {
  if (outcome.kind !== "answer" || former.kind !== "answer") return outcome;
  const learnt = outcome.site?.learnt ?? former.site?.learnt;
  return learnt === undefined ? outcome : { ...outcome, site: { ...outcome.site, learnt } };
}

/** `until`: the end of the check to which they belong, on `loopClock`; `outcome`: what came of it. */
function furtherRequests(
  deps: CheckDeps,
  visit: Visit,
  line: Line,
  until: number,
  outcome: Outcome,
): SiteRequests {
  const slow = outcome.kind === "answer" && outcome.chain.some(({ ms }) => ms > SLOW_MS);
  const msLeft = () => Math.floor(until + line.waitedMs - loopClock.now());
  return {
    async get(url) {
      const totalMs = Math.min(deps.limits.siteMs, msLeft());
      if (totalMs < 1 || slow || deps.robots?.wantsPatience(splitUrl(url)) === true) return null;
      const limited = { ...deps, limits: { ...deps.limits, totalMs } };
      return new Check(url, splitUrl(url), limited, { wantsPage: true }, visit, line).run();
    },
    pause() {
      line.hangUp();
      visit.leave();
    },
    msLeft,
  };
}

class Check {
  readonly #url: NormalisedUrl;
  readonly #parts: UrlParts;
  readonly #deps: CheckDeps;
  readonly #hints: CheckHints;
  readonly #visit: Visit;
  readonly #line: Line;
  /** Both on `loopClock`, without what was waited for our own want of room. */
  readonly #began: number;
  #deadline: number;
  /** Each host is looked up once. */
  readonly #routes = new Map<string, Route>();
  /** Asked last. */
  #host: HostName | null = null;
  #neededGet = false;
  /** What came of HEAD and is walked again by GET. */
  #doubted: Answered | null = null;
  #tls: TlsTrouble | null = null;
  #tlsFallback: "http" | "unverified" | null = null;

  constructor(
    url: NormalisedUrl,
    parts: UrlParts,
    deps: CheckDeps,
    hints: CheckHints,
    visit: Visit,
    line: Line,
  ) {
    this.#url = url;
    this.#parts = parts;
    this.#deps = deps;
    this.#hints = hints;
    this.#visit = visit;
    this.#line = line;
    this.#began = loopClock.now() - line.waitedMs;
    this.#deadline = this.#began + deps.limits.totalMs;
  }

  async run(): Promise<Outcome> {
    const known = await this.#walkAsRemembered();
    const led = known ?? (await this.#walk(this.#url, [], new Set(), false));
    const walk = led.kind !== "not-tried" && misledByHead(led) ? await this.#walkByGet(led) : led;
    return this.#outcomeOf(walk, walk === known);
  }

  /**
   * HEAD is not believed where it alone stands for a doubt (the redirect is one to which anything is sent), and where GET
   * met a wall at the same host meanwhile. The outcome itself where GET says nothing else.
   */
  async seenByGet(outcome: Outcome): Promise<Outcome> {
    if (outcome.kind !== "answer" || outcome.end !== "final") return outcome;
    const { chain, end, site } = outcome;
    const last = chain.at(-1) ?? chain[0];
    const walled =
      last.method === "HEAD" && last.http < 400 && this.#deps.walled?.has(splitUrl(last.url).host);
    if (!walled && !(site?.shared === true && redirectedByHead(chain))) return outcome;
    // Where a wall is looked for, the way to it is no news.
    const doubted: Answered = { kind: "end", end, chain: walled ? [last] : chain };
    const walk = await this.#walkByGet(doubted);
    if (walk === doubted || (walled && !isWalled(walk))) return outcome;
    return this.#outcomeOf(walk, false);
  }

  #outcomeOf(walk: Walk, remembered: boolean): Outcome {
    if (walk.kind === "not-tried") return walk;
    const ms = Math.round(this.#now() - this.#began);
    const tls = this.#tls;
    if (walk.kind === "failure")
      return {
        kind: "failure",
        failure: walk.failure,
        chain: walk.chain,
        literal: isLiteral(this.#parts),
        tls,
        ms,
      };
    const { chain, end } = walk;
    return {
      kind: "answer",
      chain,
      end,
      neededGet: this.#neededGet,
      tls,
      tlsFallback: this.#tlsFallback,
      ...(remembered && { remembered: true }),
      ms,
    };
  }

  /** Plain http in place of https, as the hints say (M9). null: it was not to be, or did not work. */
  async #walkAsRemembered(): Promise<Walk | null> {
    const trouble = this.#hints.httpNeeded;
    if (trouble === undefined || this.#parts.scheme !== "https" || this.#parts.port !== 0) return null;
    const plain = joinUrl({ ...this.#parts, scheme: "http" });
    const deadline = this.#deadline;
    // Where plain http is silent by now, enough is left for the way that the link names.
    this.#deadline = this.#now() + (deadline - this.#now()) / 2;
    const walk = await this.#walk(plain, [], new Set([this.#url]), true);
    this.#deadline = deadline;
    if (isContent(walk)) {
      [this.#tls, this.#tlsFallback] = [trouble, "http"];
      return walk;
    }
    this.#neededGet = false;
    return walk.kind === "not-tried" ? walk : null;
  }

  /** The walk once more by GET, which counts if it comes to an answer by another way than HEAD was led. */
  async #walkByGet(doubted: Answered): Promise<Walk> {
    const [tls, tlsFallback] = [this.#tls, this.#tlsFallback];
    [this.#tls, this.#tlsFallback, this.#doubted] = [null, null, doubted];
    const walk = await this.#walk(this.#url, [], new Set(), false);
    const isAnswer = walk !== doubted && walk.kind === "end" && walk.end === "final";
    if (isAnswer && !endedAlike(walk.chain, doubted.chain)) {
      this.#neededGet = true;
      return walk;
    }
    [this.#tls, this.#tlsFallback] = [tls, tlsFallback];
    return doubted;
  }

  /**
   * Follows `start` to its end. `before`: the hops that led here; `seen`: what they asked for.
   * `detour`: this is the attempt by plain http, on which a certificate in trouble ends the walk.
   */
  async #walk(
    start: NormalisedUrl,
    before: readonly Exchange[],
    seen: Set<string>,
    detour: boolean,
  ): Promise<Walk> {
    let chain: readonly Exchange[] = before;
    for (let at = start; ; ) {
      seen.add(at);
      const result = await this.#ask(at);
      if (result.kind === "not-tried") return { kind: "not-tried", reason: result.reason };
      if (result.tls !== null) {
        if (detour) return { kind: "failure", failure: "tls", chain };
        const plain = await this.#aroundTls(at, result, chain, seen);
        if (plain !== null) return plain;
      }
      if (result.kind === "failure") return this.#failed(result.failure, chain);
      const { exchange } = result;
      chain = [...chain, exchange];
      if (this.#doubted !== null && confirms(chain, this.#doubted.chain)) return this.#doubted;
      const next = this.#next(exchange, chain.length, seen);
      if (next.kind === "end") return { ...next, chain: [chain[0] ?? exchange, ...chain.slice(1)] };
      at = next.url;
    }
  }

  /** A redirect whose target has no public address leads nowhere; it does not fail. */
  #failed(failure: NetworkFailure, chain: readonly Exchange[]): Walk {
    const [first, ...rest] = chain;
    return failure === "address-not-public" && first !== undefined
      ? { kind: "end", end: "forbidden-target", chain: [first, ...rest] }
      : { kind: "failure", failure, chain };
  }

  #next(
    { http, url, location, wall }: Exchange,
    hops: number,
    seen: ReadonlySet<string>,
  ): { readonly kind: "end"; readonly end: ChainEnd } | { readonly kind: "go"; readonly url: NormalisedUrl } {
    const end = (how: ChainEnd) => ({ kind: "end", end: how }) as const;
    // To be sent to a captcha is the answer.
    if (!isRedirect(http) || wall !== null) return end("final");
    if (location === null) return end("no-location");
    if (location === "" || location.length > this.#deps.limits.locationCharsMax) return end("bad-location");
    const target = resolveReference(url, location, { allowPrivate: this.#deps.allowPrivate });
    if (target.kind === "ignored") return end("forbidden-target");
    if (target.kind === "invalid")
      return end(
        target.reason === "private-address" || target.reason === "local-name"
          ? "forbidden-target"
          : "bad-location",
      );
    // Browsers follow no redirect to another scheme than http either.
    if (target.parts.scheme !== "http" && target.parts.scheme !== "https") return end("forbidden-target");
    if (seen.has(target.url)) return end("loop");
    if (hops > this.#deps.limits.hopsMax) return end("too-many");
    return { kind: "go", url: target.url };
  }

  /**
   * Table S: with a certificate in trouble, 63 where plain http works, else the answer as it is, unverified. A handshake
   * that broke leaves only http. null: no way round by http.
   */
  async #aroundTls(
    at: NormalisedUrl,
    result: ExchangeResult,
    chain: readonly Exchange[],
    seen: ReadonlySet<string>,
  ): Promise<Walk | null> {
    this.#tls ??= result.tls;
    const parts = splitUrl(at);
    const plain = joinUrl({ ...parts, scheme: "http" });
    // On a port of its own a server that speaks no TLS is not the one that the link names.
    const sensible = parts.port === 0 || result.kind === "exchange";
    if (sensible && this.#tlsFallback === null && !seen.has(plain)) {
      const walk = await this.#walk(plain, chain, new Set(seen), true);
      // Whether plain http works is not known: nothing can be said.
      if (walk.kind === "not-tried") return walk;
      if (isContent(walk)) {
        this.#tlsFallback = "http";
        return walk;
      }
    }
    if (result.kind === "exchange") this.#tlsFallback ??= "unverified";
    return null;
  }

  /** HEAD, and GET where HEAD does not suffice (C1). */
  async #ask(url: NormalisedUrl): Promise<ExchangeResult> {
    const parts = url === this.#url ? this.#parts : splitUrl(url);
    const { robots, optedOut } = this.#deps;
    if (optedOut?.(parts) === true) return { kind: "not-tried", reason: "opted-out", tls: null };
    const routing = this.#route(parts);
    const route = routing instanceof Promise ? await routing : routing;
    if (route.kind === "not-tried") return { ...route, tls: null };
    if (route.kind === "failure") return unresolved(route.failure);
    // What the turn at a host allows is one connection: none outlasts it.
    if (this.#host !== parts.host) this.#line.hangUp();
    this.#host = parts.host;
    const entered = this.#visit.enter(parts, route.addresses, performance.now() + this.#msLeft());
    if (!(entered instanceof Promise ? await entered : entered))
      return { kind: "not-tried", reason: "host-busy", tls: null };
    const permitted = robots?.permits(parts, route.addresses, this.#deadline, this.#line) ?? true;
    if (!(permitted instanceof Promise ? await permitted : permitted))
      return { kind: "not-tried", reason: "robots", tls: null };
    const send = (method: "HEAD" | "GET") => this.#send(url, parts, route.addresses, method);
    if (this.#beginsWithGet(parts.host)) return this.#marked(await send("GET"), parts.host);
    const head = await send("HEAD");
    if (nextByGet(head)) this.#byGetNext(parts.host);
    if (!getIsWorthwhile(head)) return head;
    // A server so slow is not asked twice: what HEAD said has to do.
    if (head.kind === "exchange" && head.exchange.http < 400 && head.exchange.ms > this.#msLeft())
      return head;
    const get = this.#marked(await send("GET"), parts.host);
    if (getGained(head, get)) this.#neededGet = true;
    return get;
  }

  #beginsWithGet(host: HostName): boolean {
    const { getNeeded, wantsPage } = this.#hints;
    if (this.#doubted !== null || wantsPage || (getNeeded === true && host === this.#parts.host)) return true;
    return this.#deps.walled?.has(host) === true;
  }

  #byGetNext(host: HostName): void {
    this.#deps.walled?.add(host);
    this.#neededGet = true;
  }

  #marked(get: ExchangeResult, host: HostName): ExchangeResult {
    if (get.kind === "exchange" && get.exchange.wall !== null) this.#deps.walled?.add(host);
    return get;
  }

  #now(): number {
    return loopClock.now() - this.#line.waitedMs;
  }

  #msLeft(): number {
    return Math.min(this.#deadline - this.#now(), this.#line.endsAt - performance.now());
  }

  #send(
    url: NormalisedUrl,
    parts: UrlParts,
    addresses: readonly string[],
    method: "HEAD" | "GET",
  ): Promise<ExchangeResult> | ExchangeResult {
    if (this.#msLeft() <= 0) return { kind: "failure", failure: "timeout", tls: null };
    const { transport, fields, limits } = this.#deps;
    const [deadline, line, wantsPage] = [this.#deadline, this.#line, this.#hints.wantsPage === true];
    const request = { url, parts, method, addresses, fields, limits, deadline, line, wantsPage };
    const exchange = transport.exchange(request);
    return this.#visit.holds() ? this.#watched(exchange) : exchange;
  }

  async #watched(exchange: Promise<ExchangeResult>): Promise<ExchangeResult> {
    const began = this.#now();
    const result = await exchange;
    this.#visit.saw(result, this.#now() - began);
    return result;
  }

  #route(parts: UrlParts): Route | Promise<Route> {
    const known = this.#routes.get(parts.host);
    if (known !== undefined) return known;
    const keep = (route: Route) => {
      this.#routes.set(parts.host, route);
      return route;
    };
    const routing = routeWithin(this.#deps.router, parts, this.#msLeft());
    return routing instanceof Promise ? routing.then(keep) : keep(routing);
  }
}

/** What makes plain http a way round. */
const isContent = (walk: Walk): boolean =>
  walk.kind === "end" && walk.end === "final" && (walk.chain.at(-1)?.http ?? 999) < 400;

const isWalled = (walk: Walk): boolean => walk.kind === "end" && walk.chain.some(({ wall }) => wall !== null);

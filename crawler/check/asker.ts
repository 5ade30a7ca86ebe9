import type { SpentOn } from "../../shared/status/asked.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { HostName, NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import { SOMEBODY_THERE } from "../classify/failure.ts";
import { loopClock } from "../net/loop-clock.ts";
import type { Route } from "../net/policy.ts";
import type { ExchangeResult } from "../net/transport.ts";
import type { Visit } from "../politeness/etiquette.ts";
import { isAnswer } from "../politeness/hurried-hosts.ts";
import { asReaders } from "../politeness/readers-wishes.ts";
import { getGained, getIsWorthwhile, headStands, nextByGet } from "./ask.ts";
import type { Asking, CheckDeps, Failed, Target } from "./deps.ts";
import { HostRoutes } from "./host-routes.ts";
import type { Journal } from "./journal.ts";
import type { Line } from "./line.ts";
import { enterInTurn, isOpen, notTried, unresolved, type Way } from "./routing.ts";

type Done = (result: ExchangeResult) => void;

/**
 * Asks one URL after the other for one check, under its deadline and manners: where its host is, whether it may be asked,
 * HEAD, and GET where that does not suffice. Without promises wherever nothing has to be waited for but the answer, as
 * thousands of checks a second do just that.
 */
export class Asker {
  readonly #first: Target;
  readonly #deps: CheckDeps;
  readonly #hints: Asking;
  readonly #visit: Visit;
  readonly #line: Line;
  readonly #routes: HostRoutes;
  /** Asked last. */
  #host: HostName | null = null;
  /** Both on `loopClock`, without what was waited for our own want of room. */
  readonly began: number;
  deadline: number;
  /** HEAD was of no use. */
  neededGet = false;
  /** HEAD is not believed any more. */
  byGet = false;

  constructor(first: Target, deps: CheckDeps, hints: Asking, visit: Visit, line: Line) {
    this.#first = first;
    this.#deps = deps;
    this.#hints = hints;
    this.#visit = visit;
    this.#line = line;
    this.#routes = new HostRoutes(first.parts.host, deps.router, line);
    this.began = loopClock.now() - line.waitedMs;
    this.deadline = this.began + deps.limits.totalMs;
    this.byGet = hints.wantsPage === true;
  }

  now(): number {
    return loopClock.now() - this.#line.waitedMs;
  }

  ask(url: NormalisedUrl): Promise<ExchangeResult> {
    return new Promise((resolve, reject) => this.begin(url, resolve, reject));
  }

  /** The same; `done` is called once, perhaps at once. What it throws is told to `failed`, unless it was called at once. */
  begin(url: NormalisedUrl, done: Done, failed: Failed): void {
    const target = url === this.#first.url ? this.#first : { url, parts: splitUrl(url) };
    const way = this.#way(target.parts);
    if (way instanceof Promise) void this.#askOnWay(target, way, done, failed);
    else this.#askAt(target, way, done, failed);
  }

  /** HEAD alone, whatever comes of it. */
  async head(url: NormalisedUrl): Promise<ExchangeResult> {
    const target = { url, parts: splitUrl(url) };
    const way = await this.#way(target.parts);
    if (!isOpen(way)) return way;
    return new Promise((resolve, reject) => this.#send(target, way, "HEAD", resolve, reject));
  }

  async #askOnWay(target: Target, way: Promise<Way>, done: Done, failed: Failed): Promise<void> {
    try {
      this.#askAt(target, await way, done, failed);
    } catch (bug) {
      failed(bug);
    }
  }

  #way(parts: UrlParts): Way | Promise<Way> {
    if (this.#deps.optedOut?.(parts) === true) return notTried("opted-out");
    const route = this.#routes.of(parts, this.#msLeft);
    return route instanceof Promise ? this.#enterBy(parts, route) : this.#enter(parts, route);
  }

  async #enterBy(parts: UrlParts, route: Promise<Route>): Promise<Way> {
    return this.#enter(parts, await route);
  }

  #enter(parts: UrlParts, route: Route): Way | Promise<Way> {
    if (route.kind === "not-tried") return { ...route, tls: null };
    if (route.kind === "failure") return unresolved(route.failure);
    // What the turn at a host allows is one connection: none outlasts it.
    if (this.#host !== parts.host) this.#line.hangUp();
    this.#host = parts.host;
    const { addresses } = route;
    const entered = enterInTurn(this.#visit, parts, addresses, this.#msLeft, this.#line);
    return entered instanceof Promise
      ? this.#permitAfter(parts, addresses, this.#timed("wait", parts, entered))
      : this.#permit(parts, addresses, entered);
  }

  async #permitAfter(parts: UrlParts, addresses: readonly string[], entered: Promise<boolean>): Promise<Way> {
    return this.#permit(parts, addresses, await entered);
  }

  #permit(parts: UrlParts, addresses: readonly string[], entered: boolean): Way | Promise<Way> {
    if (!entered) return notTried("host-busy");
    const restMs = this.#restMs(parts.host);
    if (restMs > 0) return this.#permitRested(parts, addresses, restMs);
    const { journal } = this.#line;
    const permitted =
      journal === null ? this.#permitted(parts, addresses) : this.#permittedInTime(journal, parts, addresses);
    if (permitted instanceof Promise)
      return this.#permitRead(parts, addresses, this.#timed("robots", parts, permitted));
    return permitted ? addresses : notTried("robots");
  }

  /** The answer to robots.txt may have asked for time. */
  async #permitRead(parts: UrlParts, addresses: readonly string[], read: Promise<boolean>): Promise<Way> {
    if (!(await read)) return notTried("robots");
    const restMs = this.#restMs(parts.host);
    return restMs === 0 || (await this.#rested(parts, restMs)) ? addresses : notTried("asked-for-time");
  }

  /** What was asked for in this visit, or before. Half of the time that is left is for the answer. */
  #restMs(host: HostName): number {
    const mostMs = this.#msLeft() / 2;
    const askedForMs = this.#visit.askedForMs();
    if (askedForMs > mostMs) return Number.POSITIVE_INFINITY;
    return Math.max(askedForMs, this.#deps.resting?.restMs(host, mostMs) ?? 0);
  }

  #rested(parts: UrlParts, restMs: number): Promise<boolean> | false {
    return (
      restMs !== Number.POSITIVE_INFINITY && this.#timed("wait", parts, this.#deps.etiquette.rest(restMs))
    );
  }

  async #permitRested(parts: UrlParts, addresses: readonly string[], restMs: number): Promise<Way> {
    return (await this.#rested(parts, restMs))
      ? this.#permit(parts, addresses, true)
      : notTried("asked-for-time");
  }

  /** Apart, as where a function has a closure, its arguments are kept for it at every call. */
  #permittedInTime(
    journal: Journal,
    parts: UrlParts,
    addresses: readonly string[],
  ): boolean | Promise<boolean> {
    return journal.serving("robots", () => this.#permitted(parts, addresses));
  }

  #permitted(parts: UrlParts, addresses: readonly string[]): boolean | Promise<boolean> {
    const { robots } = this.#deps;
    return (
      robots?.permits(parts, addresses, this.deadline + this.#line.waitedMs, this.#line, this.#saw) ?? true
    );
  }

  readonly #saw = (result: ExchangeResult, ms: number): void => {
    if (this.#visit.holds()) this.#visit.saw(result, ms);
  };

  /** HEAD, and GET where HEAD does not suffice (C1). */
  #askAt(target: Target, way: Way, done: Done, failed: Failed): void {
    if (!isOpen(way)) done(way);
    else if (this.#beginsWithGet(target.parts.host)) this.#getRested(null, target, way, done, failed);
    else this.#send(target, way, "HEAD", (head) => this.#afterHead(target, way, head, done, failed), failed);
  }

  #afterHead(
    target: Target,
    addresses: readonly string[],
    head: ExchangeResult,
    done: Done,
    failed: Failed,
  ): void {
    if (nextByGet(head)) {
      this.#deps.walled?.add(target.parts.host);
      this.neededGet = true;
    }
    const suffices =
      !getIsWorthwhile(head) ||
      // A server so slow is not asked twice: what HEAD said has to do.
      (head.kind === "exchange" && head.exchange.http < 400 && head.exchange.ms > this.#msLeft());
    if (suffices) done(head);
    else this.#getAfter(head, target, addresses, done, failed);
  }

  #getAfter(
    head: ExchangeResult,
    target: Target,
    addresses: readonly string[],
    done: Done,
    failed: Failed,
  ): void {
    const took = (get: ExchangeResult) => {
      if (getGained(head, get)) this.neededGet = true;
      done(headStands(head, get) ? head : get);
    };
    this.#getRested(head, target, addresses, took, failed);
  }

  /** And once more after a rest, where the server seems to have been asked too fast. */
  #getRested(
    head: ExchangeResult | null,
    target: Target,
    addresses: readonly string[],
    done: Done,
    failed: Failed,
  ): void {
    const { hurried, robots } = this.#deps;
    const get = (took: Done) => this.#get(target, addresses, took, failed);
    if (hurried === undefined || this.#hints.wantsPage === true) {
      get(done);
      return;
    }
    const answered = () => isAnswer(head) || robots?.hasAnswered(target.parts) === true;
    const rest = (then: () => void) => this.#rest(target, then, failed);
    hurried.get(target, { get, answered, rest }, done);
  }

  #rest({ parts }: Target, then: () => void, failed: Failed): boolean {
    const { etiquette, limits } = this.#deps;
    const { hurriedRestMs } = limits;
    if (this.#msLeft() <= hurriedRestMs) return false;
    this.#line.journal?.rests(parts, hurriedRestMs);
    // Where it was cut short, nobody is asked any more, and told so.
    etiquette.rest(hurriedRestMs).then(then).catch(failed);
    return true;
  }

  #get(target: Target, addresses: readonly string[], done: Done, failed: Failed): void {
    const took = (get: ExchangeResult) => {
      if (get.kind === "exchange" && get.exchange.wall !== null) this.#deps.walled?.add(target.parts.host);
      done(get);
    };
    const { wishes, fields } = this.#deps;
    const tookOurs = (ours: ExchangeResult) => {
      if (wishes?.mayHelp(target, ours, performance.now()) !== true) return took(ours);
      const tookReaders = (readers: ExchangeResult) =>
        took(wishes.choose(target, ours, readers, performance.now()));
      this.#send(target, addresses, "GET", tookReaders, failed, asReaders(fields));
    };
    this.#send(target, addresses, "GET", tookOurs, failed);
  }

  #beginsWithGet(host: HostName): boolean {
    if (this.byGet || (this.#hints.getNeeded === true && host === this.#first.parts.host)) return true;
    const { walled, hurried } = this.#deps;
    return walled?.has(host) === true || hurried?.wantsRest(host) === true;
  }

  readonly #msLeft = (): number =>
    Math.min(this.deadline - this.now(), this.#line.endsAt - performance.now());

  #send(
    { url, parts }: Target,
    addresses: readonly string[],
    method: "HEAD" | "GET",
    done: Done,
    failed: Failed,
    fields = this.#deps.fields,
  ): void {
    if (this.#msLeft() <= 0) {
      done({ kind: "failure", failure: "timeout", tls: null });
      return;
    }
    const { transport, limits } = this.#deps;
    const session = this.#line;
    const deadline = this.deadline + session.waitedMs;
    const wantsPage = this.#hints.wantsPage === true;
    const request = { url, parts, method, addresses, fields, limits, deadline, session, wantsPage };
    const began = this.#visit.holds() ? this.now() : null;
    const took = (result: ExchangeResult) => {
      try {
        if (result.kind === "failure" && SOMEBODY_THERE.has(result.failure))
          session.heard?.answered(parts.host);
        if (began !== null) this.#visit.saw(result, this.now() - began);
        // Before the turn at the host goes to the next.
        if (result.kind === "exchange")
          this.#deps.resting?.learn(result.exchange, this.#hints.beside === true);
        done(result);
      } catch (bug) {
        failed(bug);
      }
    };
    if (transport.begin === undefined) transport.exchange(request).then(took, failed);
    else transport.begin(request, took, failed);
  }

  #timed<T>(part: SpentOn, parts: UrlParts, until: Promise<T>): Promise<T> {
    return this.#line.journal?.waiting(part, parts, until) ?? until;
  }
}

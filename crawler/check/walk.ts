import type {
  ChainEnd,
  Exchange,
  NetworkFailure,
  NotTried,
  Outcome,
  TlsTrouble,
} from "../../shared/status/outcome.ts";
import { isMereChange } from "../../shared/status/redirect.ts";
import { joinUrl, splitUrl } from "../../shared/url/parts.ts";
import { resolveReference } from "../../shared/url/reference.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { isLiteral } from "../net/policy.ts";
import type { ExchangeResult } from "../net/transport.ts";
import { confirms, endedAlike, isRedirect, misledByHead, redirectedByHead } from "./ask.ts";
import type { Asker } from "./asker.ts";
import type { CheckDeps, CheckHints, Target } from "./deps.ts";

/** Everything that came of following one URL to its end. */
type Led =
  | { readonly kind: "end"; readonly end: ChainEnd; readonly chain: readonly [Exchange, ...Exchange[]] }
  | { readonly kind: "failure"; readonly failure: NetworkFailure; readonly chain: readonly Exchange[] }
  | { readonly kind: "not-tried"; readonly reason: NotTried };

type Answered = Exclude<Led, { kind: "not-tried" }>;
type Next =
  | { readonly kind: "end"; readonly end: ChainEnd }
  | { readonly kind: "go"; readonly url: NormalisedUrl };

const FINAL: Next = { kind: "end", end: "final" };

/**
 * The way from a URL to its end, and what decides the outcome (C1, C6, table S on TLS): redirects by hand to at most
 * `hopsMax`, the ways round a certificate in trouble, and GET once more where HEAD was led astray.
 */
export class Walk {
  readonly #target: Target;
  readonly #deps: CheckDeps;
  readonly #httpNeeded: TlsTrouble | undefined;
  readonly #asker: Asker;
  /** What came of HEAD and is walked again by GET. */
  #doubted: Answered | null = null;
  #tls: TlsTrouble | null = null;
  #tlsFallback: "http" | "unverified" | null = null;

  constructor(target: Target, deps: CheckDeps, { httpNeeded }: CheckHints, asker: Asker) {
    this.#target = target;
    this.#deps = deps;
    this.#httpNeeded = httpNeeded;
    this.#asker = asker;
  }

  /** Whether it begins with the URL itself: then it may be asked already, and the answer given to `run`. */
  get isPlain(): boolean {
    const { scheme, port } = this.#target.parts;
    return this.#httpNeeded === undefined || scheme !== "https" || port !== 0;
  }

  /**
   * What `run` would say of this first answer, where it leads nowhere and nothing about it is doubted, as with most.
   * null: the walk has to go on.
   */
  endedAtOnce(first: ExchangeResult): Outcome | null {
    if (first.kind !== "exchange" || first.tls !== null || isRedirect(first.exchange.http)) return null;
    return this.#outcomeOf({ kind: "end", end: "final", chain: [first.exchange] }, false);
  }

  async run(first?: ExchangeResult): Promise<Outcome> {
    const known = this.isPlain ? null : await this.#asRemembered();
    const led = known ?? (await this.#follow(this.#target.url, [], new Set(), false, first));
    const walk = led.kind !== "not-tried" && misledByHead(led) ? await this.#byGet(led) : led;
    return this.#outcomeOf(walk, walk === known);
  }

  /**
   * HEAD is not believed where it alone stands for a doubt (the redirect is one to which anything is sent, or leads to the
   * page for what is missing), and where GET met a wall at the same host meanwhile, or HEAD finds what is not there. The outcome itself where GET says nothing
   * else; a promise only where it is asked.
   */
  seenByGet(outcome: Outcome, headLies: boolean): Outcome | Promise<Outcome> {
    if (outcome.kind !== "answer" || outcome.end !== "final") return outcome;
    const { chain, end, site } = outcome;
    const last = chain.at(-1) ?? chain[0];
    const walled = last.method === "HEAD" && last.http < 400 && this.#isWalled(last.url);
    const lost = site?.shared === true || (site?.soft === true && !isMereChange(chain[0].url, last.url));
    if (!walled && !(lost && redirectedByHead(chain))) return outcome;
    // Where a wall is looked for, the way to it is no news.
    const doubted: Answered = { kind: "end", end, chain: walled ? [last] : chain };
    return this.#doubtedByGet(doubted, outcome, headLies || !walled);
  }

  /** @param believed what GET finds, whatever it is */
  async #doubtedByGet(doubted: Answered, outcome: Outcome, believed: boolean): Promise<Outcome> {
    const walk = await this.#byGet(doubted);
    const isNews = believed || metWall(walk) || isError(walk);
    return walk !== doubted && isNews ? this.#outcomeOf(walk, false) : outcome;
  }

  #isWalled(url: NormalisedUrl): boolean {
    const { host } = url === this.#target.url ? this.#target.parts : splitUrl(url);
    return this.#deps.walled?.has(host) === true;
  }

  #outcomeOf(walk: Led, remembered: boolean): Outcome {
    if (walk.kind === "not-tried") return walk;
    const ms = Math.round(this.#asker.now() - this.#asker.began);
    const tls = this.#tls;
    if (walk.kind === "failure")
      return {
        kind: "failure",
        failure: walk.failure,
        chain: walk.chain,
        literal: isLiteral(this.#target.parts),
        tls,
        ms,
      };
    const { chain, end } = walk;
    const { neededGet } = this.#asker;
    const answer: Outcome = {
      kind: "answer",
      chain,
      end,
      neededGet,
      tls,
      tlsFallback: this.#tlsFallback,
      ms,
    };
    return remembered ? { ...answer, remembered } : answer;
  }

  /** Plain http in place of https, as the hints say (M9). null: it did not work. */
  async #asRemembered(): Promise<Led | null> {
    const asker = this.#asker;
    const plain = joinUrl({ ...this.#target.parts, scheme: "http" });
    const { deadline } = asker;
    // Where plain http is silent by now, enough is left for the way that the link names.
    asker.deadline = asker.now() + (deadline - asker.now()) / 2;
    const walk = await this.#follow(plain, [], new Set([this.#target.url]), true);
    asker.deadline = deadline;
    if (isContent(walk)) {
      [this.#tls, this.#tlsFallback] = [this.#httpNeeded ?? null, "http"];
      return walk;
    }
    asker.neededGet = false;
    return walk.kind === "not-tried" ? walk : null;
  }

  /** The walk once more by GET, which counts if it comes to an answer by another way than HEAD was led. */
  async #byGet(doubted: Answered): Promise<Led> {
    const [tls, tlsFallback] = [this.#tls, this.#tlsFallback];
    [this.#tls, this.#tlsFallback, this.#doubted] = [null, null, doubted];
    this.#asker.byGet = true;
    const walk = await this.#follow(this.#target.url, [], new Set(), false);
    const isAnswer = walk !== doubted && walk.kind === "end" && walk.end === "final";
    if (isAnswer && !endedAlike(walk.chain, doubted.chain)) {
      this.#asker.neededGet = true;
      return walk;
    }
    [this.#tls, this.#tlsFallback] = [tls, tlsFallback];
    return doubted;
  }

  /**
   * Follows `start` to its end. `before`: the hops that led here; `seen`: what they asked for.
   * `detour`: this is the attempt by plain http, on which a certificate in trouble ends the walk.
   * `first`: what `start` has answered already.
   */
  async #follow(
    start: NormalisedUrl,
    before: readonly Exchange[],
    seen: Set<string>,
    detour: boolean,
    first?: ExchangeResult,
  ): Promise<Led> {
    let chain: readonly Exchange[] = before;
    let known = first;
    for (let at = start; ; ) {
      seen.add(at);
      const result = known ?? (await this.#asker.ask(at));
      known = undefined;
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
  #failed(failure: NetworkFailure, chain: readonly Exchange[]): Led {
    const [first, ...rest] = chain;
    return failure === "address-not-public" && first !== undefined
      ? { kind: "end", end: "forbidden-target", chain: [first, ...rest] }
      : { kind: "failure", failure, chain };
  }

  #next({ http, url, location, wall }: Exchange, hops: number, seen: ReadonlySet<string>): Next {
    const end = (how: ChainEnd): Next => ({ kind: "end", end: how });
    // To be sent to a captcha is the answer.
    if (!isRedirect(http) || wall !== null) return FINAL;
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
  ): Promise<Led | null> {
    this.#tls ??= result.tls;
    const parts = splitUrl(at);
    const plain = joinUrl({ ...parts, scheme: "http" });
    // On a port of its own a server that speaks no TLS is not the one that the link names.
    const sensible = parts.port === 0 || result.kind === "exchange";
    if (sensible && this.#tlsFallback === null && !seen.has(plain)) {
      const walk = await this.#follow(plain, chain, new Set(seen), true);
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
}

/** What makes plain http a way round. */
const isContent = (walk: Led): boolean =>
  walk.kind === "end" && walk.end === "final" && (walk.chain.at(-1)?.http ?? 999) < 400;

/** HEAD found what GET does not. */
const isError = (walk: Led): boolean =>
  walk.kind === "end" && walk.end === "final" && (walk.chain.at(-1)?.http ?? 0) >= 400;

const metWall = (walk: Led): boolean => walk.kind === "end" && walk.chain.some(({ wall }) => wall !== null);

import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import { joinUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { ChainEnd, Exchange, NotTried, Outcome, TlsTrouble } from "../classify/outcome.ts";
import { isMereChange } from "../classify/redirect.ts";
import { isLiteral } from "../net/routes.ts";
import type { ExchangeResult } from "../net/transport.ts";
import type { HostHints } from "../politeness/host-hints.ts";
import { type Asking, askUrl } from "./ask.ts";
import { confirms, endedAlike, type HopLimits, misledByHead, nextHop, redirectedByHead } from "./hops.ts";
import type { CheckLimits } from "./limits.ts";
import type { CheckRequests } from "./requests.ts";
import { type Target, targetOf } from "./target.ts";

export interface WalkOptions {
  readonly limits: HopLimits & Pick<CheckLimits, "burstRestMs" | "plainHttpMs">;
  /** Redirects may lead to private addresses and local names. */
  readonly allowPrivate: boolean;
  /** The first host is asked by GET alone. */
  readonly getNeeded?: boolean;
  /** The link worked with a referrer. */
  readonly referrerNeeded?: boolean;
  /** The first URL's certificate was in this trouble, and plain http worked. */
  readonly httpNeeded?: TlsTrouble | null;
  /** The text of the page at the end is wanted: GET all the way, once. */
  readonly wantsPage?: boolean;
}

/** What following one URL to its end came to. */
type WalkResult =
  | { readonly kind: "end"; readonly end: ChainEnd; readonly chain: readonly [Exchange, ...Exchange[]] }
  | { readonly kind: "failure"; readonly failure: NetworkFailure; readonly chain: readonly Exchange[] }
  | { readonly kind: "not-tried"; readonly reason: NotTried };

type Attempted = Exclude<WalkResult, { kind: "not-tried" }>;

interface Doubt {
  readonly reason: "wall" | "lost";
  readonly walk: Attempted;
}

/**
 * The way from a URL to its outcome (C1, C2, C6, table S on TLS): HEAD, GET where HEAD does not do, redirects by hand, the ways
 * round a certificate in trouble, and GET once more where HEAD was led astray. One request after the other.
 */
export class Walk {
  readonly #target: Target;
  readonly #options: WalkOptions;
  readonly #check: CheckRequests;
  readonly #asking: Asking;
  /** What came of HEAD and is walked again by GET. */
  #doubted: Attempted | null = null;
  #tls: TlsTrouble | null = null;
  #tlsFallback: "http" | "unverified" | null = null;

  constructor(target: Target, options: WalkOptions, check: CheckRequests) {
    this.#target = target;
    this.#options = options;
    this.#check = check;
    const { limits, getNeeded = false, referrerNeeded = false, wantsPage = false } = options;
    const { burstRestMs } = limits;
    const getNeededAt = getNeeded ? target.parts.host : null;
    const known = { burstRestMs, wantsPage, getNeededAt, referrerNeeded };
    this.#asking = { check, ...known, byGet: wantsPage, neededGet: false };
  }

  async run(): Promise<Outcome> {
    const { httpNeeded = null } = this.#options;
    const known = httpNeeded === null ? null : await this.#tryPlainHttpFirst(httpNeeded);
    const led = known ?? (await this.#follow(this.#target.url, [], [], false));
    const walk = led.kind !== "not-tried" && misledByHead(led) ? await this.#againByGet(led) : led;
    return this.#outcomeOf(walk, walk === known);
  }

  /**
   * Why an outcome that HEAD gave must be confirmed by GET: "wall", GET met a wall at this host meanwhile; "lost", only HEAD saw a
   * redirect to where anything is sent, or to the page for what is missing. null: it need not be.
   */
  doubtOf(outcome: Outcome): Doubt | null {
    if (outcome.kind !== "answer" || outcome.end !== "final") return null;
    const { chain, end, site } = outcome;
    const last = chain.at(-1) ?? chain[0];
    // Where a wall is looked for, the way to it is no news.
    if (last.method === "HEAD" && last.http < 400 && this.#isWalled(last.url))
      return { reason: "wall", walk: { kind: "end", end, chain: [last] } };
    const lost = site?.shared === true || (site?.soft === true && !isMereChange(chain[0].url, last.url));
    return lost && redirectedByHead(chain) ? { reason: "lost", walk: { kind: "end", end, chain } } : null;
  }

  /**
   * The outcome by GET; null: the same as by HEAD.
   * @param headUnreliable HEAD is known to be wrong at the last host
   */
  async confirm({ reason, walk: doubted }: Doubt, headUnreliable: boolean): Promise<Outcome | null> {
    const walk = await this.#againByGet(doubted);
    const isNews = headUnreliable || reason === "lost" || metWall(walk) || isError(walk);
    return walk !== doubted && isNews ? this.#outcomeOf(walk, false) : null;
  }

  #isWalled(url: NormalisedUrl): boolean {
    return this.#check.hintsOf(this.#targetOf(url).parts.host)?.walled === true;
  }

  #targetOf(url: NormalisedUrl): Target {
    return url === this.#target.url ? this.#target : targetOf(url);
  }

  #outcomeOf(walk: WalkResult, remembered: boolean): Outcome {
    if (walk.kind === "not-tried") return walk;
    const ms = Math.round(this.#check.elapsedMs());
    const tls = this.#tls;
    const { chain } = walk;
    if (walk.kind === "failure") {
      const literal = isLiteral(this.#target.parts);
      return { kind: "failure", failure: walk.failure, chain, literal, tls, ms };
    }
    const answer: Outcome = {
      kind: "answer",
      chain: walk.chain,
      end: walk.end,
      neededGet: this.#asking.neededGet,
      tls,
      tlsFallback: this.#tlsFallback,
      ms,
    };
    return remembered ? { ...answer, remembered } : answer;
  }

  /** Plain http in place of https, as is known of the host (M9). null: nothing is, or it did not work. */
  async #tryPlainHttpFirst(httpNeeded: TlsTrouble): Promise<WalkResult | null> {
    const { parts, url } = this.#target;
    if (parts.scheme !== "https" || parts.port !== 0) return null;
    // Where plain http is silent by now, enough is left for the way that the link names.
    const widen = this.#check.narrow(this.#check.msLeft() / 2);
    const walk = await this.#follow(plainUrl(this.#target), [], [url], true);
    widen();
    if (isContent(walk)) {
      [this.#tls, this.#tlsFallback] = [httpNeeded, "http"];
      return walk;
    }
    this.#asking.neededGet = false;
    return walk.kind === "not-tried" ? walk : null;
  }

  /** The walk once more by GET, which counts if it comes to an answer by another way than HEAD was led. */
  async #againByGet(doubted: Attempted): Promise<Attempted> {
    const [tls, tlsFallback] = [this.#tls, this.#tlsFallback];
    [this.#tls, this.#tlsFallback, this.#doubted] = [null, null, doubted];
    this.#asking.byGet = true;
    const walk = await this.#follow(this.#target.url, [], [], false);
    const isAnswer = walk !== doubted && walk.kind === "end" && walk.end === "final";
    if (isAnswer && !endedAlike(walk.chain, doubted.chain)) {
      this.#asking.neededGet = true;
      return walk;
    }
    [this.#tls, this.#tlsFallback] = [tls, tlsFallback];
    return doubted;
  }

  /**
   * Follows `start` to its end. `before`: the hops that led here; `seen`: what they asked for.
   * `isDetour`: this is the attempt by plain http, on which a certificate in trouble ends the walk.
   */
  async #follow(
    start: NormalisedUrl,
    before: readonly Exchange[],
    seen: readonly string[],
    isDetour: boolean,
  ): Promise<WalkResult> {
    let chain = before;
    let asked = seen;
    for (let at = start; ; ) {
      asked = [...asked, at];
      const target = this.#targetOf(at);
      const result = await askUrl(target, this.#asking);
      if (result.kind === "not-tried") return { kind: "not-tried", reason: result.reason };
      if (result.tls !== null) {
        if (isDetour) return { kind: "failure", failure: "tls", chain };
        const around = await this.#aroundTls(target, result, chain, asked);
        if (around !== null) return around;
      }
      if (result.kind === "failure") return resultOfFailure(result.failure, chain);
      const { exchange } = result;
      chain = [...chain, exchange];
      if (this.#doubted !== null && confirms(chain, this.#doubted.chain)) return this.#doubted;
      const next = nextHop(exchange, chain.length, asked, this.#options);
      if (next.kind === "end") return { ...next, chain: [chain[0] ?? exchange, ...chain.slice(1)] };
      at = next.url;
    }
  }

  /**
   * Table S: with a certificate in trouble, 63 where plain http works, else the answer as it is, unverified. A handshake
   * that broke leaves only http. null: no way round by http.
   */
  async #aroundTls(
    target: Target,
    result: ExchangeResult,
    chain: readonly Exchange[],
    seen: readonly string[],
  ): Promise<WalkResult | null> {
    const { parts } = target;
    const hints = this.#check.hintsOf(parts.host);
    const isKnown = hints?.tlsTrouble === result.tls && hints.httpInstead === false;
    this.#tls ??= result.tls;
    const plain = plainUrl(target);
    // On an explicit port plain http would be another service.
    if (parts.port === 0 && !isKnown && this.#tlsFallback === null && !seen.includes(plain)) {
      const widen = this.#check.narrow(this.#options.limits.plainHttpMs);
      const walk = await this.#follow(plain, chain, seen, true);
      widen();
      // Whether plain http works is not known: nothing can be said.
      if (walk.kind === "not-tried") return walk;
      if (hints !== undefined) learnTls(hints, result, walk, chain.length);
      if (isContent(walk)) {
        this.#tlsFallback = "http";
        return walk;
      }
    }
    if (result.kind === "exchange") this.#tlsFallback ??= "unverified";
    return null;
  }
}

const plainUrl = ({ parts }: Target): NormalisedUrl => joinUrl({ ...parts, scheme: "http" });

/** A redirect whose target has no public address leads nowhere; it does not fail. */
function resultOfFailure(failure: NetworkFailure, chain: readonly Exchange[]): WalkResult {
  const [first, ...rest] = chain;
  return failure === "address-not-public" && first !== undefined
    ? { kind: "end", end: "forbidden-target", chain: [first, ...rest] }
    : { kind: "failure", failure, chain };
}

/**
 * Whether plain http works in place of https, for the host's next checks: not where it leads back, or where nobody answers there and
 * https does. Where neither does, one bad moment must not be all that is asked; C5 bounds how often nobody answers.
 * @param hops answered before
 */
function learnTls(hints: HostHints, https: ExchangeResult, plain: Attempted, hops: number): void {
  const { length } = plain.chain;
  const isNone =
    plain.kind === "failure"
      ? plain.failure === "tls" || (length === hops && https.kind === "exchange")
      : plain.end === "loop" && length === hops + 1;
  hints.tlsTrouble = https.tls;
  hints.httpInstead = isContent(plain) || (isNone ? false : null);
}

/** What makes plain http a way round. */
const isContent = (walk: WalkResult): boolean =>
  walk.kind === "end" && walk.end === "final" && (walk.chain.at(-1)?.http ?? 999) < 400;

/** HEAD found what GET does not. */
const isError = (walk: WalkResult): boolean =>
  walk.kind === "end" && walk.end === "final" && (walk.chain.at(-1)?.http ?? 0) >= 400;

const metWall = (walk: WalkResult): boolean =>
  walk.kind === "end" && walk.chain.some(({ wall }) => wall !== null);

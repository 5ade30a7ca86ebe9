import type { Exchange, NetworkFailure, NotTried, Outcome } from "../../shared/status/outcome.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import { portRefused } from "../../shared/url/ports.ts";
import type { NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import { loopClock } from "../net/loop-clock.ts";
import type { ExchangeResult } from "../net/transport.ts";
import { within } from "../net/within.ts";
import type { Visit } from "../politeness/etiquette.ts";
import type { Slot } from "../politeness/list-slots.ts";
import type { Release } from "../politeness/turns.ts";
import { Asker } from "./asker.ts";
import type { CheckDeps, CheckHints, Failed, Target } from "./deps.ts";
import { checkFiles } from "./file-check.ts";
import { Journal } from "./journal.ts";
import { Line } from "./line.ts";
import { withoutSlot } from "./routing.ts";
import type { SiteRequests } from "./site.ts";
import { Walk } from "./walk.ts";

export type { CheckDeps, CheckHints } from "./deps.ts";

/**
 * One check (C1–C3, C6, table S on TLS): HEAD, GET where HEAD is no use, redirects by hand to at most `hopsMax`, and the
 * ways round a certificate in trouble; all under one deadline, every address admitted before it is dialled.
 *
 * @param turn of the first host, as `Etiquette.first` gave it; it is given back in any case.
 */
export const checkUrl = (
  url: NormalisedUrl,
  deps: CheckDeps,
  hints: CheckHints = {},
  turn: Release | null = null,
): Promise<Outcome> =>
  new Promise((resolve, reject) =>
    beginCheck({ url, parts: splitUrl(url) }, deps, hints, turn, resolve, reject),
  );

/** The same; `done` or `failed`, with a bug, is called once, perhaps at once. */
export function beginCheck(
  target: Target,
  deps: CheckDeps,
  hints: CheckHints,
  turn: Release | null,
  done: (outcome: Outcome) => void,
  failed: Failed,
  slot: Slot | null = null,
): void {
  new Check(target, deps, hints, turn, done, failed, slot).begin();
}

const isWeb = ({ scheme }: UrlParts): boolean => scheme === "http" || scheme === "https";

const reasonOf = (outcome: Outcome): NetworkFailure | NotTried | null =>
  outcome.kind === "failure" ? outcome.failure : outcome.kind === "not-tried" ? outcome.reason : null;

/** A site that takes so long for an answer is asked for nothing beyond its links (C4). */
const SLOW_MS = 2_000;

/** What was learnt of the site is told once only: it must not go with an outcome that did not count. */
function withNews(outcome: Outcome, former: Outcome): Outcome {
  if (outcome.kind !== "answer" || former.kind !== "answer") return outcome;
  const learnt = outcome.site?.learnt ?? former.site?.learnt;
  return learnt === undefined ? outcome : { ...outcome, site: { ...outcome.site, learnt } };
}

/**
 * A check from its turn to its outcome. Most need one answer, and come to it by callbacks alone; as soon as one needs more,
 * what it has is handed to what is written with promises (`Walk`, `SiteWatch`).
 */
class Check implements SiteRequests {
  readonly #target: Target;
  readonly #deps: CheckDeps;
  readonly #hints: CheckHints;
  readonly #done: (outcome: Outcome) => void;
  readonly #failed: Failed;
  readonly #visit: Visit;
  readonly #line: Line;
  readonly #walk: Walk;
  readonly #asker: Asker;
  /** Of the check, on `loopClock`. */
  readonly #until: number;
  /** Beyond its links nothing is asked of the site. */
  #slow = false;
  #over = false;
  /** It finds what is not there: GET is needed, as the host's row will say (M9). */
  #headLies = false;

  constructor(
    target: Target,
    deps: CheckDeps,
    hints: CheckHints,
    turn: Release | null,
    done: (outcome: Outcome) => void,
    failed: Failed,
    slot: Slot | null,
  ) {
    this.#target = target;
    this.#deps = deps;
    this.#hints = hints;
    this.#done = done;
    this.#failed = failed;
    this.#visit = deps.etiquette.visit(target.parts, turn);
    const journal = deps.timed === true ? new Journal() : null;
    this.#line = new Line({ totalMs: deps.limits.totalMs, journal, heard: deps.heard ?? null }, slot);
    this.#asker = new Asker(target, deps, hints, this.#visit, this.#line);
    this.#walk = new Walk(target, deps, hints, this.#asker);
    this.#until = this.#asker.deadline;
  }

  begin(): void {
    loopClock.start();
    try {
      const { url, parts } = this.#target;
      if (portRefused(parts)) this.#end({ kind: "not-tried", reason: "port-forbidden" });
      else if (!isWeb(parts)) this.#wait(checkFiles(url, parts, this.#deps, this.#visit, this.#line), "end");
      else if (this.#walk.isPlain) this.#asker.begin(url, this.#answered, this.#fail);
      else this.#wait(this.#walk.run(), "look");
    } catch (bug) {
      this.#fail(bug);
    }
  }

  readonly #answered = (first: ExchangeResult): void => {
    const outcome = this.#walk.endedAtOnce(first);
    if (outcome === null) this.#wait(this.#walk.run(first), "look");
    else this.#look(outcome);
  };

  #look(outcome: Outcome): void {
    const { sites } = this.#deps;
    if (sites === undefined) {
      this.#end(outcome);
      return;
    }
    this.#slow = outcome.kind === "answer" && outcome.chain.some(({ ms }) => ms > SLOW_MS);
    const looked = sites.look(this.#target, outcome, this, this.#hints.site);
    if (looked instanceof Promise) this.#wait(looked, "confirm");
    else this.#confirm(looked);
  }

  #confirm(looked: Outcome): void {
    const seen = this.#walk.seenByGet(looked, this.#headLies);
    if (seen instanceof Promise) this.#wait(this.#lookAgain(seen, looked), "end");
    else this.#end(seen);
  }

  async #lookAgain(seeing: Promise<Outcome>, looked: Outcome): Promise<Outcome> {
    const seen = await seeing;
    if (seen === looked || this.#deps.sites === undefined) return looked;
    return withNews(await this.#deps.sites.look(this.#target, seen, this, this.#hints.site), looked);
  }

  async #wait(waitedFor: Promise<Outcome>, next: "look" | "confirm" | "end"): Promise<void> {
    try {
      const outcome = await waitedFor;
      if (next === "look") this.#look(outcome);
      else if (next === "confirm") this.#confirm(outcome);
      else this.#end(outcome);
    } catch (bug) {
      this.#fail(bug);
    }
  }

  #end(outcome: Outcome): void {
    this.#leave();
    const { journal } = this.#line;
    this.#done(journal === null ? outcome : { ...outcome, asked: journal.close(reasonOf(outcome)) });
  }

  readonly #fail = (bug: unknown): void => {
    this.#leave();
    this.#failed(bug);
  };

  #leave(): void {
    if (this.#over) return;
    this.#over = true;
    loopClock.stop();
    this.#line.hangUp();
    this.#visit.leave();
  }

  async get(url: NormalisedUrl): Promise<Outcome | null> {
    const target = { url, parts: splitUrl(url) };
    const hints = { wantsPage: true, beside: true } as const;
    const limited = this.#limited(target.parts);
    if (limited === null) return null;
    const asker = new Asker(target, limited, hints, this.#visit, this.#line);
    return this.#forSite(() => new Walk(target, limited, hints, asker).run());
  }

  async headBeyond(url: NormalisedUrl): Promise<Exchange | null> {
    const target = { url, parts: splitUrl(url) };
    if (this.#limited(target.parts) === null) return null;
    await this.#rest();
    const limited = this.#limited(target.parts);
    if (limited === null) return null;
    const asker = new Asker(target, limited, { beside: true }, this.#visit, this.#line);
    const head = await this.#forSite(() => asker.head(url));
    return head.kind === "exchange" ? head.exchange : null;
  }

  distrustHead(url: NormalisedUrl): void {
    this.#headLies = true;
    this.#deps.walled?.add(splitUrl(url).host);
  }

  #forSite<T>(work: () => T | Promise<T>): T | Promise<T> {
    return this.#line.journal?.serving("site", work) ?? work();
  }

  /** null: nothing is asked beyond the URL. */
  #limited(parts: UrlParts): CheckDeps | null {
    const totalMs = Math.min(this.#deps.limits.siteMs, this.msLeft());
    if (totalMs < 1 || this.#slow || this.#deps.robots?.wantsPatience(parts) === true) return null;
    return { ...this.#deps, limits: { ...this.#deps.limits, totalMs } };
  }

  async getBeyond(url: NormalisedUrl): Promise<Outcome | null> {
    // The host's turn is not held for what is not asked.
    if (this.#limited(splitUrl(url)) === null) return null;
    await this.#rest();
    return this.get(url);
  }

  async #rest(): Promise<void> {
    const restMs = this.#visit.restMs();
    if (restMs > 0) await this.#deps.etiquette.rest(Math.min(restMs, Math.max(0, this.msLeft())));
  }

  async pause(others: Promise<void>): Promise<void> {
    this.#line.hangUp();
    this.#visit.leave();
    await withoutSlot(within(others, this.msLeft(), undefined), this.#line);
  }

  msLeft(): number {
    return Math.floor(this.#until + this.#line.waitedMs - loopClock.now());
  }
}

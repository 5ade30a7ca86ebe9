import { isRemembered, type OutageSign, type WatchedDays, withWatched } from "../../db/hosts/outage.ts";
import type { Day } from "../../shared/calendar/day.ts";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Interpretation } from "../classify/interpretation.ts";
import {
  beforePath,
  concerns,
  originOf,
  outageRule,
  outageSign,
  WATCHED_URLS_MIN,
} from "../classify/outage.ts";
import type { Outcome } from "../classify/outcome.ts";

/**
 * Which checks are signs of an outage. `all`: those of C5's rules, for a sweep, which comes back to what it inferred.
 * `silence`: only what takes most of a minute; a list has its other failures for nothing, and its user wants to know of each.
 */
export type OutageSigns = "all" | "silence";

/** Of the URLs of one scope of a host: different ones that failed one after the other, on one day. */
interface Streak extends OutageSign {
  readonly count: number;
  /** How the last one failed; null: an answer, or known from elsewhere. */
  readonly failure: NetworkFailure | null;
}

interface Scope {
  streak: Streak | null;
  /** The URLs of the streak, as far as it matters which they are. */
  readonly urls: Set<NormalisedUrl>;
  /** URLs that got the streak's status without traffic. */
  inferred: number;
  /** How many streaks a good answer ended. */
  broken: number;
}

/** As the host's row keeps it (db/hosts). */
export interface StoredOutage {
  readonly outage: (OutageSign & { readonly day: Day; readonly count: number }) | null;
  readonly watched: WatchedDays;
  readonly up: { readonly day: Day; readonly origin: string } | null;
}

/** What is to be stored of the host. */
export interface OutageUpdate {
  readonly outage?: (OutageSign & { readonly count: number }) | null;
  /** This origin answered. */
  readonly up?: string;
  /** By scope: today is one more day of silence; or an answer ended them. */
  readonly watched?: Readonly<Record<string, boolean>>;
}

/** What is to be made of a check, seen beside those of its host's other URLs. */
export interface OutageLesson {
  readonly news: OutageUpdate;
  /** The host answers today: that this URL was not let through is no evidence against it. */
  readonly badMoment: boolean;
  /** The URL is asked again day by day, for all others of its host. */
  readonly watch: boolean;
  /** As in InferredOutage; absent: none. */
  readonly watchedSince?: (first: Day) => number;
}

/** A URL's result without traffic. */
export interface InferredOutage extends OutageSign {
  /** So many other URLs failed like this, one after the other. */
  readonly count: number;
  readonly failure: NetworkFailure | null;
  /** The host answers today: only this row of its URLs got no answer. */
  readonly isUp: boolean;
  /** It counts as a check (C5). */
  readonly counts: boolean;
  /** On so many days since `first` others there were asked and none was answered. */
  readonly watchedSince: (first: Day) => number;
}

/** Each streak that turned out to be none makes the next one so much harder to believe. */
const MORE_PER_BROKEN_STREAK = 3;
/** Of a host that answers, silence of so many URLs in a row says that it does not do so at the moment. */
const SILENT_URLS_UP = 10;
/** Where robots.txt was silent too, one URL of a list that had its minute is enough. */
const SILENT_URLS_ROBOTS = 1;
const URLS_KEPT = 16;
/** A host may listen at thousands of ports. */
const ORIGINS_MAX = 16;
const SILENT: ReadonlySet<NetworkFailure> = new Set(["connect-timeout", "timeout"]);
const NO_LESSON: OutageLesson = { news: {}, badMoment: false, watch: false };

/**
 * Whether one host is away, and what its other URLs get then without being asked (C5). Bound to the day, so that the next pass
 * begins unbiased; only on which days nobody answered is remembered longer.
 */
export class HostOutage {
  readonly #signs: OutageSigns;
  #day: Day | null = null;
  /** null: most hosts have none that is of interest. */
  #scopes: Map<string, Scope> | null = null;
  /** Origins that answered today. */
  #up: string[] = [];
  /** Origins whose robots.txt could not be read today. */
  #robotsSilent: string[] = [];
  #watched: WatchedDays = {};
  /** What the host's row says to be away; null: nothing. */
  #stored: string | null = null;

  constructor(signs: OutageSigns) {
    this.#signs = signs;
  }

  /** What others learnt; what this process itself learnt today is newer. */
  load({ outage, up, watched }: StoredOutage, today: Day): void {
    this.#stored = outage?.scope ?? null;
    if (this.#day !== today) {
      this.#begin(today);
      this.#watched = watched;
    }
    if (this.#up.length > 0) return;
    if (up?.day === today) this.#up.push(up.origin);
    if (outage?.day !== today) return;
    const scope = this.#scope(outage.scope);
    scope.streak ??= { ...outage, failure: null };
  }

  /** @param many so many URLs of its origin are due that something is supposed of the others */
  learn(url: NormalisedUrl, outcome: Outcome, seen: Interpretation, today: Day, many: boolean): OutageLesson {
    if (this.#day !== today) this.#begin(today);
    const sign = this.#signs === "all" ? outageSign(outcome, seen, url) : silenceSign(outcome, seen, url);
    if (sign === null) return NO_LESSON;
    if (sign === "up") return { ...NO_LESSON, news: this.#answered(answeredAt(url, outcome), many) };
    const failure = outcome.kind === "failure" ? outcome.failure : null;
    const count = this.#count(url, sign, failure);
    if (beforePath(sign) && this.#isUp(sign.scope)) return { ...NO_LESSON, badMoment: true };
    const outage = { ...sign, count: 1 };
    if (!isWatched(sign)) return { ...NO_LESSON, news: { outage } };
    const { scope } = sign;
    const isDay = count >= WATCHED_URLS_MIN;
    const before = this.#watched[scope];
    if (isDay) this.#watched = withWatched(this.#watched, { [scope]: true }, today);
    return {
      news: { outage, ...(isDay && { watched: { [scope]: true } }) },
      badMoment: false,
      watch: (many || before !== undefined) && count <= WATCHED_URLS_MIN,
      watchedSince: (first) => this.#watchedSince(scope, first),
    };
  }

  /**
   * What a URL gets without traffic, as its host is away; null: it has to be asked.
   * @param isRecheck it is a young failure that is looked at again, to collect evidence
   */
  infer(url: NormalisedUrl, today: Day, isRecheck = false): InferredOutage | null {
    if (this.#day !== today) return null;
    for (const [name, scope] of this.#scopes ?? []) {
      const { streak } = scope;
      const rule = streak === null ? null : outageRule(streak.rule);
      if (streak === null || rule === null || !concerns(name, url)) continue;
      const isUp = this.#isUp(name);
      const needed = this.#needed(isRecheck ? rule.urlsAtRecheck : rule.urls, name) + brokenCost(scope);
      const others = streak.count - (scope.urls.has(url) ? 1 : 0);
      // One is asked all the same after 100 (of a list, whose user waits, 1,000), the next after ten times as many …
      const first = this.#signs === "all" ? 2 : 3;
      if (others < needed || scope.inferred >= 10 ** (others - needed + first)) continue;
      scope.inferred += 1;
      return {
        ...streak,
        count: others,
        isUp,
        counts: !isUp && rule.counts === "at-once",
        watchedSince: (first) => (rule.counts === "watched" ? this.#watchedSince(name, first) : 0),
      };
    }
    return null;
  }

  /**
   * For a list its robots.txt says as much as a link; a sweep, which reads few, goes by links alone.
   * @param answered it was read there
   */
  learnRobots(origin: string, answered: boolean, today: Day): void {
    if (this.#signs === "all") return;
    if (this.#day !== today) this.#begin(today);
    const origins = answered ? this.#up : this.#robotsSilent;
    if (!origins.includes(origin) && origins.length < ORIGINS_MAX) origins.push(origin);
  }

  /** Whether the last URLs that were asked there got no answer to their request. */
  isSilent(url: NormalisedUrl): boolean {
    return [...(this.#scopes ?? [])].some(
      ([name, { streak }]) => streak?.rule === "no-answer" && concerns(name, url),
    );
  }

  #begin(today: Day): void {
    this.#day = today;
    this.#scopes = null;
    this.#up = [];
    this.#robotsSilent = [];
  }

  #needed(urls: number, scope: string): number {
    if (this.#signs === "all") return urls;
    if (this.#isUp(scope)) return SILENT_URLS_UP;
    return this.#robotsSilent.includes(scope) ? SILENT_URLS_ROBOTS : urls;
  }

  #count(url: NormalisedUrl, sign: OutageSign, failure: NetworkFailure | null): number {
    const scope = this.#scope(sign.scope);
    const before = scope.streak;
    // A host that is dead may say so in several ways.
    const isSame = before !== null && (before.rule === sign.rule || (isWatched(before) && isWatched(sign)));
    if (!isSame) {
      scope.inferred = 0;
      scope.urls.clear();
    }
    const isNew = !scope.urls.has(url);
    if (scope.urls.size < URLS_KEPT) scope.urls.add(url);
    const count = (isSame ? before.count : 0) + (isNew ? 1 : 0);
    scope.streak = { ...sign, count, failure };
    return count;
  }

  #answered(origin: string, many: boolean): OutageUpdate {
    const isFirst = !this.#up.includes(origin);
    if (isFirst && this.#up.length < ORIGINS_MAX) this.#up.push(origin);
    let broke = false;
    for (const [name, scope] of this.#scopes ?? [])
      if ((name === "" || name === origin) && scope.streak !== null) {
        broke = true;
        scope.streak = null;
        scope.urls.clear();
        scope.broken += 1;
      }
    const ended = ["", origin].filter((scope) => this.#watched[scope] !== undefined);
    const over = Object.fromEntries(ended.map((scope) => [scope, false]));
    if (ended.length > 0 && this.#day !== null) this.#watched = withWatched(this.#watched, over, this.#day);
    const isStored = broke || this.#stored === "" || this.#stored === origin;
    // Of a host with a few URLs nothing is supposed of the others, and its row is not written each day.
    if (!isStored && (!(many || ended.length > 0) || !isFirst)) return {};
    if (isStored) this.#stored = null;
    return { up: origin, ...(isStored && { outage: null }), ...(ended.length > 0 && { watched: over }) };
  }

  #scope(name: string): Scope {
    this.#scopes ??= new Map();
    const known = this.#scopes.get(name);
    if (known !== undefined) return known;
    const scope: Scope = { streak: null, urls: new Set(), inferred: 0, broken: 0 };
    const [oldest] = this.#scopes.keys();
    if (this.#scopes.size >= ORIGINS_MAX && oldest !== undefined) this.#scopes.delete(oldest);
    this.#scopes.set(name, scope);
    return scope;
  }

  /** A name that leads anywhere is there. */
  #isUp(scope: string): boolean {
    return scope === "" ? this.#up.length > 0 : this.#up.includes(scope);
  }

  #watchedSince(scope: string, first: Day): number {
    const today = this.#day;
    if (today === null || this.#isUp(scope)) return 0;
    const days = this.#watched[scope] ?? [];
    return days.filter((day) => day >= first && isRemembered(day, today)).length;
  }
}

const brokenCost = ({ broken }: Scope): number => broken * MORE_PER_BROKEN_STREAK;
const isWatched = ({ rule }: OutageSign): boolean => outageRule(rule)?.counts === "watched";

/** Whatever else is met at a host says that it is there. */
function silenceSign(outcome: Outcome, seen: Interpretation, url: NormalisedUrl): OutageSign | "up" | null {
  if (outcome.kind === "not-tried") return null;
  const isSilent = outcome.kind === "failure" && outcome.chain.length === 0 && SILENT.has(outcome.failure);
  return isSilent ? outageSign(outcome, seen, url) : "up";
}

/** Which origin answered: not that of a URL which was asked at another one, as remembered. */
function answeredAt(url: NormalisedUrl, outcome: Outcome): string {
  const isRemembered = outcome.kind === "answer" && outcome.remembered === true;
  return originOf(isRemembered ? outcome.chain[0].url : url);
}

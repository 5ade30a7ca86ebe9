import type { HostUpdate } from "../../db/hosts/record.ts";
import type { HostState } from "../../db/types.ts";
import type { Day } from "../../shared/calendar/day.ts";
import type { Interpretation } from "../../shared/status/interpretation.ts";
import {
  beforePath,
  concerns,
  type OutageSign,
  originOf,
  outageRule,
  outageSign,
  WATCHED_URLS_MIN,
  watchedDays,
} from "../../shared/status/outage.ts";
import type { Outcome } from "../../shared/status/outcome.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Task } from "./task.ts";

/** Different URLs that failed one after the other, on one day. */
interface Streak extends OutageSign {
  readonly count: number;
}

/** Of the URLs of one scope of a host, today. */
interface Scope {
  streak: Streak | null;
  /** URLs of this turn that got the streak's status without traffic. */
  booked: number;
  /** How many streaks a good answer ended in this turn. */
  broken: number;
}

interface Known {
  readonly day: Day;
  readonly scopes: Map<string, Scope>;
  /** Origins that answered. */
  readonly up: Set<string>;
  /** Earlier days on which the host was watched, and the day of which they were counted. */
  readonly watched: { readonly days: number; readonly last: Day } | null;
  watchedToday: boolean;
}

/** What is to be made of a check, seen beside those of its host's other URLs. */
export interface OutageLesson {
  /** What is to be stored of the host. */
  readonly news: Pick<HostUpdate, "outage" | "up">;
  /** The host answers today: that this URL was not let through is no evidence against it. */
  readonly badMoment: boolean;
  /** The URL is asked again day by day, for all others of its host. */
  readonly watch: boolean;
  /** As in Booked; absent: none. */
  readonly watchedSince?: (first: Day) => number;
}

/** A URL's result without traffic. */
export interface Booked extends OutageSign {
  readonly counts: boolean;
  /** On so many days its host was asked by others and answered none, since the day `since`. */
  readonly watchedSince: (first: Day) => number;
}

/** Each streak that turned out to be none makes the next one so much harder to believe. */
const MORE_PER_BROKEN_STREAK = 3;

/**
 * C5: which hosts are away today, as known before a turn and learnt in it, and what their other URLs get without being
 * asked. Bound to the day, so that the next pass begins unbiased; only on which days nobody answered is remembered longer.
 */
export class HostOutages {
  readonly #clock: Clock;
  readonly #known = new Map<HostState["id"], Known>();
  readonly #urls = new Map<HostState["id"], number>();

  constructor(clock: Clock, tasks: readonly Task[]) {
    this.#clock = clock;
    for (const { host } of tasks) this.#urls.set(host.id, (this.#urls.get(host.id) ?? 0) + 1);
  }

  learn({ host, due }: Task, outcome: Outcome, seen: Interpretation): OutageLesson {
    const sign = outageSign(outcome, seen, due.url);
    const known = this.#today(host);
    if (sign === null) return { news: {}, badMoment: false, watch: false };
    if (sign === "up")
      return { news: this.#up(known, host, answeredAt(due.url, outcome)), badMoment: false, watch: false };
    if (beforePath(sign) && isUp(known, sign.scope)) {
      this.#count(known, sign);
      return { news: {}, badMoment: true, watch: false };
    }
    const count = this.#count(known, sign);
    const watched = outageRule(sign.rule)?.counts === "watched" && known.up.size === 0;
    if (watched && count >= WATCHED_URLS_MIN) known.watchedToday = true;
    const many = (this.#urls.get(host.id) ?? 0) >= WATCHED_URLS_MIN || (known.watched?.days ?? 0) > 0;
    const watch = watched && many && count <= WATCHED_URLS_MIN;
    return {
      news: { outage: { ...sign, count: 1, watched: known.watchedToday } },
      badMoment: false,
      watch,
      watchedSince: (first) => (watched ? watchedOf(known, first) : 0),
    };
  }

  /** What a URL gets without traffic, as its host is away; null: it has to be asked. */
  bookable({ host, due, slice }: Task): Booked | null {
    const known = this.#today(host);
    for (const [name, scope] of known.scopes) {
      const { streak } = scope;
      const rule = streak === null ? null : outageRule(streak.rule);
      if (streak === null || rule === null || !concerns(name, due.url)) continue;
      const needed =
        (slice === null ? rule.urlsAtRecheck : rule.urls) + scope.broken * MORE_PER_BROKEN_STREAK;
      // One is asked all the same after 100, the next after 1,000 …
      if (streak.count < needed || scope.booked >= 10 ** (streak.count - needed + 2)) continue;
      scope.booked += 1;
      const mayCount = !isUp(known, name);
      return {
        ...streak,
        counts: mayCount && rule.counts === "at-once",
        watchedSince: (first) => (mayCount && rule.counts === "watched" ? watchedOf(known, first) : 0),
      };
    }
    return null;
  }

  /** Whether the last URLs that were asked there got no answer to their request. */
  isSilent({ host, due }: Task): boolean {
    return [...this.#today(host).scopes].some(
      ([name, { streak }]) => streak?.rule === "no-answer" && concerns(name, due.url),
    );
  }

  #count(known: Known, sign: OutageSign): number {
    const scope = scopeOf(known, sign.scope);
    const before = scope.streak;
    // A host that is dead may say so in several ways.
    const same = before !== null && (before.rule === sign.rule || (isWatched(before) && isWatched(sign)));
    if (!same) scope.booked = 0;
    const count = (same ? before.count : 0) + 1;
    scope.streak = { ...sign, count };
    return count;
  }

  #up(known: Known, host: HostState, origin: string): OutageLesson["news"] {
    const first = !known.up.has(origin);
    known.up.add(origin);
    let broke = false;
    for (const [name, scope] of known.scopes)
      if ((name === "" || name === origin) && scope.streak !== null) {
        broke = true;
        scope.streak = null;
        scope.broken += 1;
      }
    // For a host with a few URLs nothing is supposed of the others, and its row is not written each day.
    const told = broke || host.outage !== null || (this.#urls.get(host.id) ?? 0) >= WATCHED_URLS_MIN;
    known.watchedToday = false;
    if (!told || !(first || broke)) return {};
    return { up: origin, ...((broke || host.outage !== null) && { outage: null }) };
  }

  #today({ id, outage, up }: HostState): Known {
    const today = this.#clock.today();
    const before = this.#known.get(id);
    if (before?.day === today) return before;
    const watched = outage === null ? null : { days: outage.watched, last: outage.day };
    const fresh: Known = { day: today, scopes: new Map(), up: new Set(), watched, watchedToday: false };
    if (outage?.day === today) scopeOf(fresh, outage.scope).streak = outage;
    if (up?.day === today) fresh.up.add(up.origin);
    this.#known.set(id, fresh);
    return fresh;
  }
}

function scopeOf({ scopes }: Known, name: string): Scope {
  const scope = scopes.get(name) ?? { streak: null, booked: 0, broken: 0 };
  scopes.set(name, scope);
  return scope;
}

const isWatched = ({ rule }: OutageSign): boolean => outageRule(rule)?.counts === "watched";

/** A name that leads anywhere is there. */
const isUp = ({ up }: Known, scope: string): boolean => (scope === "" ? up.size > 0 : up.has(scope));

/** Which origin answered: not that of a URL which was asked at another one, as remembered. */
function answeredAt(url: NormalisedUrl, outcome: Outcome): string {
  const remembered = outcome.kind === "answer" && outcome.remembered === true;
  return originOf(remembered ? outcome.chain[0].url : url);
}

function watchedOf({ watched, watchedToday, day, up }: Known, first: Day): number {
  if (up.size > 0) return 0;
  const earlier = watched === null ? 0 : watchedDays(watched.days, watched.last, first, day);
  const today = watched !== null && watched.last === day && watched.days % 2 === 1;
  return earlier + (watchedToday && !today ? 1 : 0);
}

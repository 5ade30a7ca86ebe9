import type { HostNews } from "../../db/queries/record/record-hosts.ts";
import type { HostState } from "../../db/types.ts";
import type { Day } from "../../shared/calendar/day.ts";
import type { Interpretation } from "../../shared/status/interpretation.ts";
import { concerns, type OutageSign, outageRule, outageSign } from "../../shared/status/outage.ts";
import type { Outcome } from "../../shared/status/outcome.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Task } from "./task.ts";

/** Different URLs of a host that failed one after the other, on one day. */
interface Streak extends OutageSign {
  readonly count: number;
}

interface Known {
  readonly day: Day;
  streak: Streak | null;
  /** URLs of this turn that got the streak's status without traffic. */
  booked: number;
  /** How many streaks a good answer ended in this turn. */
  broken: number;
}

/** Each streak that turned out to be none makes the next one so much harder to believe. */
const MORE_PER_BROKEN_STREAK = 3;

/**
 * C5: which hosts are away today, as known before a turn and learnt in it, and what their other URLs get without being
 * asked. Bound to the day, so that the next pass begins unbiased.
 */
export class HostOutages {
  readonly #clock: Clock;
  readonly #known = new Map<HostState["id"], Known>();

  constructor(clock: Clock, tasks: readonly Task[]) {
    this.#clock = clock;
    for (const { host } of tasks)
      if (host.outage !== null && !this.#known.has(host.id)) {
        const { day, ...streak } = host.outage;
        this.#known.set(host.id, { day, streak, booked: 0, broken: 0 });
      }
  }

  /** What a check says of its host. Answers what is to be stored of it; undefined: nothing new. */
  learn({ host, due }: Task, outcome: Outcome, seen: Interpretation): HostNews["outage"] {
    const sign = outageSign(outcome, seen, due.url);
    if (sign === null) return undefined;
    const known = this.#today(host.id);
    const { streak } = known;
    if (sign === "up") {
      if (streak === null || !concerns(streak.scope, due.url)) return undefined;
      known.streak = null;
      known.broken += 1;
      return null;
    }
    const same = streak !== null && streak.rule === sign.rule && streak.scope === sign.scope;
    if (!same) known.booked = 0;
    known.streak = { ...sign, count: (same ? streak.count : 0) + 1 };
    return { ...sign, count: 1 };
  }

  /** What a URL gets without traffic, as its host is away; null: it has to be asked. */
  bookable({ host, due, slice }: Task): Streak | null {
    const known = this.#today(host.id);
    const { streak } = known;
    const rule = streak === null ? null : outageRule(streak.rule);
    if (streak === null || rule === null || !concerns(streak.scope, due.url)) return null;
    const urls = slice === null ? rule.urlsAtRecheck : rule.urls;
    const needed = rule.counts ? urls : urls + known.broken * MORE_PER_BROKEN_STREAK;
    if (streak.count < needed) return null;
    // Where the URL itself could answer all the same, one is asked after 100, the next after 1,000 …
    if (!rule.counts && known.booked >= 10 ** (streak.count - needed + 2)) return null;
    known.booked += 1;
    return streak;
  }

  #today(id: HostState["id"]): Known {
    const today = this.#clock.today();
    const known = this.#known.get(id);
    if (known?.day === today) return known;
    const fresh: Known = { day: today, streak: null, booked: 0, broken: 0 };
    this.#known.set(id, fresh);
    return fresh;
  }
}

import { type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import { NO_RULES, parseRobots, printRobots, type RobotsRules } from "./robots.ts";

/** The groups of a host's robots.txt that name us, as `printRobots` has them, and the day on which it was read. */
export interface RobotsRecord {
  readonly day: Day;
  readonly text: string;
}

/** What this process knows of the hosts' robots.txt: read by itself, or told by the rest of the fleet. */
export interface RobotsBook {
  /** null: it has to be read, as nobody did today. */
  known(host: string): RobotsRules | null;
  /** Told from elsewhere. */
  remember(host: string, record: RobotsRecord): void;
  /** Read just now; null: the host did not say, so what it said before holds for the next hour. Returns what holds. */
  read(host: string, text: string | null): RobotsRules;
  /** What was read by this process itself, for others to know. */
  own(host: string): RobotsRecord | null;
}

/** RFC 9309, 2.4: not longer than a day. */
const CACHE_MS = 24 * 3_600_000;
/** A host that was down for a moment is not asked about it at every check. */
const UNKNOWN_MS = 3_600_000;
/** The rules of nearly all hosts are none, and take no room. */
const HOSTS_MAX = 100_000;

interface Entry {
  readonly rules: RobotsRules;
  /** In `performance.now()`. */
  readonly until: number;
  readonly record: RobotsRecord | null;
  readonly own: boolean;
}

export function createRobotsBook(): RobotsBook {
  const entries = new Map<string, Entry>();
  const put = (host: string, entry: Entry) => {
    entries.delete(host);
    entries.set(host, entry);
    if (entries.size > HOSTS_MAX) for (const [oldest] of entries) return void entries.delete(oldest);
  };
  const today = () => dayOfInstant(Date.now());
  const rulesOf = (text: string) => (text === "" ? NO_RULES : parseRobots(text));
  return {
    known(host) {
      const entry = entries.get(host);
      return entry === undefined || entry.until < performance.now() ? null : entry.rules;
    },
    remember(host, record) {
      const before = entries.get(host);
      const fresh = record.day === today();
      if (
        before !== undefined &&
        (fresh ? before.record?.day === record.day : before.until > performance.now())
      )
        return;
      const until = fresh ? performance.now() + CACHE_MS : 0;
      put(host, { rules: rulesOf(record.text), until, record, own: false });
    },
    read(host, text) {
      if (text === null) {
        const rules = entries.get(host)?.rules ?? NO_RULES;
        put(host, { rules, until: performance.now() + UNKNOWN_MS, record: null, own: false });
        return rules;
      }
      const parsed = parseRobots(text);
      const rules = parsed.rules.length === 0 && parsed.delayMs === 0 ? NO_RULES : parsed;
      const record = { day: today(), text: printRobots(rules) };
      put(host, { rules, until: performance.now() + CACHE_MS, record, own: true });
      return rules;
    },
    own(host) {
      const entry = entries.get(host);
      return entry?.own === true ? entry.record : null;
    },
  };
}

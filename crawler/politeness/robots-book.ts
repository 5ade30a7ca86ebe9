import { type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import { dropOldest } from "../net/oldest.ts";
import { NO_RULES, parseRobots, printRobots, type RobotsRules } from "./robots.ts";

/**
 * The groups of a host's robots.txt that name us, as `printRobots` has them after a line that says of which port, where that
 * is not the scheme's own; and the day on which it was read.
 */
export interface RobotsRecord {
  readonly day: Day;
  readonly text: string;
}

/**
 * What this process knows of the robots.txt of hosts: read by itself, or told by the rest of the fleet. A port of its own has
 * rules of its own (RFC 9309, 2.3) and is asked for as `host:port`; a host's record is that of the port read last.
 */
export interface RobotsBook {
  /** null: it has to be read, as nobody did today. */
  known(authority: string): RobotsRules | null;
  /** Whether the host answered when it was asked today, by anybody. */
  hasAnswered(authority: string): boolean;
  /** Told from elsewhere. */
  remember(host: string, record: RobotsRecord): void;
  /** Read just now; null: the host did not say, so what it said before holds for the next hour. Returns what holds. */
  read(authority: string, text: string | null): RobotsRules;
  /** Crawl-delay of the host as far as is known; 0: none. */
  delayMs(host: string): number;
  /** What was read by this process itself, for others to know. */
  own(host: string): RobotsRecord | null;
}

/** RFC 9309, 2.4: not longer than a day. */
const CACHE_MS = 24 * 3_600_000;
/** A host that was down for a moment is not asked about it at every check. */
const UNKNOWN_MS = 3_600_000;
/** The rules of nearly all hosts are none, and take no room. */
const HOSTS_MAX = 100_000;

const PORT_LINE = /^# (:\d{1,5})(?:\n|$)/;
const hostOf = (authority: string): string => authority.replace(/:\d+$/, "");

interface Entry {
  readonly rules: RobotsRules;
  /** In `performance.now()`. */
  readonly until: number;
  readonly record: RobotsRecord | null;
  readonly own: boolean;
}

export function createRobotsBook(): RobotsBook {
  /** By authority. */
  const entries = new Map<string, Entry>();
  /** Hosts with a port of their own among these. */
  const portOf = new Map<string, string>();
  const put = (authority: string, entry: Entry) => {
    entries.delete(authority);
    entries.set(authority, entry);
    dropOldest(entries, HOSTS_MAX, (dropped) => portOf.delete(hostOf(dropped)));
  };
  const today = () => dayOfInstant(Date.now());
  const latest = (host: string) => entries.get(`${host}${portOf.get(host) ?? ""}`);
  const rulesOf = (text: string) => (text === "" ? NO_RULES : parseRobots(text));
  return {
    known(authority) {
      const entry = entries.get(authority);
      return entry === undefined || entry.until < performance.now() ? null : entry.rules;
    },
    hasAnswered(authority) {
      const entry = entries.get(authority);
      return entry !== undefined && entry.record !== null && entry.until >= performance.now();
    },
    remember(host, record) {
      const port = PORT_LINE.exec(record.text)?.[1] ?? "";
      const authority = `${host}${port}`;
      if (port !== "" && !portOf.has(host)) portOf.set(host, port);
      const before = entries.get(authority);
      const fresh = record.day === today();
      if (
        before !== undefined &&
        (fresh ? before.record?.day === record.day : before.until > performance.now())
      )
        return;
      const until = fresh ? performance.now() + CACHE_MS : 0;
      put(authority, { rules: rulesOf(record.text), until, record, own: false });
    },
    read(authority, text) {
      if (text === null) {
        const rules = entries.get(authority)?.rules ?? NO_RULES;
        put(authority, { rules, until: performance.now() + UNKNOWN_MS, record: null, own: false });
        return rules;
      }
      const parsed = rulesOf(text);
      const rules = parsed.rules.length === 0 && parsed.delayMs === 0 ? NO_RULES : parsed;
      const host = hostOf(authority);
      const port = authority.slice(host.length);
      if (port === "") portOf.delete(host);
      else portOf.set(host, port);
      const line = port === "" ? "" : `# ${port}\n`;
      const record = { day: today(), text: line + printRobots(rules) };
      put(authority, { rules, until: performance.now() + CACHE_MS, record, own: true });
      return rules;
    },
    delayMs: (host) => latest(host)?.rules.delayMs ?? 0,
    own(host) {
      const entry = latest(host);
      return entry?.own === true ? entry.record : null;
    },
  };
}

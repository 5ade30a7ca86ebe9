import { type Day, daysBetween } from "../../shared/calendar/day.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { NO_RULES, parseRobots, printRobots, type RobotsRules, robotsAllow } from "./robots.ts";

/**
 * The groups of a host's robots.txt that name us, as `printRobots` has them after a line that says of which port, where that
 * is not the scheme's own; and the day on which it was read.
 */
export interface RobotsRecord {
  readonly day: Day;
  readonly text: string;
}

/** So seldom that it is no load beside the links. RFC 9309, 2.4, would have it read daily, for crawlers that take whole sites. */
const ROBOTS_DAYS = 30;
/** A host that did not say is not asked again at every check. */
const UNKNOWN_MS = 3_600_000;
/** Ports of a host. Where there are more, the oldest is read again. */
const FILES_MAX = 16;
const PORT_LINE = /^# (:\d{1,5})(?:\n|$)/;

interface RobotsFile {
  readonly rules: RobotsRules;
  /** Day of reading; null: the host did not say. */
  readonly day: Day | null;
  /** Not read again before, on `performance.now()`, whatever the day. */
  readonly until: number;
}

const rulesOf = (text: string): RobotsRules => {
  const { rules, delayMs } = parseRobots(text);
  return rules.length === 0 && delayMs === 0 ? NO_RULES : { rules, delayMs };
};
const portText = ({ port }: Pick<UrlParts, "port">): string => (port === 0 ? "" : `:${port}`);

/**
 * A host's robots.txt: read by this process once in ROBOTS_DAYS, or loaded from the host's row. A port of its own has rules of
 * its own (RFC 9309, 2.3); what is handed on is that of the port read last.
 */
export class HostRobots {
  /** By port, the one read last at the end. */
  readonly #files = new Map<string, RobotsFile>();
  /** Read by this process and not yet handed on. */
  #news: RobotsRecord | null = null;

  /** Whether the host lets us have this path; null: its robots.txt has to be read for that. */
  permits(parts: UrlParts, today: Day): boolean | null {
    const file = this.#files.get(portText(parts));
    if (file === undefined || !isFresh(file, today)) return null;
    return robotsAllow(file.rules, parts.path);
  }

  /** Read just now; null: the host did not say, so what it said before holds for the next hour. */
  store(parts: UrlParts, text: string | null, today: Day): void {
    const port = portText(parts);
    if (text === null) {
      const rules = this.#files.get(port)?.rules ?? NO_RULES;
      this.#put(port, { rules, day: null, until: performance.now() + UNKNOWN_MS });
      return;
    }
    const rules = rulesOf(text);
    this.#put(port, { rules, day: today, until: 0 });
    this.#news = { day: today, text: (port === "" ? "" : `# ${port}\n`) + printRobots(rules) };
  }

  /** As read by another process, or long ago: then it holds until it is read again. */
  load({ day, text }: RobotsRecord): void {
    const port = PORT_LINE.exec(text)?.[1] ?? "";
    const known = this.#files.get(port);
    if (known?.day == null || known.day < day)
      this.#put(port, { rules: rulesOf(text), day, until: known?.until ?? 0 });
  }

  /** What was read by this process itself, for others to know; once. */
  takeNews(): RobotsRecord | null {
    const news = this.#news;
    this.#news = null;
    return news;
  }

  /** The longest Crawl-delay of its ports, as far as is known, as they rest together; 0: none. */
  get delayMs(): number {
    return Math.max(0, ...[...this.#files.values()].map(({ rules }) => rules.delayMs));
  }

  #put(port: string, file: RobotsFile): void {
    this.#files.delete(port);
    this.#files.set(port, file);
    const [oldest] = this.#files.keys();
    if (this.#files.size > FILES_MAX && oldest !== undefined) this.#files.delete(oldest);
  }
}

const isFresh = ({ day, until }: RobotsFile, today: Day): boolean =>
  performance.now() < until || (day !== null && Math.abs(daysBetween(day, today)) < ROBOTS_DAYS);

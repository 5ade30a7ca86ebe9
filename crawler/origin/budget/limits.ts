import type { ORIGIN } from "../../../shared/protocol/origin.ts";

/** What questions of a class may use. */
export interface ClassLimits {
  /** Connections of its own to the database, and as many questions at once. */
  readonly connections: number;
  /** Questions that wait for one. */
  readonly waiting: number;
  /** Who waited for so long is refused: edges wait 2 s for look-ups, 5 or 8 s for others, the answer included. */
  readonly waitMs: number;
  /** The server gives up a statement that takes longer. */
  readonly statementMs: number;
}

/**
 * Budgets of the origin, by class of question. No class can use another's connections: lists that take seconds leave to answers about
 * pages what these need.
 */
export const CLASSES = {
  lookups: { connections: 6, waiting: 64, waitMs: 1_500, statementMs: 2_000 },
  lists: { connections: 4, waiting: 16, waitMs: 4_000, statementMs: 5_000 },
  domains: { connections: 4, waiting: 16, waitMs: 4_000, statementMs: 5_000 },
  search: { connections: 4, waiting: 8, waitMs: 4_000, statementMs: 2_000 },
  people: { connections: 4, waiting: 16, waitMs: 3_000, statementMs: 5_000 },
  feed: { connections: 4, waiting: 32, waitMs: 3_000, statementMs: 3_000 },
} as const satisfies Readonly<Record<string, ClassLimits>>;
export type ClassName = keyof typeof CLASSES;
export const CLASS_NAMES = Object.keys(CLASSES) as readonly ClassName[];

/** To which class a question belongs. */
export const CLASS_OF = {
  urls: "lookups",
  titles: "lookups",
  wikisAt: "lookups",
  touch: "lookups",
  pages: "lookups",
  list: "lists",
  domains: "domains",
  domain: "domains",
  paths: "domains",
  organisation: "domains",
  organisations: "domains",
  relaunches: "domains",
  overview: "domains",
  search: "search",
  people: "people",
  recheck: "people",
  log: "people",
  undo: "people",
  lock: "people",
  feed: "feed",
  event: "feed",
} as const satisfies Readonly<Record<keyof typeof ORIGIN, ClassName>>;

/**
 * What may be held of a class, of its connections and of the places of those who wait, by a provider's network (/16, /32) or a tool, and by
 * one caller's network (/24, /48) within: two of these leave half to the others.
 */
const SHARES = { widest: 1 / 2, narrower: 1 / 4 } as const;

export const shareOf = (count: number, range: keyof typeof SHARES = "widest"): number =>
  Math.max(1, Math.floor(count * SHARES[range]));

/** Heartbeat, clock, health, and the watch over the schema. */
const OTHER_CONNECTIONS = 5;
/** What one origin needs of its server. */
export const CONNECTIONS_NEEDED = CLASS_NAMES.reduce(
  (sum, name) => sum + CLASSES[name].connections,
  OTHER_CONNECTIONS,
);

/** When a refused caller may come back: whatever is under way has ended by then, or was given up. */
export const retrySeconds = (name: ClassName): number => Math.ceil(CLASSES[name].statementMs / 1_000);

import type { SystemStatus, WikiCounts } from "../../../../db/status/status.ts";
import { asDay, instantOfDay } from "../../../../shared/calendar/day.ts";

export const today = asDay(3_600);
/** In the middle of an hour. */
export const NOW = instantOfDay(today) + 10.5 * 3_600_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export const empty: SystemStatus = {
  nowMs: NOW,
  pages: 0,
  urls: 0,
  neverContacted: 0,
  byStatus: {},
  countedExactly: true,
  slices: 0,
  leasedSlices: 0,
  sweptPerDay: [],
  sweepHours: [],
  usualSweep: { hours: 0, perHour: 0 },
  queueHours: [],
  rechecksDue: 0,
  touchesWaiting: 0,
  newsWaiting: 0,
  queues: { oldestTouch: null, oldestRecheck: null, oldestNewUrlMs: null },
  hosts: 0,
  hostsAway: 0,
  databaseBytes: 0,
  tables: [],
  wikis: [],
  streams: [],
  spam: { uses: 0, scansOpen: 0, troubles: [], oldestReadMs: null, stalest: null },
  clients: [],
  dispatchHours: [],
  heldBack: null,
  serverLog: { unarchived: null, archivedMs: null, idleSlots: [] },
  archives: [],
  organisations: { begun: false, unread: false, due: 0, oldestDue: null, lastLooked: null },
  workers: [],
  silent: [],
};

/** All is well with it. */
export const wiki: WikiCounts = {
  wiki: "a@b",
  pages: 100,
  needUpdate: 0,
  oldestTouch: today,
  countedAtMs: null,
  error: null,
  errorAtMs: null,
  retryMs: null,
  paused: false,
  dueMs: NOW + 5 * DAY,
  listing: false,
  lastTurnMs: NOW - 10 * MINUTE,
  holder: null,
  changesAtMs: NOW - MINUTE,
  changesDueMs: NOW + MINUTE,
  passBeganMs: null,
  listed: 100,
  read: 100,
  passedOver: 0,
  lastPassSeconds: 600,
  oldestRead: null,
  hours: [],
};

export const worker = (role: string, secondsSilent = 1, startedAtMs = 0) => ({
  name: `host:1:${role}`,
  role,
  startedAtMs,
  secondsSilent,
  info: {},
});

/** Pages read in hours of the clock, the latest first: this hour, the one before, … */
export const hours = (...reads: number[]) =>
  reads.map((read, at) => ({ startMs: NOW - 30 * MINUTE - at * HOUR, listed: 0, read }));

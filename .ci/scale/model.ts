import type { Scale } from "./generate.ts";

/** What one thing costs; each figure with the command that gives it, or its source, stands in docs/scale.md. */
export const MEASURED = {
  /** Bytes in the database with all indexes. */
  bytesPerUrl: 276,
  /** Of these in the heap. */
  heapPerUrl: 172,
  bytesPerHost: 305,
  bytesPerPage: 207,
  bytesPerUse: 69,
  /** Redirects, rechecks, plans, archived versions, for each URL. */
  bytesOfWorkPerUrl: 25,
  bytesPerChange: 549,
  urlsPerHost: 8,
  /** Of a thousand checks in a steady month: changes for readers, and values written to the edge's store. */
  changesPer1000: 18.4,
  writesPer1000: 21.1,
  /** Bytes of write-ahead log for a check. */
  logPerCheck: 204,
  /** Results that one connection stores in a second. */
  storedPerSecond: 12_600,
  /** CPU seconds of a crawler for a thousand checks, TLS. */
  crawlerCpuPer1000: 0.34,
  /** Pages that a feeder reads in a second where a wiki's answers set the pace. */
  pagesPerSecond: 259,
  /** Of a snapshot in the store. */
  bytesPerSnapshot: 505,
} as const;

/** Periods, days. */
const PASS_DAYS = 28;
const FEED_DAYS = 14;
const MONTH_DAYS = 30;
const CHANGES_KEPT_DAYS = 14;
/** Cloudflare's Workers Paid, US dollars: a month, a million writes beyond the first, a GB stored beyond the first. */
const KV = { month: 5, millionWrites: 5, gigabyte: 0.5 };
/** Expiry reads the heap once in so many days; of a row with its free fifth. */
const EXPIRY_DAYS = 28;

const GB = 1e9;

/** What a fleet of some size needs; sizes in GB of 10⁹ bytes, money in US dollars. */
export function project({ urls, pages, uses }: Scale) {
  const of = MEASURED;
  const checksPerSecond = urls / PASS_DAYS / 86_400;
  const checksPerMonth = (urls * MONTH_DAYS) / PASS_DAYS;
  const changesKept = (urls * CHANGES_KEPT_DAYS * of.changesPer1000) / PASS_DAYS / 1_000;
  const table = {
    url: (urls * of.bytesPerUrl) / GB,
    host: ((urls / of.urlsPerHost) * of.bytesPerHost) / GB,
    page: (pages * of.bytesPerPage) / GB,
    pageLink: (uses * of.bytesPerUse) / GB,
    work: (urls * of.bytesOfWorkPerUrl) / GB,
    change: (changesKept * of.bytesPerChange) / GB,
  };
  const writes = (checksPerMonth * of.writesPer1000) / 1_000;
  const stored = (pages * of.bytesPerSnapshot) / GB;
  return {
    table,
    database: Object.values(table).reduce((sum, bytes) => sum + bytes, 0),
    checksPerSecond,
    databaseCores: checksPerSecond / of.storedPerSecond,
    crawlerCores: (checksPerSecond * of.crawlerCpuPer1000) / 1_000,
    logPerDay: (checksPerSecond * 86_400 * of.logPerCheck) / GB,
    expiryPerDay: (urls * of.heapPerUrl) / EXPIRY_DAYS / GB,
    pagesPerSecond: pages / FEED_DAYS / 86_400,
    feedHours: pages / of.pagesPerSecond / 3_600,
    writes: writes / 1e6,
    firstWrites: pages / 1e6,
    storeDollars:
      KV.month + Math.max(0, writes / 1e6 - 1) * KV.millionWrites + Math.max(0, stored - 1) * KV.gigabyte,
    firstDollars: Math.max(0, pages / 1e6) * KV.millionWrites,
  };
}

/** Those of docs/scale.md. */
export const SIZES = [
  { name: "50 million", urls: 50e6, pages: 10e6, uses: 200e6 },
  { name: "500 million", urls: 500e6, pages: 100e6, uses: 2_000e6 },
] as const;

const whole = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en"));

/** The model's rows of docs/scale.md: what, and its value for each of SIZES. */
export function rows(): string[] {
  const projected = SIZES.map(project);
  const row = (what: string, of: (one: (typeof projected)[number]) => number, unit: string) =>
    `| ${what} | ${projected.map((one) => `${whole(of(one))} ${unit}`.trim()).join(" | ")} |`;
  return [
    row("`url` with its indexes", ({ table }) => table.url, "GB"),
    row("`host`", ({ table }) => table.host, "GB"),
    row("`page`", ({ table }) => table.page, "GB"),
    row("`page_link`", ({ table }) => table.pageLink, "GB"),
    row("rechecks, redirects, archived versions", ({ table }) => table.work, "GB"),
    row("change rows of two weeks", ({ table }) => table.change, "GB"),
    row("**the database**", ({ database }) => database, "GB"),
    row("checks a second, in four weeks each URL once", ({ checksPerSecond }) => checksPerSecond, ""),
    row("share of one connection that stores them", ({ databaseCores }) => databaseCores * 100, "%"),
    row("share of a core that checks take", ({ crawlerCores }) => crawlerCores * 100, "%"),
    row("log of the database for checks, a day", ({ logPerDay }) => logPerDay, "GB"),
    row("read by expiry, a day", ({ expiryPerDay }) => expiryPerDay, "GB"),
    row("pages to be read a second, in two weeks each once", ({ pagesPerSecond }) => pagesPerSecond, ""),
    row("a pass of one feeder over all pages at a wiki's pace", ({ feedHours }) => feedHours, "h"),
    row("writes to KV a month, in millions", ({ writes }) => writes, ""),
    row("KV, US dollars a month", ({ storeDollars }) => storeDollars, ""),
    row("writes to KV of the first export, in millions", ({ firstWrites }) => firstWrites, ""),
    row("KV, US dollars for the first export", ({ firstDollars }) => firstDollars, ""),
  ];
}

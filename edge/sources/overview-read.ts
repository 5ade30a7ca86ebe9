import {
  COUNTED_VERDICTS,
  type DomainCount,
  type DomainList,
  type Overview,
  type PathList,
  type Turned,
  type Turns,
  type VerdictCounts,
} from "../../shared/answer/overview.ts";
import { isDay } from "../../shared/calendar/day.ts";
import { isRecord, records } from "../../shared/json/record.ts";

const numberOf = (value: unknown): number =>
  typeof value === "number" && Number.isFinite(value) ? value : 0;

function countsOf(value: Record<string, unknown>): VerdictCounts {
  const counts = { unreachable: 0, doubtful: 0, refused: 0, unknown: 0, working: 0 };
  for (const verdict of COUNTED_VERDICTS) counts[verdict] = numberOf(value[verdict]);
  return counts;
}

function turnsOf(value: unknown): Turns {
  if (!isRecord(value)) return { count: 0, latest: [] };
  const latest = records(value.latest).flatMap(({ day, url, pageCount, pages }): Turned[] =>
    isDay(day) && typeof url === "string"
      ? [
          {
            day,
            url,
            pageCount: numberOf(pageCount),
            pages: records(pages).map(({ pageid, title }) => ({
              pageid: numberOf(pageid),
              title: String(title),
            })),
          },
        ]
      : [],
  );
  return { count: numberOf(value.count), latest };
}

const domainsOf = (value: unknown): DomainCount[] =>
  records(value).map(({ domain, unreachable, doubtful }) => ({
    domain: String(domain),
    unreachable: numberOf(unreachable),
    doubtful: numberOf(doubtful),
  }));

/** Origin's answer; null when it is none. */
export function readDomains(value: unknown): DomainList | null {
  if (!isRecord(value) || typeof value.wiki !== "string" || !isDay(value.generated)) return null;
  return {
    version: 1,
    generated: value.generated,
    wiki: value.wiki,
    list: "domains",
    countedAtMs: typeof value.countedAtMs === "number" ? value.countedAtMs : null,
    entries: domainsOf(value.entries),
    cursor: typeof value.cursor === "string" ? value.cursor : null,
  };
}

/** Origin's answer; null when it is none. */
export function readPaths(value: unknown): PathList | null {
  if (!isRecord(value) || typeof value.wiki !== "string" || !isDay(value.generated)) return null;
  if (typeof value.domain !== "string" || !Array.isArray(value.entries)) return null;
  return {
    version: 1,
    generated: value.generated,
    wiki: value.wiki,
    list: "paths",
    domain: value.domain,
    path: typeof value.path === "string" ? value.path : "",
    entries: records(value.entries).map((entry) => ({
      host: String(entry.host),
      path: String(entry.path),
      ...countsOf(entry),
    })),
    cursor: typeof value.cursor === "string" ? value.cursor : null,
  };
}

/** Origin's answer; null when it is none. */
export function readOverview(value: unknown): Overview | null {
  if (!isRecord(value) || typeof value.wiki !== "string" || !isDay(value.generated)) return null;
  return {
    version: 1,
    generated: value.generated,
    wiki: value.wiki,
    countedAtMs: typeof value.countedAtMs === "number" ? value.countedAtMs : null,
    counts: isRecord(value.counts) ? countsOf(value.counts) : null,
    days: records(value.days).flatMap((row) => (isDay(row.day) ? [{ day: row.day, ...countsOf(row) }] : [])),
    domains: domainsOf(value.domains),
    newlyBroken: turnsOf(value.newlyBroken),
    workingAgain: turnsOf(value.workingAgain),
  };
}

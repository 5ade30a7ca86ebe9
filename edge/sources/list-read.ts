import { LIST_NAMES, type ListedUse, type WikiList } from "../../shared/answer/lists.ts";
import { isDay } from "../../shared/calendar/day.ts";
import type { PublicEntry } from "../../shared/history/types.ts";
import { isCount, isRecord, records } from "../../shared/json/record.ts";
import { VERDICTS } from "../../shared/verdict/types.ts";

const dayOrNull = (value: unknown) => (isDay(value) ? value : null);
const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);
const countOrNull = (value: unknown) => (isCount(value) ? value : null);

function readRun(run: Record<string, unknown>): PublicEntry[] {
  const { status, http, first, last, checks, deadEnd, refused } = run;
  if (!isCount(status) || !isDay(first) || !isDay(last) || !isCount(checks)) return [];
  const told = { status, http: countOrNull(http), first, last, checks };
  return [{ ...told, ...(deadEnd === true && { deadEnd }), ...(refused === true && { refused }) }];
}

function readUse(use: Record<string, unknown>): ListedUse[] {
  const { pageid, title, namespace, url, rule, status, checks, spam } = use;
  const verdict = VERDICTS.find((one) => one === use.verdict);
  if (!isCount(pageid) || typeof title !== "string" || typeof url !== "string" || verdict === undefined)
    return [];
  return [
    {
      pageid,
      title,
      namespace: typeof namespace === "number" ? namespace : 0,
      url,
      verdict,
      rule: String(rule ?? ""),
      status: isCount(status) ? status : 0,
      http: countOrNull(use.http),
      since: dayOrNull(use.since),
      last: dayOrNull(use.last),
      checks: isCount(checks) ? checks : 0,
      history: records(use.history).flatMap(readRun),
      spam: spam === "global" || spam === "local" ? spam : null,
      line: textOrNull(use.line),
      cursor: textOrNull(use.cursor),
    },
  ];
}

/** Origin's answer; null when it is none. Members that cannot be read are left out. */
export function readWikiList(value: unknown): WikiList | null {
  if (!isRecord(value) || !Array.isArray(value.entries)) return null;
  const list = LIST_NAMES.find((name) => name === value.list);
  if (list === undefined || typeof value.wiki !== "string" || !isDay(value.generated)) return null;
  return {
    version: 1,
    generated: value.generated,
    wiki: value.wiki,
    list,
    domain: textOrNull(value.domain),
    path: textOrNull(value.path) ?? "",
    entries: records(value.entries).flatMap(readUse),
    cursor: textOrNull(value.cursor),
  };
}

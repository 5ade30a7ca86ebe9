import { isRecord, records } from "../../shared/json/record.ts";
import type { FoundPage, FoundUrl, SearchResponse } from "../../shared/protocol/search.ts";
import { readFact } from "./facts.ts";

function readPage({ wiki, pageid, title }: Record<string, unknown>): FoundPage[] {
  return typeof wiki === "string" && typeof title === "string" && Number.isSafeInteger(pageid)
    ? [{ wiki, pageid: Number(pageid), title }]
    : [];
}

/** Origin's answer; null when it is none. */
export function readSearch(value: unknown): SearchResponse | null {
  if (!isRecord(value) || !Array.isArray(value.urls)) return null;
  const urls = records(value.urls).flatMap((url): FoundUrl[] => {
    const facts = isRecord(url.facts) ? readFact(url.facts) : null;
    if (facts === null) return [];
    return [{ facts, pages: records(url.pages).flatMap(readPage), morePages: url.morePages === true }];
  });
  return {
    urls,
    cursor: typeof value.cursor === "string" ? value.cursor : null,
    ...(value.similar === true && { similar: true }),
  };
}

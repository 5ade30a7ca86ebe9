import { isRecord, records } from "../json/record.ts";
import type { Sister } from "./sister.ts";

/** Whether the target of a link into the own farm exists, looked up while an answer is made (U5, U7). */
export interface OnTheSpot {
  readonly result:
    | "exists"
    | "missing"
    /** No page can have that title. */
    | "bad-title"
    /** Its wiki did not answer in time, or not as a wiki does. */
    | "unknown"
    | "not-checked";
  /** Why it was not checked; null: it was. */
  readonly reason: "no-page" | "unknown-wiki" | "other-wiki" | "too-many" | null;
  /** The title in the URL; null: none. */
  readonly title: string | null;
}

/** Limits on the requests to sister wikis for one answer. */
export const SPOT_LIMITS = {
  wikis: 5,
  /** Titles per request: MediaWiki's limit for clients without a bot's right. */
  titlesAtOnce: 50,
  /** Requests to one wiki, one after the other. */
  requests: 4,
  /** Characters of the escaped titles of one request, as servers refuse long request lines. */
  queryUnits: 6_000,
  /** Addresses that are no titles, each with a request of its own. */
  heads: 10,
  /** Time from the first request to the last answer. */
  totalMs: 3_000,
  responseBytes: 512 * 1024,
} as const;

/** The API parameters that ask a wiki whether titles exist. */
export function titlesQuestion(titles: readonly string[]): Readonly<Record<string, string>> {
  return { prop: "info", converttitles: "1", titles: titles.join("|") };
}

/** Most renamings of a title by MediaWiki: normalised, then converted to another variant of the script. */
const RENAMES_MAX = 3;

/** The state of titles by `query` of the API's answer; titles that it does not mention are absent. */
export function readExistence(
  query: unknown,
  titles: readonly string[],
): ReadonlyMap<string, OnTheSpot["result"]> {
  const found = new Map<string, OnTheSpot["result"]>();
  if (!isRecord(query)) return found;
  const renamed = new Map<string, string>();
  for (const kind of ["normalized", "converted"])
    for (const { from, to } of records(query[kind]))
      if (typeof from === "string" && typeof to === "string") renamed.set(from, to);
  const states = new Map<string, OnTheSpot["result"]>();
  for (const { title, missing, invalid, known } of records(query.pages)) {
    if (typeof title !== "string") continue;
    states.set(
      title,
      invalid === true ? "bad-title" : missing === true && known !== true ? "missing" : "exists",
    );
  }
  // An interwiki title: this wiki knows nothing about its target.
  for (const { title } of records(query.interwiki))
    if (typeof title === "string") states.set(title, "not-checked");
  for (const asked of titles) {
    let title = asked;
    for (let renames = 0; renames < RENAMES_MAX && !states.has(title); renames += 1)
      title = renamed.get(title) ?? title;
    const state = states.get(title);
    if (state !== undefined) found.set(asked, state);
  }
  return found;
}

/** Titles divided into requests, in the order given; titles beyond the limits are left out. */
export function titleBatches(titles: readonly string[]): string[][] {
  const batches: string[][] = [];
  let units = 0;
  for (const title of titles) {
    const size = encodeURIComponent(title).length + 3;
    const batch = batches.at(-1);
    if (
      batch === undefined ||
      batch.length >= SPOT_LIMITS.titlesAtOnce ||
      units + size > SPOT_LIMITS.queryUnits
    ) {
      if (batches.length >= SPOT_LIMITS.requests) return batches;
      batches.push([title]);
      units = size;
    } else {
      batch.push(title);
      units += size;
    }
  }
  return batches;
}

/** Asks a wiki's API about titles (`titlesQuestion`): `query` of the answer; null: no answer. Never throws. */
export type AskSister = (api: string, titles: readonly string[]) => Promise<unknown>;

/**
 * Looks up pages in sister wikis: several wikis at the same time, the requests to each one after the other, and no more
 * to a wiki that did not answer. A wiki's failure does not affect the others.
 */
export async function lookUp<Url extends string>(
  links: ReadonlyMap<Url, Sister>,
  ask: AskSister,
): Promise<ReadonlyMap<Url, OnTheSpot>> {
  const titles = new Map<string, Set<string>>();
  for (const link of links.values())
    if (link.kind === "page") titles.set(link.api, (titles.get(link.api) ?? new Set()).add(link.title));
  const asked = await Promise.all(
    [...titles]
      .slice(0, SPOT_LIMITS.wikis)
      .map(async ([api, wanted]) => [api, await askWiki(api, [...wanted], ask)] as const),
  );
  const results = new Map(asked);
  return new Map([...links].map(([url, link]) => [url, spotOf(link, results)]));
}

type Results = ReadonlyMap<string, OnTheSpot["result"]>;

async function askWiki(api: string, titles: readonly string[], ask: AskSister): Promise<Results> {
  const results = new Map<string, OnTheSpot["result"]>();
  let answering = true;
  for (const batch of titleBatches(titles)) {
    const query: unknown = answering ? await ask(api, batch) : null;
    answering = query !== null;
    const found = readExistence(query, batch);
    for (const title of batch) results.set(title, found.get(title) ?? "unknown");
  }
  return results;
}

function spotOf(link: Sister, results: ReadonlyMap<string, Results>): OnTheSpot {
  if (link.kind === "bad-title") return { result: "bad-title", reason: null, title: link.title };
  if (link.kind !== "page") return { result: "not-checked", reason: link.kind, title: null };
  const { title } = link;
  const result = results.get(link.api)?.get(title);
  if (result === undefined) return { result: "not-checked", reason: "too-many", title };
  return { result, reason: result === "not-checked" ? "other-wiki" : null, title };
}

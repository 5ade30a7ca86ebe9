import type { InterwikiLink } from "../../shared/interwiki/map.ts";
import { isRecord, records } from "../../shared/json/record.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import { readBoundedJson } from "../bounded-body.ts";
import type { EdgeDeps } from "../env.ts";
import {
  emptyTitleIndex,
  indexTitles,
  isRedirect,
  meaningOf,
  type PageSelector,
  type TitleIndex,
  type TitleMeaning,
} from "./titles.ts";
import { UNSENT, type WikiPurpose } from "./wiki-gate.ts";

/** A page as its wiki has it at this minute. */
export interface LivePage {
  readonly pageid: number;
  readonly title: string;
  readonly links: readonly string[];
  readonly interwikis: readonly InterwikiLink[];
  /** False: time or size ran out before the wiki had named all links. */
  readonly complete: boolean;
}

export type LivePages =
  /** Pages that exist. Who is asked for and not among them is unknown to the wiki; so are titles that have no meaning. */
  | {
      readonly kind: "pages";
      readonly pages: readonly LivePage[];
      readonly titles: ReadonlyMap<string, TitleMeaning>;
    }
  | {
      readonly kind: "down";
      readonly reason: string;
      /** What is remembered of titles nevertheless. */
      readonly titles: ReadonlyMap<string, TitleMeaning>;
    };

export const WIKI_LIMITS = {
  totalMs: 5_000,
  responseBytes: 8 * 1024 * 1024,
  links: 10_000,
  requests: 40,
  /** A longer query is posted: servers refuse long request lines. */
  queryUnits: 4_000,
} as const;

interface RawPage {
  readonly pageid: number;
  readonly title: string;
  readonly links: string[];
  readonly interwikis: InterwikiLink[];
}

/** What the requests of one question have brought so far. */
interface Gathered {
  readonly pages: Map<number, RawPage>;
  readonly titles: TitleIndex;
  links: number;
}

/** One answer of 8 MB has room for more links than one question may have. */
const isFull = ({ links }: Gathered): boolean => links >= WIKI_LIMITS.links;

function gather(query: Record<string, unknown>, into: Gathered): void {
  indexTitles(query, into.titles);
  for (const { pageid, title, missing, extlinks, iwlinks } of records(query.pages)) {
    if (typeof pageid !== "number" || pageid < 1 || typeof title !== "string" || missing === true) continue;
    const page = into.pages.get(pageid) ?? { pageid, title, links: [], interwikis: [] };
    into.pages.set(pageid, page);
    for (const { url } of records(extlinks)) {
      if (isFull(into)) break;
      if (typeof url !== "string") continue;
      page.links.push(url);
      into.links++;
    }
    for (const { prefix, title: target, url } of records(iwlinks)) {
      if (isFull(into)) break;
      if (typeof prefix !== "string" || typeof target !== "string") continue;
      page.interwikis.push({ prefix, title: target, ...(typeof url === "string" && { url }) });
      into.links++;
    }
  }
}

/** Keys of `continue`, to be sent back as they are; null: that was all. */
function continuation(answer: Record<string, unknown>): Record<string, string> | null {
  if (!isRecord(answer.continue)) return null;
  return Object.fromEntries(
    Object.entries(answer.continue).map(([key, value]) => [key, String(value)] as const),
  );
}

interface AskOptions {
  readonly userAgent: string;
  readonly ms: number;
  readonly bytesMax: number;
  /** Of whose share of the wiki's budget it is; an answer, unless said otherwise. */
  readonly purpose?: WikiPurpose;
}

/** What is asked for: failures are counted by it. */
function subjectsOf({ pageids, titles, ...others }: Readonly<Record<string, string>>): readonly string[] {
  const named = pageids ?? titles;
  return named === undefined ? [JSON.stringify(others)] : named.split("|");
}

/** In less a wiki that is well may have no answer: the last request of a long question has what the others left. */
const FAIR_MS = 2_000;

/** Sends a request to a wiki as far as its budget allows. `read` never throws for what is wrong with an answer: null is unreadable. */
async function sendTo<T>(
  deps: EdgeDeps,
  request: Request,
  of: { readonly purpose: WikiPurpose; readonly subjects: readonly string[]; readonly ms: number },
  read: (response: Response) => Promise<T | null>,
): Promise<T | string> {
  const { host } = new URL(request.url);
  const leave = deps.wikis.enter({ host, callers: deps.asker?.ranges, ...of });
  if (typeof leave === "string") return UNSENT[leave];
  try {
    const response = await deps.fetch(request);
    const retryAfter = response.headers.get("retry-after");
    const asksForTime = response.status === 429 || (response.status === 503 && retryAfter !== null);
    if (asksForTime) deps.wikis.pause(host, retryAfter);
    if (!response.ok) {
      leave.end(asksForTime || response.status < 500 ? "unreadable" : "failed");
      return `HTTP ${response.status}`;
    }
    const answer = await read(response);
    leave.end(answer === null ? "unreadable" : "answered");
    return answer ?? "no JSON object, or too long";
  } catch (error) {
    const name = error instanceof Error ? error.name : "no answer";
    leave.end(name === "TimeoutError" && of.ms < FAIR_MS ? "unreadable" : "failed");
    return name;
  }
}

function requestOf(api: string, parameters: URLSearchParams, { userAgent, ms }: AskOptions): Request {
  const headers = { "user-agent": userAgent, accept: "application/json" };
  const common = { headers, redirect: "manual", signal: AbortSignal.timeout(ms) } as const;
  const text = parameters.toString();
  if (text.length <= WIKI_LIMITS.queryUnits) return new Request(`${api}?${text}`, common);
  return new Request(api, { ...common, method: "POST", body: parameters });
}

/** One `action=query`; the answer's JSON object, or a reason in words. */
export async function askApi(
  deps: EdgeDeps,
  api: string,
  question: Readonly<Record<string, string>>,
  options: AskOptions,
): Promise<Record<string, unknown> | string> {
  const parameters = new URLSearchParams({
    action: "query",
    format: "json",
    formatversion: "2",
    ...question,
  });
  const of = { purpose: options.purpose ?? "answer", subjects: subjectsOf(question), ms: options.ms };
  const answer = await sendTo(deps, requestOf(api, parameters, options), of, async (response) => {
    const read = await readBoundedJson(response.body, options.bytesMax);
    if (!isRecord(read)) return null;
    const code = isRecord(read.error) ? String(read.error.code) : null;
    // MediaWiki asks for time with status 200, too.
    if (code === "maxlag" || code === "ratelimited")
      deps.wikis.pause(new URL(api).host, response.headers.get("retry-after"));
    return { answer: read, code };
  });
  if (typeof answer === "string") return answer;
  return answer.code === null ? answer.answer : `error ${answer.code}`.slice(0, 100);
}

/** Titles by `action=opensearch`, which looks for them as the wiki's own search field does; [] where it does not answer so. */
export async function askOpenSearch(
  deps: EdgeDeps,
  api: string,
  question: Readonly<Record<string, string>>,
  options: AskOptions,
): Promise<readonly string[]> {
  const parameters = new URLSearchParams({
    action: "opensearch",
    format: "json",
    formatversion: "2",
    ...question,
  });
  const of = { purpose: options.purpose ?? "answer", subjects: subjectsOf(question), ms: options.ms };
  const answer = await sendTo(deps, requestOf(api, parameters, options), of, async (response) => {
    const read = await readBoundedJson(response.body, options.bytesMax);
    return Array.isArray(read) ? (read as readonly unknown[]) : null;
  });
  const titles: unknown = typeof answer === "string" ? [] : answer[1];
  return Array.isArray(titles) ? titles.filter((each) => typeof each === "string") : [];
}

export const down = (reason: string): LivePages => ({ kind: "down", reason, titles: new Map() });

/**
 * Whether an answer is one to a question about pages: MediaWiki says of each whether there is one. One that says nothing is no
 * word that there is none, by which bots would drop the page.
 */
export const saysSomething = ({ query }: Record<string, unknown>): boolean =>
  isRecord(query) &&
  [query.pages, query.redirects, query.interwiki].some((entries) => records(entries).length > 0);

/**
 * External and interwiki links of pages, now (design 8): `prop=info|extlinks|iwlinks`, `continue` followed within WIKI_LIMITS, serially, as
 * wikis ask for. Redirects are followed for titles only: a pageid means that very page. A title whose redirect leads to no page of the
 * wiki (broken, circular, or to another wiki) means the redirect itself, as its pageid does (Q1).
 */
export async function livePages(
  deps: EdgeDeps,
  profile: WikiProfile,
  selector: PageSelector,
  userAgent: string,
): Promise<LivePages> {
  const end = deps.elapsed() + WIKI_LIMITS.totalMs;
  const { live, index } = await askPages(deps, profile, selector, { userAgent, end, redirects: true });
  if (live.kind === "down" || selector.by === "pageid") return live;
  const titles = selector.titles.filter(
    (title) => live.titles.get(title)?.kind !== "page" && isRedirect(title, index),
  );
  if (titles.length === 0) return live;
  const own = await askPages(deps, profile, { by: "title", titles }, { userAgent, end, redirects: false });
  if (own.live.kind === "down") return live;
  return {
    kind: "pages",
    pages: [...live.pages, ...own.live.pages],
    titles: new Map([...live.titles, ...own.live.titles]),
  };
}

interface PagesOptions {
  readonly userAgent: string;
  /** When to give up, milliseconds since 1970. */
  readonly end: number;
  /** Whether redirects from titles are followed. */
  readonly redirects: boolean;
}

async function askPages(
  deps: EdgeDeps,
  profile: WikiProfile,
  selector: PageSelector,
  { userAgent, end, redirects }: PagesOptions,
): Promise<{ readonly live: LivePages; readonly index: TitleIndex }> {
  const gathered: Gathered = { pages: new Map(), titles: emptyTitleIndex(), links: 0 };
  const base = {
    prop: "info|extlinks|iwlinks",
    ellimit: "max",
    iwlimit: "max",
    iwprop: "url",
    ...(selector.by === "pageid"
      ? { pageids: selector.pageids.join("|") }
      : { titles: selector.titles.join("|"), ...(redirects && { redirects: "1" }), converttitles: "1" }),
  };
  let next: Record<string, string> | null = {};
  for (let requests = 0; next !== null; requests++) {
    const left = end - deps.elapsed();
    if (left <= 0 || requests >= WIKI_LIMITS.requests || isFull(gathered)) break;
    const options = { userAgent, ms: left, bytesMax: WIKI_LIMITS.responseBytes };
    const answer: Record<string, unknown> | string = await askApi(
      deps,
      profile.api,
      { ...base, ...next },
      options,
    );
    if (typeof answer === "string") {
      if (requests === 0) return { live: down(answer), index: gathered.titles };
      break;
    }
    if (requests === 0 && !saysSomething(answer))
      return { live: down("no answer to the query"), index: gathered.titles };
    if (isRecord(answer.query)) gather(answer.query, gathered);
    next = continuation(answer);
  }
  const complete = next === null && !isFull(gathered);
  const titles = new Map<string, TitleMeaning>();
  if (selector.by === "title")
    for (const title of selector.titles) {
      const meaning = meaningOf(title, gathered.titles);
      if (meaning !== null) titles.set(title, meaning);
    }
  const pages = [...gathered.pages.values()].map((page) => ({ ...page, complete }));
  return { live: { kind: "pages", pages, titles }, index: gathered.titles };
}

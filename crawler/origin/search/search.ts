import type { Database } from "../../../db/connect.ts";
import { codeOf } from "../../../db/errors.ts";
import { type BlockedUse, blockedUses } from "../../../db/lists/blocked.ts";
import { limitTime, QUERY_CANCELED } from "../../../db/lists/conditions.ts";
import { hostsOf, type NextHosts } from "../../../db/lists/hosts.ts";
import { type PatternQuestion, scanUrls, type UrlPlace } from "../../../db/lists/pattern.ts";
import { pagesOfMany, somePages, urlId } from "../../../db/lists/uses.ts";
import {
  isUsedByMany,
  type PageCursor,
  type SomeUsingPages,
  somePagesOfUrl,
  type UsingPage,
} from "../../../db/pages/uses.ts";
import type { UrlId } from "../../../db/types.ts";
import { factsOf } from "../../../db/urls/facts.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import { NOTHING_KNOWN, type UrlFacts } from "../../../shared/answer/types.ts";
import {
  type FoundPage,
  type FoundUrl,
  SEARCH_LIMITS,
  type SearchRequest,
  type SearchResponse,
} from "../../../shared/protocol/search.ts";
import { splitUrl } from "../../../shared/url/parts.ts";
import { readPattern, type UrlQuestion } from "../../../shared/url/pattern.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { readPageCursor, readPlace, writePageCursor, writePlace } from "../lists/cursors.ts";

/** Time after which an answer has what was found by then; a single statement may take longer, up to the second limit. */
const BUDGET_MS = 200;
const STATEMENT_MS = 1_500;
/** Found URLs whose pages are read at once. */
const SLICE = 50;
/** Pages read in one step for a URL that many of them use. */
const PAGES_OF_A_STEP = 5_000;
/** Most uses of blocked links that are read for one answer; `/list/WIKI/spam` has all of a wiki. */
const BLOCKED_USES_MAX = 500;

export type Searched =
  | { readonly kind: "found"; readonly response: SearchResponse }
  /** Too many hosts or uses would have to be read. */
  | { readonly kind: "too-broad" }
  | { readonly kind: "bad-cursor" };

const SIMILAR: Searched = { kind: "found", response: { urls: [], cursor: null, similar: true } };

/** Finds what is known of a URL or of all that match a pattern, and which pages of a wiki use them (Q3, Q4). */
export async function search(
  db: Database,
  wiki: Wiki | null,
  { question, ...asked }: SearchRequest,
): Promise<Searched> {
  const request = { ...asked, until: performance.now() + BUDGET_MS };
  try {
    const found = await inTime(db, await workOn(db, wiki, question, request));
    const isEmpty = found.kind === "found" && found.response.urls.length === 0 && request.cursor === null;
    if (isEmpty && found.response.cursor === null && (await hasSimilar(db, wiki, question, request)))
      return SIMILAR;
    return found;
  } catch (error) {
    if (codeOf(error) === QUERY_CANCELED) return { kind: "too-broad" };
    throw error;
  }
}

type Work = (tx: Database) => Promise<Searched>;

const inTime = (db: Database, work: Work): Promise<Searched> =>
  db.transaction(async (tx) => {
    await limitTime(tx, STATEMENT_MS);
    return work(tx);
  });

async function workOn(db: Database, wiki: Wiki | null, question: UrlQuestion, rest: Rest): Promise<Work> {
  return question.kind === "url"
    ? (tx) => oneUrl(tx, wiki, question.url, rest)
    : matchingOf(db, wiki, question, rest);
}

/** The same question without its scheme; null: it has none. */
function withoutScheme(question: UrlQuestion): PatternQuestion | null {
  if (question.kind === "pattern") return question.scheme === null ? null : { ...question, scheme: null };
  const bare = readPattern(question.url.slice(question.url.indexOf("//") + 2), { allowPrivate: true });
  return bare.kind === "pattern" ? bare : null;
}

/** Whether the question finds something without its scheme: people often know another one, or only the start of a URL. */
async function hasSimilar(db: Database, wiki: Wiki | null, asked: UrlQuestion, rest: Rest): Promise<boolean> {
  const question = withoutScheme(asked);
  if (question === null) return false;
  const found = await inTime(db, await workOn(db, wiki, question, rest));
  return found.kind === "found" && found.response.urls.length > 0;
}

/** A search without its question. `until`: when to answer with what there is, by `performance.now`. */
type Rest = Omit<SearchRequest, "question"> & { readonly until: number };

async function oneUrl(db: Database, wiki: Wiki | null, url: NormalisedUrl, request: Rest): Promise<Searched> {
  const after = request.cursor === null ? null : readPageCursor(request.cursor);
  if (request.cursor !== null && after === null) return { kind: "bad-cursor" };
  const id = await urlId(db, url);
  const known = id === null ? undefined : (await factsOf(db, wiki?.id ?? null, [id])).get(id);
  const blocked =
    after === null ? await blockedOn(db, wiki, { kind: "url", url, host: splitUrl(url).host }, request) : [];
  const facts = known ?? factsOfBlocked(url, blocked, wiki);
  if (facts === null) return answer([], null);
  const { pages, through } =
    wiki === null || id === null
      ? { pages: [], through: null }
      : await pagesOfOne(db, wiki, id, { ...request, after });
  const all = wiki === null ? [] : [...pages, ...blocked];
  const shown = all.slice(0, SEARCH_LIMITS.pagesOfOne).map(foundPage);
  return {
    kind: "found",
    response: {
      urls: [{ facts, pages: shown, morePages: through !== null || all.length > shown.length }],
      cursor: through === null ? null : writePageCursor(through),
    },
  };
}

const foundPage = ({ wiki, pageid, title }: FoundPage): FoundPage => ({ wiki, pageid, title });

/** Blocked uses of these URLs on pages of the wiki or its farm; of any wiki, by global lists, where none was named. */
const blockedOn = (db: Database, wiki: Wiki | null, question: UrlQuestion, { farm, namespaces }: Rest) =>
  blockedUses(db, question, {
    ...(wiki !== null && { wiki: wiki.id, ...(farm && { farm: wiki.farm }) }),
    namespaces,
    limit: BLOCKED_USES_MAX,
  });

/** Facts of a URL that is known from blocked links alone; null: there are none. */
function factsOfBlocked(url: string, blocked: readonly BlockedUse[], wiki: Wiki | null): UrlFacts | null {
  const use = blocked.find(({ wikiId }) => wikiId === wiki?.id) ?? blocked[0];
  return use === undefined ? null : { ...NOTHING_KNOWN, url, spam: use.scope };
}

/** Blocked URLs of a pattern, which follow the watched ones; without a wiki only those that are not watched. */
async function blockedMatching(
  db: Database,
  wiki: Wiki | null,
  question: PatternQuestion,
  rest: Rest,
): Promise<FoundUrl[]> {
  const uses = await blockedOn(db, wiki, question, rest);
  const byUrl = Map.groupBy(
    uses.filter(({ id }) => wiki !== null || id === null),
    ({ url }) => url,
  );
  const facts = await factsOf(
    db,
    wiki?.id ?? null,
    [...byUrl.values()].flatMap(([use]) => use?.id ?? []),
  );
  return [...byUrl].slice(0, SEARCH_LIMITS.urls).flatMap(([url, [first, ...more]]): FoundUrl[] => {
    if (first === undefined) return [];
    const known = first.id === null ? undefined : facts.get(first.id);
    const pages = wiki === null ? [] : [first, ...more];
    return [
      {
        facts: known ?? { ...NOTHING_KNOWN, url, spam: first.scope },
        pages: pages.slice(0, SEARCH_LIMITS.pagesOfEach).map(foundPage),
        morePages: pages.length > SEARCH_LIMITS.pagesOfEach,
      },
    ];
  });
}

/** Pages that use one URL (Q3), as far as they are found in time. */
async function pagesOfOne(
  db: Database,
  wiki: Wiki,
  url: UrlId,
  { farm, namespaces, until, ...from }: Rest & { readonly after: PageCursor | null },
): Promise<SomeUsingPages> {
  const scope = farm ? { farm: wiki.farm } : { wiki: wiki.id };
  const step = { many: await isUsedByMany(db, url), pages: PAGES_OF_A_STEP };
  const pages: UsingPage[] = [];
  for (let { after } = from; ; ) {
    // One more than is shown: whether there are more.
    const limit = SEARCH_LIMITS.pagesOfOne + 1 - pages.length;
    const found = await somePagesOfUrl(db, url, { ...scope, namespaces, limit, after }, step);
    pages.push(...found.pages);
    if (pages.length > SEARCH_LIMITS.pagesOfOne) {
      pages.pop();
      return { pages, through: pages.at(-1) ?? null };
    }
    after = found.through;
    if (after === null || performance.now() > until) return { pages, through: after };
  }
}

/** Finds the hosts first, in a transaction of their own, whose time limit leads to another way here. */
async function matchingOf(db: Database, wiki: Wiki | null, question: PatternQuestion, rest: Rest) {
  const nextHosts = await hostsOf(db, question.host);
  return (tx: Database) => matching(tx, wiki, question, nextHosts, rest);
}

async function matching(
  db: Database,
  wiki: Wiki | null,
  question: PatternQuestion,
  nextHosts: NextHosts,
  rest: Rest,
): Promise<Searched> {
  const { namespaces, cursor, until } = rest;
  let after = cursor === null ? null : readPlace(cursor);
  if (cursor !== null && after === null) return { kind: "bad-cursor" };
  const urls: FoundUrl[] = [];
  for (;;) {
    const { found, through } = await scanUrls(db, question, nextHosts, after);
    for (let at = 0; at < found.length; at += SLICE) {
      for await (const [place, known] of used(db, wiki, found.slice(at, at + SLICE), namespaces)) {
        if (urls.length === SEARCH_LIMITS.urls) return answer(urls, after);
        if (known !== null) urls.push(known);
        after = place;
        if (performance.now() > until && place !== found.at(-1)) return answer(urls, after);
      }
    }
    after = through;
    if (after === null) return answer([...urls, ...(await blockedMatching(db, wiki, question, rest))], null);
    if (performance.now() > until) return answer(urls, after);
  }
}

const answer = (urls: readonly FoundUrl[], through: UrlPlace | null): Searched => ({
  kind: "found",
  response: { urls, cursor: through === null ? null : writePlace(through) },
});

/** Yields what is known of each of these URLs; null for one that no page of the wiki uses. */
async function* used(
  db: Database,
  wiki: Wiki | null,
  places: readonly UrlPlace[],
  namespaces: readonly number[],
): AsyncGenerator<readonly [UrlPlace, FoundUrl | null]> {
  const ids = places.map(({ url }) => url);
  const wanted = { namespaces, limit: SEARCH_LIMITS.pagesOfEach + 1 };
  const { pages, many } =
    wiki === null ? { pages: [], many: new Set<UrlId>() } : await somePages(db, wiki.id, ids, wanted);
  const pagesOf = Map.groupBy(pages, ({ url }) => url);
  const shown = wiki === null ? ids : ids.filter((url) => pagesOf.has(url) || many.has(url));
  const facts = await factsOf(db, wiki?.id ?? null, shown);
  for (const place of places) {
    const { url } = place;
    const known = facts.get(url);
    const using =
      wiki !== null && many.has(url) ? await pagesOfMany(db, wiki.id, url, wanted) : (pagesOf.get(url) ?? []);
    const first = using
      .slice(0, SEARCH_LIMITS.pagesOfEach)
      .map(({ pageid, title }) => ({ wiki: wiki?.name ?? "", pageid, title }));
    const isUsed = known !== undefined && (wiki === null || first.length > 0);
    yield [place, isUsed ? { facts: known, pages: first, morePages: using.length > first.length } : null];
  }
}

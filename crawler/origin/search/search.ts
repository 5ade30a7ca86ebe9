import type { Database } from "../../../db/connect.ts";
import { codeOf } from "../../../db/errors.ts";
import { factsOf } from "../../../db/queries/answers/facts.ts";
import { pagesOfUrl } from "../../../db/queries/answers/pages-of-url.ts";
import { limitTime } from "../../../db/queries/lists/limit-time.ts";
import {
  type PatternQuestion,
  scanUrls,
  somePages,
  type UrlPlace,
} from "../../../db/queries/lists/scan-urls.ts";
import { urlId } from "../../../db/queries/lists/url-id.ts";
import type { UrlId, Wiki } from "../../../db/types.ts";
import type { FoundUrl, SearchRequest, SearchResponse } from "../../../shared/protocol/search.ts";
import { SEARCH_LIMITS } from "../../../shared/protocol/search.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { readPageCursor, readPlace, writePageCursor, writePlace } from "../lists/cursors.ts";

/** Whoever waits gets what was found within this; a single statement that takes longer than the second is given up. */
const BUDGET_MS = 200;
const STATEMENT_MS = 1_500;
/** PostgreSQL: query_canceled. */
const CANCELED = "57014";

export type Searched =
  | { readonly kind: "found"; readonly response: SearchResponse }
  /** So many hosts or uses have to be looked at that it was given up. */
  | { readonly kind: "too-broad" }
  | { readonly kind: "bad-cursor" };

const NOTHING: Searched = { kind: "found", response: { urls: [], cursor: null } };

/** What is known of a URL or of all that match a pattern, and which pages of a wiki use them (Q3, Q4). */
export async function search(
  db: Database,
  wiki: Wiki | null,
  { question, ...request }: SearchRequest,
): Promise<Searched> {
  try {
    return await db.transaction(async (tx) => {
      await limitTime(tx, STATEMENT_MS);
      return question.kind === "url"
        ? oneUrl(tx, wiki, question.url, request)
        : matching(tx, wiki, question, request);
    });
  } catch (error) {
    if (codeOf(error) === CANCELED) return { kind: "too-broad" };
    throw error;
  }
}

type Rest = Omit<SearchRequest, "question">;

async function oneUrl(
  db: Database,
  wiki: Wiki | null,
  url: NormalisedUrl,
  { farm, cursor }: Rest,
): Promise<Searched> {
  const after = cursor === null ? null : readPageCursor(cursor);
  if (cursor !== null && after === null) return { kind: "bad-cursor" };
  const id = await urlId(db, url);
  const facts = id === null ? undefined : (await factsOf(db, wiki?.id ?? null, [id])).get(id);
  if (id === null || facts === undefined) return NOTHING;
  const limit = SEARCH_LIMITS.pagesOfOne;
  const scope = wiki === null ? null : farm ? { farm: wiki.farm } : { wiki: wiki.id };
  const pages = scope === null ? [] : await pagesOfUrl(db, id, { ...scope, limit: limit + 1, after });
  const shown = pages.slice(0, limit);
  const last = pages.length > limit ? shown.at(-1) : undefined;
  return {
    kind: "found",
    response: {
      urls: [
        {
          facts,
          pages: shown.map(({ wiki: name, pageid, title }) => ({ wiki: name, pageid, title })),
          morePages: last !== undefined,
        },
      ],
      cursor: last === undefined ? null : writePageCursor(last),
    },
  };
}

async function matching(
  db: Database,
  wiki: Wiki | null,
  question: PatternQuestion,
  { namespaces, cursor }: Rest,
): Promise<Searched> {
  let after = cursor === null ? null : readPlace(cursor);
  if (cursor !== null && after === null) return { kind: "bad-cursor" };
  const until = performance.now() + BUDGET_MS;
  const urls: FoundUrl[] = [];
  for (;;) {
    const { found, through } = await scanUrls(db, question, after);
    for (let at = 0; at < found.length; at += SEARCH_LIMITS.urls) {
      const some = found.slice(at, at + SEARCH_LIMITS.urls);
      for (const [place, known] of await used(db, wiki, some, namespaces)) {
        if (urls.length === SEARCH_LIMITS.urls) return answer(urls, after);
        if (known !== null) urls.push(known);
        after = place;
      }
      if (performance.now() > until && at + SEARCH_LIMITS.urls < found.length) return answer(urls, after);
    }
    after = through;
    if (after === null || performance.now() > until) return answer(urls, after);
  }
}

const answer = (urls: readonly FoundUrl[], through: UrlPlace | null): Searched => ({
  kind: "found",
  response: { urls, cursor: through === null ? null : writePlace(through) },
});

/** What is known of these URLs; null for one that no page of the wiki uses. */
async function used(
  db: Database,
  wiki: Wiki | null,
  places: readonly UrlPlace[],
  namespaces: readonly number[],
): Promise<(readonly [UrlPlace, FoundUrl | null])[]> {
  const ids = places.map(({ url }) => url);
  const limit = SEARCH_LIMITS.pagesOfEach + 1;
  const rows = wiki === null ? [] : await somePages(db, wiki.id, ids, { namespaces, limit });
  const pagesOf = Map.groupBy(rows, ({ url }) => url);
  const wanted = wiki === null ? ids : [...pagesOf.keys()];
  const facts = await factsOf(db, wiki?.id ?? null, wanted);
  const found = (url: UrlId): FoundUrl | null => {
    const known = facts.get(url);
    const pages = pagesOf.get(url) ?? [];
    if (known === undefined) return null;
    return {
      facts: known,
      pages: pages
        .slice(0, SEARCH_LIMITS.pagesOfEach)
        .map(({ pageid, title }) => ({ wiki: wiki?.name ?? "", pageid, title })),
      morePages: pages.length === limit,
    };
  };
  return places.map((place) => [place, found(place.url)] as const);
}

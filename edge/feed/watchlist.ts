import { FEED_LIMITS } from "../../shared/protocol/feed.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import type { Fill } from "../cache/fill.ts";
import { SharedAnswers } from "../cache/shared-answers.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { type Refused, refusal } from "../refusal.ts";
import { listTree } from "../sources/category-tree.ts";
import type { TreePlace } from "../sources/list-place.ts";
import type { Asking } from "../sources/list-questions.ts";
import { userAgentOf } from "../sources/live-links.ts";
import { askOrigin, originBusy } from "../sources/origin.ts";
import { WIKI_BUDGET } from "../sources/wiki-gate.ts";
import type { Watchlist } from "./query.ts";

/** The pages of a watchlist as they are now. */
export type WatchedPages =
  | {
      readonly kind: "pages";
      readonly pageids: readonly number[];
      /** Titles under which no page is watched. */
      readonly unknown: readonly string[];
    }
  | Refused;

/** A new page of a category is followed an hour after it came, and so long a category stays too large; a page that was moved, by its old title for ten minutes. */
const [CATEGORY_SECONDS, TITLES_SECONDS] = [3_600, 600];
/** What else a wiki refuses, such as a category that it does not have, somebody may be about to make. */
const REFUSED_SECONDS = 60;
/** Lists that an isolate keeps, of FEED_LIMITS.watchedInTrees numbers. */
const KEPT_MAX = 50;
/** Questions to the wiki for one tree, 500 pages each at most. */
const REQUESTS_MAX = 40;
const PAGES_PER_REQUEST = 500;
/** In this time a caller's network gets room for one more question; REQUESTS_MAX are more than it may ask at once. */
const ROOM_MS = (WIKI_BUDGET.windowSeconds * 1_000) / (WIKI_BUDGET.requests * WIKI_BUDGET.callerShare);
/** A walk under way waits so often, which is 8 s. */
const WAITS_MAX = 20;

const refused = (status: 400 | 503, code: string, message: string): Refused => ({
  kind: "refused",
  ...refusal(status, code, message),
});

/** Finds the pages of watchlists: titles among the watched pages, categories by asking the wiki. */
export class Watchlists {
  readonly #answers: SharedAnswers<WatchedPages>;

  constructor(deps: EdgeDeps) {
    this.#answers = new SharedAnswers(deps, KEPT_MAX);
  }

  fill(): Fill {
    return this.#answers.fill();
  }

  /** `deps`: those of the request, which name its caller. */
  async pages(
    deps: EdgeDeps,
    env: EdgeEnv,
    profile: WikiProfile,
    { pageids, titles, category }: Watchlist,
  ): Promise<WatchedPages> {
    const { wiki } = profile;
    const secondsOf = (seconds: number) => (found: WatchedPages) => {
      if (found.kind === "pages" || found.error.code === "category-too-large") return seconds;
      return found.status === 503 ? 0 : REFUSED_SECONDS;
    };
    const parts: WatchedPages[] = [{ kind: "pages", pageids, unknown: [] }];
    if (titles.length > 0)
      parts.push(
        await this.#answers.get(
          `titles ${JSON.stringify([wiki, titles])}`,
          () => titled(deps, env, wiki, titles),
          secondsOf(TITLES_SECONDS),
        ),
      );
    if (category !== null)
      parts.push(
        await this.#answers.get(
          `tree ${JSON.stringify([wiki, category])}`,
          () => inTree(deps, env, profile, category),
          secondsOf(CATEGORY_SECONDS),
        ),
      );
    const all = new Set<number>();
    const unknown: string[] = [];
    for (const part of parts) {
      if (part.kind === "refused") return part;
      for (const pageid of part.pageids) all.add(pageid);
      unknown.push(...part.unknown);
    }
    return all.size > FEED_LIMITS.watchedInTrees
      ? tooMany(wiki, category?.title ?? "")
      : { kind: "pages", pageids: [...all].sort((a, b) => a - b), unknown };
  }
}

async function titled(
  deps: EdgeDeps,
  env: EdgeEnv,
  wiki: string,
  titles: readonly string[],
): Promise<WatchedPages> {
  const asked = await askOrigin(deps, env, ORIGIN.titles, { wiki, titles: [...titles] });
  if (asked.kind === "busy") return { kind: "refused", ...originBusy(asked) };
  if (asked.kind !== "answer")
    return refused(
      503,
      "origin-unavailable",
      "titles cannot be looked up at the moment; go on with the same cursor in a moment, or name the pages by pageid",
    );
  const found = new Map(asked.answer.pages.map(({ title, pageid }) => [title, pageid]));
  return {
    kind: "pages",
    pageids: [...new Set(found.values())],
    unknown: titles.filter((title) => !found.has(title)),
  };
}

const tooMany = (wiki: string, category: string): WatchedPages =>
  refused(
    400,
    "category-too-large",
    `a feed follows at most ${FEED_LIMITS.watchedInTrees} pages, and ${wiki} lists more in "${category}" or asks for too many requests: take depth=0, a subcategory, or the feed of the whole wiki`,
  );

async function inTree(
  deps: EdgeDeps,
  env: EdgeEnv,
  profile: WikiProfile,
  { title, depth }: NonNullable<Watchlist["category"]>,
): Promise<WatchedPages> {
  let requests = 0;
  const counting: EdgeDeps = {
    ...deps,
    fetch(request) {
      requests += 1;
      return deps.fetch(request);
    },
  };
  let waits = 0;
  const asking: Asking = {
    deps: counting,
    profile,
    userAgent: userAgentOf(env),
    async waitForRoom() {
      if (requests === 0 || waits === WAITS_MAX) return false;
      waits += 1;
      await deps.sleep(ROOM_MS);
      return true;
    },
  };
  const titles = new Map<number, string>();
  const pageids = new Set<number>();
  for (let place: TreePlace | null = null; ; ) {
    const tree = { by: "category", category: title, depth } as const;
    const listed = await listTree(asking, tree, place, PAGES_PER_REQUEST, titles);
    if (listed.kind === "refused")
      return listed.error.code === "tree-too-large" ? tooMany(profile.wiki, title) : listed;
    for (const pageid of listed.pageids) pageids.add(pageid);
    if (listed.next?.kind !== "tree") return { kind: "pages", pageids: [...pageids], unknown: [] };
    place = listed.next;
    if (pageids.size > FEED_LIMITS.watchedInTrees || requests >= REQUESTS_MAX)
      return tooMany(profile.wiki, title);
  }
}

import { pageTag, type WikiProfile } from "../../shared/protocol/types.ts";
import { digest, type ShortCache, shortCache } from "../cache/short-cache.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import type { PageSelector, TitleMeaning } from "./titles.ts";
import { down, type LivePage, type LivePages, livePages } from "./wiki.ts";
import { isUnsent } from "./wiki-gate.ts";

/** "Cached about a minute" (design 8): a wiki is not asked again for what it has just answered. */
const LINKS_SECONDS = 60;
/** A question that failed is not asked again for this long. Others are: it may be too large, or too slow (edge/sources/wiki-gate.ts). */
const FAILED_SECONDS = 10;

/** The wiki's operator sees who asks, and where to complain (User-Agent policy of the WMF). */
export function userAgentOf(env: EdgeEnv): string {
  const contact = [env.WEBOID_CONTACT, env.SOURCE_URL].filter(Boolean).join("; ") || "no contact set";
  // A header takes printable ASCII only.
  return `Weboid-edge/${env.SOURCE_VERSION ?? "0"} (${contact})`.replace(/[^ -~]/g, "?");
}

/** Its `edition` counts the writes of its snapshot (`ChangedPages`): a cached page older than the last one is stale. */
interface KeptPage extends LivePage {
  readonly edition: number;
}

const isPage = (value: unknown): value is KeptPage =>
  typeof value === "object" && value !== null && "pageid" in value && "interwikis" in value;

/** What this location kept; its own writing, so no more than a look at the shape. */
function readPage(text: string | null): KeptPage | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  return isPage(value) ? value : null;
}

/** What this location kept of a title. */
const readMeaning = (text: string | null): TitleMeaning | null =>
  text === null ? null : (JSON.parse(text) as TitleMeaning);

async function keep(
  cache: ShortCache,
  wiki: string,
  live: Extract<LivePages, { kind: "pages" }>,
  edition: number,
): Promise<void> {
  await Promise.all([
    ...live.pages
      .filter(({ complete }) => complete)
      .map((page) => ({ ...page, edition }) satisfies KeptPage)
      .map((page) => cache.put(`links ${wiki} ${page.pageid}`, JSON.stringify(page), LINKS_SECONDS)),
    ...[...live.titles].map(([title, meaning]) =>
      cache.put(`title ${wiki} ${title}`, JSON.stringify(meaning), LINKS_SECONDS),
    ),
  ]);
}

/** The pages of a question, in whatever order. */
const questionName = (selector: PageSelector): Promise<string> =>
  digest(JSON.stringify([...(selector.by === "pageid" ? selector.pageids : selector.titles)].sort()));

/** `livePages` with a minute's memory per page; only pages that are not remembered are asked of the wiki. */
export async function cachedLivePages(
  deps: EdgeDeps,
  env: EdgeEnv,
  profile: WikiProfile,
  selector: PageSelector,
): Promise<LivePages> {
  const cache = shortCache(deps);
  const { wiki } = profile;
  const ask = async (missing: PageSelector): Promise<LivePages> => {
    const failure = `failed ${wiki} ${await questionName(missing)}`;
    const reason = await cache.get(failure);
    if (reason !== null) return down(reason);
    const edition = deps.changed.latest();
    const live = await livePages(deps, profile, missing, userAgentOf(env));
    if (live.kind === "pages") await keep(cache, wiki, live, edition);
    else if (!isUnsent(live.reason)) await cache.put(failure, live.reason, FAILED_SECONDS);
    return live;
  };

  if (selector.by === "title") {
    const meanings = await Promise.all(
      selector.titles.map(async (title) => readMeaning(await cache.get(`title ${wiki} ${title}`))),
    );
    const titles = new Map(
      selector.titles.flatMap((title, at) => {
        const meaning = meanings[at] ?? null;
        return meaning === null ? [] : [[title, meaning] as const];
      }),
    );
    if (meanings.includes(null)) {
      const live = await ask(selector);
      return live.kind === "down" ? { ...live, titles } : live;
    }
    const pageids = [...titles.values()].flatMap((meaning) =>
      meaning.kind === "page" ? [meaning.pageid] : [],
    );
    const live = await cachedLivePages(deps, env, profile, {
      by: "pageid",
      pageids: [...new Set(pageids)],
    });
    return { ...live, titles };
  }

  const kept = await Promise.all(
    selector.pageids.map(async (pageid) => {
      const page = readPage(await cache.get(`links ${wiki} ${pageid}`));
      return page !== null && deps.changed.since(page.edition, [pageTag(wiki, pageid)]) ? null : page;
    }),
  );
  const pages = kept.filter((page) => page !== null);
  const missing = selector.pageids.filter((_, at) => kept[at] === null);
  if (missing.length === 0) return { kind: "pages", pages, titles: new Map() };
  const live = await ask({ by: "pageid", pageids: missing });
  return live.kind === "down" ? live : { ...live, pages: [...pages, ...live.pages] };
}

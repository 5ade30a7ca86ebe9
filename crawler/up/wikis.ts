import type { Wiki } from "../../db/types.ts";
import type { FrontSample } from "../../shared/protocol/types.ts";
import { parseList } from "../feed/pages.ts";
import { registerWiki } from "../feed/register.ts";
import { openWiki } from "../feed/wiki.ts";
import type { RoleContext } from "../runtime/context.ts";
import { WorkError } from "../runtime/errors.ts";
import type { HttpClient } from "../runtime/http.ts";
import type { Sample } from "./sample/sample.ts";

/** The farm of wikis that are given by address alone. */
export const FARM = "local";
const SAMPLES_PER_WIKI = 3;

/** Registers the wikis, or brings what is known of them up to date; throws a WorkError for one that cannot be used. */
export async function registerWikis(
  ctx: RoleContext,
  http: HttpClient,
  apis: readonly string[],
): Promise<Wiki[]> {
  const wikis: Wiki[] = [];
  for (const api of apis) {
    const registered = await registerWiki(ctx, http, { dbname: null, farm: FARM, api, criteria: null });
    if (!registered.ok) throw new WorkError(registered.error.message);
    const { wiki } = registered.value;
    const same = wikis.find(({ name }) => name === wiki.name);
    if (same !== undefined)
      throw new WorkError(
        `two wikis call themselves ${wiki.dbname}: add the second under a name of your own with weboid wiki add NAME@${FARM} --api ${api}`,
      );
    wikis.push(wiki);
  }
  return wikis;
}

/** A few pages of each wiki for the front page; a wiki that does not answer now has none. */
export async function samplePages(
  http: HttpClient,
  wikis: readonly Wiki[],
  signal: AbortSignal,
): Promise<FrontSample[]> {
  const samples: FrontSample[] = [];
  for (const { name, api, articleUrl } of wikis) {
    const answer = await openWiki(api, { http, signal, attempts: 1 }).query({
      list: "allpages",
      apnamespace: "0",
      apfilterredir: "nonredirects",
      aplimit: String(SAMPLES_PER_WIKI),
    });
    if (!answer.ok) continue;
    for (const { pageid, title } of parseList(answer.value.query, "allpages"))
      samples.push({ wiki: name, pageid, title, articleUrl: articleUrl.replace("$1", () => pathOf(title)) });
  }
  return samples;
}

const pathOf = (title: string): string => encodeURIComponent(title.replaceAll(" ", "_"));

/** The articles of the sample wiki but its main page, which has little to show. */
export function articlesOf({ articles, wiki }: Sample, name: string): FrontSample[] {
  return articles
    .filter(({ pageid }) => pageid !== 1)
    .map(({ pageid, title }) => ({ wiki: name, pageid, title, articleUrl: wiki.articleUrl(title) }));
}

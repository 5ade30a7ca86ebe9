import { endpointsFor } from "../../db/wikis/configured.ts";
import { listWikis, type Wiki } from "../../db/wikis/wikis.ts";
import type { FrontSample } from "../../shared/protocol/types.ts";
import { endpointOf } from "../../shared/url/endpoint.ts";
import { withRights } from "../feed/api/client.ts";
import { parseList } from "../feed/api/pages.ts";
import { readSiteInfo } from "../feed/api/site-info.ts";
import { openWikiApi, type WikiClient } from "../feed/api/wiki.ts";
import { registerWiki } from "../feed/registration/register.ts";
import { requireContact } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { WorkError } from "../runtime/errors.ts";
import type { Sample } from "../sample/sample.ts";
import { SAMPLE_DBNAME } from "../sample/wiki-api.ts";

/** The farm of wikis that are given by address alone. */
export const FARM = "local";
const SAMPLES_PER_WIKI = 3;

/**
 * Registers the wikis, or brings what is known of them up to date. One that is known from an earlier start and does not
 * answer now is left to the feeder, which tries again; throws a WorkError for a new one that cannot be used.
 * `mayMove`: the sample's wiki is the same one at whatever port it found.
 */
export async function registerWikis(
  ctx: RoleContext,
  http: WikiClient,
  apis: readonly string[],
  { mayMove }: { readonly mayMove: boolean },
): Promise<Wiki[]> {
  const wikis: Wiki[] = [];
  for (const api of new Set(apis)) wikis.push(await registerOne(ctx, http, api, mayMove));
  return wikis;
}

async function registerOne(ctx: RoleContext, http: WikiClient, api: string, mayMove: boolean): Promise<Wiki> {
  const known = await listWikis(ctx.db);
  ctx.log.info(`asking ${api} what it is`);
  const asking = withRights(http, [endpointOf(api) ?? ""]);
  const site = await readSiteInfo(openWikiApi(api, { http: asking, signal: ctx.signal, retry: "person" }));
  if (!site.ok) {
    const before = known.find((wiki) => wiki.api === api);
    if (before === undefined) throw new WorkError(site.error.message);
    ctx.log.warn(`${site.error.message}; continuing with what is known of ${before.name}`, "wiki-error");
    return before;
  }
  // Many wikis have the default name: one must not take over another's pages unasked.
  const name = `${site.value.dbname}@${FARM}`;
  const namesake = known.find((wiki) => wiki.name === name && wiki.api !== api);
  if (namesake !== undefined && !mayMove)
    throw new WorkError(
      `there is a ${name} already, at ${namesake.api}: if that moved, say so with weboid wiki set ${name} --api ${api}; if this is another wiki, add it under a name of your own with weboid wiki add NAME@${FARM} --api ${api}, and leave it out here`,
    );
  const registered = await registerWiki(ctx, http, {
    dbname: null,
    farm: FARM,
    api,
    given: true,
    criteria: null,
  });
  if (!registered.ok) throw new WorkError(registered.error.message);
  return registered.value.wiki;
}

/** A few pages of each wiki for the front page; a wiki that does not answer now has none. */
export async function samplePages(
  { db, http: client }: { readonly db: Database; readonly http: WikiClient },
  wikis: readonly Wiki[],
  signal: AbortSignal,
): Promise<FrontSample[]> {
  const samples: FrontSample[] = [];
  for (const wiki of wikis) {
    const { name, api, articleUrl } = wiki;
    const http = withRights(client, await endpointsFor(db, wiki));
    const answer = await openWikiApi(api, { http, signal, retry: "none" }).query({
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

const SAMPLE = `${SAMPLE_DBNAME}@${FARM}`;

/** Whether a start is about this wiki: one that it names by its address or, naming none, the sample. */
export type IsMine = (wiki: Pick<Wiki, "name" | "api">) => boolean;

export const mineOf =
  (apis: readonly string[]): IsMine =>
  ({ name, api }) =>
    apis.length === 0 ? name === SAMPLE : apis.includes(api);

/** A wiki beside those that the start is about. */
export async function otherWiki(db: Database, isMine: IsMine): Promise<Wiki | null> {
  return (await listWikis(db)).find((wiki) => !isMine(wiki)) ?? null;
}

/**
 * Whether the sample belongs to a start: where no wiki is named and either none is configured or the sample is one of
 * them. Owners of other wikis must be able to reach the operator: a UsageError without WEBOID_CONTACT.
 */
export async function wantsSample(
  { db, config, log }: Pick<RoleContext, "db" | "config" | "log">,
  apis: readonly string[],
): Promise<boolean> {
  if (apis.length > 0) return false;
  const wikis = await listWikis(db);
  const others = wikis.filter(({ name }) => name !== SAMPLE);
  if (others.length === 0) return true;
  requireContact(config);
  const known = others.length < wikis.length;
  log.info(
    `${others.length === 1 ? "one wiki is" : `${others.length} wikis are`} configured and served${known ? " beside the sample" : ", so there is no sample"}`,
  );
  return known;
}

const SHOWN = 3;

/** Wikis for the front page of a start that names none. */
export const firstWikis = async (db: Database): Promise<Wiki[]> =>
  (await listWikis(db)).filter(({ paused }) => !paused).slice(0, SHOWN);

import { z } from "zod";
import { internalTest } from "../../../shared/interwiki/farm.ts";
import type { HostName } from "../../../shared/url/types.ts";
import { findPages, type PageBatches, type Place } from "../api/pages.ts";
import { failed, fine, type Result, type WikiApi } from "../api/wiki.ts";
import type { SourceRun } from "../wiki-run.ts";

/** Items of a batch: one request for the items, one for their pages' titles, one for the pages. */
const ITEMS_PER_REQUEST = 50;
/** Results of a search beyond which CirrusSearch does not answer. */
const HITS_MAX = 10_000;

const repository = z.object({
  wikibase: z.object({
    repo: z.object({ url: z.object({ base: z.string(), scriptpath: z.string() }) }),
    siteid: z.string(),
  }),
});
const hits = z.object({
  searchinfo: z.object({ totalhits: z.number() }).optional(),
  search: z.array(z.object({ title: z.string() })),
});
const entities = z.record(
  z.string(),
  z.object({ sitelinks: z.record(z.string(), z.object({ title: z.string() })).optional() }),
);

/**
 * The pages whose Wikidata item has a statement (M2). Only the repository can search for statements (`haswbstatement`),
 * so it is asked for the items, then for their pages in this wiki.
 */
export async function* readProperty(run: SourceRun, statement: string, from: Place): PageBatches {
  const found = await findRepository(run);
  if (!found.ok) return yield found;
  const { repo, siteid } = found.value;
  const search = {
    list: "search",
    srsearch: `haswbstatement:${statement}`,
    srnamespace: "*",
    srinfo: "totalhits",
    srprop: "",
    srlimit: String(ITEMS_PER_REQUEST),
  };
  for await (const answer of repo.walk({ ...search, ...from })) {
    if (!answer.ok) return yield answer;
    const { data: page } = hits.safeParse(answer.value.query);
    if (page === undefined) return yield noSearch(repo, "it answers in another shape");
    const total = page.searchinfo?.totalhits ?? 0;
    if (total > HITS_MAX) return yield refused(tooMany(statement, total));
    const titles = await titlesOf(repo, itemsOf(page.search), siteid);
    if (!titles.ok) return yield titles;
    const pages =
      titles.value.length === 0
        ? fine({ pages: [] })
        : await findPages(run.wiki, { titles: titles.value.join("|") });
    yield pages.ok ? fine({ pages: pages.value.pages, next: answer.value.continue }) : pages;
    if (!pages.ok) return;
  }
}

/** Items stand in the main namespace (`Q5`) or in one of their own (`Item:Q5`). */
const itemsOf = (rows: readonly { readonly title: string }[]): string[] =>
  rows.flatMap(({ title }) => /(?:^|:)(Q[0-9]+)$/.exec(title)?.[1] ?? []);

async function titlesOf(repo: WikiApi, items: readonly string[], siteid: string): Promise<Result<string[]>> {
  if (items.length === 0) return fine([]);
  const answer = await repo.query({
    action: "wbgetentities",
    ids: items.join("|"),
    props: "sitelinks",
    sitefilter: siteid,
  });
  if (!answer.ok) return answer;
  const parsed = entities.safeParse(answer.value.query.entities);
  if (!parsed.success) return noSearch(repo, "it answers about items in another shape");
  return fine(Object.values(parsed.data).flatMap(({ sitelinks }) => sitelinks?.[siteid]?.title ?? []));
}

interface Repository {
  readonly repo: WikiApi;
  /** What the repository calls this wiki: `dewiki`. */
  readonly siteid: string;
}

/** The repository that the wiki names, if it is in its farm: a wiki must not direct us to any host it likes. */
async function findRepository({ row, wiki }: SourceRun): Promise<Result<Repository>> {
  const answer = await wiki.query({ meta: "wikibase", wbprop: "url|siteid" });
  if (!answer.ok) return answer;
  const parsed = repository.safeParse(answer.value.query);
  if (!parsed.success)
    return refused(
      `${wiki.api} names no Wikibase repository, which criteria by property need; take them out by: weboid wiki set`,
    );
  const { repo, siteid } = parsed.data.wikibase;
  const api = URL.parse(`${repo.url.base}${repo.url.scriptpath}/api.php`, wiki.api);
  if (api === null || !/^https?:$/.test(api.protocol))
    return refused(`${wiki.api} names ${repo.url.base} as its Wikibase repository, which is no address`);
  const isInternal = internalTest({ server: row.server, internalHosts: row.internalHosts || null });
  const port = Number(api.port) || (api.protocol === "https:" ? 443 : 80);
  if (!isInternal({ host: api.hostname as HostName, port }))
    return refused(
      `${wiki.api} names ${api.host} as its Wikibase repository, which is no host of its farm; if it is right, add that host to the farm's internal hosts (weboid config apply)`,
    );
  return fine({ repo: wiki.sibling(api.href), siteid });
}

const refused = (message: string): Result<never> => failed({ kind: "refused", message });

const noSearch = (repo: WikiApi, why: string): Result<never> =>
  refused(
    `${repo.api} cannot be searched for statements: ${why}; it needs CirrusSearch and WikibaseCirrusSearch`,
  );

const tooMany = (statement: string, total: number): string =>
  `${total} items have ${statement}, and the search lists ${HITS_MAX} at most; give a rarer statement, or a category, by: weboid wiki set`;

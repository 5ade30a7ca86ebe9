import { z } from "zod";
import type { InterwikiLink } from "../../../shared/interwiki/map.ts";
import type { WikiError } from "./answer.ts";
import {
  type MarkQuestion,
  type MarkTest,
  markedPages,
  markFields,
  markQuestions,
  NO_MARKS,
  otherShape,
  requestsMax,
} from "./marks.ts";
import {
  failed,
  fine,
  IDS_DEFAULT,
  type Params,
  portions,
  type Result,
  rowsOf,
  type WikiApi,
} from "./wiki.ts";

/** MediaWiki's limit for everybody; WikiApi.idsMax says what an account there may. */
export const IDS_PER_REQUEST = IDS_DEFAULT;
/** Links of a page that are watched; a page with more is no article, and the log says so. */
export const LINKS_PER_PAGE_MAX = 20_000;
/** Characters of a batch's links that are kept in memory; a batch with more is read in halves. */
const LINK_CHARS_PER_BATCH_MAX = 64 * 1024 * 1024;

export interface ListedPage {
  readonly pageid: number;
  readonly namespace: number;
  readonly title: string;
}

/** Characters of a title: it has 255 bytes beside its namespace. */
const TITLE_CHARS_MAX = 500;
/** A title as it can be stored, whatever a wiki calls one. */
export const title = z.string().transform((text) => text.replaceAll("\0", "").slice(0, TITLE_CHARS_MAX));

const listed = z
  .object({ pageid: z.number().int().positive(), ns: z.int32(), title })
  .transform(({ pageid, ns, title }): ListedPage => ({ pageid, namespace: ns, title }));

/** The pages of a list; what is no page (pageid 0, a broken row) is left out. */
export const parseList = (query: Readonly<Record<string, unknown>>, list: string): ListedPage[] =>
  rowsOf(listed, query[list]) ?? [];

/** Where a list can be taken up again; null: it is complete. */
export type Place = Params | null;

export interface ListRequest {
  readonly list: "allpages" | "categorymembers" | "embeddedin";
  readonly params: Params;
}

/** Every page of a namespace (F2); redirects are pages too and may carry links. */
export function allPages(namespace: number): ListRequest {
  return { list: "allpages", params: { apnamespace: String(namespace), aplimit: "max" } };
}

/** The pages in a category itself, descriptions of files among them, without those of its subcategories. */
export function categoryMembers(category: string): ListRequest {
  return { list: "categorymembers", params: { cmtitle: category, cmtype: "page|file", cmlimit: "max" } };
}

/** The pages that use a template, also by way of another one. */
export function transclusions(template: string): ListRequest {
  return { list: "embeddedin", params: { eititle: template, eilimit: "max" } };
}

/** Pages of a list, and where the next ones begin; null: these were the last. */
interface PageBatch {
  readonly pages: readonly ListedPage[];
  readonly next: Place;
}

/** A list in batches, from a place to its end; an error at most, as the last. */
export type PageBatches = AsyncGenerator<Result<PageBatch>>;

export async function* readList(wiki: WikiApi, { list, params }: ListRequest, from: Place): PageBatches {
  for await (const answer of wiki.walk({ list, ...params, ...from }))
    yield answer.ok
      ? fine({ pages: parseList(answer.value.query, list), next: answer.value.continue })
      : answer;
}

const absentRow = z
  .object({
    pageid: z.number().optional(),
    title: z.string().optional(),
    missing: z.boolean().optional(),
    invalid: z.boolean().optional(),
    /** Of a category that has pages in it, where the question is for it. */
    categoryinfo: z.unknown().optional(),
  })
  .refine(({ missing, invalid, categoryinfo }) => (missing || invalid) && categoryinfo === undefined);

interface FoundPages {
  readonly pages: readonly ListedPage[];
  readonly missing: readonly string[];
}

export interface NamedPages {
  readonly ids: readonly number[];
  readonly titles: readonly string[];
}

/** Questions for `findPages`. */
export const questionsFor = ({ ids, titles }: NamedPages): Params[] => [
  ...portions(ids.map(String)).map((some) => ({ pageids: some.join("|") })),
  ...portions(titles).map((some) => ({ titles: some.join("|") })),
];

/** Which of at most 50 pages exist, by `pageids` or `titles`. */
export async function findPages(wiki: WikiApi, params: Params): Promise<Result<FoundPages>> {
  const answer = await wiki.query({ prop: "info", ...params });
  if (!answer.ok) return answer;
  const missing = rowsOf(absentRow, answer.value.query.pages) ?? [];
  const gone = new Set(missing.map(({ pageid }) => pageid));
  return fine({
    // A missing id has no namespace, and a missing title no id: neither is taken for a page.
    pages: parseList(answer.value.query, "pages").filter(({ pageid }) => !gone.has(pageid)),
    missing: missing.map(({ pageid, title }) => title ?? `#${pageid}`),
  });
}

/** What the wiki says of a page at this moment (F3). */
export type PageState =
  | { readonly kind: "missing"; readonly pageid: number }
  | { readonly kind: "other-model"; readonly pageid: number; readonly model: string }
  | {
      readonly kind: "page";
      readonly pageid: number;
      readonly namespace: number;
      readonly title: string;
      readonly redirect: boolean;
      /** External links as the wiki keeps them, in its order, without repetitions. */
      readonly links: readonly string[];
      /** Interwiki links (U7), likewise. */
      readonly interwikis: readonly InterwikiLink[];
      /** There were more than LINKS_PER_PAGE_MAX. */
      readonly cut: boolean;
      /** It has one of the marks that were asked about. */
      readonly excluded: boolean;
    };

const pageRow = z.object({
  pageid: z.number().int().positive(),
  ns: z.int32().optional(),
  title: title.optional(),
  missing: z.boolean().optional(),
  redirect: z.boolean().optional(),
  contentmodel: z.string().optional(),
  extlinks: z.array(z.object({ url: z.string() })).optional(),
  iwlinks: z.array(z.object({ prefix: z.string(), title: z.string() })).optional(),
  ...markFields,
});

/**
 * Joins the batches of one continued answer: `info` comes with the first batch only, links come page by page, and a
 * page's list is complete only when the whole answer is.
 */
class PageGatherer {
  readonly #pages: ReadonlyMap<number, Gathered>;
  #chars = 0;

  constructor(pageids: readonly number[]) {
    this.#pages = new Map(pageids.map((pageid) => [pageid, gathered()]));
  }

  /** Adds a batch; false: it has another shape. Pages that were not asked for are ignored. */
  add(query: Readonly<Record<string, unknown>>, isMarked: MarkQuestion["isMarked"]): boolean {
    const rows = z.array(pageRow).safeParse(query.pages);
    for (const row of rows.data ?? []) {
      const { pageid, extlinks = [], iwlinks = [], ...info } = row;
      const page = this.#pages.get(pageid);
      if (page === undefined) continue;
      Object.assign(page.info, info);
      page.excluded ||= isMarked(row);
      for (const { url } of extlinks) {
        if (page.links.size < LINKS_PER_PAGE_MAX) {
          page.links.add(url);
          this.#chars += url.length;
        } else page.cut ||= !page.links.has(url);
      }
      for (const { prefix, title } of iwlinks) {
        if (page.interwikis.size < LINKS_PER_PAGE_MAX) {
          page.interwikis.set(`${prefix}:${title}`, { prefix, title });
          this.#chars += prefix.length + title.length;
        } else page.cut = true;
      }
    }
    return rows.success;
  }

  /** Whether there is more than is kept in memory: fewer pages are to be read at once. */
  get isTooLarge(): boolean {
    return this.#chars > LINK_CHARS_PER_BATCH_MAX;
  }

  /** One state per page that was asked for and that the wiki answered about, in the order asked. */
  states(): PageState[] {
    return [...this.#pages].flatMap(([pageid, { info, links, interwikis, cut, excluded }]): PageState[] => {
      const { ns: namespace, title, contentmodel: model = "wikitext", missing, redirect = false } = info;
      if (missing) return [{ kind: "missing", pageid }];
      if (namespace === undefined || title === undefined) return [];
      if (model !== "wikitext") return [{ kind: "other-model", pageid, model }];
      const all = { links: [...links], interwikis: [...interwikis.values()] };
      return [{ kind: "page", pageid, namespace, title, redirect, ...all, cut, excluded }];
    });
  }
}

const gathered = () => ({
  info: {} as Partial<z.infer<typeof pageRow>>,
  links: new Set<string>(),
  interwikis: new Map<string, InterwikiLink>(),
  cut: false,
  excluded: false,
});
type Gathered = ReturnType<typeof gathered>;

const tooLarge = (api: string, pageids: readonly number[]): WikiError => ({
  kind: "refused",
  message: `${api} has more than ${LINK_CHARS_PER_BATCH_MAX / 1024 / 1024} MiB of links for ${pageids.length === 1 ? `page ${pageids[0]}` : `${pageids.length} pages`}`,
});

const silence = (api: string, pageids: readonly number[]): WikiError => ({
  kind: "not-mediawiki",
  message: `${api} says nothing about any of the ${pageids.length} pages that it was asked about (pageids=${pageids.slice(0, 3).join("|")}${pageids.length > 3 ? "|…" : ""})`,
});

/** What at most `wiki.idsMax()` pages are, without their links. `excluded`: as of `readPages`. */
export async function pageInfos(
  wiki: WikiApi,
  pageids: readonly number[],
  excluded: MarkTest,
): Promise<Result<PageState[]>> {
  if (pageids.length === 0) return fine([]);
  const answer = await wiki.query({ prop: "info", pageids: pageids.join("|") });
  if (!answer.ok) return answer;
  const gatherer = new PageGatherer(pageids);
  if (!gatherer.add(answer.value.query, () => false)) return failed(otherShape(wiki.api));
  const states = gatherer.states();
  const found = states.filter(({ kind }) => kind === "page").map(({ pageid }) => pageid);
  const marked = await markedPages(wiki, found, excluded);
  if (!marked.ok) return marked;
  return fine(
    states.map((state) =>
      state.kind === "page" ? { ...state, excluded: marked.value.has(state.pageid) } : state,
    ),
  );
}

/**
 * Reads at most `idsMax` pages, continued until every page's links are complete. `excluded`: the marks that make a page
 * `excluded`.
 */
export async function readPages(
  wiki: WikiApi,
  pageids: readonly number[],
  excluded: MarkTest = NO_MARKS,
): Promise<Result<PageState[]>> {
  const gatherer = new PageGatherer(pageids);
  let first = true;
  for (const { props, params, isMarked } of markQuestions(excluded)) {
    const all = {
      ...params,
      prop: [...(first ? ["info", "extlinks", "iwlinks"] : []), ...props].join("|"),
      ...(first && { ellimit: "max", iwlimit: "max" }),
      pageids: pageids.join("|"),
    };
    for await (const answer of wiki.walk(all, requestsMax(pageids))) {
      if (!answer.ok) return answer;
      if (!gatherer.add(answer.value.query, isMarked)) return failed(otherShape(wiki.api));
      if (gatherer.isTooLarge) return failed(tooLarge(wiki.api, pageids));
    }
    first = false;
  }
  const states = gatherer.states();
  // MediaWiki says of each page asked for at least that it is missing.
  if (states.length === 0 && pageids.length > 0) return failed(silence(wiki.api, pageids));
  return fine(states);
}

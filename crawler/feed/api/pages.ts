import { z } from "zod";
import type { InterwikiLink } from "../../../shared/interwiki/map.ts";
import type { WikiError } from "./answer.ts";
import {
  type MarkQuestion,
  type MarkTest,
  markFields,
  markQuestions,
  NO_MARKS,
  otherShape,
  REQUESTS_PER_BATCH_MAX,
} from "./marks.ts";
import { failed, fine, IDS_DEFAULT, type Params, type Result, type WikiApi } from "./wiki.ts";

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
const title = z.string().transform((text) => text.replaceAll("\0", "").slice(0, TITLE_CHARS_MAX));

const listed = z
  .object({ pageid: z.number().int().positive(), ns: z.int32(), title })
  .transform(({ pageid, ns, title }): ListedPage => ({ pageid, namespace: ns, title }));

/** The pages of a list; what is no page (pageid 0, a broken row) is left out. */
export function parseList(query: Readonly<Record<string, unknown>>, list: string): ListedPage[] {
  const rows = z.array(z.unknown()).safeParse(query[list]);
  if (!rows.success) return [];
  return rows.data.flatMap((row) => {
    const page = listed.safeParse(row);
    return page.success ? [page.data] : [];
  });
}

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

/**
 * Receives a batch of a list with the place where the next one begins (null: it was the last). False ends the reading;
 * after the last batch the answer means nothing.
 */
export type TakePages = (pages: ListedPage[], next: Place) => Promise<boolean>;

/** Reads a list from `from` to its end, or until `take` says false. Null: all was well. */
export function readList(
  wiki: WikiApi,
  { list, params }: ListRequest,
  from: Place,
  take: TakePages,
): Promise<WikiError | null> {
  return wiki.walk({ list, ...params, ...from }, (query, next) => take(parseList(query, list), next));
}

/** Ids or titles in portions of what one request takes. */
export function portions<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / IDS_PER_REQUEST);
  return Array.from({ length: count }, (_, at) =>
    all.slice(at * IDS_PER_REQUEST, (at + 1) * IDS_PER_REQUEST),
  );
}

const namedRows = z.array(
  z.object({
    pageid: z.number().optional(),
    title: z.string().optional(),
    missing: z.boolean().optional(),
    invalid: z.boolean().optional(),
  }),
);

interface FoundPages {
  readonly pages: ReturnType<typeof parseList>;
  readonly missing: readonly string[];
}

/** Which of at most 50 pages exist, by `pageids` or `titles`. */
export async function findPages(wiki: WikiApi, params: Params): Promise<Result<FoundPages>> {
  const answer = await wiki.query({ prop: "info", ...params });
  if (!answer.ok) return answer;
  const rows = namedRows.safeParse(answer.value.query.pages).data ?? [];
  const missing = rows.filter((row) => row.missing === true || row.invalid === true);
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

interface Gathered {
  namespace: number | null;
  title: string | null;
  missing: boolean;
  redirect: boolean;
  model: string | null;
  readonly links: Set<string>;
  readonly interwikis: Map<string, InterwikiLink>;
  cut: boolean;
  excluded: boolean;
}

/**
 * Joins the batches of one continued answer: `info` comes with the first batch only, links come page by page, and a
 * page's list is complete only when the whole answer is.
 */
class PageGatherer {
  readonly #pages: Map<number, Gathered>;
  #chars = 0;

  constructor(pageids: readonly number[]) {
    this.#pages = new Map(
      pageids.map((pageid) => [
        pageid,
        {
          namespace: null,
          title: null,
          missing: false,
          redirect: false,
          model: null,
          links: new Set(),
          interwikis: new Map(),
          cut: false,
          excluded: false,
        },
      ]),
    );
  }

  /** Adds a batch; false: it has another shape. Pages that were not asked for are ignored. */
  add(query: Readonly<Record<string, unknown>>, isMarked: MarkQuestion["isMarked"]): boolean {
    const rows = z.array(pageRow).safeParse(query.pages);
    if (!rows.success) return false;
    for (const row of rows.data) {
      const page = this.#pages.get(row.pageid);
      if (page === undefined) continue;
      page.namespace ??= row.ns ?? null;
      page.title ??= row.title ?? null;
      page.model ??= row.contentmodel ?? null;
      page.missing ||= row.missing === true;
      page.redirect ||= row.redirect === true;
      page.excluded ||= isMarked(row);
      for (const { url } of row.extlinks ?? []) {
        if (page.links.size < LINKS_PER_PAGE_MAX) {
          page.links.add(url);
          this.#chars += url.length;
        } else page.cut ||= !page.links.has(url);
      }
      for (const { prefix, title } of row.iwlinks ?? []) {
        if (page.interwikis.size < LINKS_PER_PAGE_MAX) {
          page.interwikis.set(`${prefix}:${title}`, { prefix, title });
          this.#chars += prefix.length + title.length;
        } else page.cut = true;
      }
    }
    return true;
  }

  /** Whether there is more than is kept in memory: fewer pages are to be read at once. */
  get isTooLarge(): boolean {
    return this.#chars > LINK_CHARS_PER_BATCH_MAX;
  }

  /** One state per page that was asked for and that the wiki answered about, in the order asked. */
  states(): PageState[] {
    return [...this.#pages].flatMap(([pageid, page]): PageState[] => {
      const { namespace, title, missing, redirect, model, links, interwikis, cut, excluded } = page;
      if (missing) return [{ kind: "missing", pageid }];
      if (namespace === null || title === null) return [];
      if (model !== null && model !== "wikitext") return [{ kind: "other-model", pageid, model }];
      const all = { links: [...links], interwikis: [...interwikis.values()] };
      return [{ kind: "page", pageid, namespace, title, redirect, ...all, cut, excluded }];
    });
  }
}

const tooLarge = (api: string, pageids: readonly number[]): WikiError => ({
  kind: "refused",
  message: `${api} has more than ${LINK_CHARS_PER_BATCH_MAX / 1024 / 1024} MiB of links for ${pageids.length === 1 ? `page ${pageids[0]}` : `${pageids.length} pages`}`,
});

const silence = (api: string, pageids: readonly number[]): WikiError => ({
  kind: "not-mediawiki",
  message: `${api} says nothing about any of the ${pageids.length} pages that it was asked about (pageids=${pageids.slice(0, 3).join("|")}${pageids.length > 3 ? "|…" : ""})`,
});

/** Of at most `wiki.idsMax()` pages those that are gone or are no wikitext. */
export async function gonePages(wiki: WikiApi, pageids: readonly number[]): Promise<Result<PageState[]>> {
  const answer = await wiki.query({ prop: "info", pageids: pageids.join("|") });
  if (!answer.ok) return answer;
  const gatherer = new PageGatherer(pageids);
  if (!gatherer.add(answer.value.query, () => false)) return failed(otherShape(wiki.api));
  return fine(gatherer.states().filter(({ kind }) => kind !== "page"));
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
    let understood = true;
    const error = await wiki.walk(
      all,
      (query) => {
        understood = gatherer.add(query, isMarked);
        return understood && !gatherer.isTooLarge;
      },
      REQUESTS_PER_BATCH_MAX,
    );
    if (error !== null) return failed(error);
    if (!understood) return failed(otherShape(wiki.api));
    if (gatherer.isTooLarge) return failed(tooLarge(wiki.api, pageids));
    first = false;
  }
  const states = gatherer.states();
  // MediaWiki says of each page asked for at least that it is missing.
  if (states.length === 0 && pageids.length > 0) return failed(silence(wiki.api, pageids));
  return fine(states);
}

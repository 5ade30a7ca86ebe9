import type { AnswerError } from "../../shared/answer/types.ts";
import { isRecord, records } from "../../shared/json/record.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import type { EdgeDeps } from "../env.ts";
import { QUERY_LIMITS } from "../request.ts";
import {
  CATEGORIES_MAX,
  type CategoryPlace,
  type Continue,
  type ListSelector,
  type Place,
  type TreePlace,
} from "./list-place.ts";
import { askApi, saysSomething, WIKI_LIMITS } from "./wiki.ts";

/** A piece of a list: page ids, and where it goes on. */
export type Listed =
  | { readonly kind: "listed"; readonly pageids: readonly number[]; readonly next: Place | null }
  | { readonly kind: "refused"; readonly status: 400 | 404 | 503; readonly error: AnswerError };

export interface Asking {
  readonly deps: EdgeDeps;
  readonly profile: WikiProfile;
  readonly userAgent: string;
}

type Rows = {
  readonly rows: readonly { readonly pageid: number; readonly title: string }[];
  readonly next: Continue | null;
};

/** One question to the wiki's API: its answer, or a reason in words. */
async function ask({ deps, profile, userAgent }: Asking, question: Record<string, string>) {
  const { totalMs: ms, responseBytes: bytesMax } = WIKI_LIMITS;
  return askApi(deps, profile.api, question, { userAgent, ms, bytesMax });
}

/** One question about pages, likewise. */
async function askPages(asking: Asking, question: Record<string, string>) {
  const answer = await ask(asking, question);
  return typeof answer === "string" || saysSomething(answer) ? answer : "no answer to the query";
}

/** At most so many rows of a list and where it goes on; a reason in words. */
async function askList(
  asking: Asking,
  question: Record<string, string>,
  rowsMax: number,
): Promise<Rows | string> {
  const answer = await ask(asking, question);
  if (typeof answer === "string") return answer;
  // Of an empty list some wikis say no more than that it ended there.
  const ended = answer.query === undefined && (answer.batchcomplete === true || isRecord(answer.continue));
  const list: unknown = isRecord(answer.query) ? answer.query[question.list ?? ""] : ended ? [] : null;
  if (!Array.isArray(list)) return "no list";
  const rows = list.flatMap((row: unknown) => {
    const { pageid, title } = isRecord(row) ? row : {};
    return typeof pageid === "number" &&
      pageid > 0 &&
      pageid <= QUERY_LIMITS.pageid &&
      typeof title === "string"
      ? [{ pageid, title }]
      : [];
  });
  const next = isRecord(answer.continue)
    ? Object.fromEntries(Object.entries(answer.continue).map(([name, text]) => [name, String(text)]))
    : null;
  return { rows: rows.slice(0, rowsMax), next };
}

/** Why a list cannot be had, for the caller. */
function refusal({ profile }: Asking, reason: string): Extract<Listed, { kind: "refused" }> {
  const [, code] = /^error ([a-z-]{1,60})$/.exec(reason) ?? [];
  if (code !== undefined && !["maxlag", "ratelimited", "readonly"].includes(code))
    return {
      kind: "refused",
      status: 400,
      error: {
        code: "bad-list",
        message: `${profile.wiki} refuses to list this (${code}); it may have no such namespace, or the cursor is not its own`,
      },
    };
  return {
    kind: "refused",
    status: 503,
    error: {
      code: "wiki-unavailable",
      message: `${profile.wiki} did not list the pages; go on with the same cursor in a minute`,
    },
  };
}

/** Of one piece, one after the other; an answer without pages has a cursor to go on with. */
const REQUESTS_MAX = 20;
/** Subcategories in one answer, and titles in one question. */
const [SUBCATEGORIES, TITLES] = [500, 50];
const CATEGORY = 14;

type Tree = Extract<ListSelector, { by: "category" }>;
type Refused = Extract<Listed, { kind: "refused" }>;

/** A walk under way. */
interface Walk {
  readonly asking: Asking;
  readonly depth: number;
  /** Of categories to be entered, as far as they were heard in this piece. */
  readonly titles: Map<number, string>;
  requests: number;
  /** Pages of the subcategories that were entered in this piece. */
  readonly entered: number[];
}

/**
 * The next pages of a category tree: level by level, a category's pages before its subcategories, each category once. The page of
 * a subcategory itself comes before its pages.
 */
async function listTree(asking: Asking, { category, depth }: Tree, from: TreePlace | null): Promise<Listed> {
  const walk: Walk = { asking, depth, titles: new Map(), requests: 0, entered: [] };
  const { entered } = walk;
  const begun = from ?? (await rootOf(asking, category));
  if (begun.kind === "refused") return begun;
  let place = begun;
  while (walk.requests < REQUESTS_MAX) {
    if (place.at === null) {
      const next = await enterNext(walk, place);
      if (next === null) {
        if (place.cut)
          return entered.length > 0 ? { kind: "listed", pageids: entered, next: place } : tooLarge(asking);
        // A category without a page may have members; without them there is nothing of it.
        return from === null && place.entered.length === 0
          ? unknownCategory(asking, category)
          : { kind: "listed", pageids: entered, next: null };
      }
      if (next.kind === "refused") return next;
      place = next;
      continue;
    }
    const step = await goOn(walk, place, place.at);
    if (step.kind === "refused") return step;
    place = step.place;
    if (step.pageids.length > 0)
      return { kind: "listed", pageids: [...entered, ...step.pageids], next: place };
  }
  return { kind: "listed", pageids: entered, next: place };
}

async function goOn(
  walk: Walk,
  place: TreePlace,
  at: CategoryPlace,
): Promise<
  { readonly kind: "step"; readonly pageids: readonly number[]; readonly place: TreePlace } | Refused
> {
  walk.requests += 1;
  const pages = at.step === "pages";
  const rowsMax = pages ? QUERY_LIMITS.pages - walk.entered.length : SUBCATEGORIES;
  const got = await askList(
    walk.asking,
    {
      list: "categorymembers",
      cmtitle: at.title,
      cmtype: pages ? "page|file" : "subcat",
      cmlimit: String(rowsMax),
      ...at.next,
    },
    rowsMax,
  );
  if (typeof got === "string") return refusal(walk.asking, got);
  const { rows, next } = got;
  if (!pages) {
    const found = withFound(walk, place, rows);
    return { kind: "step", pageids: [], place: { ...found, at: next === null ? null : { ...at, next } } };
  }
  const ended = next === null;
  const below: CategoryPlace | null =
    place.level < walk.depth ? { ...at, step: "subcategories", next: null } : null;
  return {
    kind: "step",
    pageids: rows.map(({ pageid }) => pageid),
    place: { ...place, at: ended ? below : { ...at, next } },
  };
}

/** With the subcategories that were found, as far as they are new and there is room. */
function withFound(
  { titles }: Walk,
  place: TreePlace,
  rows: readonly { readonly pageid: number; readonly title: string }[],
): TreePlace {
  const known = new Set([...place.entered, ...place.due, ...place.below]);
  const below = new Set(place.below);
  let { cut } = place;
  for (const { pageid, title } of rows) {
    if (known.has(pageid)) continue;
    if (known.size >= CATEGORIES_MAX) {
      cut = true;
      break;
    }
    known.add(pageid);
    below.add(pageid);
    titles.set(pageid, title);
  }
  return { ...place, below: ascending(below), cut };
}

const ascending = (ids: Iterable<number>): number[] => [...ids].sort((one, other) => one - other);

/** Stands at the next category; null: there is none any more. */
async function enterNext(walk: Walk, place: TreePlace): Promise<TreePlace | Refused | null> {
  const level = place.due.length > 0 ? place.level : place.level + 1;
  const all = place.due.length > 0 ? place.due : place.below;
  const below = place.due.length > 0 ? place.below : [];
  const [next, ...due] = all;
  if (next === undefined) return null;
  if (!walk.titles.has(next)) {
    const error = await askTitles(walk, all.slice(0, TITLES));
    if (error !== null) return refusal(walk.asking, error);
  }
  const title = walk.titles.get(next);
  const entered = ascending([...place.entered, next]);
  // Without a title: it was deleted since it was found.
  const at: CategoryPlace | null =
    title === undefined || title === "" ? null : { title, step: "pages", next: null };
  if (at !== null) walk.entered.push(next);
  return { ...place, level, due, below, entered, at };
}

/** What these categories are called now; "": there is none any more. A reason in words. */
async function askTitles(walk: Walk, pageids: readonly number[]): Promise<string | null> {
  const { asking, titles } = walk;
  walk.requests += 1;
  const answer = await askPages(asking, { pageids: pageids.join("|") });
  if (typeof answer === "string") return answer;
  for (const pageid of pageids) titles.set(pageid, titles.get(pageid) ?? "");
  for (const { pageid, title, missing } of records(isRecord(answer.query) ? answer.query.pages : [])) {
    const asked = typeof pageid === "number" && titles.has(pageid);
    if (asked && missing !== true && typeof title === "string" && !title.includes("|"))
      titles.set(pageid, title);
  }
  return null;
}

/**
 * The walk's beginning: the category as the wiki spells it, whether its namespace was given or not, in the wiki's language or
 * in English.
 */
async function rootOf(asking: Asking, category: string): Promise<TreePlace | Refused> {
  const answer = await askPages(asking, { titles: `${category}|Category:${category}` });
  if (typeof answer === "string") return refusal(asking, answer);
  const pages = records(isRecord(answer.query) ? answer.query.pages : []);
  const found = pages.flatMap(({ ns, title, pageid }) =>
    ns === CATEGORY && typeof title === "string" ? [{ title, pageid }] : [],
  );
  // "Kategorie:Kunst" is a category, and "Kategorie:Kategorie:Kunst" would be one, too.
  const [root] = found.sort((one, other) => one.title.length - other.title.length);
  if (root !== undefined && !root.title.includes("|")) {
    const { title, pageid } = root;
    // A category without a page of its own is in no other.
    const entered = typeof pageid === "number" && pageid > 0 && pageid <= QUERY_LIMITS.pageid ? [pageid] : [];
    const at: CategoryPlace = { title, step: "pages", next: null };
    return { kind: "tree", level: 0, at, entered, due: [], below: [], cut: false };
  }
  return {
    kind: "refused",
    status: 400,
    error: { code: "bad-category", message: "the wiki takes this for no title of a category" },
  };
}

const unknownCategory = ({ profile }: Asking, category: string): Refused => ({
  kind: "refused",
  status: 404,
  error: {
    code: "unknown-category",
    message: `${profile.wiki} has no category "${category}", neither a page of it nor a page in it`,
  },
});

const tooLarge = ({ profile }: Asking): Refused => ({
  kind: "refused",
  status: 400,
  error: {
    code: "tree-too-large",
    message: `${CATEGORIES_MAX} categories of this tree were listed, and ${profile.wiki} has more of them: ask with less depth, or for its subcategories by themselves`,
  },
});

/** The next pages of a namespace or category tree, as the wiki lists them (F8); about 50. */
export function listPages(asking: Asking, list: ListSelector, place: Place | null): Promise<Listed> {
  return list.by === "namespace"
    ? listNamespace(asking, list.namespace, place)
    : listTree(asking, list, place?.kind === "tree" ? place : null);
}

async function listNamespace(asking: Asking, namespace: number, place: Place | null): Promise<Listed> {
  const from = place?.kind === "namespace" ? place.next : {};
  const question = { list: "allpages", apnamespace: String(namespace), aplimit: String(QUERY_LIMITS.pages) };
  const got = await askList(asking, { ...question, ...from }, QUERY_LIMITS.pages);
  if (typeof got === "string") return refusal(asking, got);
  return {
    kind: "listed",
    pageids: got.rows.map(({ pageid }) => pageid),
    next: got.next === null ? null : { kind: "namespace", next: got.next, namespace },
  };
}

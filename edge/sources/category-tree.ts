import { isRecord, records } from "../../shared/json/record.ts";
import type { Refused } from "../refusal.ts";
import { QUERY_LIMITS } from "../request.ts";
import { CATEGORIES_MAX, type CategoryPlace, type ListSelector, type TreePlace } from "./list-place.ts";
import { type Asking, askList, askPages, type Listed, unlisted } from "./list-questions.ts";

/** Of one piece, one after the other; an answer without pages has a cursor to go on with. */
const REQUESTS_MAX = 20;
/** Subcategories in one answer, and titles in one question. */
const [SUBCATEGORIES, TITLES] = [500, 50];
const CATEGORY = 14;

type Tree = Extract<ListSelector, { by: "category" }>;

/** A walk under way. */
interface Walk {
  readonly asking: Asking;
  readonly depth: number;
  /** Of one piece. */
  readonly pagesMax: number;
  /** Of categories to be entered, as far as they were heard. */
  readonly titles: Map<number, string>;
  requests: number;
  /** Pages of the subcategories that were entered in this piece. */
  readonly entered: number[];
}

/**
 * The next pages of a category tree: level by level, a category's pages before its subcategories, each category once. The page of
 * a subcategory itself comes before its pages. `titles`: of subcategories, from the pieces before; a cursor has no room for them.
 */
export async function listTree(
  asking: Asking,
  { category, depth }: Tree,
  from: TreePlace | null,
  pagesMax: number = QUERY_LIMITS.pages,
  titles: Map<number, string> = new Map(),
): Promise<Listed> {
  const walk: Walk = { asking, depth, pagesMax, titles, requests: 0, entered: [] };
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
  const rowsMax = pages ? walk.pagesMax - walk.entered.length : SUBCATEGORIES;
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
  if (typeof got === "string") return unlisted(walk.asking, got);
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
    if (error !== null) return unlisted(walk.asking, error);
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
  const { profile } = asking;
  const answer = await askPages(asking, { titles: `${category}|Category:${category}` });
  if (typeof answer === "string") return unlisted(asking, answer);
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
    error: {
      code: "bad-category",
      message: `${profile.wiki} does not accept "${category}" as the title of a category; write it as on the wiki, such as Category:Physics`,
    },
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

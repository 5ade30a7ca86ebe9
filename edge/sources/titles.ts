import { records } from "../../shared/json/record.ts";

/** Which pages: pageids survive moves; titles are turned into pageids by the wiki (Q1). */
export type PageSelector =
  | { readonly by: "pageid"; readonly pageids: readonly number[] }
  | { readonly by: "title"; readonly titles: readonly string[] };

/** What a title leads to: a page, or why there can be none (Q1: every namespace; the two below 0 have no pages). */
export type TitleMeaning =
  /** `redirected`: by a redirect, which a move leaves behind, and not just spelt otherwise. */
  | { readonly kind: "page"; readonly pageid: number; readonly redirected: boolean }
  | { readonly kind: "special" | "invalid" | "elsewhere" };

/** MediaWiki's names in English, which every wiki knows besides its own. */
const NO_TEXT = /^(?:special|media) ?:/i;
/** Parts of a path that browsers would resolve, escapes, signatures (MediaWiki's title parser). */
const NO_TITLE = /(?:^|\/)\.\.?(?:\/|$)|%[0-9a-f]{2}|~~~/i;

/** What can be said of a title, as a question has it (query.ts), without asking its wiki; null: nothing, it may be a page. */
export function unfitAnywhere(asked: string): TitleMeaning | null {
  const title = asked.replace(/^[ :]+/, "");
  if (NO_TEXT.test(title)) return { kind: "special" };
  return NO_TITLE.test(title) ? { kind: "invalid" } : null;
}

/** What a wiki's answers said of titles so far. */
export interface TitleIndex {
  readonly pages: Map<string, number>;
  readonly spellings: Map<string, string>;
  readonly redirects: Map<string, string>;
  readonly unfit: Map<string, TitleMeaning>;
}

export const emptyTitleIndex = (): TitleIndex => ({
  pages: new Map(),
  spellings: new Map(),
  redirects: new Map(),
  unfit: new Map(),
});

/** Redirects of redirects end here, as they may be circular; each may be spelt otherwise first. */
const HOPS_MAX = 10;

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Takes note of the `query` of an answer of `action=query&titles=…&redirects=1`. */
export function indexTitles(query: Record<string, unknown>, into: TitleIndex): void {
  for (const kind of ["normalized", "converted"])
    for (const { from, to } of records(query[kind])) into.spellings.set(text(from), text(to));
  for (const { from, to } of records(query.redirects)) into.redirects.set(text(from), text(to));
  for (const { title } of records(query.interwiki)) into.unfit.set(text(title), { kind: "elsewhere" });
  for (const { pageid, title, missing, special, invalid } of records(query.pages)) {
    if (special === true) into.unfit.set(text(title), { kind: "special" });
    else if (invalid === true) into.unfit.set(text(title), { kind: "invalid" });
    else if (typeof pageid === "number" && pageid > 0 && missing !== true)
      into.pages.set(text(title), pageid);
  }
}

/** What `asked` means; null: the wiki knows no such page. */
export function meaningOf(asked: string, index: TitleIndex): TitleMeaning | null {
  let title = asked;
  let redirected = false;
  for (let hop = 0; hop <= HOPS_MAX; hop++) {
    const pageid = index.pages.get(title);
    if (pageid !== undefined) return { kind: "page", pageid, redirected };
    const unfit = index.unfit.get(title);
    if (unfit !== undefined) return unfit;
    const spelling = index.spellings.get(title);
    const target = index.redirects.get(title);
    if (spelling === undefined && target === undefined) return null;
    redirected ||= spelling === undefined;
    title = spelling ?? target ?? "";
  }
  return null;
}

/** Whether the wiki followed a redirect from `asked`, in its own spelling. */
export function isRedirect(asked: string, { spellings, redirects }: TitleIndex): boolean {
  let title = asked;
  for (let hop = 0; hop <= HOPS_MAX; hop++) {
    if (redirects.has(title)) return true;
    const spelling = spellings.get(title);
    if (spelling === undefined) return false;
    title = spelling;
  }
  return false;
}

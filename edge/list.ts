import type { AnswerError } from "../shared/answer/types.ts";
import { isRecord } from "../shared/json/record.ts";
import type { WikiProfile } from "../shared/protocol/types.ts";
import type { EdgeDeps } from "./env.ts";
import type { Continue, Frame, ListSelector, Place } from "./list-query.ts";
import { QUERY_LIMITS } from "./query.ts";
import { askApi, WIKI_LIMITS } from "./wiki.ts";

/** A piece of a list: page ids, and where it goes on. */
export type Listed =
  | { readonly kind: "listed"; readonly pageids: readonly number[]; readonly next: Place | null }
  | { readonly kind: "refused"; readonly status: 400 | 404 | 503; readonly error: AnswerError };

/** Of one piece, one after the other; an answer without pages has a cursor to go on with. */
const REQUESTS_MAX = 20;

interface Asking {
  readonly deps: EdgeDeps;
  readonly profile: WikiProfile;
  readonly userAgent: string;
}

type Rows = {
  readonly rows: readonly { readonly pageid: number; readonly title: string }[];
  readonly next: Continue | null;
};

/** The next pages of a namespace or category tree, as the wiki lists them (F8); about 50. */
export function listPages(asking: Asking, list: ListSelector, place: Place | null): Promise<Listed> {
  return list.by === "namespace"
    ? listNamespace(asking, list.namespace, place)
    : listTree(asking, list, place);
}

async function listNamespace(asking: Asking, namespace: number, place: Place | null): Promise<Listed> {
  const from = place?.kind === "namespace" ? place.next : {};
  const question = { list: "allpages", apnamespace: String(namespace), aplimit: String(QUERY_LIMITS.pages) };
  const got = await askList(asking, { ...question, ...from });
  if (typeof got === "string") return refusal(asking, got);
  return {
    kind: "listed",
    pageids: got.rows.map(({ pageid }) => pageid),
    next: got.next === null ? null : { kind: "namespace", next: got.next },
  };
}

/**
 * A walk through the tree, a category's pages before its subcategories. The whole place is the way from the root, so nothing
 * is kept for it; a category that can be reached on two ways is listed twice, one that leads back to the way is not entered.
 */
async function listTree(
  asking: Asking,
  { category, depth }: Extract<ListSelector, { by: "category" }>,
  place: Place | null,
): Promise<Listed> {
  let frames: readonly Frame[] = place?.kind === "tree" ? place.frames : [];
  if (frames.length === 0) {
    const title = await categoryTitle(asking, category);
    if (title.kind === "refused") return title;
    frames = [{ title: title.title, step: "pages", next: null }];
  }
  for (let requests = 0; requests < REQUESTS_MAX; ) {
    const top = frames.at(-1);
    if (top === undefined) return { kind: "listed", pageids: [], next: null };
    const above = frames.slice(0, -1);
    if (top.step === "left" || (top.step === "subcategories" && above.length >= depth)) {
      frames = above;
      continue;
    }
    requests += 1;
    const got = await askList(asking, membersOf(top));
    if (typeof got === "string") return refusal(asking, got);
    const { rows, next } = got;
    if (top.step === "pages") {
      const after: Frame = next === null ? { ...top, step: "subcategories", next } : { ...top, next };
      frames = [...above, after];
      const pageids = rows.map(({ pageid }) => pageid);
      if (pageids.length > 0) return { kind: "listed", pageids, next: { kind: "tree", frames } };
      continue;
    }
    const left: Frame = next === null ? { ...top, step: "left", next } : { ...top, next };
    const below = rows.filter(({ title }) => !frames.some((frame) => frame.title === title)).slice(0, 1);
    frames = [...above, left, ...below.map(({ title }): Frame => ({ title, step: "pages", next: null }))];
  }
  return { kind: "listed", pageids: [], next: { kind: "tree", frames } };
}

const membersOf = ({ title, step, next }: Frame): Record<string, string> => ({
  list: "categorymembers",
  cmtitle: title,
  ...(step === "pages"
    ? { cmtype: "page|file", cmlimit: String(QUERY_LIMITS.pages) }
    : { cmtype: "subcat", cmlimit: "1" }),
  ...next,
});

async function ask({ deps, profile, userAgent }: Asking, question: Record<string, string>) {
  const { totalMs: ms, responseBytes: bytesMax } = WIKI_LIMITS;
  return askApi(deps, profile.api, question, { userAgent, ms, bytesMax });
}

/** Rows of a list and where it goes on; a reason in words. */
async function askList(asking: Asking, question: Record<string, string>): Promise<Rows | string> {
  const answer = await ask(asking, question);
  if (typeof answer === "string") return answer;
  const list: unknown = isRecord(answer.query) ? answer.query[question.list ?? ""] : [];
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
  return { rows: rows.slice(0, QUERY_LIMITS.pages), next };
}

const CATEGORY = 14;

/** The category as the wiki spells it, whether its namespace was given or not, in the wiki's language or in English. */
async function categoryTitle(
  asking: Asking,
  category: string,
): Promise<{ readonly kind: "title"; readonly title: string } | Extract<Listed, { kind: "refused" }>> {
  const answer = await ask(asking, { titles: `${category}|Category:${category}` });
  if (typeof answer === "string") return refusal(asking, answer);
  const pages: unknown = isRecord(answer.query) ? answer.query.pages : [];
  const titles = (Array.isArray(pages) ? pages : []).flatMap((page: unknown) =>
    isRecord(page) && page.ns === CATEGORY && typeof page.title === "string" ? [page.title] : [],
  );
  // "Kategorie:Kunst" is a category, and "Kategorie:Kategorie:Kunst" would be one, too.
  const [title] = titles.sort((one, other) => one.length - other.length);
  if (title !== undefined && !title.includes("|")) return { kind: "title", title };
  return {
    kind: "refused",
    status: 400,
    error: { code: "bad-category", message: "the wiki takes this for no title of a category" },
  };
}

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

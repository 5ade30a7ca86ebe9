import { isRefusal, type WikiError } from "../api/answer.ts";
import { type MarkTest, markedPages, NO_MARKS } from "../api/marks.ts";
import { readPages } from "../api/pages.ts";
import type { Result, WikiApi } from "../api/wiki.ts";
import type { WikiRun } from "../wiki-run.ts";

/** Refusals in one batch, after which the rest is asked for in the next time slice. */
const REFUSALS_MAX = 40;
/** A page id that no wiki has: a request about it fails only if the wiki refuses the question itself. */
const NO_PAGE = 2_147_483_647;

/** What became of a batch of pages. */
export interface Divided<T> {
  readonly answers: readonly T[];
  /** Pages that were answered or refused; the others were not asked about, because of `error`. */
  readonly done: ReadonlySet<number>;
  /** Pages over which the wiki fails each time: left out until the next first run marks them. */
  readonly refused: readonly number[];
  readonly error: WikiError | null;
}

interface Asking<T> {
  readonly run: Pick<WikiRun, "ctx" | "row" | "wiki">;
  readonly ids: readonly number[];
  readonly ask: (wiki: WikiApi, ids: readonly number[]) => Promise<Result<T>>;
  /** Tests that `ask` makes, too: a wiki that refuses them for all pages is distinguished from one with a bad page. */
  readonly tests?: readonly MarkTest[];
}

/**
 * Asks about a batch; a batch that the wiki refuses, or breaks over repeatedly, is halved down to the page at fault, so
 * that one page delays no others. A wiki that refuses the question itself has no bad pages: that is an error.
 */
export async function askDivided<T>({ run, ids, ask, tests = [] }: Asking<T>): Promise<Divided<T>> {
  const { ctx, row, wiki } = run;
  const answers: T[] = [];
  const answered: number[] = [];
  const refused: number[] = [];
  const end = (error: WikiError | null): Divided<T> => ({
    answers,
    done: new Set([...answered, ...refused]),
    refused,
    error,
  });
  const parts = wiki.forParts();
  const open = [ids];
  let trouble = "";
  for (let part = open.pop(), refusals = 0; part !== undefined; part = open.pop()) {
    const answer = await ask(part === ids ? wiki : parts, part);
    if (answer.ok) {
      answers.push(answer.value);
      answered.push(...part);
      continue;
    }
    const { error } = answer;
    if (!isRefusal(error) || refusals === REFUSALS_MAX) return end(error);
    refusals += 1;
    trouble = error.message;
    // One page alone is asked about once more: the failure may have been momentary.
    if (part.length > 1 || part === ids) open.push(...halves(part));
    else if (answered.length + refused.length === 0 && !(await answersAtAll(parts, tests))) return end(error);
    else refused.push(...part);
  }
  const some = refused.length > 5 ? `${refused.slice(0, 5).join(", ")} …` : refused.join(", ");
  if (refused.length > 0)
    ctx.log.warn(
      `${row.name}: passed over ${refused.length === 1 ? "page" : "pages"} ${some} until the next first run: ${trouble}`,
      "pages-passed-over",
    );
  return end(null);
}

/** The second half, then the first, which is popped first. */
function halves(ids: readonly number[]): (readonly number[])[] {
  const middle = Math.ceil(ids.length / 2);
  return [ids.slice(middle), ids.slice(0, middle)].filter((part) => part.length > 0);
}

/** Whether the wiki answers these questions about a page that does not exist. */
async function answersAtAll(wiki: WikiApi, tests: readonly MarkTest[]): Promise<boolean> {
  if (!(await readPages(wiki, [NO_PAGE], NO_MARKS)).ok) return false;
  for (const test of tests) if (!(await markedPages(wiki, [NO_PAGE], test)).ok) return false;
  return true;
}

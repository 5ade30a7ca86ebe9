import type { WikiError } from "../api/answer.ts";
import { type MarkTest, markedPages, NO_MARKS } from "../api/marks.ts";
import { readPages } from "../api/pages.ts";
import type { Result, Wiki } from "../api/wiki.ts";
import type { WikiRun } from "../wiki-run.ts";

/** So many refusals in one batch; what is not known of it by then is asked for at the next turn. */
const REFUSALS_MAX = 40;
/** No wiki has it: what is asked about it can only fail for the question's sake. */
const NO_PAGE = 2_147_483_647;

/** What became of a batch of pages; what is neither answered nor refused was not asked, because of `error`. */
export interface Divided<T> {
  readonly answers: readonly { readonly ids: readonly number[]; readonly value: T }[];
  /** Pages over which the wiki fails each time: passed over until a next first run marks them. */
  readonly refused: readonly number[];
  readonly error: WikiError | null;
}

interface Asking<T> {
  readonly run: Pick<WikiRun, "ctx" | "row" | "wiki">;
  readonly ids: readonly number[];
  readonly ask: (wiki: Wiki, ids: readonly number[]) => Promise<Result<T>>;
  /** What `ask` asks about, too, so that a wiki that refuses this of all pages is told from one with a bad page. */
  readonly tests?: readonly MarkTest[];
}

const isRefusal = ({ kind }: WikiError): boolean => kind === "refused" || kind === "broken";

/**
 * Asks about a batch; what the wiki refuses, or breaks over again and again, is halved down to the page that is at fault,
 * so that one page holds up no others. A wiki that refuses the question itself has no bad pages: that is an error.
 */
export async function askDivided<T>({ run, ids, ask, tests = [] }: Asking<T>): Promise<Divided<T>> {
  const { ctx, row, wiki } = run;
  const whole = await ask(wiki, ids);
  if (whole.ok) return { answers: [{ ids, value: whole.value }], refused: [], error: null };
  if (!isRefusal(whole.error)) return { answers: [], refused: [], error: whole.error };
  const answers: { ids: readonly number[]; value: T }[] = [];
  const refused: number[] = [];
  const parts = wiki.dividing();
  let { error } = whole;
  const open = halves(ids);
  for (let part = open.pop(), refusals = 0; part !== undefined; part = open.pop()) {
    if (refusals === REFUSALS_MAX) return { answers, refused, error };
    const answer = await ask(parts, part);
    if (answer.ok) {
      answers.push({ ids: part, value: answer.value });
      continue;
    }
    ({ error } = answer);
    if (!isRefusal(error)) return { answers, refused, error };
    refusals += 1;
    if (part.length > 1) open.push(...halves(part));
    else if (answers.length === 0 && refused.length === 0 && !(await answersAtAll(parts, tests)))
      return { answers, refused, error };
    else refused.push(...part);
  }
  const some = refused.length > 5 ? `${refused.slice(0, 5).join(", ")} …` : refused.join(", ");
  if (refused.length > 0)
    ctx.log.warn(
      `${row.name}: passed over ${refused.length === 1 ? "page" : "pages"} ${some} until the next first run: ${error.message}`,
    );
  return { answers, refused, error: null };
}

/** The first half is taken from the end. One page alone is its own half: asked once more, it may have been a moment's trouble. */
function halves(ids: readonly number[]): (readonly number[])[] {
  const middle = Math.ceil(ids.length / 2);
  return [ids.slice(middle), ids.slice(0, middle)].filter((part) => part.length > 0);
}

async function answersAtAll(wiki: Wiki, tests: readonly MarkTest[]): Promise<boolean> {
  if (!(await readPages(wiki, [NO_PAGE], NO_MARKS)).ok) return false;
  for (const test of tests) if (!(await markedPages(wiki, [NO_PAGE], test)).ok) return false;
  return true;
}

import { z } from "zod";
import type { WikiError } from "../api/answer.ts";
import { IDS_PER_REQUEST, type Place, parseList } from "../api/pages.ts";
import { fine, type Params, type Result, type Wiki } from "../api/wiki.ts";
import type { SourceRun, TakePages } from "./read-source.ts";
import type { Where } from "./selection.ts";

/** The single pages of the criteria; what does not exist is named in the log. */
export async function readSinglePages(
  { ctx, row, wiki }: SourceRun,
  { ids, titles }: Extract<Where, { kind: "pages" }>,
  from: Place,
  take: TakePages,
): Promise<WikiError | null> {
  const questions = [
    ...pieces(ids.map(String)).map((some) => ({ pageids: some.join("|") })),
    ...pieces(titles).map((some) => ({ titles: some.join("|") })),
  ];
  for (let at = Number(from?.at ?? 0); at < questions.length; at += 1) {
    const answer = await existing(wiki, questions[at] ?? {});
    if (!answer.ok) return answer.error;
    const { pages, missing } = answer.value;
    if (missing.length > 0)
      ctx.log.warn(`${row.name}: pages of its criteria that do not exist: ${missing.join(", ")}`);
    const last = at + 1 === questions.length;
    if (!(await take(pages, last ? null : { at: String(at + 1) }))) return null;
  }
  return null;
}

/** As many as a request takes. */
export function pieces<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / IDS_PER_REQUEST);
  return Array.from({ length: count }, (_, at) =>
    all.slice(at * IDS_PER_REQUEST, (at + 1) * IDS_PER_REQUEST),
  );
}

const absent = z.array(
  z.object({
    pageid: z.number().optional(),
    title: z.string().optional(),
    missing: z.boolean().optional(),
    invalid: z.boolean().optional(),
  }),
);

interface Existing {
  readonly pages: ReturnType<typeof parseList>;
  readonly missing: readonly string[];
}

/** At most 50 pages, by `pageids` or `titles`. */
export async function existing(wiki: Wiki, params: Params): Promise<Result<Existing>> {
  const answer = await wiki.query({ prop: "info", ...params });
  if (!answer.ok) return answer;
  const rows = absent.safeParse(answer.value.query.pages).data ?? [];
  const missing = rows.filter((row) => row.missing === true || row.invalid === true);
  const gone = new Set(missing.map(({ pageid }) => pageid));
  return fine({
    // A missing id has no namespace, and a missing title no id: neither is taken for a page.
    pages: parseList(answer.value.query, "pages").filter(({ pageid }) => !gone.has(pageid)),
    missing: missing.map(({ pageid, title }) => title ?? `#${pageid}`),
  });
}

import type { WikiError } from "../api/answer.ts";
import { findPages, type Place, portions, readList, type TakePages } from "../api/pages.ts";
import type { SourceRun } from "../wiki-run.ts";
import { readProperty } from "./property.ts";
import type { Source, Where } from "./selection.ts";
import { readTree } from "./tree.ts";

/** Reads a list from a place to its end, or until `take` says false. Null: all was well. */
export function readSource(
  run: SourceRun,
  { where, effect }: Source,
  from: Place,
  take: TakePages,
): Promise<WikiError | null> {
  switch (where.kind) {
    case "list":
      return readList(run.wiki, where.request, from, take);
    case "tree":
      return readTree(run, { ...where, members: effect === "include" }, from, take);
    case "property":
      return readProperty(run, where.statement, from, take);
    case "pages":
      return readSinglePages(run, where, from, take);
  }
}

/** Reads the single pages of the criteria; those that do not exist are logged. */
async function readSinglePages(
  { ctx, row, wiki }: SourceRun,
  { ids, titles }: Extract<Where, { kind: "pages" }>,
  from: Place,
  take: TakePages,
): Promise<WikiError | null> {
  const questions = [
    ...portions(ids.map(String)).map((some) => ({ pageids: some.join("|") })),
    ...portions(titles).map((some) => ({ titles: some.join("|") })),
  ];
  for (let at = Number(from?.at ?? 0); at < questions.length; at += 1) {
    const answer = await findPages(wiki, questions[at] ?? {});
    if (!answer.ok) return answer.error;
    const { pages, missing } = answer.value;
    if (missing.length > 0)
      ctx.log.warn(`${row.name}: pages of its criteria that do not exist: ${missing.join(", ")}`);
    const last = at + 1 === questions.length;
    if (!(await take(pages, last ? null : { at: String(at + 1) }))) return null;
  }
  return null;
}

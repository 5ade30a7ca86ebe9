import { findPages, type PageBatches, type Place, questionsFor, readList } from "../api/pages.ts";
import { fine } from "../api/wiki.ts";
import type { SourceRun } from "../wiki-run.ts";
import { readProperty } from "./property.ts";
import type { Source, Where } from "./selection.ts";
import { readTree } from "./tree.ts";

export function readSource(run: SourceRun, { where, effect }: Source, from: Place): PageBatches {
  switch (where.kind) {
    case "list":
      return readList(run.wiki, where.request, from);
    case "tree":
      return readTree(run, { ...where, members: effect === "include" }, from);
    case "property":
      return readProperty(run, where.statement, from);
    case "pages":
      return readSinglePages(run, where, from);
  }
}

/** Reads the single pages of the criteria; those that do not exist are logged. */
async function* readSinglePages(
  { ctx, row, wiki }: SourceRun,
  pages: Extract<Where, { kind: "pages" }>,
  from: Place,
): PageBatches {
  const questions = questionsFor(pages);
  for (let at = Number(from?.at ?? 0); at < questions.length; at += 1) {
    const answer = await findPages(wiki, questions[at] ?? {});
    if (!answer.ok) return yield answer;
    const { pages: found, missing } = answer.value;
    if (missing.length > 0)
      ctx.log.warn(
        `${row.name}: pages of its criteria that do not exist: ${missing.join(", ")}`,
        "criteria-missing",
      );
    yield fine({ pages: found, next: at + 1 === questions.length ? null : { at: String(at + 1) } });
  }
}

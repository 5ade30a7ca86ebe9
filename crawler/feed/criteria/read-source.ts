import type { WikiError } from "../api/answer.ts";
import { type ListedPage, type Place, readList } from "../api/pages.ts";
import type { WikiRun } from "../wiki-run.ts";
import { readProperty } from "./property.ts";
import type { Source } from "./selection.ts";
import { readSinglePages } from "./single-pages.ts";
import { readTree } from "./tree.ts";

/**
 * A batch of a list with the place where the next one begins (null: it was the last). False ends the reading; after
 * the last batch the answer means nothing.
 */
export type TakePages = (pages: ListedPage[], next: Place) => Promise<boolean>;

export type SourceRun = Pick<WikiRun, "ctx" | "row" | "wiki">;

/** Reads a list from a place to its end, or until `take` says false. Null: all was well. */
export function readSource(
  run: WikiRun,
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

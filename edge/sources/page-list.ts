import { QUERY_LIMITS } from "../request.ts";
import { listTree } from "./category-tree.ts";
import type { ListSelector, Place } from "./list-place.ts";
import { type Asking, askList, type Listed, unlisted } from "./list-questions.ts";

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
  if (typeof got === "string") return unlisted(asking, got);
  return {
    kind: "listed",
    pageids: got.rows.map(({ pageid }) => pageid),
    next: got.next === null ? null : { kind: "namespace", next: got.next, namespace },
  };
}

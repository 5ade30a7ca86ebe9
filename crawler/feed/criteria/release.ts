import type { DeletionReason } from "../../../db/changes/types.ts";
import { deletePages } from "../../../db/pages/delete.ts";
import { watchedPages } from "../../../db/pages/read.ts";
import type { Criterion } from "../../../db/types.ts";
import { treeNames } from "../../../db/wikis/category-tree.ts";
import { endpointsFor } from "../../../db/wikis/configured.ts";
import { listCriteria } from "../../../db/wikis/criteria.ts";
import { findWiki } from "../../../db/wikis/wikis.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { openWikiClient, withRights } from "../api/client.ts";
import { type MarkTest, markedPages, NO_MARKS } from "../api/marks.ts";
import { IDS_PER_REQUEST, type PageState, readPages } from "../api/pages.ts";
import { openWikiApi, type Result, type WikiApi, type WikiClient } from "../api/wiki.ts";
import { isExcluded, markTests } from "./mark-tests.ts";
import { includedByName, isNamed, type Selection, selectionOf } from "./selection.ts";

/** The outcome for a page to be released. */
export interface Release {
  readonly pageid: number;
  /** `gone`: it does not exist any more, or is no wikitext; its row is deleted as well. */
  readonly outcome: "released" | "gone" | "kept" | "not-watched";
  /** With `kept`: the criterion that includes it. */
  readonly criterion: string | null;
}

interface Wanted {
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly pageids: readonly number[];
  /** Tests give their own; it stays open. */
  readonly http?: WikiClient;
}

/**
 * Releases watched pages at once (F6), without waiting for the months of F3: those that no inclusion criterion includes any
 * more, or that are excluded, as the wiki says at this moment. Throws a WorkError when the wiki does not answer.
 */
export async function releasePages(
  ctx: RoleContext,
  { wiki: name, pageids, http }: Wanted,
): Promise<Release[]> {
  const client = openWikiClient(ctx, { plain: http });
  try {
    const row = await findWiki(ctx.db, name);
    if (row === null) throw new WorkError(`${name} is not configured; see weboid wiki list`);
    const criteria = await listCriteria(ctx.db, row.id);
    const asking = withRights(client, await endpointsFor(ctx.db, row));
    const wiki = openWikiApi(row.api, { http: asking, signal: ctx.signal, retry: "person" });
    const judge = { ctx, row, criteria, selection: selectionOf(criteria), wiki };
    const releases: Release[] = [];
    for (let at = 0; at < pageids.length && !ctx.signal.aborted; at += IDS_PER_REQUEST)
      releases.push(...(await releaseSome(judge, pageids.slice(at, at + IDS_PER_REQUEST))));
    return releases;
  } finally {
    if (http === undefined) await client.close();
  }
}

interface Judge {
  readonly ctx: RoleContext;
  readonly row: NonNullable<Awaited<ReturnType<typeof findWiki>>>;
  readonly criteria: readonly Criterion[];
  readonly selection: Selection;
  readonly wiki: WikiApi;
}

async function releaseSome(judge: Judge, given: readonly number[]): Promise<Release[]> {
  const { ctx, row, wiki } = judge;
  const tests = await markTests(judge);
  if (tests === null)
    throw new WorkError(
      `an excluded tree of ${row.name} has not been read yet; run weboid feed --once ${row.name}`,
    );
  const pageids = [...new Set(given)];
  const watched = await watchedPages(ctx.db, row.id, pageids);
  const asked = pageids.filter((pageid) => watched.has(pageid));
  const states = asked.length === 0 ? [] : need(await readPages(wiki, asked, tests.excluded));
  const holding = await holdingCriteria(
    judge,
    states.filter((state) => state.kind === "page" && !isExcluded(judge, state)),
  );
  const outcomes = new Map<number, Release["outcome"]>();
  for (const { pageid, kind } of states)
    outcomes.set(pageid, kind !== "page" ? "gone" : holding.has(pageid) ? "kept" : "released");
  const due = (reason: DeletionReason, test: (state: PageState) => boolean) => {
    const ids = states.filter(test).map(({ pageid }) => pageid);
    return ids.length === 0 ? 0 : deletePages(ctx.db, row.id, ids, reason, ctx.clock.today());
  };
  await due("deleted", ({ kind }) => kind === "missing");
  await due("content-model", ({ kind }) => kind === "other-model");
  await due("released", ({ pageid }) => outcomes.get(pageid) === "released");
  return pageids.map((pageid) => ({
    pageid,
    outcome: outcomes.get(pageid) ?? (watched.has(pageid) ? "kept" : "not-watched"),
    criterion: holding.get(pageid) ?? (watched.has(pageid) && !outcomes.has(pageid) ? SILENT : null),
  }));
}

const SILENT = "the wiki says nothing about it";

function need<T>(result: Result<T>): T {
  if (!result.ok) throw new WorkError(result.error.message);
  return result.value;
}

/** The inclusion criterion of each page that has one: by name, or by its categories and templates as the wiki says. */
async function holdingCriteria(
  { ctx, row, criteria, selection, wiki }: Judge,
  states: readonly PageState[],
): Promise<ReadonlyMap<number, string>> {
  const holding = new Map<number, string>();
  for (const state of states)
    if (state.kind === "page" && includedByName(selection, state))
      holding.set(
        state.pageid,
        isNamed(selection.included, state) ? `page ${state.title}` : `namespace ${state.namespace}`,
      );
  for (const criterion of criteria.filter(({ effect }) => effect === "include")) {
    const open = states.map(({ pageid }) => pageid).filter((pageid) => !holding.has(pageid));
    const test = open.length === 0 ? null : await testOf(criterion, { ctx, row });
    if (test === "unknown") for (const pageid of open) holding.set(pageid, `${wordsOf(criterion)} (maybe)`);
    else if (test !== null)
      for (const pageid of need(await markedPages(wiki, open, test))) holding.set(pageid, wordsOf(criterion));
  }
  return holding;
}

const wordsOf = ({ kind, value, depth = 0 }: Criterion): string =>
  `${depth > 0 ? "category tree" : kind} ${value}`;

/** The test that the wiki is asked; "unknown": it cannot be asked, so the criterion may hold; null: it goes by name. */
async function testOf(
  { kind, value, depth = 0 }: Criterion,
  { ctx, row }: Pick<Judge, "ctx" | "row">,
): Promise<MarkTest | "unknown" | null> {
  switch (kind) {
    case "namespace":
    case "page":
      return null;
    case "template":
      return { ...NO_MARKS, templates: [value] };
    case "wikidata-property":
      return "unknown";
    case "category": {
      if (depth === 0) return { ...NO_MARKS, categories: [value] };
      const { names, unknown } = await treeNames(ctx.db, row.id, [value]);
      return unknown.length > 0 ? "unknown" : { ...NO_MARKS, tree: names };
    }
  }
}

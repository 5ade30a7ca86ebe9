import type { Database } from "../../../db/connect.ts";
import { fewUrls, type SomeUses, type Target, type Use, usesOf, walkPages } from "../../../db/lists/uses.ts";
import { knownMoves } from "../../../db/moves/read.ts";
import { pageNames } from "../../../db/pages/read.ts";
import type { UrlId, WikiId } from "../../../db/types.ts";
import { factsOf } from "../../../db/urls/facts.ts";
import type { ListedUse } from "../../../shared/answer/lists.ts";
import type { UrlFacts } from "../../../shared/answer/types.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import { publicHistory } from "../../../shared/history/types.ts";
import type { KnownMove } from "../../../shared/moves/rules.ts";
import { UNTRIED } from "../../../shared/status/table.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import type { Verdict } from "../../../shared/verdict/types.ts";
import { writeUseCursor } from "./cursors.ts";

/** Time after which an answer has what was found by then, and a cursor to continue. */
const BUDGET_MS = 1_000;
/** Uses or pages read in one step. */
const STEP = { uses: 400, pages: 200 };
const BEGINNING: Use = { pageid: 0, url: 0 as UrlId };

export interface Wanted extends Target {
  readonly verdicts: readonly Verdict[];
  /** Of new addresses: they are not shown. */
  readonly isBlocked: (address: string) => boolean;
  readonly after: Use | null;
  readonly limit: number;
}

export interface ListedUses {
  readonly entries: readonly ListedUse[];
  /** The last use that was read; null: that was all. */
  readonly through: Use | null;
}

/** A URL as in answers about pages, with its page and where it moved. */
function listedUse(
  facts: UrlFacts,
  page: { readonly pageid: number; readonly title: string; readonly namespace: number },
  move: KnownMove | undefined,
  today: Day,
): ListedUse {
  const [latest] = facts.history;
  return {
    pageid: page.pageid,
    title: page.title,
    namespace: page.namespace,
    url: facts.url,
    ...judge(facts, today),
    status: latest?.status ?? UNTRIED,
    http: latest?.http ?? null,
    history: publicHistory(facts.history),
    spam: null,
    line: null,
    ...(move !== undefined && movedData(move)),
    cursor: null,
  };
}

const movedData = ({ to, rule, days, checked }: KnownMove): Pick<ListedUse, "movedTo" | "move"> =>
  checked === null ? {} : { movedTo: to, move: { rule, days, checked } };

/**
 * The pages of a wiki with links of these verdicts (Q5), by page. Judged now, as in answers about pages: nothing is counted or
 * kept for it. The pages of a domain's URLs are looked up where these are few, else all pages are read.
 */
export async function listedUses(
  db: Database,
  wiki: WikiId,
  wanted: Wanted,
  today: Day,
): Promise<ListedUses> {
  const { verdicts, isBlocked, limit } = wanted;
  const few = await fewUrls(db, wanted);
  const step = (after: Use): Promise<SomeUses> =>
    few === null
      ? walkPages(db, wiki, wanted, { after, pages: STEP.pages })
      : usesOf(db, wiki, few, { after, limit: STEP.uses });
  const until = performance.now() + BUDGET_MS;
  const entries: ListedUse[] = [];
  for (let after: Use | null = wanted.after ?? BEGINNING; ; ) {
    const { uses, through } = await step(after);
    const facts = await factsOf(db, wiki, [...new Set(uses.map(({ url }) => url))]);
    const moves =
      wanted.which === "moved" ? await knownMoves(db, [...facts.keys()]) : new Map<UrlId, KnownMove>();
    const names = await pageNames(db, wiki, [...new Set(uses.map(({ pageid }) => pageid))]);
    let last = after;
    for (const use of uses) {
      const known = facts.get(use.url);
      const page = names.get(use.pageid);
      const move = moves.get(use.url);
      // Deleted between two statements; or blocked by now, which another list has.
      if (known === undefined || page === undefined || known.spam !== null) continue;
      if (move !== undefined && isBlocked(move.to)) continue;
      const listed = listedUse(known, page, move, today);
      if (!verdicts.includes(listed.verdict)) continue;
      if (entries.length === limit) return { entries, through: last };
      entries.push({ ...listed, cursor: writeUseCursor(use) });
      last = use;
    }
    if (through === null || performance.now() > until) return { entries, through };
    after = through;
  }
}

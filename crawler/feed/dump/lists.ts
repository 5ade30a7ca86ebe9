import type { ScanEntry } from "../../../db/spam/find-urls.ts";
import { editionsOf, spamListContent } from "../../../db/spam/lists.ts";
import { reviewSpam } from "../../../db/spam/scans.ts";
import type { Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import type { SpamLists } from "../../../shared/spam/lists.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { spamListsFor } from "../../runtime/spam-judge.ts";
import { openWikiApi, type WikiClient } from "../api/wiki.ts";
import { scanEntries } from "../spam/change.ts";
import { refreshSpamLists } from "../spam/refresh.ts";

/** The lists by which a dump is judged (P1). */
export interface DumpLists {
  readonly lists: SpamLists;
  /** Differs when any of them has another content. */
  readonly editions: string;
}

/**
 * The lists of the wiki and its farm, read again where they are due; `http` null: as they were read last. A wiki that is
 * away stops nothing.
 */
export async function dumpLists(ctx: RoleContext, row: WikiRow, http: WikiClient | null): Promise<DumpLists> {
  if (http !== null) {
    const wiki = openWikiApi(row.api, { http, signal: ctx.signal, retry: "person" });
    await refreshSpamLists(ctx, row, { http, wiki, now: false, farmsRead: new Set() });
  }
  const { heads, lists } = await spamListsFor(ctx.db, row);
  if (heads.every(({ readAtMs }) => readAtMs === null))
    ctx.log.warn(
      `${row.name}: its spam lists were never read, so links that they block are watched until the feeder reads them`,
    );
  return { lists, editions: editionsOf(heads) };
}

/** Applies lists that changed while the dump was entered: their scan could not find pages that were not entered yet. */
export async function reviewLists(ctx: RoleContext, row: WikiRow, judged: DumpLists): Promise<void> {
  const { heads } = await spamListsFor(ctx.db, row);
  if (editionsOf(heads) === judged.editions) return;
  const entries: ScanEntry[] = [];
  for (const { id, kind } of heads)
    if (kind !== "whitelist") entries.push(...scanEntries(kind, await spamListContent(ctx.db, id)));
  await reviewSpam(ctx.db, row, entries);
}

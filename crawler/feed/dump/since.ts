import { forgetBulk } from "../../../db/bulk/stages.ts";
import type { ChangesState } from "../../../db/wikis/feeding.ts";
import type { Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import { type Day, instantOfDay } from "../../../shared/calendar/day.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { openWikiApi, type WikiClient } from "../api/wiki.ts";
import { deletionsSince, parseDeletions, placeOf, unrecognised } from "../incremental/changes.ts";

/** A dump names only its day, by the clock and time zone of the server on which it was made. */
const MARGIN_MS = 86_400_000;
/** English Wikipedia deletes some 3,000 pages a day. */
const DELETIONS_MAX = 1_000_000;

/** The time from which on the wiki may differ from its dump. */
const sinceOf = (day: Day): number => instantOfDay(day) - MARGIN_MS;

/**
 * Removes pages from the dump that the wiki deleted since, by its log; returns how many there were. Pages restored since
 * are found by its changes, from `changesSince` on, as is the rest when the log cannot be read.
 */
export async function forgetDeleted(
  ctx: RoleContext,
  row: WikiRow,
  http: WikiClient | null,
  day: Day,
): Promise<number> {
  if (http === null) return 0;
  const wiki = openWikiApi(row.api, { http, signal: ctx.signal, retry: "person" });
  const deleted = new Set<number>();
  for await (const answer of wiki.walk(deletionsSince(sinceOf(day)))) {
    for (const pageid of answer.ok ? parseDeletions(answer.value.query) : []) deleted.add(pageid);
    if (!answer.ok && answer.error.kind !== "stopped")
      ctx.log.warn(
        `${row.name}: not all that was deleted since the dump is known (${answer.error.message}); its changes or the next first run find the rest`,
      );
    if (deleted.size >= DELETIONS_MAX) break;
  }
  return deleted.size === 0 ? 0 : forgetBulk(ctx.db, row.id, [...deleted]);
}

/**
 * The position from which the wiki's changes are read, so that what happened since the dump is found; null: they are read
 * from an earlier one. Where the wiki's list does not reach back so far, a first run is due at once, as after any gap.
 */
export function changesSince(row: WikiRow, day: Day): Omit<ChangesState, "pageids"> | null {
  const atMs = sinceOf(day);
  if (row.changesAtMs !== null && row.changesAtMs <= atMs) return null;
  return { atMs, cursor: placeOf(unrecognised(atMs)) };
}

import type { MoveNews } from "../../db/moves/record.ts";
import type { DueUrl } from "../../db/types.ts";
import { evidenceOf } from "../../shared/history/evidence.ts";
import type { HistoryEntry } from "../../shared/history/types.ts";
import type { Note, NoteKey } from "../../shared/status/note.ts";
import { classify } from "../../shared/url/classify.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";

/** Content behind the redirect that is hardly the page's: such a target is no new address of it. */
const SPOILT: ReadonlySet<NoteKey> = new Set(["soft-404", "parked", "owner-changed"]);

/**
 * What a check says of the move of a URL (C6). `newest`: the run that the check began or went on with. A redirect counts if it is permanent and
 * ends at content; those that lose the page, or end at a gate, are no content (crawler/classify). Null: nothing, as of most checks.
 */
export function moveNews(
  { host, history: [before], notes: known }: Pick<DueUrl, "host" | "history" | "notes">,
  newest: HistoryEntry | undefined,
  notes: readonly Note[],
): MoveNews | null {
  if (newest === undefined) return null;
  const evidence = evidenceOf(newest);
  if (evidence === "refused") return null;
  if (evidence !== "good") {
    const past = before === undefined ? "good" : evidenceOf(before);
    return past === "good" || past === "refused" ? { host, kind: "failing" } : null;
  }
  const target = notes.some(({ key }) => SPOILT.has(key)) ? null : movedTarget(notes);
  if (target !== null) return { host, kind: "redirected", target };
  const mayBeKnown = movedTarget(known) !== null || (before !== undefined && evidenceOf(before) !== "good");
  return mayBeKnown ? { host, kind: "stayed" } : null;
}

/** In its one spelling; private addresses, too: the check was let through to it. */
function movedTarget(notes: readonly Note[]): NormalisedUrl | null {
  const value = notes.find(({ key }) => key === "moved")?.value;
  const found = value === undefined ? null : classify(value, { allowPrivate: true });
  return found?.kind === "resource" ? found.url : null;
}

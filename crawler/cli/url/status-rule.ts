import type { HistoryEntry } from "../../../shared/history/types.ts";
import type { Note } from "../../../shared/status/note.ts";
import { statusRow } from "../../../shared/status/table.ts";

/**
 * The named rule of `interpret` that decided a status, derived from the stored entry and notes; null where several rules are
 * possible, such as for the network failures of status 64. `host-away`: inferred from other URLs of the host (C5), not checked.
 */
export function statusRule(
  { status, http, deadEnd, refused, checks }: HistoryEntry,
  notes: readonly Note[],
): string | null {
  const noted = (key: Note["key"]) => notes.some((note) => note.key === key);
  const { key, class: means } = statusRow(status);
  if (checks === 0) return "host-away";
  if (noted("ftp-reply")) return null;
  if (refused === true && noted("redirect-to-gate")) return "redirect-to-gate";
  if (refused === true || means === "refused") return means === "moved" ? "redirect-to-refusal" : "refused";
  if (deadEnd && noted("redirect-nowhere")) return "redirect-nowhere";
  if (deadEnd && noted("redirect-to-error"))
    return http === null ? "redirect-to-failure" : "redirect-to-error";
  const lost = (["soft-404", "redirect-to-root", "redirect-shared"] as const).find(noted);
  if (deadEnd && lost !== undefined) return lost;
  if (deadEnd && means === "fine") return "soft-404";
  if (means === "moved") return deadEnd ? null : "redirect";
  if (key === "scheme-change") return noted("http-needed") ? "fine-without-tls" : "mere-change";
  if (key === "corrected") return "corrected";
  if (key === "dns-refused" || key === "dns-unknown" || key === "address-silent") return key;
  if (means === "silent") return null;
  if (means !== "fine") return "error";
  return notes.some((note) => note.key.startsWith("certificate-")) ? "fine-unverified" : "table";
}

import type { OnTheSpot } from "../interwiki/spot.ts";
import type { NoteKey } from "../status/note.ts";
import type { Verdict } from "../verdict/types.ts";
import type { UrlAnswer } from "./types.ts";

/** What a look on the spot amounts to beside the verdicts of observations. */
export function spotVerdict(spot: OnTheSpot | undefined): "working" | "unreachable" | null {
  if (spot?.result === "exists") return "working";
  return spot?.result === "missing" || spot?.result === "bad-title" ? "unreachable" : null;
}

/** Verdicts that a reader of the page should hear of. Doubtful ones say since when and how often (Q9). */
const FINDING_VERDICTS: ReadonlySet<Verdict> = new Set(["unreachable", "doubtful", "invalid", "spam"]);
/** What a reader who follows a working link will run into: a browser's warning, or an address that deceives (U6). */
const FINDING_NOTES: ReadonlySet<NoteKey> = new Set([
  "certificate-expired",
  "certificate-self-signed",
  "certificate-untrusted",
  "certificate-wrong-host",
  "certificate-revoked",
  "certificate-handshake",
  "suspicious-syntax",
  // Content may have changed though the URL answers (C11).
  "parked",
  "owner-changed",
]);

export function isFinding({
  verdict,
  notes,
  onTheSpot,
  archivedHere,
}: Pick<UrlAnswer, "verdict" | "notes" | "onTheSpot" | "archivedHere">): boolean {
  // The page is repaired already (design 19).
  if (archivedHere !== undefined) return false;
  return (
    FINDING_VERDICTS.has(spotVerdict(onTheSpot) ?? verdict) || notes.some(({ key }) => FINDING_NOTES.has(key))
  );
}

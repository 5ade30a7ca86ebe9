import type { SliceLease, UrlId } from "../../db/types.ts";
import { archiveOf, type KnownArchive } from "../../shared/url/archives.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";

/** Versions in archives are checked each quarter (A3), a third of them at a time: each third has four weeks of its own in twelve. */
const SHARES = 3;
const SHARE_DAYS = 28;

/**
 * Whether a URL is checked in a pass: those in archives when their weeks began since the pass before, however long that was. Pages have
 * hundreds of thousands of links into one archive, which sees one connection of ours: all of them in each pass would make it days longer
 * (A4).
 */
export function isInPass(
  { id, url }: { readonly id: UrlId; readonly url: NormalisedUrl },
  { kind, began, swept }: Pick<SliceLease, "kind" | "began" | "swept">,
  archives: readonly KnownArchive[],
): boolean {
  const now = Math.floor(began / SHARE_DAYS);
  // URLs never contacted, a slice never swept, or swept by a wrong clock: as if that were four weeks ago.
  const before = kind === "fresh" || swept < 0 || swept > began ? now - 1 : Math.floor(swept / SHARE_DAYS);
  const isTurn = now - before >= SHARES || (id + now) % SHARES < now - before;
  return isTurn || archiveOf(splitUrl(url), archives) === null;
}

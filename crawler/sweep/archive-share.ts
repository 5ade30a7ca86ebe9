import type { UrlId } from "../../db/types.ts";
import type { Day } from "../../shared/calendar/day.ts";
import { archiveOf, type KnownArchive } from "../../shared/url/archives.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";

/** Versions in archives are checked in four weeks of each twelve (A3: each quarter), a third of them at a time. */
const SHARES = 3;
const SHARE_DAYS = 28;

/**
 * Whether a URL is checked in a pass that began on that day. Pages have hundreds of thousands of links into one archive, which sees one
 * connection of ours: all of them in each pass would make it days longer (A4).
 */
export const isInPass = (
  { id, url }: { readonly id: UrlId; readonly url: NormalisedUrl },
  began: Day,
  archives: readonly KnownArchive[],
): boolean =>
  (id + Math.floor(began / SHARE_DAYS)) % SHARES === 0 || archiveOf(splitUrl(url), archives) === null;

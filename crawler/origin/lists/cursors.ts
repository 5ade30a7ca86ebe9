import type { UrlPlace } from "../../../db/lists/pattern.ts";
import type { Use } from "../../../db/lists/uses.ts";
import type { SpamUseCursor } from "../../../db/pages/spam.ts";
import type { PageCursor } from "../../../db/pages/uses.ts";
import type { UrlId, WikiId } from "../../../db/types.ts";
import { COUNTED_VERDICTS, type VerdictCounts } from "../../../shared/answer/overview.ts";
import type { UrlKey } from "../../../shared/url/types.ts";

/** Digits of a cursor, which is a position in a list: it is parsed as a stranger's text, and does not expire. */
const DIGITS = "[0-9]{1,16}";

export const writeSpamCursor = ({ pageid, key }: SpamUseCursor): string => `${pageid}-${key}`;

export function readSpamCursor(text: string): SpamUseCursor | null {
  const [, pageid, key] = new RegExp(`^(${DIGITS})-([0-9a-f]{32})$`).exec(text) ?? [];
  return key === undefined ? null : { pageid: Number(pageid), key: key as UrlKey };
}

export const writeUseCursor = ({ pageid, url }: Use): string => `${pageid}-${url}`;

export function readUseCursor(text: string): Use | null {
  const [, pageid, url] = new RegExp(`^(${DIGITS})-(${DIGITS})$`).exec(text) ?? [];
  return url === undefined ? null : { pageid: Number(pageid), url: Number(url) as UrlId };
}

/** A link that can never work: its page, and its number among those of the page. */
interface InvalidPlace {
  readonly pageid: number;
  readonly at: number;
}

export const writeInvalidCursor = ({ pageid, at }: InvalidPlace): string => `${pageid}-${at}`;

export function readInvalidCursor(text: string): InvalidPlace | null {
  const [, pageid, at] = new RegExp(`^(${DIGITS})-([0-9]{1,3})$`).exec(text) ?? [];
  return at === undefined ? null : { pageid: Number(pageid), at: Number(at) };
}

export const writePageCursor = ({ wikiId, pageid }: PageCursor): string => `${wikiId}-${pageid}`;

export function readPageCursor(text: string): PageCursor | null {
  const [, wiki, pageid] = new RegExp(`^([0-9]{1,9})-(${DIGITS})$`).exec(text) ?? [];
  return pageid === undefined ? null : { wikiId: Number(wiki) as WikiId, pageid: Number(pageid) };
}

/** Host and path are ASCII. */
export const writePlace = ({ host, start, url }: UrlPlace): string =>
  Buffer.from(JSON.stringify([host, start, url])).toString("base64url");

export function readPlace(text: string): UrlPlace | null {
  try {
    const place: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(place)) return null;
    const [host, start, url] = place;
    if (typeof host !== "string" || typeof start !== "string" || !Number.isSafeInteger(url)) return null;
    return /^[a-z0-9._:[\]-]{1,255}$/.test(host) && /^[!-~]{0,16}$/.test(start) ? { host, start, url } : null;
  } catch {
    return null;
  }
}

/** URLs of a folder that are counted together; larger folders come in parts. */
export const STRETCH_URLS_MAX = 10_000;

/**
 * A position in a list of folders: where a stretch of URLs begins (null: with the first), how many it has (0: as many as
 * there is time for), how many entries were shown, and what was counted before of files beside the folders of the place's
 * host (null: nothing).
 */
export interface PathCursor {
  readonly place: UrlPlace | null;
  readonly urls: number;
  readonly skip: number;
  readonly open: VerdictCounts | null;
}

export const writePathCursor = ({ place, urls, skip, open }: PathCursor): string => {
  const counts = open === null ? "" : `${COUNTED_VERDICTS.map((verdict) => open[verdict]).join("-")}.`;
  return `${skip}.${urls}.${counts}${place === null ? "" : writePlace(place)}`;
};

export function readPathCursor(text: string): PathCursor | null {
  const [, skip, urls, counts, rest = ""] =
    /^([0-9]{1,5})\.([0-9]{1,5})\.(?:([0-9]{1,8}(?:-[0-9]{1,8}){4})\.)?([A-Za-z0-9_-]*)$/.exec(text) ?? [];
  const place = rest === "" ? null : readPlace(rest);
  if (skip === undefined || (place === null && (rest !== "" || counts !== undefined))) return null;
  const [unreachable = 0, doubtful = 0, refused = 0, unknown = 0, working = 0] = (counts ?? "")
    .split("-")
    .map(Number);
  if (Math.max(Number(skip), Number(urls)) > STRETCH_URLS_MAX) return null;
  const open = counts === undefined ? null : { unreachable, doubtful, refused, unknown, working };
  return { place, urls: Number(urls), skip: Number(skip), open };
}

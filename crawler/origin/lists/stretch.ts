import type { Database } from "../../../db/connect.ts";
import { PATH_INDEXED } from "../../../db/lists/conditions.ts";
import type { NextHosts } from "../../../db/lists/hosts.ts";
import { type ScanQuestion, scanUrls, type UrlPlace } from "../../../db/lists/pattern.ts";
import type { UrlId } from "../../../db/types.ts";
import { STRETCH_URLS_MAX } from "./cursors.ts";

/** The folder of a path's start (`/news/` for `/news/20`), under which paths without a subfolder are counted. */
export function ownFolder(start: string): string {
  const [file = ""] = start.split("?", 1);
  return file.slice(0, file.lastIndexOf("/") + 1) || "/";
}

/**
 * The folder one level below `start` that contains a path, or the path's own folder if that is higher: with the start `/`, `/news/` for
 * `/news/2008/1` and for `/news/1.html?a/b`; with the start `/news/`, `/news/2008/` for the first.
 */
export function folderOf(path: string, start: string): string {
  const [file = ""] = path.split("?", 1);
  const above = start.lastIndexOf("/", file.length) + 1 || 1;
  const next = file.indexOf("/", above);
  return file.slice(0, next < 0 ? above : next + 1);
}

/** URLs that are counted together: all of most domains, in about a second; more for a folder that has more. */
const STRETCH = { urls: 5_000, ofFolder: STRETCH_URLS_MAX };
/** Time to find URLs: the first time those found by then are counted; a stretch already shown in part is found again. */
const BUDGET_MS = { first: 1_000, again: 3_000 };

/** The position after the last URL. */
const END: UrlPlace = { host: "", start: "", url: 0 as UrlId };

/** Known URLs in the order of hosts and paths; `through`: where the next ones follow, null: that was all. */
export interface Stretch {
  readonly urls: readonly UrlId[];
  readonly through: UrlPlace | null;
}

/**
 * The folder, among those in `path`, in which a URL lies: URLs of one folder have the same, and follow each other. Null: a
 * file beside the folders. The index has the first PATH_INDEXED characters, so folders that begin alike for longer are cut
 * together or not at all.
 */
export function folderUnit({ host, start }: UrlPlace, path: string): string | null {
  const above = ownFolder(path).length;
  if (above >= PATH_INDEXED) return host;
  const [file = ""] = start.split("?", 1);
  const next = file.indexOf("/", above);
  if (next >= 0) return `${host}${file.slice(0, next + 1)}`;
  return start.length < PATH_INDEXED || file !== start ? null : `${host}${start}`;
}

/**
 * How many of these URLs to count, so that no folder is cut whose end is known; 0: it is not known. `next`: the position up
 * to which URLs were read after them.
 */
export function upToBorder(found: readonly UrlPlace[], next: UrlPlace, path: string): number {
  const places = [...found.slice(0, STRETCH.ofFolder + 1), next];
  const units = places.map((place) => folderUnit(place, path));
  const isSameHost = (at: number) => places[at]?.host === places[at - 1]?.host;
  // Thousands of files of one host and nothing else count as a folder, too.
  const isOne =
    found.length >= STRETCH.urls &&
    units.slice(0, STRETCH.urls).every((unit, at) => unit === null && (at === 0 || isSameHost(at)));
  const isBorder = (at: number) =>
    units[at] !== units[at - 1] || !isSameHost(at) || (units[at - 1] === null && !isOne);
  const most = Math.min(STRETCH.ofFolder, found.length);
  for (let at = Math.min(STRETCH.urls, most); at > 0; at--) if (isBorder(at)) return at;
  for (let at = STRETCH.urls + 1; at <= most; at++) if (isBorder(at)) return at;
  return found.length >= STRETCH.ofFolder ? STRETCH.ofFolder : 0;
}

/** Finds the known URLs after a place that are counted together. `urls`: how many they were before; 0: the first time. */
export async function stretch(
  db: Database,
  question: ScanQuestion,
  nextHosts: NextHosts,
  { place, urls: known }: { readonly place: UrlPlace | null; readonly urls: number },
): Promise<Stretch> {
  const until = performance.now() + (known === 0 ? BUDGET_MS.first : BUDGET_MS.again);
  const found: UrlPlace[] = [];
  for (let after = place; ; ) {
    const step = await scanUrls(db, question, nextHosts, after);
    found.push(...step.found);
    const upTo = (length: number): Stretch => ({
      urls: found.slice(0, length).map(({ url }) => url),
      through: length < found.length ? (found[length - 1] ?? place) : step.through,
    });
    const isLate = performance.now() > until;
    if (known > 0 && found.length > known) return upTo(known);
    if (known === 0 && (found.length > STRETCH.urls || (isLate && step.through !== null))) {
      const length = upToBorder(found, step.through ?? END, question.path);
      if (length > 0) return upTo(length);
    }
    const isOver = known > 0 || found.length === 0 ? isLate : performance.now() > until + BUDGET_MS.again;
    if (step.through === null || isOver) return upTo(found.length);
    after = step.through;
  }
}

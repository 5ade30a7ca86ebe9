import type { Database } from "../../../db/connect.ts";
import { limitTime } from "../../../db/lists/conditions.ts";
import { hostsOf } from "../../../db/lists/hosts.ts";
import { usedUrls } from "../../../db/lists/uses.ts";
import type { UrlId } from "../../../db/types.ts";
import { factsOf } from "../../../db/urls/facts.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import { LIST_ENTRIES } from "../../../shared/answer/lists.ts";
import { COUNTED_VERDICTS, type PathCount, type PathList } from "../../../shared/answer/overview.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import type { PathsRequest } from "../../../shared/protocol/lists.ts";
import { splitUrl } from "../../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import { type PathCursor, readPathCursor, writePathCursor } from "./cursors.ts";
import { folderOf, ownFolder, stretch } from "./stretch.ts";

const STATEMENT_MS = 5_000;
const STEP = 500;
const BEGINNING: PathCursor = { place: null, urls: 0, skip: 0, open: null };

type Folder = { -readonly [K in keyof PathCount]: PathCount[K] };

const emptyFolder = (host: string, path: string): Folder => ({
  host,
  path,
  unreachable: 0,
  doubtful: 0,
  refused: 0,
  unknown: 0,
  working: 0,
});

/** Counts the URLs that a wiki's pages use by host and folder, on top of what was `counted` before. */
async function foldersOf(
  db: Database,
  wiki: Wiki,
  urls: readonly UrlId[],
  {
    path: start,
    today,
    counted,
  }: { readonly path: string; readonly today: Day; readonly counted: PathCount | null },
): Promise<PathCount[]> {
  const folders = new Map<string, Folder>();
  if (counted !== null) folders.set(`${counted.host}${counted.path}`, { ...counted });
  for (let at = 0; at < urls.length; at += STEP) {
    const used = await usedUrls(db, wiki.id, urls.slice(at, at + STEP));
    for (const facts of (await factsOf(db, wiki.id, [...used])).values()) {
      // URLs that a spam list blocks by now are in another list.
      const verdict = COUNTED_VERDICTS.find((one) => one === judge(facts, today).verdict);
      if (verdict === undefined) continue;
      const { host, path: whole } = splitUrl(facts.url as NormalisedUrl);
      const path = folderOf(whole, start);
      const folder = folders.get(`${host}${path}`) ?? emptyFolder(host, path);
      folder[verdict] += 1;
      folders.set(`${host}${path}`, folder);
    }
  }
  return [...folders.values()].sort(worstFirst);
}

const worstFirst = (a: PathCount, b: PathCount): number =>
  b.unreachable - a.unreachable ||
  b.doubtful - a.doubtful ||
  (a.host === b.host ? (a.path < b.path ? -1 : 1) : a.host < b.host ? -1 : 1);

/**
 * Separates the entry that is not complete: files beside the folders may be anywhere among them, so the counts of a host's
 * files continue in the cursor, and are shown when all of the host was read.
 */
function divide(
  folders: readonly PathCount[],
  own: string,
  openHost: string | null,
): { readonly complete: readonly PathCount[]; readonly open: PathCount | null } {
  const open = folders.find(({ host, path }) => host === openHost && path === own) ?? null;
  return { complete: folders.filter((folder) => folder !== open), open };
}

/** The folders of a domain with the verdicts of the wiki's links there (Q5), judged now as in answers about pages. */
export async function pathList(
  db: Database,
  wiki: Wiki,
  { domain, path, cursor }: PathsRequest,
  today: Day,
): Promise<PathList | "bad-cursor"> {
  const from = cursor === null ? BEGINNING : readPathCursor(cursor);
  if (from === null) return "bad-cursor";
  const host = { kind: "within", domain } as const;
  const question = { kind: "folder", scheme: null, port: null, host, path } as const;
  const own = ownFolder(path);
  return db.transaction(async (tx) => {
    await limitTime(tx, STATEMENT_MS);
    const { urls, through } = await stretch(tx, question, await hostsOf(tx, host), from);
    const counted = from.open === null ? null : { ...from.open, host: from.place?.host ?? "", path: own };
    const folders = await foldersOf(tx, wiki, urls, { path, today, counted });
    const { complete, open } = divide(folders, own, through?.host ?? null);
    const skip = from.skip + LIST_ENTRIES;
    const next =
      complete.length > skip
        ? { ...from, urls: urls.length, skip }
        : through === null
          ? null
          : { place: through, urls: 0, skip: 0, open };
    return {
      version: 1,
      generated: today,
      wiki: wiki.name,
      list: "paths",
      domain,
      path,
      entries: complete.slice(from.skip, skip),
      cursor: next === null ? null : writePathCursor(next),
    };
  });
}

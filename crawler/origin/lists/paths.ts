import type { Database } from "../../../db/connect.ts";
import { hostsOf, limitTime } from "../../../db/lists/pattern.ts";
import { usedUrls } from "../../../db/lists/uses.ts";
import type { UrlId } from "../../../db/types.ts";
import { factsOf } from "../../../db/urls/facts.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import { COUNTED_VERDICTS, type PathCount, type PathList } from "../../../shared/answer/overview.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import { LIST_ENTRIES, type PathsRequest } from "../../../shared/protocol/lists.ts";
import { splitUrl } from "../../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import { type PathCursor, readPathCursor, writePathCursor } from "./cursors.ts";
import { folderOf, ownFolder } from "./folder.ts";
import { stretch } from "./stretch.ts";

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

/** By host and folder what a wiki's pages use of these URLs, beside what was `counted` before. */
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
      // Of what a spam list blocks by now, another list tells.
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
 * Files beside the folders may stand anywhere among them, so what was counted of those of a host goes on with it in the cursor, and
 * is told when all of the host was seen.
 */
function divide(
  folders: readonly PathCount[],
  own: string,
  openHost: string | null,
): { readonly told: readonly PathCount[]; readonly open: PathCount | null } {
  const open = folders.find(({ host, path }) => host === openHost && path === own) ?? null;
  return { told: folders.filter((folder) => folder !== open), open };
}

/** The folders of a domain by what the wiki's links there amount to (Q5), as answers about pages judge them now. */
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
    const { told, open } = divide(folders, own, through?.host ?? null);
    const skip = from.skip + LIST_ENTRIES;
    const next =
      told.length > skip
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
      entries: told.slice(from.skip, skip),
      cursor: next === null ? null : writePathCursor(next),
    };
  });
}

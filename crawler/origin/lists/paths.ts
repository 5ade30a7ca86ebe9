import type { Database } from "../../../db/connect.ts";
import { factsOf } from "../../../db/queries/answers/facts.ts";
import { limitTime } from "../../../db/queries/lists/limit-time.ts";
import { hostsOf, type NextHosts } from "../../../db/queries/lists/pattern-hosts.ts";
import { type ScanQuestion, scanUrls, type UrlPlace } from "../../../db/queries/lists/scan-urls.ts";
import { usedUrls } from "../../../db/queries/lists/used-urls.ts";
import type { UrlId, Wiki } from "../../../db/types.ts";
import { COUNTED_VERDICTS, type PathCount, type PathList } from "../../../shared/answer/overview.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import { LIST_ENTRIES, type PathsRequest } from "../../../shared/protocol/lists.ts";
import { folderOf } from "../../../shared/url/folder.ts";
import { splitUrl } from "../../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { judge } from "../../../shared/verdict/judge.ts";
import { type PathCursor, readPathCursor, writePathCursor } from "./cursors.ts";

const STATEMENT_MS = 5_000;
/** URLs that are counted together: all of most domains, in about a second. */
const STRETCH = 5_000;
const STEP = 500;
/** Where few URLs fit, those that were found by then are counted; those of which some were told are found again. */
const BUDGET_MS = { first: 1_000, again: 3_000 };

/** Known URLs in the order of hosts and paths, beyond a place; `through`: where the next ones follow. */
async function stretch(
  db: Database,
  question: ScanQuestion,
  nextHosts: NextHosts,
  { place, urls: known }: PathCursor,
): Promise<{ readonly urls: readonly UrlId[]; readonly through: UrlPlace | null }> {
  const most = known === 0 ? STRETCH : Math.min(known, STRETCH);
  const until = performance.now() + (known === 0 ? BUDGET_MS.first : BUDGET_MS.again);
  const urls: UrlId[] = [];
  for (let after = place; ; ) {
    const { found, through } = await scanUrls(db, question, nextHosts, after);
    const room = most - urls.length;
    urls.push(...found.slice(0, room).map(({ url }) => url));
    if (found.length > room) return { urls, through: found[room - 1] ?? after };
    if (through === null || urls.length === most || performance.now() > until) return { urls, through };
    after = through;
  }
}

/** By host and folder what a wiki's pages use of these URLs. */
async function foldersOf(
  db: Database,
  wiki: Wiki,
  urls: readonly UrlId[],
  { path: start, today }: { readonly path: string; readonly today: Day },
): Promise<PathCount[]> {
  const folders = new Map<string, { -readonly [K in keyof PathCount]: PathCount[K] }>();
  for (let at = 0; at < urls.length; at += STEP) {
    const used = await usedUrls(db, wiki.id, urls.slice(at, at + STEP));
    for (const { url, history, notes, spam } of (await factsOf(db, wiki.id, [...used])).values()) {
      const verdict = COUNTED_VERDICTS.find((one) => one === judge(history, notes, today).verdict);
      // Of what a list blocks by now, another list tells.
      if (verdict === undefined || spam !== null) continue;
      const { host, path: whole } = splitUrl(url as NormalisedUrl);
      const path = folderOf(whole, start);
      const key = `${host}${path}`;
      const none = { unreachable: 0, doubtful: 0, refused: 0, unknown: 0, working: 0 };
      const counted = folders.get(key) ?? { host, path, ...none };
      counted[verdict] += 1;
      folders.set(key, counted);
    }
  }
  return [...folders.values()].sort(worstFirst);
}

const worstFirst = (a: PathCount, b: PathCount): number =>
  b.unreachable - a.unreachable ||
  b.doubtful - a.doubtful ||
  (a.host === b.host ? (a.path < b.path ? -1 : 1) : a.host < b.host ? -1 : 1);

/** The folders of a domain by what the wiki's links there amount to (Q5), as answers about pages judge them now. */
export async function pathList(
  db: Database,
  wiki: Wiki,
  { domain, path, cursor }: PathsRequest,
  today: Day,
): Promise<PathList | "bad-cursor"> {
  const from = cursor === null ? { place: null, urls: 0, skip: 0 } : readPathCursor(cursor);
  if (from === null) return "bad-cursor";
  const host = { kind: "within", domain } as const;
  const question = { kind: "folder", scheme: null, port: null, host, path } as const;
  return db.transaction(async (tx) => {
    await limitTime(tx, STATEMENT_MS);
    const { urls, through } = await stretch(tx, question, await hostsOf(tx, host), from);
    const folders = await foldersOf(tx, wiki, urls, { path, today });
    const skip = from.skip + LIST_ENTRIES;
    const next =
      folders.length > skip
        ? { ...from, urls: urls.length, skip }
        : through === null
          ? null
          : { place: through, urls: 0, skip: 0 };
    return {
      version: 1,
      generated: today,
      wiki: wiki.name,
      list: "paths",
      domain,
      path,
      entries: folders.slice(from.skip, skip),
      cursor: next === null ? null : writePathCursor(next),
    };
  });
}

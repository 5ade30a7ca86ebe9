import type { Database } from "../../../db/connect.ts";
import { limitTime } from "../../../db/lists/conditions.ts";
import { invalidPages } from "../../../db/lists/invalid.ts";
import type { Which } from "../../../db/lists/uses.ts";
import { spamUses } from "../../../db/pages/spam.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import type { ListedUse, ListName, WikiList } from "../../../shared/answer/lists.ts";
import { LIST_ENTRIES } from "../../../shared/answer/lists.ts";
import { type Day, isDay } from "../../../shared/calendar/day.ts";
import type { ListRequest } from "../../../shared/protocol/lists.ts";
import { spamMatch } from "../../../shared/spam/lists.ts";
import { INVALID, UNTRIED } from "../../../shared/status/table.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { VERDICTS, type Verdict } from "../../../shared/verdict/types.ts";
import { spamListsFor } from "../../runtime/spam-judge.ts";
import {
  readInvalidCursor,
  readSpamCursor,
  readUseCursor,
  writeInvalidCursor,
  writeSpamCursor,
  writeUseCursor,
} from "./cursors.ts";
import { listedUses } from "./judged.ts";

/** Time limit of a statement, after which the request fails. */
const STATEMENT_MS = 5_000;

interface Part {
  readonly entries: readonly ListedUse[];
  readonly cursor: string | null;
}

type JudgedList = Exclude<ListName, "spam" | "invalid">;
/** Which URLs a list has, and of which verdicts. */
const WANTED: Readonly<Record<JudgedList, { readonly which: Which; readonly verdicts: readonly Verdict[] }>> =
  {
    unreachable: { which: "failing", verdicts: ["unreachable"] },
    doubtful: { which: "failing", verdicts: ["doubtful"] },
    broken: { which: "failing", verdicts: ["unreachable", "doubtful"] },
    moved: { which: "moved", verdicts: VERDICTS },
  };

/** One page of a list of a wiki (Q5), as of now; or that the caller's cursor is none of ours. */
export async function wikiList(
  db: Database,
  wiki: Wiki,
  request: ListRequest,
  today: Day,
): Promise<WikiList | "bad-cursor"> {
  const { list, domain, path, cursor } = request;
  // Redirects of working links are followed without a look at the wiki's lists, which block some new addresses.
  const lists = list === "moved" ? (await spamListsFor(db, wiki)).lists : null;
  const isBlocked = (address: string) =>
    lists !== null && spamMatch(lists, address as NormalisedUrl) !== null;
  const part = await db.transaction(async (tx) => {
    await limitTime(tx, STATEMENT_MS);
    if (list === "spam") return spamList(tx, wiki, cursor);
    return list === "invalid"
      ? invalidList(tx, wiki, cursor)
      : judgedList(tx, wiki, { ...request, list }, isBlocked, today);
  });
  if (part === null) return "bad-cursor";
  return { version: 1, generated: today, wiki: wiki.name, list, domain, path, ...part };
}

async function judgedList(
  db: Database,
  wiki: Wiki,
  { list, domain, path, cursor }: ListRequest & { readonly list: JudgedList },
  isBlocked: (address: string) => boolean,
  today: Day,
): Promise<Part | null> {
  const after = cursor === null ? null : readUseCursor(cursor);
  if (cursor !== null && after === null) return null;
  const wanted = { ...WANTED[list], isBlocked, domain, path, after, limit: LIST_ENTRIES };
  const { entries, through } = await listedUses(db, wiki.id, wanted, today);
  return { entries, cursor: through === null ? null : writeUseCursor(through) };
}

/** The links that the lists of the farm and of the wiki block (P1). */
async function spamList(db: Database, wiki: Wiki, cursor: string | null): Promise<Part | null> {
  const after = cursor === null ? null : readSpamCursor(cursor);
  if (cursor !== null && after === null) return null;
  const uses = await spamUses(db, wiki.id, { limit: LIST_ENTRIES + 1, after });
  const shown = uses.slice(0, LIST_ENTRIES);
  const last = uses.length > LIST_ENTRIES ? shown.at(-1) : undefined;
  const entries = shown.map(({ pageid, key, title, namespace, url, scope, line, first, last: seen }) => ({
    cursor: writeSpamCursor({ pageid, key }),
    pageid,
    title,
    namespace,
    url,
    verdict: "spam" as const,
    rule: `spam-${scope}`,
    status: UNTRIED,
    http: null,
    since: first,
    last: seen,
    checks: 0,
    history: [],
    spam: scope,
    line,
  }));
  return { entries, cursor: last === undefined ? null : writeSpamCursor(last) };
}

/** The links that can never work (U3), as the feeder last saw them on their pages. */
async function invalidList(db: Database, wiki: Wiki, cursor: string | null): Promise<Part | null> {
  const after = cursor === null ? { pageid: 0, at: 0 } : readInvalidCursor(cursor);
  if (after === null) return null;
  // One of them may have been shown to its end, and one more says whether the list goes on.
  const pages = await invalidPages(db, wiki.id, { after: after.pageid - 1, limit: LIST_ENTRIES + 2 });
  const links = pages.flatMap(({ links, ...page }) =>
    links.map((link, at) => ({ ...page, ...link, at: at + 1 })),
  );
  const beyond = links.filter(({ pageid, at }) => pageid > after.pageid || at > after.at);
  const shown = beyond.slice(0, LIST_ENTRIES);
  const last = beyond.length > LIST_ENTRIES ? shown.at(-1) : undefined;
  const entries = shown.map(({ pageid, title, namespace, linksRead, url, reason, at }) => ({
    cursor: writeInvalidCursor({ pageid, at }),
    pageid,
    title,
    namespace,
    url,
    verdict: "invalid" as const,
    rule: `invalid-${reason}`,
    status: INVALID,
    http: null,
    since: null,
    last: isDay(linksRead) ? linksRead : null,
    checks: 0,
    history: [],
    spam: null,
    line: null,
  }));
  return { entries, cursor: last === undefined ? null : writeInvalidCursor(last) };
}

import type { Database } from "../../../db/connect.ts";
import { spamUses } from "../../../db/pages/spam.ts";
import type { ScanEntry } from "../../../db/spam/find-urls.ts";
import {
  claimGlobalList,
  claimWikiLists,
  noteSpamListSame,
  noteSpamListTrouble,
  type SpamListHead,
  type SpamListRef,
  spamListContent,
  spamListHeads,
  storeSpamList,
} from "../../../db/spam/lists.ts";
import type { Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import type { RoleContext } from "../../runtime/context.ts";
import type { HttpClient } from "../../runtime/http.ts";
import type { WikiError } from "../api/answer.ts";
import { fine, type Result, type WikiApi } from "../api/wiki.ts";
import { differenceOf, entriesTest, type ListDifference } from "./change.ts";
import { KINDS, type ListAnswer, LOCAL_TITLES, readGlobalList, readLocalLists } from "./source.ts";

/** How often lists are read: a change takes effect within the hour. */
const REFRESH_MS = 20 * 60_000;
const USES_PER_QUERY = 1_000;

/** Errors after which lists are read again after AWAY_MS. */
const AWAY: readonly WikiError["kind"][] = ["down", "lagged", "denied", "stopped"];
const AWAY_MS = 5 * 60_000;

export interface RefreshOptions {
  readonly http: HttpClient;
  readonly wiki: WikiApi;
  /** Whether due or not. */
  readonly now: boolean;
  /** Farms whose global list was read in this command already. */
  readonly farmsRead: Set<number>;
}

/**
 * Reads the lists that are due: the wiki's own, and its farm's (P1). An error is stored with its list, of which the last
 * known content stays in force, and stops nothing else. Returns why the wiki is away, if it is.
 */
export async function refreshSpamLists(
  ctx: RoleContext,
  row: WikiRow,
  { http, wiki, now, farmsRead }: RefreshOptions,
): Promise<WikiError | null> {
  const { db, clock, signal } = ctx;
  const times = { nowMs: clock.now(), nextMs: clock.now() + REFRESH_MS, force: now };
  if (await claimWikiLists(db, row.id, times)) {
    const heads = await spamListHeads(db, row);
    const own = new Map(heads.filter((head) => head.wiki !== null).map((head) => [head.kind, head]));
    const answers = await readLocalLists(
      wiki,
      new Map([...own].map(([kind, { version }]) => [kind, version])),
    );
    if (!answers.ok) {
      await claimWikiLists(db, row.id, { ...times, nextMs: clock.now() + AWAY_MS, force: true });
      if (AWAY.includes(answers.error.kind)) return answers.error;
    }
    for (const kind of KINDS) {
      const list = { farm: row.farm, wiki: row.id, kind };
      const answer = answers.ok ? answers.value.get(kind) : answers;
      if (answer !== undefined) await take(ctx, list, own.get(kind), answer, row.name);
    }
  }
  if (signal.aborted || (now && farmsRead.has(row.farm))) return null;
  const address = await claimGlobalList(db, row.farm, times);
  farmsRead.add(row.farm);
  if (address === null) return null;
  const head = (await spamListHeads(db, row)).find(({ wiki: of }) => of === null);
  if (address === "" && head === undefined) return null;
  const answer: Result<ListAnswer> =
    address === ""
      ? fine({ kind: "read", content: "", version: "" })
      : await readGlobalList(http, address, head?.version ?? "", ctx.signal);
  const farm = row.name.slice(row.name.indexOf("@") + 1);
  await take(ctx, { farm: row.farm, wiki: null, kind: "blacklist" }, head, answer, `farm ${farm}`);
  return null;
}

async function take(
  ctx: RoleContext,
  list: SpamListRef,
  head: SpamListHead | undefined,
  answer: Result<ListAnswer>,
  name: string,
): Promise<void> {
  const { db, log } = ctx;
  const trouble = async (message: string) => {
    log.warn(`${name}: spam ${list.kind}: ${message}; what was read last stays in force`);
    await noteSpamListTrouble(db, list, message);
  };
  if (!answer.ok) {
    if (answer.error.kind !== "stopped") await trouble(answer.error.message);
    return;
  }
  const { value } = answer;
  if (value.kind === "same") return noteSpamListSame(db, list, value.version);
  if (value.kind === "gone") {
    // A momentary 404 would unblock everything: it counts the second time in a row.
    if (head !== undefined && head.chars > 0 && head.error === value.message)
      await take(ctx, list, head, fine({ kind: "read", content: "", version: "" }), name);
    // An address without a list is reported from the first time on.
    return trouble(value.message);
  }
  const before = head === undefined ? "" : await spamListContent(db, head.id);
  if (head !== undefined && head.readAtMs !== null && before === value.content)
    return noteSpamListSame(db, list, value.version);
  const difference = differenceOf(list.kind, before, value.content);
  if ("reason" in difference) return trouble(`${LOCAL_TITLES[list.kind]}: ${difference.reason}`);
  const { added, removed } = difference;
  const marked = await storeSpamList(db, list, {
    content: value.content,
    version: value.version,
    ...(await effectsOf(db, list, difference)),
  });
  if (added.length + removed.length === 0) return;
  log.info(
    `${name}: spam ${list.kind}: ${added.length} entries more, ${removed.length} fewer; ${marked} pages to be read again`,
  );
}

/** What a difference concerns: additions to a blocking list, and removals from the whitelist, block more. */
async function effectsOf(
  db: Database,
  list: SpamListRef,
  { added, removed }: ListDifference,
): Promise<{ removed: readonly string[]; pageids: readonly number[]; scan: readonly ScanEntry[] }> {
  const entries = (texts: readonly string[], kind: ScanEntry["kind"]) =>
    texts.map((text) => ({ kind, text }));
  if (list.kind === "whitelist")
    return { removed: [], pageids: await freedPages(db, list, added), scan: entries(removed, "line") };
  return { removed, pageids: [], scan: entries(added, list.kind === "domains" ? "domain" : "line") };
}

async function freedPages(db: Database, { wiki }: SpamListRef, added: readonly string[]): Promise<number[]> {
  if (wiki === null || added.length === 0) return [];
  const frees = entriesTest(added.map((text) => ({ kind: "line", text })));
  const pages = new Set<number>();
  let after = null;
  for (;;) {
    const uses = await spamUses(db, wiki, { limit: USES_PER_QUERY, after });
    for (const { url, pageid } of uses) if (frees(url)) pages.add(pageid);
    const last = uses.at(-1);
    if (last === undefined || uses.length < USES_PER_QUERY) return [...pages];
    after = last;
  }
}

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
import type { HttpClient } from "../../net/egress/http-client.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { counted } from "../../runtime/words.ts";
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
  /** Farms whose global list this command read already, whether due or not; absent: it reads what is due. */
  readonly farmsRead?: Set<number> | undefined;
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
  if (signal.aborted || farmsRead?.has(row.farm)) return null;
  const address = await claimGlobalList(db, row.farm, times);
  farmsRead?.add(row.farm);
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

/** Stores what came of a list. */
async function take(
  { db, log }: RoleContext,
  list: SpamListRef,
  head: SpamListHead | undefined,
  answer: Result<ListAnswer>,
  name: string,
): Promise<void> {
  const trouble = async (message: string) => {
    log.warn(`${name}: spam ${list.kind}: ${message}; what was read last stays in force`, "spam-list-failed");
    await noteSpamListTrouble(db, list, message);
  };
  if (!answer.ok) {
    if (answer.error.kind !== "stopped") await trouble(answer.error.message);
    return;
  }
  const { value } = answer;
  if (value.kind === "same") return noteSpamListSame(db, list, value.version);
  // A momentary 404 would unblock everything: it counts the second time in a row.
  const isGone =
    value.kind === "gone" && head !== undefined && head.chars > 0 && head.error === value.message;
  const { content, version } = value.kind === "gone" ? { content: "", version: "" } : value;
  if (value.kind === "read" || isGone) {
    const before = head === undefined ? "" : await spamListContent(db, head.id);
    if (head !== undefined && head.readAtMs !== null && before === content)
      return noteSpamListSame(db, list, version);
    const difference = differenceOf(list.kind, before, content);
    if ("reason" in difference) return trouble(`${LOCAL_TITLES[list.kind]}: ${difference.reason}`);
    const { added, removed } = difference;
    const effects = await effectsOf(db, list, difference);
    const marked = await storeSpamList(db, list, { content, version, ...effects });
    if (added.length + removed.length > 0)
      log.info(
        `${name}: spam ${list.kind}: ${added.length} entries more, ${removed.length} fewer; ${counted(marked, "page")} to be read again`,
      );
  }
  // An address without a list is reported from the first time on.
  if (value.kind === "gone") await trouble(value.message);
}

/** What a difference concerns: additions to a blocking list, and removals from the whitelist, block more. */
async function effectsOf(db: Database, { kind, wiki }: SpamListRef, { added, removed }: ListDifference) {
  const entries = (texts: readonly string[]): ScanEntry[] =>
    texts.map((text) => ({ kind: kind === "domains" ? "domain" : "line", text }));
  return kind === "whitelist"
    ? { removed: [], pageids: await freedPages(db, wiki, added), scan: entries(removed) }
    : { removed, pageids: [], scan: entries(added) };
}

/** Pages with spam links that entries of a whitelist now allow. */
async function freedPages(
  db: Database,
  wiki: SpamListRef["wiki"],
  added: readonly string[],
): Promise<number[]> {
  if (wiki === null || added.length === 0) return [];
  const frees = entriesTest(added.map((text) => ({ kind: "line", text })));
  const pages = new Set<number>();
  for (let after = null; ; ) {
    const uses = await spamUses(db, wiki, { limit: USES_PER_QUERY, after });
    for (const { url, pageid } of uses) if (frees(url)) pages.add(pageid);
    const last = uses.at(-1);
    if (last === undefined || uses.length < USES_PER_QUERY) return [...pages];
    after = last;
  }
}

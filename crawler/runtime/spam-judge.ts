import QuickLRU from "quick-lru";
import type { Database } from "../../db/connect.ts";
import { type SpamListHead, spamListContent, spamListHeads } from "../../db/spam/lists.ts";
import type { WikiId } from "../../db/types.ts";
import { type BlockedDomains, createBlockedDomains, readDomains } from "../../shared/spam/domains.ts";
import { linesOf, type SpamLists, spamMatch } from "../../shared/spam/lists.ts";
import { createLineMatcher, type LineMatcher } from "../../shared/spam/matcher.ts";
import type { ListKind, SpamMatch } from "../../shared/spam/types.ts";
import { createWhitelist, type Whitelist } from "../../shared/spam/whitelist.ts";
import { watchCache } from "./caches.ts";

/** Lists compiled for matching that a process keeps; a farm has one for all its wikis. */
const COMPILED_MAX = 100;
/** How long URLs are judged without giving way to other work, such as the renewal of a lease. */
const SLICE_MS = 50;

type Compiled = LineMatcher | Whitelist | BlockedDomains;

type Cache = QuickLRU<number, { readonly edition: number; readonly list: Compiled }>;

/** By database, as ids are each database's own. */
const caches = new WeakMap<object, Cache>();

function cacheOf({ pool }: Database): Cache {
  const known = caches.get(pool);
  if (known !== undefined) return known;
  const cache: Cache = watchCache("spam-lists", new QuickLRU({ maxSize: COMPILED_MAX }));
  caches.set(pool, cache);
  return cache;
}

function compile(kind: ListKind, content: string): Compiled {
  if (kind === "blacklist") return createLineMatcher(linesOf(content));
  if (kind === "whitelist") return createWhitelist(linesOf(content));
  const read = readDomains(content);
  // A list that is no JSON never comes into force (crawler/feed/spam/refresh.ts).
  return read.kind === "domains" ? read.domains : createBlockedDomains([]);
}

async function compiledList(db: Database, { id, kind, edition }: SpamListHead): Promise<Compiled> {
  const compiled = cacheOf(db);
  const known = compiled.get(id);
  if (known?.edition === edition) return known.list;
  const list = compile(kind, await spamListContent(db, id));
  compiled.set(id, { edition, list });
  return list;
}

/** The lists of a wiki and its farm as they are in the database; those never read are empty. */
export async function spamListsFor(
  db: Database,
  wiki: { readonly id: WikiId; readonly farm: number },
): Promise<{ readonly heads: readonly SpamListHead[]; readonly lists: SpamLists }> {
  const heads = await spamListHeads(db, wiki);
  const find = async (kind: ListKind, global: boolean) => {
    const head = heads.find((one) => one.kind === kind && (one.wiki === null) === global);
    return head === undefined ? compile(kind, "") : compiledList(db, head);
  };
  const [global, local, whitelist, domains] = await Promise.all([
    find("blacklist", true),
    find("blacklist", false),
    find("whitelist", false),
    find("domains", false),
  ]);
  return {
    heads,
    lists: {
      global: global as LineMatcher,
      local: local as LineMatcher,
      whitelist: whitelist as Whitelist,
      domains: domains as BlockedDomains,
    },
  };
}

/** Which of these links the lists block. Gives way to other work in between, however slow the lists are. */
export async function judgeLinks(
  lists: SpamLists,
  links: readonly string[],
): Promise<ReadonlyMap<string, SpamMatch>> {
  const blocked = new Map<string, SpamMatch>();
  let since = performance.now();
  for (const link of links) {
    const match = spamMatch(lists, link);
    if (match !== null) blocked.set(link, match);
    if (performance.now() - since < SLICE_MS) continue;
    await new Promise((done) => setImmediate(done));
    since = performance.now();
  }
  return blocked;
}

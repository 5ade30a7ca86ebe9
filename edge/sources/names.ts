import { anyCaseKey } from "../../shared/protocol/types.ts";
import { type ChangedPages, NAMES_TAG } from "../cache/changed.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { readText, StoreUnavailable } from "./kv.ts";

/** Names of farms that everybody has heard of, whether this edge has a wiki of them or not (M1). */
const FARMS_BY_NATURE = ["WMF", "wmflabs"];
/** New wikis are rare. */
const NAMES_SECONDS = 300;
/** For how long an isolate does not list them again, whatever it is asked: of all that KV does, lists cost most. */
const LISTED_MS = 60_000;
/** A list of KV has 1,000 keys: what one look takes, so that all wikis of a large farm of farms are known by it. */
const LISTS_MAX = 50;
/** Of an isolate, within LISTED_MS: looks begun again as wikis were added, and what is asked of names beyond those. */
const LISTS_IN_ALL = { look: 200, beyond: 150 } as const;
/** For so long others wait for the request that reads a list. A request whose caller is gone is cancelled, and with it what it was reading. */
const READING_MS = 2_000;
const NAMESAKES_MAX = 5;
const MISSPELT_MAX = 3;
/** As `anyCaseKey` has it. */
const KEY_START = "n1:";

/** What configured wikis are called, in the order of their keys, as far as it was read. */
interface Names {
  readonly keys: string[];
  cursor: string | null;
  lists: number;
  /** There are no others. */
  complete: boolean;
  /** The next list, which some request reads for all that wait. */
  reading: Promise<void> | null;
  /** When they were listed, in milliseconds since 1970, and as how new a state (`ChangedPages`). */
  readonly at: number;
  readonly edition: number;
  /** What was listed beyond them, by what was asked; nothing as well. */
  readonly beyond: Map<string, readonly string[]>;
}

/** Of an isolate: a caller who asks for many made-up wikis makes it list no more often than for one. */
const listed = new WeakMap<ChangedPages, Names>();
const counts = new WeakMap<ChangedPages, { readonly from: number; look: number; beyond: number }>();

/** One list of KV, which has a limit of its own a day. Throws StoreUnavailable, also when there were too many of late. */
async function listOf(
  deps: EdgeDeps,
  kv: KVNamespace,
  purpose: keyof typeof LISTS_IN_ALL,
  options: KVNamespaceListOptions,
): Promise<KVNamespaceListResult<unknown, string>> {
  const before = counts.get(deps.changed);
  const window =
    before !== undefined && deps.elapsed() - before.from < LISTED_MS
      ? before
      : { from: deps.elapsed(), look: 0, beyond: 0 };
  counts.set(deps.changed, window);
  window[purpose] += 1;
  const prefix = String(options.prefix);
  if (window[purpose] > LISTS_IN_ALL[purpose])
    throw new StoreUnavailable(prefix, new Error("listed too often"));
  return kv.list(options).catch((error: unknown) => {
    throw new StoreUnavailable(prefix, error);
  });
}

function begun(deps: EdgeDeps): Names {
  const known = listed.get(deps.changed);
  const isFresh = known !== undefined && deps.elapsed() - known.at < LISTED_MS;
  if (isFresh && !deps.changed.since(known.edition, [NAMES_TAG])) return known;
  const [at, edition] = [deps.elapsed(), deps.changed.latest()];
  const nothing = { keys: [], cursor: null, lists: 0, complete: false, reading: null };
  const names: Names = { ...nothing, at, edition, beyond: new Map() };
  listed.set(deps.changed, names);
  return names;
}

async function readOn(names: Names, deps: EdgeDeps, kv: KVNamespace): Promise<void> {
  const { cursor } = names;
  const list = await listOf(deps, kv, "look", { prefix: KEY_START, cursor });
  // A request that waited too long has read it as well.
  if (names.cursor !== cursor || names.complete) return;
  names.keys.push(...list.keys.map(({ name }) => name));
  names.lists += 1;
  names.complete = list.list_complete;
  names.cursor = list.list_complete ? null : list.cursor;
}

/** One look at a time, however many ask; what was read stays where it came to no end. */
async function namesOf(deps: EdgeDeps, kv: KVNamespace): Promise<Names> {
  const names = begun(deps);
  while (!names.complete && names.lists < LISTS_MAX) {
    const others = names.reading;
    const reading = others ?? readOn(names, deps, kv);
    names.reading = reading;
    try {
      await (others === null ? reading : Promise.race([reading, deps.sleep(READING_MS)]));
    } finally {
      if (names.reading === reading) names.reading = null;
    }
  }
  return names;
}

async function keysFrom(start: string, limit: number, deps: EdgeDeps, kv: KVNamespace): Promise<string[]> {
  const { keys, complete, beyond } = await namesOf(deps, kv);
  const known = keys.filter((key) => key.startsWith(start)).slice(0, limit);
  // They are in order: what comes before the last one is all there.
  if (complete || known.length === limit || start < (keys.at(-1)?.slice(0, start.length) ?? "")) return known;
  const name = `${limit} ${start}`;
  const kept =
    beyond.get(name) ??
    (await listOf(deps, kv, "beyond", { prefix: start, limit })).keys.map((key) => key.name);
  beyond.set(name, kept);
  return [...kept];
}

/**
 * Names of configured wikis that begin with `prefix` in whatever case, in the order of their dbnames. Those that differ in
 * nothing but case are left out.
 */
export async function wikiNames(
  prefix: string,
  limit: number,
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<string[]> {
  const [dbname = "", farm] = prefix.toLowerCase().split("@");
  const start = `${KEY_START}${dbname}${farm === undefined ? "" : "@"}`;
  const fitting = (await keysFrom(start, limit, deps, env.SNAPSHOTS)).filter((key) =>
    (key.split("@")[1] ?? "").toLowerCase().startsWith(farm ?? ""),
  );
  const names = await Promise.all(fitting.map((key) => readText(env.SNAPSHOTS, key, NAMES_SECONDS)));
  return names.flatMap((name) => name || []);
}

/** Whether there is a wiki of that name, in whatever case of its dbname, as of a minute ago at most. */
export async function isNamed(wiki: string, deps: EdgeDeps, kv: KVNamespace): Promise<boolean> {
  const key = anyCaseKey(wiki);
  return (await keysFrom(key, 1, deps, kv))[0] === key;
}

/** Whether there is a farm of that name: it has wikis here, or everybody knows it. */
export async function isFarmKnown(farm: string, deps: EdgeDeps, env: EdgeEnv): Promise<boolean> {
  if (FARMS_BY_NATURE.includes(farm)) return true;
  const { keys } = await namesOf(deps, env.SNAPSHOTS);
  return keys.some((key) => key.endsWith(`@${farm}`));
}

/** Most names that are compared with a misspelt one: those of a farm as large as WMF, several times over. */
const COMPARED_MAX = 5_000;

/**
 * How many letters have to be changed, added or left out to come from one text to the other (Levenshtein). Where they are more than
 * `most`: some number above it, found sooner.
 */
export function distance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + (letter === b[j] ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1),
      );
    row = next;
    if (Math.min(...row) > most) return most + 1;
  }
  return row[b.length] ?? 0;
}

/** The keys whose dbname differs from this one by a letter or two, nearest first; `compare`: `distance`. */
export function nearKeys(dbname: string, keys: readonly string[], compare = distance): string[] {
  const far = dbname.length < 5 ? 1 : 2;
  return keys
    .slice(0, COMPARED_MAX)
    .flatMap((key) => {
      const other = key.slice(KEY_START.length).split("@")[0] ?? "";
      // So many letters have to be added or left out at least.
      if (Math.abs(other.length - dbname.length) > far) return [];
      const letters = compare(dbname, other, far);
      return letters > 0 && letters <= far ? [{ key, letters }] : [];
    })
    .sort((a, b) => a.letters - b.letters)
    .slice(0, MISSPELT_MAX)
    .map(({ key }) => key);
}

/** Wikis whose dbname differs from this one by a letter or two, nearest first. */
async function misspelt(wiki: string, deps: EdgeDeps, env: EdgeEnv): Promise<string[]> {
  const [dbname = ""] = wiki.toLowerCase().split("@");
  const { keys } = await namesOf(deps, env.SNAPSHOTS);
  const near = nearKeys(dbname, keys);
  const names = await Promise.all(near.map((key) => readText(env.SNAPSHOTS, key, NAMES_SECONDS)));
  return names.flatMap((name) => name || []);
}

/**
 * Wikis that were perhaps meant: those of that dbname in any farm but its own, as a caller who leaves out the farm means WMF's and may
 * not know it; else those that are spelt almost so.
 */
export async function namesakes(wiki: string, deps: EdgeDeps, env: EdgeEnv): Promise<string[]> {
  const [dbname = ""] = wiki.split("@");
  // A place more, as the wiki itself may be among them.
  const names = await wikiNames(`${dbname}@`, NAMESAKES_MAX + 1, deps, env);
  const others = names.filter((name) => name !== wiki).slice(0, NAMESAKES_MAX);
  return others.length > 0 ? others : misspelt(wiki, deps, env);
}

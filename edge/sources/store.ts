import type { FarmWiki } from "../../shared/interwiki/farm.ts";
import { isRecord, records } from "../../shared/json/record.ts";
import {
  anyCaseKey,
  FRONT_SAMPLES_KEY,
  type FrontSample,
  snapshotKey,
  WIKIS_TOLD_KEY,
  type WikiProfile,
  wikiKey,
} from "../../shared/protocol/types.ts";
import {
  type Decoded,
  type DecodeOptions,
  decodeSnapshot,
  type Snapshot,
} from "../../shared/snapshot/snapshot.ts";
import type { EdgeDeps } from "../env.ts";
import { readText } from "./kv.ts";
import { isNamed } from "./names.ts";

/** How long a location may serve its own copy of a value before it looks at the central one; KV's least. */
const SNAPSHOT_CACHE_SECONDS = 30;
const PROFILE_CACHE_SECONDS = 300;

export const URLS_MAX = 10_000;
/** Null: not watched, or not known to be. */
export type StoredPage = Snapshot | "too-many" | null;

/** With how many URLs its page has. */
export type StoredSnapshot = Extract<Decoded, { kind: "snapshot" }>;

/** Reads what the dispatcher wrote. What cannot be read counts as absent, and is logged for the operator. */
export interface Store {
  /** In the order of the question; one after the other, so that a caller who keeps none of them needs the memory of one. */
  eachSnapshot(
    wiki: string,
    pageids: readonly number[],
    options?: DecodeOptions,
  ): AsyncIterable<{ readonly pageid: number; readonly stored: StoredSnapshot | null }>;
  /**
   * All of them, while they have no more than URLS_MAX together: an isolate has 128 MB for everything, and a URL
   * becomes some kilobytes on its way into an answer. The first is there whatever its size.
   */
  snapshots(wiki: string, pageids: readonly number[]): Promise<readonly StoredPage[]>;
  /**
   * Null: no such wiki is configured. One that is written exactly so, else the only one that differs in nothing but the case
   * of its dbname: its profile names it. Throws StoreNotReady where that is not known yet.
   */
  profile(wiki: string): Promise<WikiProfile | null>;
  frontSamples(): Promise<readonly FrontSample[]>;
}

function readProfile(value: unknown): WikiProfile | null {
  if (!isRecord(value)) return null;
  const { wiki, api, server, articleUrl, internalHosts, lang, siteName } = value;
  if (typeof wiki !== "string" || typeof api !== "string" || typeof server !== "string") return null;
  if (typeof articleUrl !== "string" || typeof lang !== "string" || typeof siteName !== "string") return null;
  if (typeof internalHosts !== "string" && internalHosts !== null) return null;
  if (!URL.canParse(api)) return null;
  const own = { wiki, api, server, articleUrl, internalHosts, lang, siteName };
  // Dispatchers of before do not tell of interwiki links and the farm's other wikis.
  return { ...own, wikis: readWikis(value.wikis), interwikis: String(value.interwikis ?? "") };
}

function readWikis(value: unknown): FarmWiki[] {
  return records(value).flatMap(({ api, articleUrl }) =>
    typeof api === "string" && typeof articleUrl === "string" ? [{ api, articleUrl }] : [],
  );
}

function readSamples(value: unknown): FrontSample[] {
  return records(value).flatMap(({ wiki, pageid, title, articleUrl }) =>
    typeof wiki === "string" &&
    typeof pageid === "number" &&
    typeof title === "string" &&
    typeof articleUrl === "string"
      ? [{ wiki, pageid, title, articleUrl }]
      : [],
  );
}

/** It was not told yet, or not in this place, which wikis there are, as after a rebuild from nothing: nobody can say that one is unknown. */
export class StoreNotReady extends Error {}

async function decode(
  key: string,
  value: ArrayBuffer,
  options?: DecodeOptions,
): Promise<StoredSnapshot | null> {
  const decoded = await decodeSnapshot(new Uint8Array(value), options);
  if (decoded.kind === "snapshot") return decoded;
  const why =
    decoded.kind === "damaged" ? `damaged (${decoded.message})` : `of unknown version ${decoded.version}`;
  console.error(`the value of ${key} is ${why}; export the wiki anew (weboid export)`);
  return null;
}

export function createStore(kv: KVNamespace, deps: EdgeDeps): Store {
  const textOf = (key: string, cacheTtl = PROFILE_CACHE_SECONDS) => readText(kv, key, cacheTtl);
  const json = async (key: string): Promise<unknown> => {
    const text = await textOf(key);
    try {
      return text === null ? null : JSON.parse(text);
    } catch {
      console.error(`the value of ${key} is no JSON; export the wiki anew (weboid export)`);
      return null;
    }
  };
  /** A store that does not answer is like one that has nothing: the wiki and origin are asked all the same. */
  const stored = (key: string): Promise<ArrayBuffer | null> =>
    kv.get(key, { type: "arrayBuffer", cacheTtl: SNAPSHOT_CACHE_SECONDS }).catch((error: unknown) => {
      console.error(
        `the store did not answer for ${key}: ${error instanceof Error ? error.message : "unknown"}`,
      );
      return null;
    });
  /** Of a wiki without a profile. A place also keeps for minutes that it found none; lists are newer. */
  const isUnknown = async (wiki: string, name: string | null): Promise<boolean> => {
    if ((await textOf(WIKIS_TOLD_KEY, SNAPSHOT_CACHE_SECONDS)) === null) return false;
    // "": several differ in nothing but case, and it is none of them.
    return name === "" || (name === null && !(await isNamed(wiki, deps, kv)));
  };
  async function* eachSnapshot(wiki: string, pageids: readonly number[], options?: DecodeOptions) {
    const values = pageids.map((pageid) => stored(snapshotKey(wiki, pageid)));
    for (const [at, pageid] of pageids.entries()) {
      const value = (await values[at]) ?? null;
      yield {
        pageid,
        stored: value === null ? null : await decode(snapshotKey(wiki, pageid), value, options),
      };
    }
  }
  return {
    eachSnapshot,
    async snapshots(wiki, pageids) {
      const pages: StoredPage[] = [];
      let urls = 0;
      for await (const { stored } of eachSnapshot(wiki, pageids)) {
        const snapshot = stored?.snapshot ?? null;
        const isFirst = urls === 0;
        urls += snapshot?.urls.length ?? 0;
        pages.push(snapshot !== null && !isFirst && urls > URLS_MAX ? "too-many" : snapshot);
      }
      return pages;
    },
    async profile(wiki) {
      const exact = readProfile(await json(wikiKey(wiki)));
      if (exact !== null) return exact;
      const name = await textOf(anyCaseKey(wiki));
      const meant = !name || name === wiki ? null : readProfile(await json(wikiKey(name)));
      if (meant === null && !(await isUnknown(wiki, name))) throw new StoreNotReady(wiki);
      return meant;
    },
    async frontSamples() {
      return readSamples(await json(FRONT_SAMPLES_KEY));
    },
  };
}

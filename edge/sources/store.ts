import * as z from "zod/mini";
import { listOf } from "../../shared/json/shape.ts";
import {
  anyCaseKey,
  FRONT_SAMPLES_KEY,
  FrontSample,
  snapshotKey,
  WIKIS_KNOWN_KEY,
  WikiProfile,
  wikiKey,
} from "../../shared/protocol/types.ts";
import {
  type Decoded,
  type DecodeOptions,
  decodeSnapshot,
  type Snapshot,
} from "../../shared/snapshot/snapshot.ts";
import type { EdgeDeps } from "../env.ts";
import { readText, StoreUnavailable } from "./kv.ts";
import { isNamed } from "./names.ts";

/** How long a location may serve its own copy of a value before it looks at the central one; KV's least. */
const SNAPSHOT_CACHE_SECONDS = 30;
const PROFILE_CACHE_SECONDS = 300;

export const ANSWER_URLS_MAX = 10_000;
/** Null: not watched, or not known to be. "unread": there may be one, which cannot be had or read. */
export type StoredPage = Snapshot | "too-many" | "unread" | null;

/** With how many URLs its page has. */
export type StoredSnapshot = Extract<Decoded, { kind: "snapshot" }>;

/** What a page's key has. */
export type ReadSnapshot =
  | StoredSnapshot
  | { readonly kind: "absent" | "unreadable" }
  | { readonly kind: "failed"; readonly error: StoreUnavailable };

/** The list of wikis has not reached this location yet, as after a rebuild from nothing, so that none can be called unknown. */
export class StoreNotReady extends Error {}

/** Reads what the dispatcher wrote. What cannot be read is logged for the operator. */
export class Store {
  readonly #kv: KVNamespace;
  readonly #deps: EdgeDeps;

  constructor(kv: KVNamespace, deps: EdgeDeps) {
    this.#kv = kv;
    this.#deps = deps;
  }

  /** In the order of the question; one after the other, so that a caller who keeps none of them needs the memory of one. */
  async *eachSnapshot(
    wiki: string,
    pageids: readonly number[],
    options?: DecodeOptions,
  ): AsyncIterable<{ readonly pageid: number; readonly read: ReadSnapshot }> {
    const pages = pageids.map((pageid) => {
      const key = snapshotKey(wiki, pageid);
      return { pageid, key, reading: this.#bytes(key) };
    });
    for (const { pageid, key, reading } of pages) {
      const value = await reading;
      yield { pageid, read: value instanceof ArrayBuffer ? await decode(key, value, options) : value };
    }
  }

  /**
   * All of them, while they have no more than ANSWER_URLS_MAX together: an isolate has 128 MB for everything, and a URL
   * becomes some kilobytes on its way into an answer. The first is there whatever its size. A store that does not answer ends nothing:
   * the wiki and origin are asked all the same.
   */
  async snapshots(wiki: string, pageids: readonly number[]): Promise<readonly StoredPage[]> {
    const pages: StoredPage[] = [];
    let urls = 0;
    for await (const { read } of this.eachSnapshot(wiki, pageids)) {
      if (read.kind === "failed") console.error(`the store did not answer for ${read.error.message}`);
      if (read.kind !== "snapshot") {
        pages.push(read.kind === "absent" ? null : "unread");
        continue;
      }
      const isFirst = urls === 0;
      urls += read.snapshot.urls.length;
      pages.push(!isFirst && urls > ANSWER_URLS_MAX ? "too-many" : read.snapshot);
    }
    return pages;
  }

  /**
   * Null: no such wiki is configured. One that is written exactly so, else the only one that differs in nothing but the case
   * of its dbname: its profile names it. Throws StoreNotReady where that is not known yet.
   */
  async profile(wiki: string): Promise<WikiProfile | null> {
    const profile = await this.#profile(wiki);
    if (profile !== null) this.#deps.addConfigured?.(profile);
    return profile;
  }

  async #profile(wiki: string): Promise<WikiProfile | null> {
    const exact = await this.#json(wikiKey(wiki), WikiProfile);
    if (exact !== null) return exact;
    const name = await this.#text(anyCaseKey(wiki));
    const meant = !name || name === wiki ? null : await this.#json(wikiKey(name), WikiProfile);
    if (meant === null && !(await this.#isUnknown(wiki, name))) throw new StoreNotReady(wiki);
    return meant;
  }

  async frontSamples(): Promise<readonly FrontSample[]> {
    return (await this.#json(FRONT_SAMPLES_KEY, listOf(FrontSample))) ?? [];
  }

  /** Of a wiki without a profile. A location caches for minutes that it found none; lists of keys are newer. */
  async #isUnknown(wiki: string, name: string | null): Promise<boolean> {
    if ((await this.#text(WIKIS_KNOWN_KEY, SNAPSHOT_CACHE_SECONDS)) === null) return false;
    // "": several differ in nothing but case, and it is none of them.
    return name === "" || (name === null && !(await isNamed(wiki, this.#deps, this.#kv)));
  }

  #text(key: string, cacheTtl: number = PROFILE_CACHE_SECONDS): Promise<string | null> {
    return readText(this.#kv, key, cacheTtl);
  }

  async #json<T>(key: string, schema: z.ZodMiniType<T>): Promise<T | null> {
    const text = await this.#text(key);
    try {
      return text === null ? null : z.parse(schema, JSON.parse(text));
    } catch {
      console.error(`the value of ${key} cannot be read; export the wiki again (weboid export)`);
      return null;
    }
  }

  async #bytes(key: string): Promise<ArrayBuffer | Exclude<ReadSnapshot, StoredSnapshot>> {
    try {
      const options = { type: "arrayBuffer", cacheTtl: SNAPSHOT_CACHE_SECONDS } as const;
      return (await this.#kv.get(key, options)) ?? { kind: "absent" };
    } catch (cause) {
      return { kind: "failed", error: new StoreUnavailable(key, cause) };
    }
  }
}

async function decode(key: string, value: ArrayBuffer, options?: DecodeOptions): Promise<ReadSnapshot> {
  const decoded = await decodeSnapshot(new Uint8Array(value), options);
  if (decoded.kind === "snapshot") return decoded;
  const why =
    decoded.kind === "damaged" ? `damaged (${decoded.message})` : `of unknown version ${decoded.version}`;
  console.error(`the value of ${key} is ${why}; export the wiki again (weboid export)`);
  return { kind: "unreadable" };
}

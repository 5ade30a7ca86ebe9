import type { FarmWiki } from "../shared/interwiki/farm.ts";
import { isRecord } from "../shared/json/record.ts";
import {
  anyCaseKey,
  FRONT_SAMPLES_KEY,
  type FrontSample,
  snapshotKey,
  type WikiProfile,
  wikiKey,
} from "../shared/protocol/types.ts";
import { type Decoded, decodeSnapshot, decodeWanted } from "../shared/snapshot/decode.ts";
import type { Snapshot } from "../shared/snapshot/types.ts";
import { mayBeUnreachable } from "../shared/verdict/evidence.ts";

/** How long a location may serve its own copy of a value before it looks at the central one; KV's least. */
const SNAPSHOT_CACHE_SECONDS = 30;
const PROFILE_CACHE_SECONDS = 300;

/** Reads what the dispatcher wrote. What cannot be read counts as absent, and is logged for the operator. */
export interface Store {
  snapshot(wiki: string, pageid: number): Promise<Snapshot | null>;
  /** With only those URLs that may be unreachable, and how many the page has in all: what a gadget needs. */
  suspects(
    wiki: string,
    pageid: number,
  ): Promise<{ readonly snapshot: Snapshot; readonly total: number } | null>;
  /**
   * Null: no such wiki is configured. One that is written exactly so, else the only one that differs in nothing but the case
   * of its dbname: its profile names it.
   */
  profile(wiki: string): Promise<WikiProfile | null>;
  frontSamples(): Promise<readonly FrontSample[]>;
}

export function readProfile(value: unknown): WikiProfile | null {
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
  if (!Array.isArray(value)) return [];
  return value
    .filter(isRecord)
    .flatMap(({ api, articleUrl }) =>
      typeof api === "string" && typeof articleUrl === "string" ? [{ api, articleUrl }] : [],
    );
}

export function readSamples(value: unknown): FrontSample[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isRecord)
    .flatMap(({ wiki, pageid, title, articleUrl }) =>
      typeof wiki === "string" &&
      typeof pageid === "number" &&
      typeof title === "string" &&
      typeof articleUrl === "string"
        ? [{ wiki, pageid, title, articleUrl }]
        : [],
    );
}

/** Without it nothing can be said, not even which wikis there are. */
export class StoreUnavailable extends Error {}

export function createStore(kv: KVNamespace): Store {
  const textOf = (key: string): Promise<string | null> =>
    kv.get(key, { type: "text", cacheTtl: PROFILE_CACHE_SECONDS }).catch((error: unknown) => {
      throw new StoreUnavailable(`${key}: ${error instanceof Error ? error.message : "unknown"}`);
    });
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
  const read = async <T extends Decoded>(
    key: string,
    decode: (bytes: Uint8Array) => T,
  ): Promise<Extract<T, { kind: "snapshot" }> | null> => {
    const value = await kv
      .get(key, { type: "arrayBuffer", cacheTtl: SNAPSHOT_CACHE_SECONDS })
      .catch((error: unknown) => {
        console.error(
          `the store did not answer for ${key}: ${error instanceof Error ? error.message : "unknown"}`,
        );
        return null;
      });
    if (value === null) return null;
    const decoded: Decoded = decode(new Uint8Array(value));
    if (decoded.kind === "snapshot") return decoded as Extract<T, { kind: "snapshot" }>;
    const why =
      decoded.kind === "damaged" ? `damaged (${decoded.message})` : `of unknown version ${decoded.version}`;
    console.error(`the value of ${key} is ${why}; export the wiki anew (weboid export)`);
    return null;
  };
  return {
    async snapshot(wiki, pageid) {
      return (await read(snapshotKey(wiki, pageid), decodeSnapshot))?.snapshot ?? null;
    },
    suspects: (wiki, pageid) =>
      read(snapshotKey(wiki, pageid), (bytes) =>
        decodeWanted(bytes, ({ spam, history }) => spam === null && mayBeUnreachable(history)),
      ),
    async profile(wiki) {
      const exact = readProfile(await json(wikiKey(wiki)));
      if (exact !== null) return exact;
      const name = await textOf(anyCaseKey(wiki));
      return name === null || name === "" || name === wiki ? null : readProfile(await json(wikiKey(name)));
    },
    async frontSamples() {
      return readSamples(await json(FRONT_SAMPLES_KEY));
    },
  };
}

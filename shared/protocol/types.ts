import * as z from "zod/mini";
import type { Shape } from "../json/shape.ts";

/** A wiki's full name, such as `dewiki@WMF`. */
export const WikiName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}@[A-Za-z0-9_-]{1,32}$/));

/** A normalised URL or a part of one: printable ASCII. */
export const UrlText = z.string().check(z.regex(/^[!-~]{1,8192}$/));

const OF_WIKI = {
  /** URL of its api.php. */
  api: z.string().check(z.refine((api) => URL.canParse(api))),
  /** URL of its pages with `$1` for the title. */
  articleUrl: z.string(),
};

/**
 * What the edge has to know about a wiki to answer for it; stored under `w1:<wiki>` beside the snapshots,
 * as JSON. Written by the dispatcher from the configuration (M1, M2). Its farm: shared/interwiki/farm.ts.
 */
export const WikiProfile = z.object({
  wiki: z.string(),
  ...OF_WIKI,
  server: z.string(),
  internalHosts: z.nullable(z.string()),
  wikis: z.exactOptional(z.array(z.object(OF_WIKI))),
  /** Hosts and ports of wikis of its farm that the operator gave himself: only these may be private (shared/url/endpoint.ts). */
  configured: z.exactOptional(z.array(z.string())),
  lang: z.string(),
  siteName: z.string(),
  /** Where its interwiki prefixes lead, as `encodeInterwikis` writes them; absent: nobody has asked it yet. */
  interwikis: z.exactOptional(z.string()),
});
export type WikiProfile = Shape<typeof WikiProfile>;

/** KV key of a page's snapshot (design 7). */
export const snapshotKey = (wiki: string, pageid: number): string => `${snapshotPrefix(wiki)}${pageid}`;
/** With which the keys of all snapshots of a wiki begin. */
export const snapshotPrefix = (wiki: string): string => `s1:${wiki}:`;
/** The page of a snapshot's key; null: another kind of key. */
export function pageOfKey(key: string): { readonly wiki: string; readonly pageid: number } | null {
  const match = /^s1:([!-9;-~]+):([1-9][0-9]{0,15})$/.exec(key);
  return match?.[1] === undefined ? null : { wiki: match[1], pageid: Number(match[2]) };
}
/** Cache-Tag of every answer that a page's snapshot is in (D3). */
export const pageTag = (wiki: string, pageid: number): string => `${wiki}:${pageid}`;
/** KV key of a wiki's profile. */
export const wikiKey = (wiki: string): string => `w1:${wiki}`;
/**
 * KV key under which a wiki is found in whatever case its dbname is written: its name, or "" where several differ in nothing
 * else.
 */
export const anyCaseKey = (wiki: string): string => {
  const [dbname = "", farm = ""] = wiki.split("@");
  return `n1:${dbname.toLowerCase()}@${farm}`;
};
/** Both keys under which a wiki is found. */
export const profileKeys = (wiki: string): readonly string[] => [wikiKey(wiki), anyCaseKey(wiki)];
/** KV key of a wiki's fence: the greatest number under which anything of it was written. */
export const fenceKey = (wiki: string): string => `f1:${wiki}`;

/**
 * Which dispatcher speaks for a wiki (D2): the number grows whenever a client is taken over from a dispatcher that may
 * still be writing, and the edge refuses what comes under a smaller one.
 */
export interface Fence {
  readonly wiki: string;
  readonly number: number;
}

/** Address of a write at the edge; the fence stands in the query, which is signed. */
export const kvPath = (fence: Fence | null): string =>
  fence === null
    ? "/internal/kv"
    : `/internal/kv?wiki=${encodeURIComponent(fence.wiki)}&fence=${fence.number}`;

/** Most bytes of a request to the edge's store: the largest value of KV, 25 MiB, as base64 in JSON. */
export const KV_REQUEST_BYTES_MAX = 36 * 1024 * 1024;
/** Most bytes of a request to the origin. */
export const ORIGIN_REQUEST_BYTES_MAX = 4 * 1024 * 1024;

/**
 * POST /internal/kv at the edge (self-hosted and local store): the same body as Cloudflare's bulk write,
 * so that one dispatcher serves both. At most 10,000 pairs and KV_REQUEST_BYTES_MAX. DELETE takes a JSON list of keys.
 * With a fence (`kvPath`), all keys are of its wiki; 409 `{error, fence}`: a later dispatcher has written, with its number.
 */
export const KvPair = z.object({
  key: z.string(),
  value: z.string(),
  base64: z.exactOptional(z.boolean()),
});
export type KvPair = Shape<typeof KvPair>;

/** A page that the front page offers to look at; a JSON list of them is stored under FRONT_SAMPLES_KEY. */
export const FrontSample = z.object({
  wiki: z.string(),
  pageid: z.int(),
  title: z.string(),
  /** Where the article itself can be read, http or https. */
  articleUrl: z.string(),
});
export type FrontSample = Shape<typeof FrontSample>;
export const FRONT_SAMPLES_KEY = "front:samples";

/** KV key that is there once the profiles of all wikis were written: only from then on a wiki without one is unknown. */
export const WIKIS_KNOWN_KEY = "edge:wikis-told";

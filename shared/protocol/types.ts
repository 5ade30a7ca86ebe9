import type { UrlFacts } from "../answer/types.ts";
import type { OwnFarm } from "../interwiki/sister.ts";

/**
 * What the edge has to know about a wiki to answer for it; stored under `w1:<wiki>` beside the snapshots,
 * as JSON. Written by the dispatcher from the configuration (M1, M2).
 */
export interface WikiProfile extends OwnFarm {
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly lang: string;
  readonly siteName: string;
  /** Where its interwiki prefixes lead, as `encodeInterwikis` writes them; absent: nobody has asked it yet. */
  readonly interwikis?: string;
}

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

/** POST /v1/urls at the origin: what the database knows of URLs that a page's snapshot does not have. */
export interface UrlsRequest {
  readonly wiki: string;
  /** Normalised, at most 2,000, and ORIGIN_REQUEST_BYTES_MAX in all. */
  readonly urls: readonly string[];
}
export interface UrlsResponse {
  /** Only URLs that are known; order of the request. */
  readonly urls: readonly UrlFacts[];
}

/** POST /v1/titles at the origin: which pages have these titles, for as long as their wiki does not answer (Q1). */
export interface TitlesRequest {
  readonly wiki: string;
  /** As somebody wrote them, at most TITLES_MAX, of TITLE_UNITS_MAX each. */
  readonly titles: readonly string[];
}
export const TITLES_MAX = 50;
/** MediaWiki: 255 bytes, plus room for a namespace. */
export const TITLE_UNITS_MAX = 512;
export interface TitlesResponse {
  /** Watched pages, by the titles of the request: no redirects, and where that is not known, those with links. Titles without one are left out. */
  readonly pages: readonly { readonly title: string; readonly pageid: number }[];
}

/** POST /v1/touch at the origin: pages that somebody asked for, handed to the feeder (F5). Answer: 202, no body. */
export interface TouchRequest {
  readonly wiki: string;
  readonly pageids: readonly number[];
  /** SHA-256 of a friendly tool's token (F8), which is not limited in pages that nobody watches; 429: the queue is full. */
  readonly friend?: string;
}

/** POST /v1/pages at the origin: whether a friendly tool may ask for a list of pages (F8), and what is known of it. */
export interface PagesRequest {
  readonly wiki: string;
  /** SHA-256 of its token, as 64 hex digits; 403: no such friend. */
  readonly friend: string;
  /** The watched pages of this namespace beyond a page id; null: only the first question is wanted. */
  readonly list: { readonly namespace: number; readonly after: number } | null;
}
export interface PagesResponse {
  /** At most 50, ascending; null: not all pages of that namespace are watched, so the wiki has to be asked. */
  readonly pageids: readonly number[] | null;
}

/**
 * POST /internal/kv at the edge (self-hosted and local store): the same body as Cloudflare's bulk write,
 * so that one dispatcher serves both. At most 10,000 pairs and KV_REQUEST_BYTES_MAX. DELETE takes a JSON list of keys.
 * With a fence (`kvPath`), all keys are of its wiki; 409 `{error, fence}`: a later dispatcher has written, with its number.
 */
export interface KvPair {
  readonly key: string;
  readonly value: string;
  readonly base64?: boolean;
}

/** A page that the front page offers to look at; a JSON list of them is stored under FRONT_SAMPLES_KEY. */
export interface FrontSample {
  readonly wiki: string;
  readonly pageid: number;
  readonly title: string;
  /** Where the article itself can be read, http or https. */
  readonly articleUrl: string;
}
export const FRONT_SAMPLES_KEY = "front:samples";

/** KV key that is there once the profiles of all wikis were written: only from then on a wiki without one is unknown. */
export const WIKIS_TOLD_KEY = "edge:wikis-told";

import type { OwnHosts } from "../answer/internal.ts";
import type { UrlFacts } from "../answer/types.ts";

/**
 * What the edge has to know about a wiki to answer for it; stored under `w1:<wiki>` beside the snapshots,
 * as JSON. Written by the dispatcher from the configuration (M1, M2).
 */
export interface WikiProfile extends OwnHosts {
  /** `dewiki@WMF` */
  readonly wiki: string;
  /** Address of api.php. */
  readonly api: string;
  /** With `$1` for the title: `https://de.wikipedia.org/wiki/$1`. */
  readonly articleUrl: string;
  readonly lang: string;
  readonly siteName: string;
}

/** KV key of a page's snapshot (design 7). */
export const snapshotKey = (wiki: string, pageid: number): string => `s1:${wiki}:${pageid}`;
/** KV key of a wiki's profile. */
export const wikiKey = (wiki: string): string => `w1:${wiki}`;

/** POST /v1/urls at the origin: what the database knows of URLs that a page's snapshot does not have. */
export interface UrlsRequest {
  readonly wiki: string;
  /** Normalised, at most 2,000. */
  readonly urls: readonly string[];
}
export interface UrlsResponse {
  /** Only URLs that are known; order of the request. */
  readonly urls: readonly UrlFacts[];
}

/** POST /v1/touch at the origin: pages that somebody asked for, handed to the feeder (F5). Answer: 202, no body. */
export interface TouchRequest {
  readonly wiki: string;
  readonly pageids: readonly number[];
}

/**
 * POST /internal/kv at the edge (self-hosted and local store): the same body as Cloudflare's bulk write,
 * so that one dispatcher serves both. At most 10,000 pairs and 100 MB. DELETE /internal/kv takes a JSON list of keys.
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

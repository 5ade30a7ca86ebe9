import * as z from "zod/mini";
import { UrlFacts } from "../answer/types.ts";
import { PAGEID_MAX } from "../interwiki/stored-titles.ts";
import { listOf, type Shape, whole } from "../json/shape.ts";
import { WikiName, WikiProfile } from "./types.ts";

const Pageid = z.int().check(z.gte(1), z.lte(PAGEID_MAX));

/** As many as are asked for at once. */
export const REQUEST_URLS_MAX = 2_000;
/** A question for what the database knows of normalised URLs that a page's snapshot does not have. */
export const UrlsRequest = z.object({
  wiki: WikiName,
  urls: z.array(z.string().check(z.maxLength(8_192))).check(z.maxLength(REQUEST_URLS_MAX)),
});
/** Only URLs that are known, in the order of the request. */
export const UrlsResponse = z.object({ urls: listOf(UrlFacts) });

/** Pages of one answer. */
export const PAGES_MAX = 50;

/** MediaWiki: 255 bytes, plus room for a namespace. */
export const TITLE_UNITS_MAX = 512;

/** Which wikis have their pages at a host: `de.wikipedia.org`, with its port where that is named. */
export const WikisAtRequest = z.object({
  authority: z.string().check(z.regex(/^[!-.0-~]{1,300}$/)),
});
export const WikisAtResponse = z.object({
  wikis: listOf(z.pick(WikiProfile, { wiki: true, api: true, articleUrl: true })),
});
export type WikisAtResponse = Shape<typeof WikisAtResponse>;

/** Of a watchlist; a question about pages has PAGES_MAX at most. */
export const TITLES_MAX = 500;
/** A question for the watched pages that have these titles: of watchlists, and for as long as their wiki does not answer (Q1). Titles as somebody wrote them. */
export const TitlesRequest = z.object({
  wiki: WikiName,
  titles: z.array(z.string().check(z.maxLength(TITLE_UNITS_MAX))).check(z.maxLength(TITLES_MAX)),
});
/** Watched pages, by the titles of the request: no redirects, and where that is not known, those with links. */
export const TitlesResponse = z.object({ pages: listOf(z.object({ title: z.string(), pageid: Pageid })) });
export type TitlesResponse = Shape<typeof TitlesResponse>;

/** SHA-256 of a trusted tool's token (F8), as hex digits. */
const FriendHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const TOUCHES_MAX = 2_000;
/** Pages that somebody asked for, handed to the feeder (F5). Of a friend, which is not limited in pages that nobody watches, 429: the queue is full. */
export const TouchRequest = z.object({
  wiki: WikiName,
  pageids: z.array(Pageid).check(z.maxLength(TOUCHES_MAX)),
  friend: z.exactOptional(FriendHash),
});

/** Whether a trusted tool may ask for a list of pages (403: no such friend), and the watched pages of a namespace beyond a page id. */
export const PagesRequest = z.object({
  wiki: WikiName,
  friend: FriendHash,
  list: z.nullable(z.object({ namespace: z.int32(), after: whole() })),
});
export type PagesRequest = Shape<typeof PagesRequest>;
/** At most 50, ascending; null: not all pages of that namespace are watched, so the wiki has to be asked. */
export const PagesResponse = z.object({ pageids: z.nullable(z.array(z.int())) });

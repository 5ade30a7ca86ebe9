import { z } from "zod";
import { LIST_NAMES } from "../../shared/answer/lists.ts";
import { EVENT_KINDS, type EventRequest, FEED_LIMITS, type FeedRequest } from "../../shared/protocol/feed.ts";
import { CURSOR, type ListRequest, type PathsRequest } from "../../shared/protocol/lists.ts";
import { PEOPLE_ACTS, type PeopleRequest, RANGE_NAMES } from "../../shared/protocol/people.ts";
import { ASKER_KINDS, type AskedSearch, SEARCH_LIMITS } from "../../shared/protocol/search.ts";
import {
  type PagesRequest,
  TITLE_UNITS_MAX,
  TITLES_MAX,
  type TitlesRequest,
  type TouchRequest,
  type UrlsRequest,
} from "../../shared/protocol/types.ts";

/** A wiki's name, such as `dewiki@WMF`. */
const WIKI = z.string().regex(/^[A-Za-z0-9_-]{1,64}@[A-Za-z0-9_-]{1,32}$/);

const HASH = z.string().regex(/^[0-9a-f]{64}$/);

export const urlsRequest: z.ZodType<UrlsRequest> = z.object({
  wiki: WIKI,
  urls: z.array(z.string().max(8_192)).max(2_000),
});
export const titlesRequest: z.ZodType<TitlesRequest> = z.object({
  wiki: WIKI,
  titles: z.array(z.string().max(TITLE_UNITS_MAX)).max(TITLES_MAX),
});
export const touchRequest = z.object({
  wiki: WIKI,
  pageids: z
    .array(
      z
        .int()
        .min(1)
        .max(2 ** 53 - 1),
    )
    .max(2_000),
  friend: HASH.optional(),
}) as z.ZodType<TouchRequest>;
export const pagesRequest: z.ZodType<PagesRequest> = z.object({
  wiki: WIKI,
  friend: HASH,
  list: z.object({ namespace: z.int32(), after: z.int().min(0) }).nullable(),
});

const whole = (max: number) => z.int().min(0).max(max);
const place = z.object({ id: whole(1e15), second: whole(1e11) });
export const feedRequest: z.ZodType<FeedRequest> = z.object({
  wiki: WIKI,
  since: place.nullable(),
  limit: z.int().min(1).max(FEED_LIMITS.events),
  kinds: z.array(z.enum(EVENT_KINDS)).max(EVENT_KINDS.length).nullable(),
  namespaces: z.array(z.int32()).max(FEED_LIMITS.namespaces).nullable(),
});
export const eventRequest: z.ZodType<EventRequest> = z.object({
  wiki: WIKI,
  event: place,
  after: whole(2 ** 53 - 1),
  limit: z.int().min(1).max(FEED_LIMITS.pages),
});

export const overviewRequest = z.object({ wiki: WIKI });

/** Parts of requests for lists and of people (Q4, Q5). */
const DOMAIN = z.string().regex(/^[!-~]{1,255}$/);
const PATH = z.string().regex(/^(?:\/[!-~]{0,8191})?$/);
const CURSOR_OR_NONE = z.string().regex(CURSOR).nullable();
export const listRequest: z.ZodType<ListRequest> = z.object({
  wiki: WIKI,
  list: z.enum(LIST_NAMES),
  domain: DOMAIN.nullable(),
  path: PATH,
  cursor: CURSOR_OR_NONE,
});
export const pathsRequest: z.ZodType<PathsRequest> = z.object({
  wiki: WIKI,
  domain: DOMAIN,
  path: PATH,
  cursor: CURSOR_OR_NONE,
});

const ASCII = z.string().regex(/^[!-~]{1,8192}$/);
export const searchRequest = z.object({
  question: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("url"), url: ASCII, host: ASCII }),
    z.object({
      kind: z.literal("pattern"),
      scheme: z.enum(["http", "https", "ftp", "ftps", "sftp"]).nullable(),
      host: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("host"), name: ASCII }),
        z.object({ kind: z.literal("within"), domain: ASCII }),
        z.object({ kind: z.literal("like"), pattern: ASCII }),
      ]),
      port: z.int().min(1).max(65_535).nullable(),
      path: z.string().regex(/^[!-~]{0,8192}$/),
    }),
  ]),
  wiki: WIKI.nullable(),
  farm: z.boolean(),
  namespaces: z.array(z.int().min(0).max(99_999)).max(SEARCH_LIMITS.namespaces),
  cursor: CURSOR_OR_NONE,
  // Older edges name none.
  askers: z
    .array(z.object({ policy: z.enum(ASKER_KINDS), key: z.string().min(1).max(100) }))
    .max(ASKER_KINDS.length)
    .default([]),
}) as unknown as z.ZodType<AskedSearch>;

export const domainsRequest = z.object({ wiki: WIKI, cursor: CURSOR_OR_NONE });

export const peopleRequest: z.ZodType<PeopleRequest> = z
  .object({
    act: z.enum(PEOPLE_ACTS),
    wiki: WIKI,
    url: ASCII,
    domain: z.boolean(),
    replacement: ASCII.nullable(),
    ranges: z
      .array(z.object({ policy: z.enum(RANGE_NAMES), key: z.string().min(1).max(100) }))
      .min(1)
      .max(RANGE_NAMES.length),
  })
  .refine(
    ({ act, replacement }) => act === "remove" || (act === "propose") === (replacement !== null),
    "replacement goes with propose, and may with remove",
  );

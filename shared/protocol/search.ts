import * as z from "zod/mini";
import { UrlFacts } from "../answer/types.ts";
import { listOf, type Shape, whole } from "../json/shape.ts";
import type { UrlQuestion } from "../url/pattern.ts";
import { CursorOrNone } from "./lists.ts";
import { CallerRange, RANGE_NAMES } from "./people.ts";
import { UrlText, WikiName } from "./types.ts";

/** Of a pattern's answer, and of each of its URLs; of one URL. */
export const SEARCH_LIMITS = { urls: 50, pagesOfEach: 3, pagesOfOne: 100, namespaces: 50 } as const;

const Question = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("url"), url: UrlText, host: UrlText }),
  z.object({
    kind: z.literal("pattern"),
    scheme: z.nullable(z.enum(["http", "https", "ftp", "ftps", "sftp"])),
    host: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("host"), name: UrlText }),
      z.object({ kind: z.literal("within"), domain: UrlText }),
      z.object({ kind: z.literal("like"), pattern: UrlText }),
    ]),
    port: z.nullable(z.int().check(z.gte(1), z.lte(65_535))),
    path: z.string().check(z.regex(/^[!-~]{0,8192}$/)),
  }),
]) as unknown as z.ZodMiniType<UrlQuestion>;

/**
 * What people ask of URLs and patterns (Q3, Q4). Nothing of it is for programs. When an allowance is used up: 429
 * `too-many-requests`, with Retry-After.
 */
export const AskedSearch = z.object({
  question: Question,
  /** Only what this wiki's pages use, and which pages; null: whatever wiki uses it, without pages. */
  wiki: z.nullable(WikiName),
  /** Pages of all wikis of that wiki's farm; of one URL only. */
  farm: z.boolean(),
  /** Only uses on pages of these namespaces; []: any. */
  namespaces: z.array(whole(99_999)).check(z.maxLength(SEARCH_LIMITS.namespaces)),
  cursor: CursorOrNone,
  /** From whose allowances it is taken: the network as callers are counted, and the ranges around it; []: it is never throttled. */
  askers: listOf(CallerRange, RANGE_NAMES.length),
});
export type AskedSearch = Shape<typeof AskedSearch>;
export type SearchRequest = Omit<AskedSearch, "askers">;

const FoundPage = z.object({ wiki: z.string(), pageid: whole(), title: z.string() });
export type FoundPage = Shape<typeof FoundPage>;

const FoundUrl = z.object({
  facts: UrlFacts,
  /** The first of them. */
  pages: listOf(FoundPage),
  morePages: z.boolean(),
});
export type FoundUrl = Shape<typeof FoundUrl>;

export const SearchResponse = z.object({
  urls: listOf(FoundUrl),
  /** Where the URLs go on, of one URL its pages; null: that was all. There may be fewer or no URLs with a cursor. */
  cursor: z.nullable(z.string()),
  /** Nothing is known of the URL that was asked for, but of URLs that begin like it, apart from the scheme. */
  similar: z.exactOptional(z.literal(true)),
});
export type SearchResponse = Shape<typeof SearchResponse>;

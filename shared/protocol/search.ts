import type { UrlFacts } from "../answer/types.ts";
import type { UrlQuestion } from "../url/pattern.ts";
import { RANGE_NAMES } from "./people.ts";

/** POST /v1/search at the origin: what people ask of URLs and patterns in the form (Q3, Q4). Nothing of it is for programs. */
export interface SearchRequest {
  readonly question: UrlQuestion;
  /** Only what this wiki's pages use, and which pages; null: whatever wiki uses it, and no pages are told. */
  readonly wiki: string | null;
  /** Pages of all wikis of that wiki's farm; of one URL only. */
  readonly farm: boolean;
  /** Only uses on pages of these namespaces; []: any. */
  readonly namespaces: readonly number[];
  readonly cursor: string | null;
}

/** Whose allowance a question takes from: the form that it was sent from, the network as callers are counted and the ranges around it. */
export const ASKER_KINDS = ["form", ...RANGE_NAMES] as const;
export type AskerKind = (typeof ASKER_KINDS)[number];
export interface Asker {
  readonly policy: AskerKind;
  readonly key: string;
}

/**
 * The whole request. When an allowance is used up: 429 `form-used-up` or `too-many-requests`, with Retry-After.
 */
export interface AskedSearch extends SearchRequest {
  readonly askers: readonly Asker[];
}

export interface FoundPage {
  readonly wiki: string;
  readonly pageid: number;
  readonly title: string;
}

export interface FoundUrl {
  readonly facts: UrlFacts;
  /** The first of them. */
  readonly pages: readonly FoundPage[];
  readonly morePages: boolean;
}

export interface SearchResponse {
  readonly urls: readonly FoundUrl[];
  /** Where the URLs go on, of one URL its pages; null: that was all. There may be fewer or no URLs with a cursor. */
  readonly cursor: string | null;
  /** Nothing is known of the URL that was asked for, but of URLs that begin like it, apart from the scheme. */
  readonly similar?: true;
}

/** Of a pattern's answer, and of each of its URLs; of one URL. */
export const SEARCH_LIMITS = { urls: 50, pagesOfEach: 3, pagesOfOne: 100, namespaces: 50 } as const;

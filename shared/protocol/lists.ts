import type { ListName } from "../answer/lists.ts";

/** POST /v1/list at the origin, which answers with a WikiList: one page of a list of a wiki (Q5). */
export interface ListRequest {
  readonly wiki: string;
  readonly list: ListName;
  /** Normalised host name: it and all below it; null: every domain. */
  readonly domain: string | null;
  /** Start of the path, as normalised URLs have it; "": any. */
  readonly path: string;
  /** Of the list before; null: from its beginning. 400 `bad-cursor`: it is none of this list. */
  readonly cursor: string | null;
}

/** POST /v1/paths at the origin: the folders of a domain by verdicts (Q5). Members as of a ListRequest. */
export interface PathsRequest extends Omit<ListRequest, "list" | "domain"> {
  readonly domain: string;
}

/** As many entries as a list has at most in one answer. */
export const LIST_ENTRIES = 50;
/** What a cursor may look like; what it means is the origin's matter. */
export const CURSOR = /^[A-Za-z0-9_.~-]{1,600}$/;

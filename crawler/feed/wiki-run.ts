import type { FeedLease } from "../../db/wikis/feeding.ts";
import type { Wiki as WikiRow } from "../../db/wikis/wikis.ts";
import type { OwnHosts } from "../../shared/interwiki/farm.ts";
import type { InterwikiMap } from "../../shared/interwiki/map.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { WikiApi } from "./api/wiki.ts";
import type { Selection } from "./criteria/selection.ts";

/** What a feeder did for a wiki. The names are those of `weboid feed --json`. */
export const noCounts = () => ({
  /** Changes in the wiki's own list (F4). */
  changes: 0,
  /** Pages in the lists of the criteria. */
  listed: 0,
  /** Listed pages that were not watched before. */
  created: 0,
  /** Pages whose links were read. */
  read: 0,
  /** Pages about which the wiki says nothing, or fails each time: the next first run marks them again. */
  passedOver: 0,
  /** Pages that are gone, or are no wikitext any more. */
  deleted: 0,
  /** Links of the pages read that are watched. */
  watched: 0,
  /** Uses of a URL that were not there at the visit before. */
  added: 0,
  /** Links that spam lists block (P1). */
  spam: 0,
  internal: 0,
  ignored: 0,
  invalid: 0,
});

export type FeedCounts = ReturnType<typeof noCounts>;
export const COUNTS = Object.keys(noCounts()) as (keyof FeedCounts)[];

/** A feeder's time with one wiki before it takes another; every slice advances by at least a batch. */
export interface TimeSlice {
  /** Whether the lists' share of it is over: pages are read also while a first run takes days. */
  readonly listsOver: () => boolean;
  readonly over: () => boolean;
}

/** One time slice of one wiki, under a lease on it. */
export interface WikiRun {
  /** Its signal ends with the lease, too. */
  readonly ctx: RoleContext;
  readonly row: WikiRow;
  readonly lease: FeedLease;
  readonly wiki: WikiApi;
  readonly interwikis: InterwikiMap;
  readonly own: OwnHosts;
  readonly selection: Selection;
  readonly counts: FeedCounts;
  readonly slice: TimeSlice;
  /** Somebody waits for both runs, whether due or not (`--once`). */
  readonly now: boolean;
  /** Shows progress. */
  readonly report: (text: string) => void;
}

/** What reading a list of the criteria needs of a run. */
export type SourceRun = Pick<WikiRun, "ctx" | "row" | "wiki">;

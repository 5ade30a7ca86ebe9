import type { FeedLease } from "../../db/wikis/feeding.ts";
import type { Wiki as WikiRow } from "../../db/wikis/wikis.ts";
import type { OwnHosts } from "../../shared/interwiki/farm.ts";
import type { InterwikiMap } from "../../shared/interwiki/map.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { Wiki } from "./api/wiki.ts";
import type { Selection } from "./criteria/selection.ts";

export interface FeedCounts {
  /** Changes that the wiki told (F4). */
  told: number;
  /** Pages that the lists of the criteria named. */
  listed: number;
  /** Those of them that were not watched before. */
  created: number;
  /** Pages whose links were read. */
  read: number;
  /** Pages about which the wiki says nothing, or fails each time: the next first run has them asked for again. */
  passedOver: number;
  /** Pages that are gone, or are no wikitext any more. */
  deleted: number;
  /** Links of those pages that are watched. */
  watched: number;
  /** Uses of a URL that were not there at the visit before. */
  added: number;
  /** Links that spam lists block (P1). */
  spam: number;
  internal: number;
  ignored: number;
  invalid: number;
}

export const noCounts = (): FeedCounts => ({
  told: 0,
  listed: 0,
  created: 0,
  read: 0,
  passedOver: 0,
  deleted: 0,
  watched: 0,
  added: 0,
  spam: 0,
  internal: 0,
  ignored: 0,
  invalid: 0,
});

/** How long a feeder stays with one wiki before others have their turn; every turn comes forward by a batch at least. */
export interface Turn {
  /** The lists' share of it is over: pages are read also while a first run takes days. */
  readonly listOver: () => boolean;
  readonly over: () => boolean;
}

/** One turn of one wiki, under a hold on it. */
export interface WikiRun {
  /** Its signal ends with the hold, too. */
  readonly ctx: RoleContext;
  readonly row: WikiRow;
  readonly lease: FeedLease;
  readonly wiki: Wiki;
  readonly interwikis: InterwikiMap;
  readonly own: OwnHosts;
  readonly selection: Selection;
  readonly counts: FeedCounts;
  readonly turn: Turn;
  /** Somebody waits for both runs, whether due or not (`--once`). */
  readonly now: boolean;
  readonly tell: (text: string) => void;
}

/** What reading a list of the criteria needs of a turn. */
export type SourceRun = Pick<WikiRun, "ctx" | "row" | "wiki">;

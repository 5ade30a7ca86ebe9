import QuickLRU from "quick-lru";
import type { Day } from "../../../shared/calendar/day.ts";
import { watchCache } from "../../runtime/caches.ts";
import { SHARED_SOURCES_MIN } from "../redirects.ts";
import { decodeSites, encodeSites, isFresh, mergeFacts, NO_FACTS, type SiteFacts } from "./facts.ts";
import { hash24 } from "./page.ts";

/** Hosts remembered in this process, at least; twice as many at most. A sweep reads what it forgot from the rows of the hosts. */
const HOSTS_MIN = 10_000;
/** Ports of a host; its row has room for fewer. Each look at one more sorts what is known of all. */
const SITES_MAX = 16;
/** Targets of a site's redirects whose sources are counted. */
const TARGETS_MAX = 16;
/** Rows that were read before this process wrote, and others' beside them, come mixed within a batch. */
const COLUMNS_MAX = 4;

/** What is known of the site at one port of a host. */
export interface Site {
  facts: SiteFacts;
  /** A look that is under way: others wait for it. */
  looking: Promise<void> | null;
  /** A look came to nothing through our own trouble: not again in this process on that day. */
  gaveUp: Day | null;
  /** Sources by the target to which they were redirected (C6), since a day. */
  readonly sources: Map<number, { readonly since: Day; readonly keys: Set<string> }>;
}

/** What this process knows of the sites of one host, and what of it is still to be stored. */
export class SiteHost {
  /** By port. */
  readonly #sites = new Map<number, Site>();
  /** The latest columns that were read or handed out, as numbers: nothing new is in them. */
  readonly #columns: number[] = [];
  /** Something is known that went with no outcome yet. */
  news = false;

  siteAt(port: number): Site {
    const known = this.#sites.get(port);
    if (known !== undefined && this.#sites.size < SITES_MAX / 2) return known;
    return this.#keep(port, known ?? newSite(NO_FACTS));
  }

  /** For the host's row; it is not new any more. */
  column(): string {
    const text = this.#encoded();
    this.#isNew(text);
    return text;
  }

  #encoded(): string {
    return encodeSites(new Map([...this.#sites].map(([port, { facts }]) => [port, facts])));
  }

  /** What other processes wrote meanwhile; where they wrote over what is known here, it goes out again. */
  takeIn(column: string): void {
    if (!this.#isNew(column)) return;
    for (const [port, facts] of decodeSites(column)) {
      const site = this.#sites.get(port);
      if (site === undefined) this.#keep(port, newSite(facts));
      else site.facts = mergeFacts(facts, site.facts);
    }
    this.news ||= this.#encoded() !== column;
  }

  /** As that used last; the one used longest ago goes. */
  #keep(port: number, site: Site): Site {
    this.#sites.delete(port);
    this.#sites.set(port, site);
    const [oldest] = this.#sites.keys();
    if (this.#sites.size > SITES_MAX && oldest !== undefined) this.#sites.delete(oldest);
    return site;
  }

  /** Also remembers it. */
  #isNew(text: string): boolean {
    const column = hash24(text);
    const at = this.#columns.indexOf(column);
    if (at !== -1) this.#columns.splice(at, 1);
    this.#columns.push(column);
    if (this.#columns.length > COLUMNS_MAX) this.#columns.shift();
    return at === -1;
  }
}

const newSite = (facts: SiteFacts): Site => ({ facts, looking: null, gaveUp: null, sources: new Map() });

/** Counts a source that was redirected to a target; returns how many are known, which are no more than are of use. */
export function countSource({ sources }: Site, sink: number, source: string, today: Day): number {
  const counted = sources.get(sink);
  if (counted !== undefined && isFresh(counted.since, today)) {
    if (counted.keys.size <= SHARED_SOURCES_MIN) counted.keys.add(source);
    return counted.keys.size;
  }
  sources.set(sink, { since: today, keys: new Set([source]) });
  const [oldest] = sources.keys();
  if (sources.size > TARGETS_MAX && oldest !== undefined) sources.delete(oldest);
  return 1;
}

/** What this process knows of sites. */
export class SiteMemory {
  readonly #hosts = watchCache("sites", new QuickLRU<string, SiteHost>({ maxSize: HOSTS_MIN }));

  of(name: string): SiteHost {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const host = new SiteHost();
    this.#hosts.set(name, host);
    return host;
  }
}

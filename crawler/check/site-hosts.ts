import type { Day } from "../../shared/calendar/day.ts";
import { hash24 } from "../classify/page.ts";
import { decodeSites, encodeSites, mergeFacts, NO_FACTS, type SiteFacts } from "../classify/site-facts.ts";
import { keepNewest, keptOrNew } from "../net/oldest.ts";

/** What this process knows of the sites of hosts, and what of it is still to be told. */

/** Hosts remembered in this process; a sweep reads what it forgot from the rows of the hosts. */
const HOSTS_MAX = 20_000;
/** Ports of a host; its row has room for fewer. Each look at one more sorts what is known of all. */
const SITES_MAX = 16;

export interface Site {
  facts: SiteFacts;
  /** A look that is under way: others wait for it. */
  looking: Promise<void> | null;
  /** It came to nothing through our own trouble: not again in this process on that day. */
  gaveUp: Day | null;
  /** Sources by the target to which they were redirected (C6), since a day. */
  readonly sources: Map<number, { readonly since: Day; readonly keys: Set<string> }>;
}

export interface Host {
  /** By port; where there are many, least recently used first. */
  readonly sites: Map<number, Site>;
  /** Something is known that no outcome has told yet. */
  news: boolean;
  /** The latest columns that were read or told, as numbers: nothing new is in them. */
  readonly columns: number[];
}

/** Rows that were read before this process wrote, and others' beside them, come mixed within a batch. */
const COLUMNS_MAX = 4;

const newSite = (facts: SiteFacts): Site => ({
  facts,
  looking: null,
  gaveUp: null,
  sources: new Map(),
});

const unknownSite = (): Site => newSite(NO_FACTS);
const unknownHost = (): Host => ({ sites: new Map(), news: false, columns: [] });

export const siteAt = ({ sites }: Host, port: number): Site => keptOrNew(sites, port, SITES_MAX, unknownSite);

export const columnOf = ({ sites }: Host): string =>
  encodeSites(new Map([...sites].map(([port, { facts }]) => [port, facts])));

/** Also remembers it. */
export function isNewColumn({ columns }: Host, text: string): boolean {
  const column = hash24(text);
  const at = columns.indexOf(column);
  if (at !== -1) columns.splice(at, 1);
  columns.push(column);
  if (columns.length > COLUMNS_MAX) columns.shift();
  return at === -1;
}

/** What other processes wrote meanwhile; where they wrote over what is known here, it is told again. */
export function takeIn(host: Host, known: string): void {
  if (!isNewColumn(host, known)) return;
  for (const [port, facts] of decodeSites(known)) {
    const site = host.sites.get(port);
    if (site === undefined) keepNewest(host.sites, port, newSite(facts), SITES_MAX);
    else site.facts = mergeFacts(facts, site.facts);
  }
  host.news ||= columnOf(host) !== known;
}

export class SiteHosts {
  /** Least recently used first. */
  readonly #hosts = new Map<string, Host>();

  of(name: string): Host {
    return keptOrNew(this.#hosts, name, HOSTS_MAX, unknownHost);
  }
}

import type { Database } from "../../../db/connect.ts";
import { ownHosts } from "../../../db/wikis/own-hosts.ts";
import { findSite } from "../../../db/wikis/sites.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import { patternTest } from "../../../shared/interwiki/farm.ts";
import { decodeInterwikis, interwikiUrl } from "../../../shared/interwiki/map.ts";
import { type OwnFarm, sisterFinder } from "../../../shared/interwiki/sister.ts";
import { classify } from "../../../shared/url/classify.ts";

/** Prefixes that a wiki's interwiki map calls local, and of whose pages nobody is asked, as no wiki of its farm is known where they lead (U5). */
export interface Elsewhere {
  readonly count: number;
  /** The first of them. */
  readonly prefixes: readonly { readonly prefix: string; readonly url: string }[];
}

const SHOWN_MAX = 20;

export async function elsewhere(db: Database, row: Wiki): Promise<Elsewhere> {
  return unaskedPrefixes(await ownHosts(db, row), (await findSite(db, row.id))?.interwikis ?? "");
}

/** Pure. `interwikis`: the map as it is stored. */
export function unaskedPrefixes(own: OwnFarm, interwikis: string): Elsewhere {
  const map = decodeInterwikis(interwikis);
  const find = sisterFinder(own, map);
  const isFarms = patternTest(own.internalHosts);
  const prefixes = [...map]
    .filter(([, target]) => {
      if (!target.local) return false;
      // A page of that wiki, as it would be linked to.
      const address = interwikiUrl(target, "X");
      const link = classify(address, { allowPrivate: true });
      if (link.kind === "resource") return find(link.parts).kind === "unknown-wiki";
      return !isFarms(URL.parse(address)?.hostname ?? "");
    })
    .map(([prefix, { url }]) => ({ prefix, url }));
  return { count: prefixes.length, prefixes: prefixes.slice(0, SHOWN_MAX) };
}

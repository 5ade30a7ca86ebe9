import type { Database } from "../../db/connect.ts";
import { findSite } from "../../db/queries/config/find-site.ts";
import type { Wiki } from "../../db/types.ts";
import { interwikiUrl } from "../../shared/interwiki/map.ts";
import { type OwnFarm, sisterFinder } from "../../shared/interwiki/sister.ts";
import { decodeInterwikis } from "../../shared/interwiki/text.ts";
import { classify } from "../../shared/url/classify.ts";
import { ownHosts } from "../feed/own-hosts.ts";

/** Prefixes that a wiki's interwiki map calls local, and of whose pages nobody is asked, as their hosts are none of its farm (U5). */
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
  const prefixes = [...map]
    .filter(([, target]) => {
      if (!target.local) return false;
      // A page of that wiki, as it would be linked to.
      const link = classify(interwikiUrl(target, "X"), { allowPrivate: true });
      return link.kind === "resource" && find(link.parts).kind === "unknown-wiki";
    })
    .map(([prefix, { url }]) => ({ prefix, url }));
  return { count: prefixes.length, prefixes: prefixes.slice(0, SHOWN_MAX) };
}

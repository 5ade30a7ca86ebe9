import { snapshotInputs } from "../../db/queries/dispatch/snapshot-inputs.ts";
import type { Wiki, WikiId } from "../../db/types.ts";
import { distinctWikis, type FarmWiki } from "../../shared/interwiki/farm.ts";
import {
  anyCaseKey,
  type KvPair,
  snapshotKey,
  type WikiProfile,
  wikiKey,
} from "../../shared/protocol/types.ts";
import { encodeSnapshot } from "../../shared/snapshot/encode.ts";
import type { Database } from "../runtime/context.ts";
import type { Hold, Written } from "./hold.ts";

/** Pages read from the database at a time; bounds the memory of a batch by their links. */
const PAGES_AT_ONCE = 200;

/** What is gathered before it is written. */
const WRITE_CHARS_MAX = 8 * 1024 * 1024;

/** The profile under which the edge finds the wiki, in whatever case it is written if no other wiki is so called (`alone`). */
export function profilePairs(profile: WikiProfile, alone: boolean): KvPair[] {
  const { wiki } = profile;
  return [
    { key: wikiKey(wiki), value: JSON.stringify(profile) },
    { key: anyCaseKey(wiki), value: alone ? wiki : "" },
  ];
}

/** A wiki as its configuration and that of its farm have it. */
export function profileOf(wiki: Wiki, farm: readonly FarmWiki[]): WikiProfile {
  const internalHosts = wiki.internalHosts === "" ? null : wiki.internalHosts;
  return {
    wiki: wiki.name,
    api: wiki.api,
    server: wiki.server,
    articleUrl: wiki.articleUrl,
    internalHosts,
    wikis: distinctWikis({ ...wiki, internalHosts }, farm),
    lang: wiki.lang,
    siteName: wiki.siteName,
  };
}

/**
 * Writes the snapshots of these pages as the database has them now (design 7), as many at once as WRITE_CHARS_MAX allows:
 * a store may count its calls. Pages not watched are left alone.
 */
export async function writeSnapshots(
  db: Database,
  hold: Pick<Hold, "put">,
  { wiki, pageids, anew }: { wiki: WikiId; pageids: readonly number[]; anew: boolean },
): Promise<Written> {
  const terms = anew ? ({ anew } as const) : {};
  let pairs: KvPair[] = [];
  let chars = 0;
  let same = 0;
  for (let at = 0; at < pageids.length; at += PAGES_AT_ONCE) {
    for (const snapshot of await snapshotInputs(db, wiki, pageids.slice(at, at + PAGES_AT_ONCE))) {
      const value = Buffer.from(encodeSnapshot(snapshot)).toString("base64");
      pairs.push({ key: snapshotKey(snapshot.wiki, snapshot.pageid), value, base64: true });
      chars += value.length;
    }
    if (chars < WRITE_CHARS_MAX) continue;
    const result = await hold.put(pairs, terms);
    if (result.kind !== "stored") return result;
    same += result.same ?? 0;
    pairs = [];
    chars = 0;
  }
  const last = await hold.put(pairs, terms);
  return last.kind === "stored" ? { kind: "stored", same: same + (last.same ?? 0) } : last;
}

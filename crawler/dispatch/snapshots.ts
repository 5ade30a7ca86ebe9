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

/** Writes the snapshots of these pages as the database has them now (design 7). Pages not watched are left alone. */
export async function writeSnapshots(
  db: Database,
  hold: Pick<Hold, "put">,
  wiki: WikiId,
  pageids: readonly number[],
): Promise<Written> {
  for (let at = 0; at < pageids.length; at += PAGES_AT_ONCE) {
    const snapshots = await snapshotInputs(db, wiki, pageids.slice(at, at + PAGES_AT_ONCE));
    const result = await hold.put(
      snapshots.map((snapshot) => ({
        key: snapshotKey(snapshot.wiki, snapshot.pageid),
        value: Buffer.from(encodeSnapshot(snapshot)).toString("base64"),
        base64: true,
      })),
    );
    if (result.kind !== "stored") return result;
  }
  return { kind: "stored" };
}

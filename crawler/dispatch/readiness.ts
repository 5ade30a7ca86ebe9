import { toldProfiles } from "../../db/dispatch/published.ts";
import { WIKIS_TOLD_KEY, wikiKey } from "../../shared/protocol/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { SnapshotStore } from "./store.ts";

/** How long until a store that lacks something is looked at again: of all that KV does, lists cost most, and they are a minute late. */
const LOST_AGAIN_MS = 300_000;

/** Tells the edge when it knows all wikis. Until then it calls none unknown. */
export interface Readiness {
  /** Profiles of these wikis were written, perhaps the last that were missing. */
  owe(wikis: readonly string[]): void;
  /** Tells what is owed if it is true by now; what the edge does not take is tried at the next call. */
  settle(): Promise<void>;
}

/** The first of these wikis whose profile the store's lists lack; null: none does. Undefined: the store did not say. */
async function lostOf(store: SnapshotStore, wikis: readonly string[]): Promise<string | null | undefined> {
  const lost = new Set(wikis);
  let cursor: string | null = null;
  do {
    if (lost.size === 0) return null;
    const found = await store.list(wikiKey(""), cursor);
    if (found.kind === "failed") return undefined;
    for (const key of found.keys) lost.delete(key.slice(wikiKey("").length));
    cursor = found.cursor;
  } while (cursor !== null);
  const [first = null] = lost;
  return first;
}

export function openReadiness({ db, config, log }: RoleContext, store: SnapshotStore): Readiness {
  // Also at the begin: whoever wrote the last profile may have died before it said so.
  let owed = true;
  let again = 0;
  let said = false;
  /** Since the edge had everything: lists may not have them yet. */
  const written = new Set<string>();
  const isTold = async (): Promise<boolean | null> => {
    const found = await store.list(WIKIS_TOLD_KEY, null);
    return found.kind === "failed" ? null : found.keys.includes(WIKIS_TOLD_KEY);
  };
  const tell = async (told: readonly string[]): Promise<boolean> => {
    const is = await isTold();
    if (is !== false) return is === true;
    // All, not one: after a loss those are there that were written since.
    const lost = await lostOf(
      store,
      told.filter((wiki) => !written.has(wiki)),
    );
    if (lost === undefined) return false;
    if (lost === null) return (await store.put([{ key: WIKIS_TOLD_KEY, value: "1" }])).kind === "stored";
    again = performance.now() + LOST_AGAIN_MS;
    if (!said)
      log.error(
        `the edge ${config.edgeName} has nothing of ${lost}, which it was told: if its store was lost, stop its dispatchers and have everything told anew with: weboid dispatch --forget-edge ${config.edgeName}`,
      );
    said = true;
    return false;
  };
  return {
    owe(wikis) {
      owed = true;
      again = 0;
      for (const wiki of wikis) written.add(wiki);
    },
    async settle() {
      if (!owed || performance.now() < again) return;
      const { missing, told } = await toldProfiles(db, config.edgeName);
      if (missing || !(await tell(told))) return;
      owed = false;
      said = false;
      written.clear();
    },
  };
}

import { toldProfiles } from "../../db/queries/dispatch/told-profiles.ts";
import { WIKIS_TOLD_KEY, wikiKey } from "../../shared/protocol/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { SnapshotStore } from "./store.ts";

/** Tells the edge when it knows all wikis. Until then it calls none unknown. */
export interface Readiness {
  /** Profiles were written, perhaps the last that were missing. */
  owe(): void;
  /** Tells what is owed if it is true by now; what the edge does not take is tried at the next call. */
  settle(): Promise<void>;
}

export function openReadiness({ db, config, log }: RoleContext, store: SnapshotStore): Readiness {
  // Also at the begin: whoever wrote the last profile may have died before it said so.
  let owed = true;
  let wrote = false;
  /** null: the edge did not say. */
  const has = async (key: string): Promise<boolean | null> => {
    const found = await store.list(key, null);
    return found.kind === "failed" ? null : found.keys.includes(key);
  };
  return {
    owe() {
      owed = true;
      wrote = true;
    },
    async settle() {
      if (!owed) return;
      const { missing, some } = await toldProfiles(db, config.edgeName);
      if (missing) return;
      const isTold = await has(WIKIS_TOLD_KEY);
      const isThere = isTold || wrote || some === null || (await has(wikiKey(some)));
      if (isTold === null || isThere === null) return;
      owed = false;
      if (isTold) return;
      if (isThere) owed = (await store.put([{ key: WIKIS_TOLD_KEY, value: "1" }])).kind !== "stored";
      else
        log.error(
          `the edge ${config.edgeName} has nothing of ${some}, which it was told: if its store was lost, stop its dispatchers and have everything told anew with: weboid dispatch --forget-edge ${config.edgeName}`,
        );
    },
  };
}

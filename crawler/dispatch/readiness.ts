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
  let lookedForLoss = false;
  return {
    owe() {
      owed = true;
      lookedForLoss = true;
    },
    async settle() {
      if (!owed) return;
      const { missing, some } = await toldProfiles(db, config.edgeName);
      if (missing) return;
      if (!lookedForLoss && some !== null) {
        const key = wikiKey(some);
        const found = await store.list(key, null);
        if (found.kind === "failed") return;
        lookedForLoss = true;
        if (!found.keys.includes(key)) {
          owed = false;
          log.error(
            `the edge ${config.edgeName} has nothing of ${some}, which it was told: if its store was lost, stop its dispatchers and have everything told anew with: weboid dispatch --forget-edge ${config.edgeName}`,
          );
          return;
        }
      }
      const put = await store.put([{ key: WIKIS_TOLD_KEY, value: "1" }]);
      owed = put.kind !== "stored";
    },
  };
}

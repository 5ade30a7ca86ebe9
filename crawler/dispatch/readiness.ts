import { publishedProfiles } from "../../db/dispatch/published.ts";
import { WIKIS_KNOWN_KEY, wikiKey } from "../../shared/protocol/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { SnapshotStore } from "./store.ts";

/** How long until the store is asked again what it has: of all that KV does, lists cost most, and they are a minute late. */
const RELIST_MS = 300_000;

/** Sets the key by which the edge knows that it has all wikis, until which it calls no wiki unknown; and sees when a store lost what it had. */
export interface Readiness {
  /** The store lacks what was published there. */
  readonly isStoreEmpty: boolean;
  /** Since when the store does not answer what it has, ISO 8601; null: it did when it was last asked. */
  readonly storeAwaySince: string | null;
  /** Profiles of these wikis were written, perhaps the last that were missing. */
  wrote(wikis: readonly string[]): void;
  /** Sets the key if it is to be set and true by now; what the store does not take is tried at the next call, and what it has is looked at now and then. */
  announce(): Promise<void>;
}

/** The first of these wikis whose profile the store's lists lack; null: none does. Undefined: the store did not answer. */
async function missingIn(store: SnapshotStore, wikis: readonly string[]): Promise<string | null | undefined> {
  const missing = new Set(wikis);
  let cursor: string | null = null;
  do {
    if (missing.size === 0) return null;
    const found = await store.list(wikiKey(""), cursor);
    if (found.kind === "failed") return undefined;
    for (const key of found.keys) missing.delete(key.slice(wikiKey("").length));
    cursor = found.cursor;
  } while (cursor !== null);
  const [first = null] = missing;
  return first;
}

export function openReadiness({ db, clock, config, log }: RoleContext, store: SnapshotStore): Readiness {
  let notBefore = 0;
  let looking: Promise<void> | null = null;
  /** At how many looks in a row it lacked something; one may be made of lists that are behind. */
  let lacking = 0;
  let awaySince: string | null = null;
  /** Wikis written since the key was seen: the store's lists may not have them yet. */
  const written = new Set<string>();

  function lacks(wiki: string): void {
    lacking += 1;
    if (lacking === 1)
      log.error(
        `the edge ${config.edgeName} has nothing of ${wiki}, which was published there: if its store was lost, stop its dispatchers and have everything published again with: weboid dispatch --forget-edge ${config.edgeName}, as the owner of the database`,
        "edge-empty",
      );
  }

  async function look(): Promise<void> {
    const { missing, published } = await publishedProfiles(db, config.edgeName);
    if (missing) return;
    const found = await store.list(WIKIS_KNOWN_KEY, null);
    awaySince = found.kind === "failed" ? (awaySince ?? new Date(clock.now()).toISOString()) : null;
    if (found.kind === "failed") return;
    if (found.keys.includes(WIKIS_KNOWN_KEY)) {
      written.clear();
      lacking = 0;
    } else {
      // All, not one: a store that lost its content has what was written since.
      const expected = published.filter((wiki) => !written.has(wiki));
      const lost = await missingIn(store, expected);
      if (lost === undefined) return;
      if (lost !== null) lacks(lost);
      else if ((await store.put([{ key: WIKIS_KNOWN_KEY, value: "1" }])).kind !== "stored") return;
      else lacking = 0;
    }
    notBefore = performance.now() + RELIST_MS;
  }

  return {
    get isStoreEmpty() {
      return lacking > 1;
    },
    get storeAwaySince() {
      return awaySince;
    },
    wrote(wikis) {
      notBefore = 0;
      for (const wiki of wikis) written.add(wiki);
    },
    async announce() {
      if (performance.now() < notBefore) return;
      looking ??= look().finally(() => {
        looking = null;
      });
      await looking;
    },
  };
}

import type { KvPair } from "../../shared/protocol/types.ts";
import type { SnapshotStore, StoreResult, WriteTerms } from "./store.ts";

interface Waiting {
  readonly pairs: readonly KvPair[];
  readonly terms: WriteTerms;
  readonly answered: PromiseWithResolvers<StoreResult>;
}

/**
 * For a store that counts its calls and knows no fences: what is put for other wikis while a call is under way travels
 * together in the next one. A call that fails has failed for all of them.
 */
export function gathering<Store extends SnapshotStore>(store: Store): Store {
  let waiting: Waiting[] = [];
  let running = false;
  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const those = waiting;
      waiting = [];
      try {
        const result = await store.put(
          those.flatMap(({ pairs }) => pairs),
          undefined,
          termsOf(those),
        );
        for (const { answered } of those) answered.resolve(result);
      } catch (error) {
        for (const { answered } of those) answered.reject(error);
      }
    }
    running = false;
  };
  return {
    ...store,
    put(pairs, _fence, terms = {}) {
      const answered = Promise.withResolvers<StoreResult>();
      waiting.push({ pairs, terms, answered });
      if (!running) void run();
      return answered.promise;
    },
  };
}

/** Every lease has to outlast the call. */
function termsOf(those: readonly Waiting[]): WriteTerms {
  const helds = those.flatMap(({ terms }) => terms.held ?? []);
  return {
    ...(helds.length > 0 && {
      held: async () => Math.min(...(await Promise.all(helds.map((held) => held())))),
    }),
    ...(those.every(({ terms }) => terms.anew) && { anew: true as const }),
  };
}

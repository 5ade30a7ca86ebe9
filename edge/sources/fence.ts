import { type Fence, fenceKey } from "../../shared/protocol/types.ts";

/** How long a location may look at its own copy of a fence; KV's least. */
const CACHE_SECONDS = 30;

export type FencePassage =
  | { readonly kind: "passed" }
  /** Somebody has written under this greater number. */
  | { readonly kind: "overtaken"; readonly number: number };

export interface Fences {
  pass(kv: KVNamespace, fence: Fence): Promise<FencePassage>;
  /** Whether another has passed since, which ends a request in the middle of its writes. */
  overtaken(fence: Fence): FencePassage;
}

/**
 * Lets writes of a wiki through in the order of their dispatchers (D2), where the store knows no transactions: a number
 * smaller than one that was seen is refused, a greater one is kept first, so that from then on its predecessors are. What this isolate saw it knows at
 * once; of other places KV knows within a minute, and two requests that meet in one moment may both pass. That leaves
 * only a dispatcher that hangs for longer than its lease in the middle of a request, at a place where its successor
 * has not been: rare, and the next export repairs it.
 */
export function createFences(): Fences {
  /** By wiki; as many as are configured, since only signed requests come here. */
  const seen = new Map<string, number>();
  const compare = (number: number, greatest: number): FencePassage =>
    number < greatest ? { kind: "overtaken", number: greatest } : { kind: "passed" };
  return {
    overtaken: ({ wiki, number }) => compare(number, seen.get(wiki) ?? -1),
    async pass(kv, { wiki, number }) {
      const text = await kv.get(fenceKey(wiki), { type: "text", cacheTtl: CACHE_SECONDS });
      const stored = /^\d{1,16}$/.test(text ?? "") ? Number(text) : -1;
      // After the read: what another request kept meanwhile counts.
      const passage = compare(number, Math.max(stored, seen.get(wiki) ?? -1));
      if (passage.kind === "overtaken") return passage;
      seen.set(wiki, number);
      if (number > stored) await kv.put(fenceKey(wiki), String(number));
      return passage;
    },
  };
}

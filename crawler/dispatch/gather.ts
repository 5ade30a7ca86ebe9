import type { StoreResult, WriteTerms } from "./store.ts";

/** What became of writes that travelled together; `keys`: only those of these failed. */
export type GatheredResult = StoreResult & { readonly keys?: ReadonlySet<string> };

interface Waiting<T> {
  readonly items: readonly T[];
  readonly held: WriteTerms["held"];
  readonly resolve: (result: StoreResult) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes that come while another is on its way travel together afterwards, whichever wikis they are of: Cloudflare counts
 * calls, and a call has room for many. `fits` says whether so much still goes into one.
 */
export function gathering<T>(
  keyOf: (item: T) => string,
  fits: (items: readonly T[]) => boolean,
  send: (items: readonly T[], terms: Pick<WriteTerms, "held">) => Promise<GatheredResult>,
): (items: readonly T[], terms: WriteTerms) => Promise<StoreResult> {
  const waiting: Waiting<T>[] = [];
  let busy = false;

  function take(): Waiting<T>[] {
    const taken = waiting.splice(0, 1);
    let items = taken.flatMap((one) => one.items);
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      items = [...items, ...next.items];
      if (!fits(items)) break;
      taken.push(...waiting.splice(0, 1));
    }
    return taken;
  }

  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) {
      const together = take();
      try {
        const result = await send(
          together.flatMap(({ items }) => items),
          { held: () => leastOf(together) },
        );
        const { keys, ...plain } = result;
        const stored: StoreResult = { kind: "stored", calls: 1 };
        for (const { items, resolve } of together)
          resolve(keys !== undefined && !items.some((item) => keys.has(keyOf(item))) ? stored : plain);
      } catch (error) {
        for (const { reject } of together) reject(error);
      }
    }
    busy = false;
  }

  return (items, { held }) =>
    items.length === 0
      ? Promise.resolve({ kind: "stored", calls: 0 })
      : new Promise((resolve, reject) => {
          waiting.push({ items, held, resolve, reject });
          void pump();
        });
}

/** All that travel together wait for the one whose lease ends first. */
async function leastOf(together: readonly Pick<Waiting<unknown>, "held">[]): Promise<number> {
  const left = await Promise.all(together.map(({ held }) => held?.() ?? Number.POSITIVE_INFINITY));
  return Math.min(...left);
}

import { inRounds, type Waiting } from "./rounds.ts";
import type { StoreResult, WriteTerms } from "./store.ts";

/**
 * What became of writes that travelled together; `keys`: only those of these failed. `needMs`: it was not sent, as somebody's lease
 * stands for less than that.
 */
export type GatheredResult = StoreResult & { readonly keys?: ReadonlySet<string>; readonly needMs?: number };

interface Write<T> extends Waiting<T, StoreResult> {
  readonly held: WriteTerms["held"];
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
  function take(waiting: Write<T>[]): Write<T>[] {
    const taken = waiting.splice(0, 1);
    let items = taken.flatMap((one) => one.items);
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      items = [...items, ...next.items];
      if (!fits(items)) break;
      taken.push(...waiting.splice(0, 1));
    }
    return taken;
  }

  /** Who lost its lease stays behind; the others need not wait for it. */
  async function sendTogether(together: readonly Write<T>[]): Promise<void> {
    let left: readonly number[] = [];
    const held = async () => {
      left = await Promise.all(together.map((one) => one.held?.() ?? Number.POSITIVE_INFINITY));
      return Math.min(...left);
    };
    const { keys, needMs, ...plain } = await send(
      together.flatMap(({ items }) => items),
      { held },
    );
    const standing = together.filter((_, at) => needMs !== undefined && (left[at] ?? 0) >= needMs);
    const rest = standing.length === together.length ? [] : standing;
    const stored: StoreResult = { kind: "stored", calls: 1 };
    for (const one of together) {
      if (rest.includes(one)) continue;
      one.resolve(keys !== undefined && !one.items.some((item) => keys.has(keyOf(item))) ? stored : plain);
    }
    if (rest.length > 0) await sendTogether(rest);
  }

  const enter = inRounds<Write<T>>(take, sendTogether);
  return (items, { held }) =>
    items.length === 0
      ? Promise.resolve({ kind: "stored", calls: 0 })
      : new Promise((resolve, reject) => enter({ items, held, resolve, reject }));
}

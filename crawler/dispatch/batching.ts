import type { StoreResult, WriteTerms } from "./store.ts";

/** A caller that waits for a batch. */
interface Waiting<Item, Answer> {
  readonly items: readonly Item[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs one batch at a time: what arrives meanwhile waits for the next. `take` removes from the waiting, at least one of
 * them, those that make a batch; `run` answers each of them, and an error of it is the error of all.
 */
function inBatches<One extends Pick<Waiting<unknown, never>, "reject">>(
  take: (waiting: One[]) => readonly One[] | Promise<readonly One[]>,
  run: (batch: readonly One[]) => Promise<void>,
): (one: One) => void {
  const waiting: One[] = [];
  let busy = false;
  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) {
      const batch = await take(waiting);
      try {
        await run(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    busy = false;
  }
  return (one) => {
    waiting.push(one);
    void pump();
  };
}

/**
 * What became of a coalesced write. `keys`: only the writes of these keys failed. `needMs`: it was not sent, as the lease
 * of one of them stands for less than that.
 */
export type CoalescedResult = StoreResult & { readonly keys?: ReadonlySet<string>; readonly needMs?: number };

interface Write<T> extends Waiting<T, StoreResult> {
  readonly held: WriteTerms["held"];
}

/**
 * A write that coalesces: what arrives while a call is under way goes into the next call together, whichever wikis it is
 * of. Cloudflare counts calls, and a call has room for many. `open` begins one: what it answers is asked of each
 * item in turn, whether it still goes into the call.
 */
export function coalesced<T>(
  keyOf: (item: T) => string,
  open: () => (item: T) => boolean,
  send: (items: readonly T[], terms: Pick<WriteTerms, "held">) => Promise<CoalescedResult>,
): (items: readonly T[], terms: WriteTerms) => Promise<StoreResult> {
  function take(waiting: Write<T>[]): Write<T>[] {
    const fits = open();
    const taken = waiting.splice(0, 1);
    // Whatever its size: what is too much for a call is split when it is sent.
    for (const { items } of taken) items.forEach(fits);
    while (waiting[0]?.items.every(fits)) taken.push(...waiting.splice(0, 1));
    return taken;
  }

  /** Writes whose lease is lost fail; the others are sent without them. */
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

  const enter = inBatches<Write<T>>(take, sendTogether);
  return (items, { held }) =>
    items.length === 0
      ? Promise.resolve({ kind: "stored", calls: 0 })
      : new Promise((resolve, reject) => enter({ items, held, resolve, reject }));
}

/**
 * A question that is asked in batches: what arrives while one is under way is asked together afterwards, one statement
 * for a round of a thousand wikis in place of one for each. Each caller gets the answer to all.
 */
export function batched<Item, Answer>(
  ask: (items: readonly Item[]) => Promise<Answer>,
): (items: readonly Item[]) => Promise<Answer> {
  const enter = inBatches<Waiting<Item, Answer>>(
    async (waiting) => {
      // Those that begin at the same time are one step behind the first.
      await new Promise((resolve) => setImmediate(resolve));
      return waiting.splice(0);
    },
    async (batch) => {
      const answer = await ask(batch.flatMap(({ items }) => items));
      for (const { resolve } of batch) resolve(answer);
    },
  );
  return (items) => new Promise((resolve, reject) => enter({ items, resolve, reject }));
}

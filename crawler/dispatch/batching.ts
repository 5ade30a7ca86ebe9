import type { StoreResult, WriteTerms } from "./store.ts";

/** Somebody who waits for a round. */
export interface Waiting<Item, Answer> {
  readonly items: readonly Item[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One round at a time: what comes while one is under way waits for the next. `take` removes from the waiting, of which
 * there is one at least, those that go together; `round` answers each of them, and where it throws all of them hear of it.
 */
export function inRounds<One extends Pick<Waiting<unknown, never>, "reject">>(
  take: (waiting: One[]) => readonly One[] | Promise<readonly One[]>,
  round: (together: readonly One[]) => Promise<void>,
): (one: One) => void {
  const waiting: One[] = [];
  let busy = false;
  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) {
      const together = await take(waiting);
      try {
        await round(together);
      } catch (error) {
        for (const { reject } of together) reject(error);
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

/**
 * Questions that come while another is on its way are asked together afterwards: one statement for a round of a thousand
 * wikis in place of one for each. Each gets the answer to all.
 */
export function askingTogether<Item, Answer>(
  ask: (items: readonly Item[]) => Promise<Answer>,
): (items: readonly Item[]) => Promise<Answer> {
  const enter = inRounds<Waiting<Item, Answer>>(
    async (waiting) => {
      // Those that begin at the same time are one step behind the first.
      await new Promise((resolve) => setImmediate(resolve));
      return waiting.splice(0);
    },
    async (together) => {
      const answer = await ask(together.flatMap(({ items }) => items));
      for (const { resolve } of together) resolve(answer);
    },
  );
  return (items) => new Promise((resolve, reject) => enter({ items, resolve, reject }));
}

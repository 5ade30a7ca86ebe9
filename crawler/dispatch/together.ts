interface Waiting<Item, Answer> {
  readonly items: readonly Item[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Questions that come while another is on its way are asked together afterwards: one statement for a round of a thousand
 * wikis in place of one for each. Each gets the answer to all.
 */
export function askingTogether<Item, Answer>(
  ask: (items: readonly Item[]) => Promise<Answer>,
): (items: readonly Item[]) => Promise<Answer> {
  let waiting: Waiting<Item, Answer>[] = [];
  let busy = false;
  async function pump(): Promise<void> {
    if (busy) return;
    busy = true;
    while (waiting.length > 0) {
      // Those that begin at the same time are one step behind the first.
      await new Promise((resolve) => setImmediate(resolve));
      const taken = waiting;
      waiting = [];
      try {
        const answer = await ask(taken.flatMap(({ items }) => items));
        for (const { resolve } of taken) resolve(answer);
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    busy = false;
  }
  return (items) =>
    new Promise((resolve, reject) => {
      waiting.push({ items, resolve, reject });
      void pump();
    });
}

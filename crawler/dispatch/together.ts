import { inRounds, type Waiting } from "./rounds.ts";

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

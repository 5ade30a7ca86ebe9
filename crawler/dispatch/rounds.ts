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

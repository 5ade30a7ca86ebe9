/**
 * A question that many share: each gets an answer that was asked for after he came. Who comes while one is under way shares the
 * next one with all who come meanwhile.
 */
export function sharedQuestion<T>(ask: () => Promise<T>): () => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    next ??= before.then(() => {
      next = null;
      const asked = ask();
      before = asked.catch(() => {});
      return asked;
    });
    return next;
  };
}

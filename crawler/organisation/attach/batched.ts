import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * A question for one key, answered together with all others that are asked in the same turn of the event loop: one statement for the lines of
 * a piece of input. Undefined: nothing is known of the key.
 */
export function batched<T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  let waiting: { readonly keys: Set<string>; readonly answers: Promise<ReadonlyMap<string, T>> } | null =
    null;
  return async (key) => {
    if (waiting === null) {
      const keys = new Set<string>();
      const answers = nextTurn().then(() => {
        waiting = null;
        return read([...keys]);
      });
      waiting = { keys, answers };
    }
    const { keys, answers } = waiting;
    keys.add(key);
    return (await answers).get(key);
  };
}

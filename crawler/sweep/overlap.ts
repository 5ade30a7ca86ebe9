import type { RoleContext } from "../runtime/context.ts";
import { pause } from "../runtime/pause.ts";

const IDLE_MS = 5_000;

interface Options {
  /** Ends when nothing is due. */
  readonly once: boolean;
  readonly atOnceMax: number;
  /** One turn; calls `onThin` when there is room for another beside it. False: nothing is due. */
  readonly turn: (signal: AbortSignal, onThin: () => void) => Promise<boolean>;
  /** With `once`, when nothing is due: false when the end has come; it may wait before. */
  readonly mayCome: (signal: AbortSignal) => Promise<boolean>;
}

/**
 * Turn after turn until the signal. When all that is left of one waits for a few slow hosts, the next begins beside it: so a
 * tarpit with very many URLs, of which every slice has some, holds up nobody else.
 */
export async function overlapTurns(
  { signal }: Pick<RoleContext, "signal">,
  { once, atOnceMax, turn, mayCome }: Options,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const open = new Set<Promise<boolean>>();
  let failure: { readonly error: unknown } | null = null;
  const begin = () => {
    const thin = Promise.withResolvers<true>();
    const ended = turn(either, () => thin.resolve(true))
      .catch((error: unknown) => {
        failure ??= { error };
        failed.abort();
        return false;
      })
      .finally(() => open.delete(ended));
    open.add(ended);
    return Promise.race([ended, thin.promise]);
  };
  while (!either.aborted) {
    // What another turn hands back at its end may be due at once.
    const alone = open.size === 0;
    const found = await begin();
    while (open.size >= atOnceMax) await Promise.race(open);
    if (found || either.aborted) continue;
    if (open.size > 0) await Promise.race([...open, pause(IDLE_MS, either)]);
    else if (!once) await pause(IDLE_MS, either);
    else if (alone && !(await mayCome(either))) break;
  }
  await Promise.all(open);
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
}

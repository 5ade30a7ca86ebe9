import { setTimeout as pause } from "node:timers/promises";

export const pauseMs = (ms: number): Promise<void> => pause(ms);

/** Asks until the answer is true; false: it was not within so many milliseconds. */
export async function waitFor(isSo: () => Promise<boolean> | boolean, msMax: number): Promise<boolean> {
  const until = performance.now() + msMax;
  for (;;) {
    if (await isSo()) return true;
    if (performance.now() > until) return false;
    await pauseMs(200);
  }
}

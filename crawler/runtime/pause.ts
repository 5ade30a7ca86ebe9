/** Waits, but not beyond the signal; true when the time ran in full. Never throws. */
export function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (full: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(full);
    };
    const stop = () => end(false);
    const timer = setTimeout(() => end(true), ms);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
}

/** Rejects with `silence()` where nothing comes for so long; what comes later is dropped. */
export function inTime<T>(answer: Promise<T>, ms: number, silence: () => Error): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(silence()), ms);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/**
 * A clock that never goes back, by one that may be set: what that loses is added from then on. Without it an edge would keep answers, and
 * leave wikis alone, until the clock has caught up. `performance.now()` is no such clock: in Workers it is `Date.now()` by another name.
 */
export function createSteadyClock(now: () => number): () => number {
  let [lost, latest] = [0, now()];
  return () => {
    const read = now();
    lost = Math.max(lost, latest - read);
    latest = read + lost;
    return latest;
  };
}

/** What has a number of entries: a Map, a Set, a queue, a QuickLRU. */
interface Sized {
  readonly size: number;
  readonly maxSize?: number;
}

interface Watched {
  readonly name: string;
  /** Weak: what is watched ends with whom it belongs to. */
  readonly cache: WeakRef<Sized>;
  readonly max: number;
}

const all = new Set<Watched>();
const ended = new FinalizationRegistry<Watched>((watched) => all.delete(watched));

/**
 * Shows how many entries something that lives as long as the process has, and how many it may have, as `weboid_cache_entries` and
 * `weboid_cache_entries_max` (metrics.ts). Returns it. Each name is a line of docs/run/bounds.md.
 */
export function watchCache<Cache extends Sized>(name: string, cache: Cache, max = cache.maxSize): Cache {
  if (max === undefined) throw new RangeError(`${name}: say how many entries it may have`);
  const watched = { name, cache: new WeakRef(cache), max };
  all.add(watched);
  ended.register(cache, watched);
  return cache;
}

export interface CacheFigure {
  readonly name: string;
  readonly entries: number;
  readonly max: number;
}

/** By name; several of one name are summed. */
export function cacheFigures(): CacheFigure[] {
  const alive = [...all].flatMap(({ name, cache, max }) => {
    const { size } = cache.deref() ?? {};
    return size === undefined ? [] : { name, entries: size, max };
  });
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return [...Map.groupBy(alive, ({ name }) => name)].map(([name, same]) => ({
    name,
    entries: sum(same.map(({ entries }) => entries)),
    max: sum(same.map(({ max }) => max)),
  }));
}

/**
 * Stores by how much counts grew since they were last stored, if they did. What could not be stored is stored with the next, as a beat
 * that fails is skipped; so what was stored while its answer was lost counts twice.
 *
 * @param counts what this process did since its start, as of now.
 */
export function createTally<Name extends string>(
  counts: () => Readonly<Record<Name, number>>,
): (store: (more: Readonly<Record<Name, number>>) => Promise<void>) => Promise<void> {
  const names = Object.keys(counts()) as Name[];
  const less = (one: Readonly<Record<Name, number>>, other: Readonly<Record<Name, number>>) =>
    Object.fromEntries(names.map((name) => [name, one[name] - other[name]])) as Record<Name, number>;
  let stored = { ...counts() };
  return async (store) => {
    const more = less(counts(), stored);
    if (names.every((name) => more[name] === 0)) return;
    stored = { ...counts() };
    try {
      await store(more);
    } catch (error) {
      stored = less(stored, more);
      throw error;
    }
  };
}

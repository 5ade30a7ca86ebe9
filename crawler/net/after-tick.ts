let due: (() => void)[] = [];

/**
 * Puts work off to the end of this tick of the event loop, in the order of coming. Sockets are read, their answers judged and sockets
 * closed in a row each: one after the other for each socket, the system's work and ours would push each other out of the
 * processor's caches (docs/measurements.md).
 */
export function afterTick(work: () => void): void {
  due.push(work);
  if (due.length === 1) setImmediate(run);
}

function run(): void {
  const now = due;
  due = [];
  for (const work of now) work();
}

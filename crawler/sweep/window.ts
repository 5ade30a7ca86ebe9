/** Work that comes by pieces which take very different times. */
export interface Window<Task> {
  /** Pieces under way at most. */
  readonly atOnce: number;
  /** What is under way. */
  readonly underWay: Set<Promise<void>>;
  take(limit: number): Promise<readonly Task[]>;
  work(task: Task): Promise<void>;
  /** Asked while nothing is under way. */
  isOver(): Promise<boolean>;
  /** Until there may be more to take, or the signal. */
  wait(signal: AbortSignal): Promise<unknown>;
}

/** Works until the signal, or until it is over; each piece that ends makes room at once. Throws the first error, when what is under way has ended. */
export async function runWindow<Task>(ended: AbortSignal, window: Window<Task>): Promise<void> {
  const { atOnce, underWay } = window;
  const failures: unknown[] = [];
  const start = (task: Task) => {
    const piece = window
      .work(task)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(piece));
    underWay.add(piece);
  };
  try {
    while (!ended.aborted && failures.length === 0) {
      for (const task of await window.take(atOnce - underWay.size)) start(task);
      if (underWay.size === 0 && (await window.isOver())) break;
      const over = new AbortController();
      const more = () => window.wait(AbortSignal.any([ended, over.signal]));
      await Promise.race([...underWay, ...(underWay.size < atOnce ? [more()] : [])]);
      over.abort();
    }
  } finally {
    await Promise.all(underWay);
  }
  if (failures.length > 0) throw failures[0];
}

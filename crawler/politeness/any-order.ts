import type { ListSlots } from "./list-slots.ts";

export interface AnyOrderOptions {
  /** Each input has one from its beginning until its result is taken: a slow reader of the results slows the work. */
  readonly slots: ListSlots;
  /** Aborted: nothing new is begun, what is under way is told if it ends within `graceMs`. */
  readonly signal: AbortSignal | undefined;
  readonly graceMs: number;
  /** Told how many were under way when that time was over. */
  readonly onGivenUp?: ((count: number) => void) | undefined;
}

/** Runs `work` on as many inputs at once as there are slots for, and yields the results as soon as they are there. */
export async function* inAnyOrder<In, Out>(
  inputs: AsyncIterable<readonly In[]>,
  { slots, signal, graceMs, onGivenUp }: AnyOrderOptions,
  work: (input: In, done: (result: Out) => void, failed: (error: unknown) => void) => void,
): AsyncGenerator<readonly Out[], void, void> {
  const source = inputs[Symbol.asyncIterator]();
  const results = collecting<Out>();
  const reading = beginning(source, slots, (input) => work(input, results.keep, results.fail));
  let givenUp = false;
  let grace: NodeJS.Timeout | undefined;
  const stop = () => {
    reading.end();
    results.ring();
    grace = setTimeout(() => {
      givenUp = true;
      results.ring();
    }, graceMs);
  };

  if (signal?.aborted === true) reading.end();
  signal?.addEventListener("abort", stop, { once: true });
  reading.run().then(results.ring, results.fail);
  try {
    while (results.failure() === null && !givenUp && !reading.isOver()) {
      const ready = await results.next();
      if (ready.length > 0) yield ready;
      reading.taken(ready.length);
    }
    const failure = results.failure();
    if (failure !== null) throw failure.error;
    if (!reading.isOver()) onGivenUp?.(reading.begun());
  } finally {
    signal?.removeEventListener("abort", stop);
    clearTimeout(grace);
    reading.end();
    // A source that waits for input must not keep the process: it is let go, not waited for.
    void Promise.resolve(source.return?.()).catch(() => {});
  }
}

/** Begins with each input of the source as soon as there is a slot for it. */
function beginning<In>(source: AsyncIterator<readonly In[]>, slots: ListSlots, begin: (input: In) => void) {
  const room = createBell();
  slots.onFree(room.ring);
  /** And whose results are not yet taken. */
  let begun = 0;
  let ended = false;
  return {
    async run(): Promise<void> {
      while (!ended) {
        if (!slots.free) await room.rung();
        const { done, value } = await source.next();
        if (done === true) break;
        for (const input of value) {
          while (!slots.free && !ended) await room.rung();
          // Stopped while it was waited for.
          if (ended) return;
          begun++;
          slots.take();
          begin(input);
        }
      }
      ended = true;
    },
    end(): void {
      ended = true;
      room.ring();
    },
    taken(count: number): void {
      begun -= count;
      slots.give(count);
    },
    begun: () => begun,
    isOver: () => ended && begun === 0,
  };
}

/** What comes in one turn of the event loop is handed on together. */
function collecting<Out>() {
  const progress = createBell();
  let results: Out[] = [];
  let failure: { readonly error: unknown } | null = null;
  let handingOn = false;
  const handOn = () => {
    handingOn = false;
    progress.ring();
  };
  return {
    keep(result: Out): void {
      results.push(result);
      if (!handingOn) setImmediate(handOn);
      handingOn = true;
    },
    fail(error: unknown): void {
      failure ??= { error };
      progress.ring();
    },
    failure: () => failure,
    /** `next` is to look at what has changed. */
    ring: progress.ring,
    /** None where there is other news. */
    async next(): Promise<readonly Out[]> {
      if (results.length === 0 || handingOn) await progress.rung();
      const ready = results;
      results = [];
      return ready;
    },
  };
}

/** Wakes the one who waits; who does not wait hears nothing. */
function createBell() {
  let wake: (() => void) | null = null;
  return {
    rung: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    ring() {
      const waiting = wake;
      wake = null;
      waiting?.();
    },
  };
}

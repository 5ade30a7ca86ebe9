/** Something that came, for who waits for it. */
interface Delivery {
  deliver(): void;
}

/** A socket. */
interface Ending {
  end(): void;
}

/** Of what servers sent, in one tick. */
const HELD_BYTES_MAX = 1024 * 1024;

/**
 * What is put off to the end of this tick of the event loop. Sockets are read, what came is judged and sockets are closed in a row each:
 * one socket after the other, the system's work and ours would push each other out of the processor's caches (docs/measurements.md).
 */
class TickEnd {
  #came: Delivery[] = [];
  #ending: Ending[] = [];
  #bytes = 0;

  /** @param bytes that it holds until then */
  deliver(delivery: Delivery, bytes: number): void {
    this.#schedule();
    this.#came.push(delivery);
    this.hold(bytes);
  }

  /** More came for one whose first event is not delivered yet. */
  hold(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > HELD_BYTES_MAX) this.#run();
  }

  end(socket: Ending): void {
    this.#schedule();
    this.#ending.push(socket);
  }

  #schedule(): void {
    if (this.#came.length === 0 && this.#ending.length === 0) setImmediate(this.#run);
  }

  readonly #run = (): void => {
    const [came, ending] = [this.#came, this.#ending];
    this.#came = [];
    this.#ending = [];
    this.#bytes = 0;
    for (const socket of ending) socket.end();
    for (const delivery of came) delivery.deliver();
  };
}

/** A process has one event loop. */
export const tickEnd = new TickEnd();

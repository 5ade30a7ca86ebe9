/** Something that came, for who waits for it. */
interface Delivery {
  deliver(): void;
}

/** A socket. */
interface Ending {
  end(): void;
}

/** A connection to be made. */
interface Dialling {
  dial(): void;
}

/** Of what servers sent, in one tick. */
const HELD_BYTES_MAX = 1024 * 1024;

/**
 * What is put off to the end of this tick of the event loop. Sockets are read, closed and dialled, and what came is judged, in a row each:
 * one socket after the other, the system's work and ours would push each other out of the processor's caches (docs/measurements.md).
 */
class TickEnd {
  #came: Delivery[] = [];
  #ending: Ending[] = [];
  #dialling: Dialling[] = [];
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

  dial(connection: Dialling): void {
    this.#schedule();
    this.#dialling.push(connection);
  }

  #schedule(): void {
    if (this.#came.length + this.#ending.length + this.#dialling.length === 0) setImmediate(this.#run);
  }

  readonly #run = (): void => {
    const [came, ending, dialling] = [this.#came, this.#ending, this.#dialling];
    this.#came = [];
    this.#ending = [];
    this.#dialling = [];
    this.#bytes = 0;
    for (const socket of ending) socket.end();
    for (const connection of dialling) connection.dial();
    for (const delivery of came) delivery.deliver();
  };
}

/** A process has one event loop. */
export const tickEnd = new TickEnd();

import { ExchangeSession, type SessionOptions } from "../net/exchange-session.ts";
import type { Slot } from "../politeness/list-slots.ts";
import type { Journal } from "./journal.ts";

/** What the requests of one check share, and its slot in a list. */
export class Line extends ExchangeSession<Journal> {
  /** null: it is kept all the time. */
  readonly slot: Slot | null;

  constructor(options: SessionOptions<Journal> = {}, slot: Slot | null = null) {
    super(options);
    this.slot = slot;
  }

  /**
   * The name service is. Whoever has sent something goes on in its slot, as it may have a connection. Not so who has a host's
   * turn: others that wait for it have lent theirs (BoundedCheck).
   */
  late(): void {
    if (!this.dialled) this.slot?.leave();
  }
}

import type { Log } from "../runtime/log.ts";
import { span } from "../runtime/words.ts";
import type { Delivery } from "./delivery.ts";

/** After so long trouble that lasts is named again. */
const NAMED_AGAIN_MS = 600_000;

const TROUBLES_MAX = 100;

/** Says once, and now and then, what keeps a target from taking what is written, for all lanes; and when it takes all of it again. */
export class Troubles {
  readonly #log: Pick<Log, "error" | "info">;
  readonly #target: string;
  /** When each was named last. */
  readonly #named = new Map<string, number>();
  /** Clients by their names, and when they failed last; those that another dispatcher has by now go after a while. */
  readonly #failing = new Map<string, number>();
  #sinceMs = 0;

  constructor(target: string, log: Pick<Log, "error" | "info">) {
    this.#target = target;
    this.#log = log;
  }

  /** After a delivery to some clients, of which `failed` did not get it. */
  note(deliveries: readonly Delivery[], failed: readonly Delivery[]): void {
    const nowMs = performance.now();
    const wereFailing = this.#failing.size > 0;
    for (const [name, atMs] of this.#failing) if (nowMs - atMs > NAMED_AGAIN_MS) this.#failing.delete(name);
    for (const { lease, trouble, interrupted } of deliveries)
      if (trouble === null && !interrupted) this.#failing.delete(lease.name);
    if (this.#failing.size === 0) {
      if (wereFailing && failed.length === 0)
        this.#log.info(`${this.#target} takes what is written again, after ${span(nowMs - this.#sinceMs)}`);
      this.#named.clear();
      this.#sinceMs = nowMs;
    }
    for (const { lease } of failed) this.#failing.set(lease.name, nowMs);
    this.#name(failed, nowMs);
  }

  #name([first, ...others]: readonly Delivery[], nowMs: number): void {
    const trouble = first?.trouble ?? "";
    if (
      first === undefined ||
      nowMs - (this.#named.get(trouble) ?? Number.NEGATIVE_INFINITY) < NAMED_AGAIN_MS
    )
      return;
    if (this.#named.size === TROUBLES_MAX) this.#named.clear();
    this.#named.set(trouble, nowMs);
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    this.#log.error(`${first.lease.name}${more}: ${trouble}; trying again`, "delivery-failed");
  }
}

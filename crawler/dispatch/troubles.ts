import type { Log } from "../runtime/log.ts";
import { span } from "../runtime/words.ts";
import type { Delivery } from "./delivery.ts";

/** After so long trouble that lasts is named again. */
const NAMED_AGAIN_MS = 600_000;

const TROUBLES_MAX = 100;

/** Says once, and now and then, what keeps a target from taking what is written, for all lanes; and when it takes it again. */
export class Troubles {
  readonly #log: Pick<Log, "error" | "info">;
  readonly #target: string;
  /** When each was named last. */
  readonly #named = new Map<string, number>();
  /** The client that failed first. */
  #first: { readonly name: string; readonly atMs: number } | null = null;

  constructor(target: string, log: Pick<Log, "error" | "info">) {
    this.#target = target;
    this.#log = log;
  }

  /** After a delivery to some clients, of which `failed` did not get it. */
  note(deliveries: readonly Delivery[], failed: readonly Delivery[]): void {
    const nowMs = performance.now();
    const [first] = failed;
    if (first === undefined) {
      this.#sayOver(deliveries, nowMs);
      return;
    }
    const trouble = first.trouble ?? "";
    this.#first ??= { name: first.lease.name, atMs: nowMs };
    if (nowMs - (this.#named.get(trouble) ?? Number.NEGATIVE_INFINITY) < NAMED_AGAIN_MS) return;
    if (this.#named.size === TROUBLES_MAX) this.#named.clear();
    this.#named.set(trouble, nowMs);
    const more = failed.length === 1 ? "" : ` and ${failed.length - 1} more`;
    this.#log.error(`${first.lease.name}${more}: ${trouble}; trying again`, "delivery-failed");
  }

  #sayOver(deliveries: readonly Delivery[], nowMs: number): void {
    const first = this.#first;
    const isIt = ({ lease, interrupted }: Delivery) => lease.name === first?.name && !interrupted;
    if (first === null || !deliveries.some(isIt)) return;
    this.#first = null;
    this.#named.clear();
    this.#log.info(`${this.#target} takes what is written again, after ${span(nowMs - first.atMs)}`);
  }
}

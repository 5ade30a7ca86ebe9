import type { HostState } from "../../db/types.ts";
import type { Outcome } from "../../shared/status/outcome.ts";
import { NETWORK } from "../../shared/status/table.ts";
import { CHECK_LIMITS } from "../check/limits.ts";
import type { Task } from "./task.ts";

/**
 * Hosts that need most of a minute for an answer (C3). HEAD is given a third of it, GET the rest (C1), so that neither would
 * ever wait long enough: after one silence such a host is asked by GET alone.
 */
export class LateHosts {
  readonly #late = new Set<HostState["id"]>();

  /** Whether HEAD is left out. `isSilent`: other URLs of its host met no answer today. */
  wantsGet({ host, due }: Task, isSilent: boolean): boolean {
    return isSilent || this.#late.has(host.id) || due.history[0]?.status === NETWORK;
  }

  /** @param byGet HEAD was left out. What took longer than HEAD is waited for shows that GET is needed there (M9). */
  learn({ host }: Task, outcome: Outcome, byGet: boolean): Outcome {
    if (!byGet || outcome.kind !== "answer" || outcome.chain[0].ms <= CHECK_LIMITS.headSilenceMs)
      return outcome;
    this.#late.add(host.id);
    return { ...outcome, neededGet: true };
  }
}

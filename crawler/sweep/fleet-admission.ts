import type { HostUpdate } from "../../db/hosts/record.ts";
import type { Outcome } from "../../shared/status/outcome.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { Fleet, HostTurn } from "../politeness/fleet.ts";
import { isBusy, nextPaceMs } from "../politeness/pacing.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { Admission } from "./pace.ts";
import type { QuietHosts } from "./quiet-hosts.ts";
import type { Task } from "./task.ts";

/** How the hosts of a turn are shared with the other workers (C4). */
export interface FleetAdmission {
  /** For `runPaced`. */
  admit(task: Task): Promise<Admission<HostTurn> | null>;
  release(turn: HostTurn): void;
  /** What a visit taught about how its host wants to be treated, where the host's row does not say so yet. */
  news(task: Task, turn: HostTurn, outcome: Outcome): Pick<HostUpdate, "paceMs" | "robots">;
}

export function createAdmission(ctx: RoleContext, fleet: Fleet, quiet: QuietHosts): FleetAdmission {
  /** Hosts whose robots.txt of today was told, and intervals as told last. */
  const toldRobots = new Set<string>();
  const toldPace = new Map<string, number>();
  return {
    async admit({ host }) {
      if (host.robots !== null) fleet.robots.remember(host.name, host.robots);
      const answer = await fleet.ask(host.name, host.paceMs);
      if (answer === null) return null;
      if (answer.kind === "granted") return { kind: "granted", turn: answer };
      // What it asked of another worker: its URLs must not be handed back for an earlier day than it wants.
      quiet.learn(host.name, ctx.clock.now() + answer.ms);
      return { kind: "later", ms: answer.ms };
    },
    release: (turn) => turn.release(),
    news({ host }, turn, outcome) {
      const own = fleet.robots.own(host.name);
      const robotsNew = own !== null && own.day !== host.robots?.day && !toldRobots.has(host.name);
      const paceMs = paceAfter(turn, host.name, outcome);
      const paceNew = paceMs !== (toldPace.get(host.name) ?? host.paceMs);
      if (robotsNew) toldRobots.add(host.name);
      if (paceNew) toldPace.set(host.name, paceMs);
      return { ...(robotsNew && { robots: own.text }), ...(paceNew && { paceMs }) };
    },
  };
}

/** As the next holder of the turn is told it. */
function paceAfter({ paceMs }: HostTurn, host: string, outcome: Outcome): number {
  if (outcome.kind === "not-tried") return paceMs;
  const chain = "chain" in outcome ? outcome.chain : [];
  const busy = chain.some(({ url, http }) => isBusy(http) && splitUrl(url).host === host);
  return nextPaceMs(paceMs, busy);
}

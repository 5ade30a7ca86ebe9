import {
  claimRegistry,
  keepAnswer,
  readAnswer,
  releaseRegistry,
} from "../../../db/organisations/registries.ts";
import { DAY_MS } from "../../../shared/calendar/day.ts";
import { isRecord } from "../../../shared/json/record.ts";
import { type Clock, pause } from "../../runtime/clock.ts";
import type { Database } from "../../runtime/context.ts";
import { workerName } from "../../runtime/heartbeat.ts";
import type { RegistryAnswer } from "../answer.ts";
import type { RegistryLeases } from "../registries/pace.ts";
import type { RegistryCache } from "../registries/registries.ts";

/** Longer than any question lasts. */
const LEASE_SECONDS = 60;
/** How long and how often is waited for another process to have its answer. */
const HELD = { everyMs: 250, mostMs: 30_000 };

export interface SharedOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Questions a day to each server; null: an operator asks, whatever was asked before. */
  readonly perDay: number | null;
}

/** Leases of registries that all processes on the database share. */
export function databaseLeases({ db, clock, signal, perDay }: SharedOptions): RegistryLeases {
  const holder = workerName("registry");
  return {
    async begin(name) {
      const until = clock.now() + HELD.mostMs;
      for (;;) {
        const claim = { holder, leaseSeconds: LEASE_SECONDS, today: clock.today(), perDay };
        const grant = await claimRegistry(db, name, claim);
        if (grant.kind === "granted") return null;
        if (grant.kind === "rests" && grant.seconds > 1) return { kind: "limited", seconds: grant.seconds };
        if (grant.kind === "spent")
          return { kind: "limited", seconds: Math.ceil((DAY_MS - (clock.now() % DAY_MS)) / 1_000) };
        const waited = clock.now() < until && (await pause(HELD.everyMs, signal));
        if (!waited) return { kind: "failed", why: "another process asks it" };
      }
    },
    end: (name, restSeconds) => releaseRegistry(db, name, holder, restSeconds),
  };
}

/** Answers that all processes on the database share, and find again. */
export const databaseCache = (db: Database): RegistryCache => ({
  async get(key) {
    const found = await readAnswer(db, key);
    return found !== null && isAnswer(found) ? found : null;
  },
  put: (key, answer, seconds) => keepAnswer(db, key, answer, seconds),
});

/** Another version may have stored another form. */
function isAnswer(found: object): found is RegistryAnswer {
  const { ranges, cidrs, routes, nameServers, registrant } = found as Partial<Record<string, unknown>>;
  return (
    [ranges, cidrs, routes, nameServers].every(Array.isArray) &&
    isRecord(registrant) &&
    Array.isArray(registrant.emailDomains)
  );
}

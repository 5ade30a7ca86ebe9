import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Json } from "../../db/types.ts";
import { heartbeat, holdLife, signOff, workers } from "../../db/work/workers.ts";
import type { Database, RoleContext } from "./context.ts";

const EVERY_MS = 20_000;

/** Tells `weboid status` that a process of this role lives, and what it is doing. */
export interface Heartbeat {
  /** Name among its like; leases are held under it. */
  readonly name: string;
  /** The first beat is over, whatever came of it. */
  readonly begun: Promise<void>;
  /** `failed`: it does not sign off, so that others see it as one that died, and go on with what it could not give back. */
  stop(failed?: boolean): Promise<void>;
}

/** With eight digits of chance, as containers share host name and process id. */
export const workerName = (role: string): string =>
  `${hostname()}:${process.pid}:${role}:${randomBytes(4).toString("hex")}`;

/** Whether a holder is a process of this machine that is no more: a start after a crash need not wait for its hold. */
export function isDead(holder: string, here = hostname()): boolean {
  const [, host, pid] = /^(.*):(\d+):[a-z]+(?::[0-9a-f]+)?$/.exec(holder) ?? [];
  if (host !== here || pid === undefined) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as { code?: unknown }).code === "ESRCH";
  }
}

/** Names of processes that did not sign off and of which this machine knows that they are no more. */
export async function deadHere(db: Database): Promise<string[]> {
  return (await workers(db)).map(({ name }) => name).filter((name) => isDead(name));
}

/**
 * `info` is asked at each beat, and `tally` may add up what was done since, also at the end. A beat that fails is left out: the role itself will meet the trouble. Beats go over a
 * connection of their own, whose end tells the others at once that this process died.
 */
export function startHeartbeat(
  ctx: RoleContext,
  role: string,
  info: () => { readonly [name: string]: Json | undefined },
  name: string = workerName(role),
  tally: (db: Database) => Promise<void> = async () => {},
): Heartbeat {
  const session = ctx.db.session();
  const beat = async () => {
    try {
      // Before the sign of life: who gave one and has no lock is dead.
      await holdLife(session, name);
      await heartbeat(session, { name, role, info: info() });
      await tally(session);
    } catch {}
  };
  const begun = beat();
  let last = begun;
  const timer = setInterval(() => {
    last = beat();
  }, EVERY_MS);
  return {
    name,
    begun,
    async stop(failed = false) {
      clearInterval(timer);
      await last;
      await tally(session).catch(() => {});
      if (!failed) await signOff(session, name).catch(() => {});
      await session.close();
    },
  };
}

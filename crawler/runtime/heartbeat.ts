import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { type Channel, listen } from "../../db/notify.ts";
import { heartbeat, holdLife, sessionless, signOff, workers } from "../../db/work/workers.ts";
import type { Database, RoleContext } from "./context.ts";
import type { Figures } from "./metrics.ts";

const EVERY_MS = 20_000;

/** The sign of life of a process of a role, which `weboid status` shows with what it is doing. */
export interface Heartbeat {
  /** Name of the process, under which it holds leases. */
  readonly name: string;
  /** Resolves after the first beat, failed or not. */
  readonly begun: Promise<void>;
  /** `failed`: it does not sign off, so that others take it for dead, and take over what it could not give back. */
  stop(failed?: boolean): Promise<void>;
}

/** A unique name of a process, with eight random digits, as containers share host name and process id. */
export const workerName = (role: string): string =>
  `${hostname()}:${process.pid}:${role}:${randomBytes(4).toString("hex")}`;

/** Whether a holder is a process of this machine that has ended: a start after a crash need not wait for its lease. */
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

/** Of holders with a heartbeat: processes of this machine that ended. Machines and containers may share a name, so whose session lives is none. */
export const deadAmong = (db: Database, holders: readonly string[]): Promise<string[]> =>
  sessionless(
    db,
    holders.filter((name) => isDead(name)),
  );

/** Names of processes of this machine that ended without signing off. */
export const deadHere = async (db: Database): Promise<string[]> =>
  deadAmong(
    db,
    (await workers(db)).map(({ name }) => name),
  );

export interface HeartbeatOptions {
  /** It works until it is stopped, in the place of one that died; absent: it is a single run. */
  readonly runsOn?: boolean;
  /** As `workerName` makes them. */
  readonly name?: string;
  /** May store counts at each beat, and at the end. */
  readonly tally?: (db: Database) => Promise<void>;
  /** Notified by the connection of the beats. */
  readonly listeners?: readonly Listener[];
}

/** What is done when the database notifies of something. */
export interface Listener {
  readonly channel: Channel;
  /** @param from who said so; empty: the database */
  onNotify(from: string): void;
  /** Whether the database notifies from now on. */
  setListening?(isListening: boolean): void;
}

/**
 * Starts a heartbeat. `info` is called at each beat. A beat that fails is skipped: the role itself meets the error. Beats use a
 * connection of their own, whose end shows others at once that this process died.
 */
export function startHeartbeat(
  ctx: RoleContext,
  role: string,
  info: () => Figures,
  { name = workerName(role), runsOn = false, tally = async () => {}, listeners = [] }: HeartbeatOptions = {},
): Heartbeat {
  const onNotify = (channel: string, from: string) => {
    for (const listener of listeners) if (listener.channel === channel) listener.onNotify(from);
  };
  const setListening = (isListening: boolean) => {
    for (const listener of listeners) listener.setListening?.(isListening);
  };
  const onEnded = () => setListening(false);
  const session = ctx.db.session(listeners.length === 0 ? {} : { onNotify, onEnded });
  const unwatch = ctx.metrics?.watch(role, info);
  const beat = async () => {
    try {
      // The lock first: a process with a sign of life and no lock counts as dead.
      await holdLife(session, name);
      // Again and again: the connection may be another one by now.
      for (const { channel } of listeners) await listen(session, channel);
      setListening(true);
      const machine = {
        clockSkewMs: Math.round(ctx.clock.skewMs?.() ?? 0),
        unusableServers: [...ctx.db.unusableServers()],
      };
      await heartbeat(session, { name, role, info: { ...info(), ...machine } });
      await tally(session);
    } catch {
      setListening(false);
    }
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
      unwatch?.();
      await last;
      await tally(session).catch(() => {});
      if (!failed) await signOff(session, name, runsOn).catch(() => {});
      await session.close();
    },
  };
}

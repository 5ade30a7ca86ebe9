import os from "node:os";

/** A time that runs faster than this machine's since a moment of it. */
export interface Pace {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly rate: number;
}

/**
 * Timers of real time that are not made shorter: this machine is no faster than it is, and processes that look ten times a second would do
 * nothing else. What renews a lease comes in time.
 */
const REAL_MS = { setTimeout: 2_000, setInterval: 200 } as const;
/** What PostgreSQL's and wikis' clients give a connection. */
const CONNECT_MS = 10_000;

/** From now on `performance` has the fast time in this process, and so have timers, and for how long the machine is on. */
export function hastenTimers({ rate }: Pace): void {
  const uptime = os.uptime.bind(os);
  const now = performance.now.bind(performance);
  const began = now();
  const inReal = (ms: number, most: number): number =>
    ms === CONNECT_MS ? ms : Math.max(ms / rate, Math.min(ms, most));
  Object.assign(os, { uptime: () => uptime() + ((now() - began) / 1_000) * (rate - 1) });
  Object.assign(performance, { now: () => began + (now() - began) * rate });
  for (const name of ["setTimeout", "setInterval"] as const) {
    const own = globalThis[name] as (act: () => void, ms?: number, ...values: unknown[]) => NodeJS.Timeout;
    Object.assign(globalThis, {
      [name]: (act: () => void, ms?: number, ...values: unknown[]) =>
        own(act, inReal(ms ?? 0, REAL_MS[name]), ...values),
    });
  }
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  Object.assign(AbortSignal, { timeout: (ms: number) => timeout(inReal(ms, REAL_MS.setTimeout)) });
}

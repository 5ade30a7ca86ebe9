import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { heartbeat } from "../../db/queries/operate/heartbeat.ts";
import { signOff } from "../../db/queries/operate/sign-off.ts";
import type { Json } from "../../db/types.ts";
import type { RoleContext } from "./context.ts";

const EVERY_MS = 20_000;

/** Tells `weboid status` that a process of this role lives, and what it is doing. */
export interface Heartbeat {
  /**
   * Name among its like: host, process id, role, and four digits of chance, as containers share the first two. Leases are
   * held under it.
   */
  readonly name: string;
  stop(): Promise<void>;
}

/** `info` is asked at each beat. A beat that fails is left out: the role itself will meet the trouble. */
export function startHeartbeat(
  ctx: RoleContext,
  role: string,
  info: () => { readonly [name: string]: Json | undefined },
): Heartbeat {
  const name = `${hostname()}:${process.pid}:${role}:${randomBytes(2).toString("hex")}`;
  const beat = () => heartbeat(ctx.db, { name, role, info: info() }).catch(() => {});
  let last = beat();
  const timer = setInterval(() => {
    last = beat();
  }, EVERY_MS);
  return {
    name,
    async stop() {
      clearInterval(timer);
      await last;
      await signOff(ctx.db, name).catch(() => {});
    },
  };
}

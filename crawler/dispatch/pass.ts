import type { ClientEnd, ClientLease } from "../../db/dispatch/clients.ts";
import type { Position } from "../../db/types.ts";
import type { Hold, Written } from "./hold.ts";

/** One client's pass: what was told, where it stands, and what kept the rest from being told. */
export interface Pass {
  readonly lease: ClientLease;
  readonly hold: Hold;
  /** Advanced with what is stored: work that is done anew after an outage goes on from there. */
  position: Position;
  profileDue: boolean;
  needsExport: boolean;
  exportAfter: number | null;
  changes: number;
  written: number;
  removed: number;
  trouble: string | null;
  /** The client is another's by now, or was asked to be told everything anew: this pass ends, and another comes. */
  interrupted: boolean;
  /** Given back with its last position. */
  released: boolean;
}

export function beginPass(lease: ClientLease, hold: Hold): Pass {
  const { position, profileDue, needsExport, exportAfter } = lease;
  return {
    lease,
    hold,
    position,
    profileDue,
    needsExport,
    exportAfter,
    changes: 0,
    written: 0,
    removed: 0,
    trouble: null,
    interrupted: false,
    released: false,
  };
}

export const isOpen = ({ trouble, interrupted, released }: Pass): boolean =>
  trouble === null && !interrupted && !released;

export function endOf({ trouble, interrupted }: Pass): ClientEnd {
  if (trouble !== null) return "failed";
  return interrupted ? "interrupted" : "told";
}

/** True: go on. */
export function noted(pass: Pass, result: Written): boolean {
  if (result.kind === "failed") pass.trouble = result.message;
  if (result.kind === "lost") pass.interrupted = true;
  return result.kind === "stored";
}

/** True: go on; false: what was to be noted in the database was refused. */
export function stillOurs(pass: Pass, stored: boolean): boolean {
  if (!stored) pass.interrupted = true;
  return stored;
}

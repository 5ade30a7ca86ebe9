import type { Classified, InvalidReason } from "./types.ts";

/** Why a link can never work for a reader (U3); `blocked-port`: no website runs at its port, so that it is never contacted. */
export type UnusableReason = InvalidReason | "blocked-port";

/** Null: it may work, or is no address of a website at all (U1, U2). */
export function unusableReason(found: Classified): UnusableReason | null {
  if (found.kind === "invalid") return found.reason;
  return found.kind === "ignored" && found.reason === "port" ? "blocked-port" : null;
}

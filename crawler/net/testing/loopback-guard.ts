import { createEgressGuard, type EgressGuard } from "../egress/guard.ts";

/** For clients whose tests have their servers on this machine, and are not about who may be dialled. */
export const LOOPBACK: EgressGuard = createEgressGuard({ allowPrivate: true });

import type { HostLeaseAnswer, HostLeaseRequest } from "../../../db/hosts/leases.ts";
import type { SimulatedTime } from "./simulated-time.ts";

/** As the table of leases answers (db/hosts/leases.ts). */
export function leaseTable(time: SimulatedTime) {
  const rows = new Map<string, { holder: string; heldUntil: number; readyAt: number; paceMs?: number }>();
  return async ({ holder, holdSeconds, wanted, givenBack }: HostLeaseRequest): Promise<HostLeaseAnswer[]> => {
    await time.sleep(5);
    const now = time.now();
    for (const { key, restMs, paceMs } of givenBack)
      if (rows.get(key)?.holder === holder)
        rows.set(key, {
          holder: "",
          heldUntil: 0,
          readyAt: now + restMs,
          ...(paceMs !== undefined && { paceMs }),
        });
    return wanted.map((key) => {
      const row = rows.get(key);
      const isFree =
        row === undefined || row.holder === holder || (row.heldUntil < now && row.readyAt <= now);
      if (!isFree) return { kind: "refused", key, restMs: Math.max(0, row.readyAt - now) };
      const paceMs = row?.paceMs;
      rows.set(key, { ...row, holder, heldUntil: now + holdSeconds * 1_000, readyAt: row?.readyAt ?? 0 });
      return { kind: "granted", key, paceMs: paceMs ?? null };
    });
  };
}

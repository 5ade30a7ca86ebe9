import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import { leasable } from "./lease-slices.ts";

/** Whether there is a slice to be leased. */
export async function isSliceDue(db: Database, today: Day, passDays: number): Promise<boolean> {
  const [found] = await db.sql<{ due: boolean }[]>`
    select exists (select 1 from slice where ${leasable(db, today, passDays)}) as due`;
  return found?.due === true;
}

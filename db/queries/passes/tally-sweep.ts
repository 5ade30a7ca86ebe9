import type { Database } from "../../connect.ts";

export interface SweepTally {
  readonly checked: number;
  /** Without traffic, as their hosts were away (C5). */
  readonly booked: number;
}

/** Adds what a crawler did since it last said so to the fleet's counts of this hour (F7). */
export async function tallySweep({ sql }: Database, { checked, booked }: SweepTally): Promise<void> {
  await sql`
    insert into sweep_hour as s (hour, checked, booked)
    values (extract(epoch from clock_timestamp())::bigint / 3600, ${checked}, ${booked})
    on conflict (hour) do update set checked = s.checked + excluded.checked, booked = s.booked + excluded.booked`;
}

import type { Database } from "../../connect.ts";
import type { Json } from "../../types.ts";

export interface KnownWorker {
  readonly name: string;
  readonly role: string;
  readonly startedAtMs: number;
  readonly secondsSilent: number;
  readonly info: { readonly [name: string]: Json | undefined };
}

/** Processes that did not sign off, until maintenance forgets them; those are alive that gave a sign of life lately. */
export async function workers(db: Database): Promise<KnownWorker[]> {
  const rows = await db.sql<KnownWorker[]>`
    select name, role, (extract(epoch from started_at) * 1000)::float8 as "startedAtMs",
      extract(epoch from clock_timestamp() - seen_at)::float8 as "secondsSilent", info
    from worker order by role, name`;
  return [...rows];
}

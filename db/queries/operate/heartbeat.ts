import type { Database } from "../../connect.ts";
import { storableJson } from "../../text.ts";
import type { Json } from "../../types.ts";

/** A process says that it lives; `info` is shown to operators. */
export async function heartbeat(
  db: Database,
  worker: {
    readonly name: string;
    readonly role: string;
    readonly info: { readonly [name: string]: Json | undefined };
  },
): Promise<void> {
  await db.sql`
    insert into worker (name, role, info) values (${worker.name}, ${worker.role}, ${storableJson(worker.info)}::text::jsonb)
    on conflict (name) do update set seen_at = clock_timestamp(), role = excluded.role, info = excluded.info`;
}

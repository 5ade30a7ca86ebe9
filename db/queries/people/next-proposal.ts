import type { Database } from "../../connect.ts";

/** Seconds until a replacement is due, if that is within so many; null: none is. */
export async function nextProposal({ sql }: Database, withinSeconds: number): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from min(due) - now())::float8 as seconds from replacement
    where due <= now() + make_interval(secs => ${withinSeconds})`;
  return row?.seconds ?? null;
}

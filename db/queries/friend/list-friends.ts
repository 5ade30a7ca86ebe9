import type { Database } from "../../connect.ts";

export interface Friend {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly addedAtMs: number;
}

export async function listFriends({ sql }: Database): Promise<Friend[]> {
  const rows = await sql<Friend[]>`
    select name, (extract(epoch from added_at) * 1000)::float8 as "addedAtMs" from friend order by name`;
  return rows.map(({ name, addedAtMs }) => ({ name, addedAtMs: Math.round(addedAtMs) }));
}

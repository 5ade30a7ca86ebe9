import type { Database } from "../connect.ts";

/** A site, or a part of one, whose owners asked to be left alone (C4). */
export interface Optout {
  /** The domain and everything below it. */
  readonly host: string;
  /** Start of the path; "": all of it. */
  readonly path: string;
}

export interface ListedOptout extends Optout {
  /** Milliseconds since 1970. */
  readonly addedAtMs: number;
}

export async function listOptouts({ sql }: Database): Promise<ListedOptout[]> {
  const rows = await sql<ListedOptout[]>`
    select host, path, (extract(epoch from added_at) * 1000)::float8 as "addedAtMs"
    from optout order by host, path`;
  return rows.map((row) => ({ ...row, addedAtMs: Math.round(row.addedAtMs) }));
}

/** False: it stands there already. */
export async function addOptout({ sql }: Database, { host, path }: Optout): Promise<boolean> {
  const { count } =
    await sql`insert into optout (host, path) values (${host}, ${path}) on conflict do nothing`;
  return count > 0;
}

/** False: it does not stand there. */
export async function removeOptout({ sql }: Database, { host, path }: Optout): Promise<boolean> {
  const { count } = await sql`delete from optout where host = ${host} and path = ${path}`;
  return count > 0;
}

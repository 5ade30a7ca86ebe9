import { and, eq } from "drizzle-orm";
import type { Database } from "../connect.ts";
import { optout } from "../schema/index.ts";

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

export function listOptouts({ orm }: Database): Promise<ListedOptout[]> {
  const { host, path, addedAt } = optout;
  return orm.select({ host, path, addedAtMs: addedAt }).from(optout).orderBy(host, path);
}

/** False: it stands there already. */
export async function addOptout({ orm }: Database, { host, path }: Optout): Promise<boolean> {
  const { count } = await orm.insert(optout).values({ host, path }).onConflictDoNothing();
  return count > 0;
}

/** False: it does not stand there. */
export async function removeOptout({ orm }: Database, { host, path }: Optout): Promise<boolean> {
  const { count } = await orm.delete(optout).where(and(eq(optout.host, host), eq(optout.path, path)));
  return count > 0;
}

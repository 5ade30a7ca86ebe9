import { type ConnectOptions, connect, type Database } from "../connect.ts";
import { awayOf, codeOf, DatabaseError, isConflict } from "../errors.ts";
import { inTime } from "../in-time.ts";
import { type Identity, identityOf, type Position, replicaPosition } from "./position.ts";
import { sharedQuestion } from "./shared-question.ts";

/** A replica that says nothing for so long is left alone. */
const SILENT_MS = 1_000;
/** The same of one that is to be used, and of the primary meanwhile. */
const OPEN_MS = 5_000;

/** How a pool of its own is made. */
export type Apart = Pick<ConnectOptions, "max" | "name" | "statementMs">;

/** A replica that answers, with its pools. */
export interface Link {
  readonly root: Database;
  readonly pools: Map<object, Database>;
  /** Asks it, at most for SILENT_MS; null: it is no replica any more. */
  readonly position: () => Promise<Position | null>;
  /** Settles as this does, or rejects once the link is given up. */
  readonly until: <T>(work: Promise<T>) => Promise<T>;
  readonly giveUp: (error: Error) => void;
}

/** A server that says nothing, as one whose machine is gone. */
export class Silence extends DatabaseError {
  constructor(server = "replica") {
    super("away", `the ${server} does not answer`);
  }
}

/** Rejects as of a server that is away where nothing comes for so long. */
export const answerOf = <T>(answer: Promise<T>, ms = SILENT_MS, server?: string): Promise<T> =>
  inTime(answer, ms, () => new Silence(server));

function openLink(root: Database): Link {
  // No promise that lasts as long as the link: each race with it would stay in memory as long.
  const waiting = new Set<(error: Error) => void>();
  let given: Error | null = null;
  const ask = sharedQuestion(() => answerOf(replicaPosition(root)));
  return {
    root,
    pools: new Map(),
    position: ask,
    until<T>(work: Promise<T>): Promise<T> {
      if (given !== null) return Promise.reject(given);
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      waiting.add(reject);
      work.then(resolve, reject);
      return promise.finally(() => waiting.delete(reject));
    },
    giveUp(error) {
      given = error;
      for (const reject of waiting) reject(error);
    },
  };
}

export async function closeLink({ root, pools, giveUp }: Link): Promise<void> {
  giveUp(new Silence());
  await Promise.all([...pools.values(), root].map((pool) => pool.close().catch(() => {})));
}

/** Why a server is no replica to read from. Another system, or a second primary of this one, would answer of another world. */
function faultOf(replica: Identity, primary: Identity): DatabaseError | "itself" | null {
  const say = (message: string) => new DatabaseError("replica", `DATABASE_READ_URL: ${message}`);
  if (replica.system !== primary.system)
    return say(
      "this is a database of another PostgreSQL than DATABASE_URL's; name a replica that was made of that one (pg_basebackup, docs/database.md)",
    );
  if (replica.isReplica) return null;
  if (replica.startedAt === primary.startedAt) return "itself";
  return say(
    "this server is a primary beside that of DATABASE_URL: one of them was promoted while the other went on; stop the one that is not to be used",
  );
}

/** The link to a replica; null: it is the primary itself. Throws a DatabaseError, one that `awayOf` knows where it is away. */
export async function openReplicaAt(url: string, primary: Database, name: string): Promise<Link | null> {
  const root = await connect(url, { max: 1, name });
  try {
    const fault = faultOf(
      await answerOf(identityOf(root), OPEN_MS),
      await answerOf(identityOf(primary), OPEN_MS, "primary"),
    );
    if (fault instanceof DatabaseError) throw fault;
    if (fault === null) return openLink(root);
  } catch (error) {
    await root.close();
    throw error;
  }
  await root.close();
  return null;
}

/** SQLSTATE of who is not let in: `pg_hba.conf` is each server's own. */
const NOT_LET_IN = /^(?:28000|28P01|3D000|42501)$/;

/** What fails on a replica alone: it is away, lets nobody in, or its replaying took from a statement what this reads. */
export const isReplicas = (error: unknown): boolean =>
  awayOf(error) !== null || isConflict(error) || NOT_LET_IN.test(codeOf(error));

const SHARED = { max: 4 } as const;

/** The replica's pool for this kind of work. */
export function poolOf({ root, pools }: Link, apart: Apart = SHARED): Database {
  const pool = pools.get(apart) ?? root.apart(apart);
  pools.set(apart, pool);
  return pool;
}

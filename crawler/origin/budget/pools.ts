import { connectionsOf } from "../../../db/doctor/connections.ts";
import { type Reads, type Replica, readsOf } from "../../../db/replica/replica.ts";
import type { Database } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { CLASS_NAMES, CLASSES, type ClassName, CONNECTIONS_NEEDED } from "./limits.ts";

/** The database of a class of questions, of which none has another's connections. */
interface ClassPool {
  readonly db: Database;
  /** Of what is only read, from a replica where there is one. */
  readonly reads: Reads;
  /** Of what is changed, and read in order to change it. */
  readonly writes: Reads;
}
export type Pools = Readonly<Record<ClassName, ClassPool>>;

/** Throws a WorkError where the server cannot have as many connections. */
export async function openPools(
  db: Database,
  replica: Replica | undefined,
  opened: AsyncDisposableStack,
): Promise<Pools> {
  const server = await connectionsOf(db);
  if (server < CONNECTIONS_NEEDED)
    throw new WorkError(
      `PostgreSQL has ${server} connections for ordinary users, and an origin needs ${CONNECTIONS_NEEDED}: raise max_connections`,
    );
  return Object.fromEntries(
    CLASS_NAMES.map((name) => {
      const { connections: max, statementMs } = CLASSES[name];
      const apart = { max, statementMs, name: `weboid origin ${name}` };
      const pool = db.apart(apart);
      opened.defer(() => pool.close());
      const reads = replica?.reads(pool, { apart, alone: true }) ?? readsOf(pool);
      return [name, { db: pool, reads, writes: replica?.writes(pool) ?? readsOf(pool) }];
    }),
  ) as Record<ClassName, ClassPool>;
}

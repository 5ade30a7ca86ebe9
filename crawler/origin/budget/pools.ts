import { connectionsOf } from "../../../db/work/connections.ts";
import type { Database } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { CLASS_NAMES, CLASSES, type ClassName, CONNECTIONS_NEEDED } from "./limits.ts";

/** A database for each class of questions, of which none has another's connections. */
export type Pools = Readonly<Record<ClassName, Database>>;

/** Throws a WorkError where the server cannot have as many connections. */
export async function openPools(db: Database, opened: AsyncDisposableStack): Promise<Pools> {
  const server = await connectionsOf(db);
  if (server < CONNECTIONS_NEEDED)
    throw new WorkError(
      `PostgreSQL has ${server} connections for ordinary users, and an origin needs ${CONNECTIONS_NEEDED}: raise max_connections`,
    );
  return Object.fromEntries(
    CLASS_NAMES.map((name) => {
      const { connections: max, statementMs } = CLASSES[name];
      const pool = db.apart({ max, statementMs, name: `weboid origin ${name}` });
      opened.defer(() => pool.close());
      return [name, pool];
    }),
  ) as Record<ClassName, Database>;
}

import type { Database } from "../../db/connect.ts";
import type { Replica } from "../../db/replica/replica.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Backoff } from "./database-retry.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";

export type { Database };

/** What every role needs, from the command line, `up` or a test. */
export interface RoleContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the process shall end: finish what is in flight, start nothing new (docs/cli.md). */
  readonly signal: AbortSignal;
  readonly config: Config;
  /** Where its figures are seen; absent: the operator wants none (WEBOID_METRICS). */
  readonly metrics?: Metrics;
  /** What takes reading from the database (DATABASE_READ_URL); absent: nothing does. */
  readonly replica?: Replica;
  /** How long to wait for a database that went away; roles choose by themselves when none is given (database-retry.ts). */
  readonly backoff?: Backoff;
}

/**
 * What the parts of a role that work side by side come to, once all have ended: the first that fails ends the others by `failing`, as
 * the database is closed when its error is thrown.
 */
export async function allEnded<T extends readonly unknown[]>(
  parts: { readonly [Part in keyof T]: Promise<T[Part]> },
  failing: AbortController,
): Promise<T> {
  let first: { readonly error: unknown } | null = null;
  for (const part of parts)
    part.catch((error: unknown) => {
      first ??= { error };
      failing.abort();
    });
  await Promise.allSettled(parts);
  if (first !== null) throw (first as { readonly error: unknown }).error;
  return Promise.all(parts) as Promise<T>;
}

export type DatabaseErrorCode =
  | "refused"
  | "unreachable"
  | "password"
  | "encryption"
  | "strange"
  | "no-database"
  | "no-permission"
  | "server-too-old"
  | "too-many-connections"
  | "starting"
  | "away"
  | "schema-empty"
  | "schema-older"
  | "schema-newer"
  | "schema-edited"
  | "tables-in-use"
  | "bad-address"
  | "pooler"
  | "replica"
  | "no-binaries"
  | "no-user"
  | "data-dir"
  | "data-gone"
  | "disk-full"
  | "start-failed";

/** A trouble with the database that the operator can fix; `message` is one line that says what and how. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The `code` that Node, Bun and postgres.js put on their errors (`ENOENT`, SQLSTATE `3D000` …); "" without one. */
export function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

/** SQLSTATE of a server that ended the connection, and a write on one that is closed. */
export const AWAY = /^08...$|^57P0[125]$|^25P0[34]$|^EPIPE$/;

/** Whether an error of the driver means that its connection is gone. */
export const closesConnection = (error: unknown): boolean =>
  AWAY.test(codeOf(error)) || /^CONNECTION_|^ECONN|^ETIMEDOUT$/.test(codeOf(error));

/** Troubles that pass without us, once the server is back or somebody made room: worth waiting for. */
const PASSING: ReadonlySet<DatabaseErrorCode> = new Set([
  "away",
  "refused",
  "unreachable",
  "starting",
  "too-many-connections",
  "disk-full",
]);

/** The error, or what caused it (Drizzle wraps), when it means that the database is away, or cannot write; null for any other. */
export function awayOf(error: unknown): DatabaseError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DatabaseError) return PASSING.has(cause.code) ? cause : null;
  return null;
}

/** deadlock_detected, serialization_failure. */
const CONFLICTS: ReadonlySet<string> = new Set(["40P01", "40001"]);

/** Whether PostgreSQL ended a statement in favour of another one that goes on: done again it succeeds. */
export function isConflict(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (CONFLICTS.has(codeOf(cause))) return true;
  return false;
}

/**
 * SQLSTATE classes of what is wrong with a database as a whole, and not with a row: a missing right, table or column (42), resources
 * (53), its system (58), its own faults such as a damaged index (XX).
 */
const AS_A_WHOLE = /^(?:42|53|58|XX)[0-9A-Z]{3}$/;

/** Whether PostgreSQL would refuse the same of any work. */
export function isOfWholeDatabase(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof DatabaseError || AS_A_WHOLE.test(codeOf(cause))) return true;
  return false;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What the database writes about itself goes here: the `Log` of the roles fits. */
export interface DatabaseLog {
  info(message: string): void;
  /** `event`: its lasting name, as in crawler/runtime/log-events.ts. */
  warn(message: string, event: string): void;
}

export const noLog: DatabaseLog = { info() {}, warn() {} };

export type DatabaseErrorCode =
  | "refused"
  | "unreachable"
  | "password"
  | "no-database"
  | "no-permission"
  | "server-too-old"
  | "too-many-connections"
  | "starting"
  | "schema-empty"
  | "schema-older"
  | "schema-newer"
  | "schema-edited"
  | "bad-address"
  | "no-binaries"
  | "no-user"
  | "data-dir"
  | "data-gone"
  | "disk-full"
  | "start-failed";

/** A trouble with the database that the operator can mend; `message` is one line that says what and how. */
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

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What the database writes about itself goes here: the `Log` of the roles fits. */
export interface DatabaseLog {
  info(message: string): void;
  warn(message: string): void;
}

export const noLog: DatabaseLog = { info() {}, warn() {} };

/** Wrong usage: exit code 2, one line on standard error that says how to fix it (docs/cli.md). */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The work failed in a way that the operator can fix: exit code 1, one line that says what and how. */
export class WorkError extends Error {
  override readonly name = "WorkError";
}

/** What to say of an error that means that a disk is full, wherever it was met; null for any other. */
export function fullDisk(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path } = error as NodeJS.ErrnoException;
  if (!/^(ENOSPC|EDQUOT|SQLITE_FULL)$/.test(code ?? "")) return fullDisk(error.cause);
  const where = path === undefined ? "a disk" : `the disk that holds ${path}`;
  return `${where} is full: free some space and start again; nothing that was stored is lost`;
}

/** What to say of an error that ends the process and that nobody provided for: a full disk, or a bug with its trace. */
export function unexpected(error: unknown): string {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return fullDisk(error) ?? `this is a bug in Weboid, please report it: ${trace}`;
}

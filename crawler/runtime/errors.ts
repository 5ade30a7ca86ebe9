/** Wrong usage: exit code 2, one line on standard error that says how to fix it (docs/cli.md). */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The work failed in a way that the operator can fix: exit code 1, one line that says what and how. */
export class WorkError extends Error {
  override readonly name = "WorkError";
}

/** Wrong usage: exit code 2, one line on standard error that says the mend (contract.md). */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The work failed in a way that the operator can mend: exit code 1, one line that says what and how. */
export class WorkError extends Error {
  override readonly name = "WorkError";
}

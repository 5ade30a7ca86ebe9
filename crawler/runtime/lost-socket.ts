/**
 * The one error of the database driver that comes where nobody can catch it: it writes on a socket that was closed a
 * moment ago (postgres.js 3.4.9, https://github.com/porsager/postgres/issues/1066). The statement itself rejects or
 * runs into its time, so nothing is lost by passing over it.
 */
export function isLostSocket(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /\bsocket\.write\b|reading 'write'/.test(error.message) &&
    /\bnextWrite\b.*[/\\]postgres[/\\].*connection\.js/.test(error.stack ?? "")
  );
}

/** Keeps the process alive through that error; any other ends it as ever, with `complain` told the reason. */
export function survivesLostSockets(complain: (line: string) => void): void {
  process.on("uncaughtException", (error) => {
    if (isLostSocket(error)) return complain("weboid: a connection to the database was lost");
    complain(`weboid: this is a bug in Weboid, please report it: ${error?.stack ?? String(error)}`);
    process.exit(1);
  });
}

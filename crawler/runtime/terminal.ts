/**
 * Standard error is shared by log lines and one status line at the bottom of a terminal; both go through here,
 * so that they do not tear each other apart.
 */
let status = "";
const ERASE = "\r\u001b[2K";

export function isTerminal(): boolean {
  return process.stderr.isTTY === true && process.env.TERM !== "dumb";
}

export function writeLine(text: string): void {
  process.stderr.write(status === "" ? `${text}\n` : `${ERASE}${text}\n${status}`);
}

/** Terminals only; an empty text takes the line away. */
export function writeStatus(text: string): void {
  if (text === status) return;
  // A terminal that does not know its size says 0.
  const columns = process.stderr.columns || 80;
  status = text.slice(0, columns - 1);
  process.stderr.write(ERASE + status);
}

/** Whole lines for standard output on this same terminal, so that they take the place of the status line and it follows them. */
export function aroundStatus(lines: string): string {
  return status === "" ? lines : `${ERASE}${lines}${status}`;
}

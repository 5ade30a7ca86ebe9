import { type Log, printable } from "./log.ts";
import { isTerminal, writeStatus } from "./terminal.ts";

/** Where a long piece of work stands: one line that is rewritten on a terminal, else a plain line now and then. */
export interface Progress {
  update(text: string): void;
  /** Takes the line away and, with a text, logs it as the last word. */
  done(text?: string): void;
}

const TERMINAL_MS = 100;
const PLAIN_MS = 10_000;

interface Surroundings {
  readonly terminal: boolean;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  readonly show: (text: string) => void;
}

const ofProcess: Surroundings = {
  terminal: isTerminal(),
  now: () => performance.now(),
  show: writeStatus,
};

export function createProgress(log: Log, { terminal, now, show }: Surroundings = ofProcess): Progress {
  let last = terminal ? Number.NEGATIVE_INFINITY : now();
  const every = terminal ? TERMINAL_MS : PLAIN_MS;
  return {
    update(text) {
      if (now() - last < every) return;
      last = now();
      if (terminal) show(printable(text));
      else log.info(text);
    },
    done(text) {
      if (terminal) show("");
      if (text !== undefined) log.info(text);
    },
  };
}

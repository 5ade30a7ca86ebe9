import type { EventEmitter } from "node:events";

/** Where data goes. Lines are gathered and written in pieces; awaiting `line` keeps pace with the reader. */
export interface Output {
  /** A terminal: people read it, so data is laid out for them unless `--json` is given. */
  readonly terminal: boolean;
  /** Columns of the terminal at this moment; 80 elsewhere. */
  readonly columns: number;
  /** Its lines; 24 elsewhere. */
  readonly rows: number;
  line(text: string): Promise<void>;
  lines(texts: readonly string[]): Promise<void>;
  /** Text as it is, with its own line ends. */
  text(text: string): Promise<void>;
  /** Writes what is gathered. */
  flush(): Promise<void>;
  /** Aborted when the reader went away (`| head`), or there is no room: nothing more is written. The reason is the error. */
  readonly closed: AbortSignal;
}

/** The outside of a command; tests give their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Standard input is a terminal: somebody types. */
  readonly typed: boolean;
  readonly out: Output;
  /** One line on standard error. */
  readonly complain: (line: string) => void;
}

const NO_ROOM: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG", "EIO"]);

/** What was to be written and is lost, though somebody waits for it; null: nothing is, or the reader wanted no more of it. */
export function lossOf({ closed }: Output): string | null {
  const { code } = (closed.reason ?? {}) as { readonly code?: unknown };
  return NO_ROOM.has(code) ? `standard output could not be written to its end (${code})` : null;
}

const PIECE_CHARS = 32 * 1024;

/** What an Output writes to: `process.stdout`, or a stream of a test. */
export interface Sink extends EventEmitter {
  write(chunk: string, done: (error?: Error | null) => void): boolean;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

export function createOutput(sink: Sink): Output {
  const closed = new AbortController();
  let gathered = "";
  let scheduled = false;
  let writing: Promise<void> = Promise.resolve();
  // Without a listener a reader that went away would end the process with a stack trace.
  sink.on("error", (error) => closed.abort(error));

  function flush(): Promise<void> {
    const piece = gathered;
    gathered = "";
    if (piece !== "" && !closed.signal.aborted)
      writing = writing.then(
        () =>
          new Promise((resolve) =>
            sink.write(piece, (error) => {
              if (error) closed.abort(error);
              resolve();
            }),
          ),
      );
    return writing;
  }

  function text(added: string): Promise<void> {
    if (closed.signal.aborted) return Promise.resolve();
    gathered += added;
    if (gathered.length >= PIECE_CHARS) return flush();
    if (!scheduled) {
      scheduled = true;
      setImmediate(() => {
        scheduled = false;
        void flush();
      });
    }
    return Promise.resolve();
  }

  return {
    terminal: sink.isTTY === true,
    get columns() {
      // A terminal that does not know its size says 0.
      return sink.columns || 80;
    },
    get rows() {
      return sink.rows || 24;
    },
    line: (line) => text(`${line}\n`),
    lines: (lines) => text(lines.map((line) => `${line}\n`).join("")),
    text,
    flush,
    closed: closed.signal,
  };
}

export function processIo(): Io {
  return {
    env: process.env,
    stdin: process.stdin,
    typed: process.stdin.isTTY === true,
    out: createOutput(process.stdout),
    complain: (line) => process.stderr.write(`${line}\n`),
  };
}

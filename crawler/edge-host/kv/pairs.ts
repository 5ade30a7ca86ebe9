import { Database, type Statement } from "bun:sqlite";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { codeOf } from "../../../db/errors.ts";
import { type Fence, fenceKey } from "../../../shared/protocol/types.ts";

/** A value of 550 bytes wastes less of a page of 8 KiB than of one of 4, and those of long articles need no second page. */
const PAGE_BYTES = 8_192;
const CACHE_KIB = 32 * 1024;
/** What the log is cut back to after a backup, during which it cannot be reused. */
const LOG_BYTES = 64 * 1024 * 1024;
/** Of another process: a backup, or the process before, which is about to end. */
const BUSY_MS = 10_000;
const VERSION = 1;

/** A table with rows of its own: in an index alone, as WITHOUT ROWID has it, a third of every page stays empty. */
const SCHEMA = `
create table if not exists pair (
  id integer primary key,
  key text not null unique,
  value blob not null
) strict;
pragma user_version = ${VERSION};
`;

/** No more pairs can be stored: the message says how to fix it. */
export class StoreFull extends Error {}

/** The file cannot be used as it is: the message says how to fix it. */
export class StoreUnusable extends Error {}

export interface Pair {
  readonly key: string;
  readonly value: Uint8Array;
}

/** Whether a dispatcher was overtaken by another, which has written under this greater number: then nothing is written. */
type Passage = { readonly kind: "passed" } | { readonly kind: "overtaken"; readonly number: number };

export interface PairsOptions {
  readonly file: string;
  /** In place of the disk's own end. */
  readonly bytesMax?: number;
}

/** Keys and values in one SQLite file, whose log is written through to the disk before a write is acknowledged. */
export class Pairs {
  readonly #db: Database;
  readonly #file: string;
  readonly #get: Statement<{ value: Uint8Array }, [string]>;
  readonly #put: Statement<unknown, [string, Uint8Array]>;
  readonly #delete: Statement<unknown, [string]>;
  readonly #list: Statement<{ key: string }, [string, string, string, number]>;

  /** Throws StoreUnusable or StoreFull. */
  constructor(options: PairsOptions) {
    this.#file = options.file;
    this.#db = inWords(options.file, () => openFile(options));
    this.#get = this.#db.query("select value from pair where key = ?");
    this.#put = this.#db.query(
      "insert into pair (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
    );
    this.#delete = this.#db.query("delete from pair where key = ?");
    this.#list = this.#db.query(
      "select key from pair where key >= ? and key > ? and key < ? order by key limit ?",
    );
  }

  get(key: string): Uint8Array | null {
    return inWords(this.#file, () => this.#get.get(key)?.value ?? null);
  }

  /** All of them or none. */
  put(pairs: readonly Pair[], fence: Fence | null = null): Passage {
    return this.#fenced(fence, () => {
      for (const { key, value } of pairs) this.#put.run(key, value);
    });
  }

  /** All of them or none. */
  delete(keys: readonly string[], fence: Fence | null = null): Passage {
    return this.#fenced(fence, () => {
      for (const key of keys) this.#delete.run(key);
    });
  }

  /** Keys that begin with `prefix`, after a key, in the order of their bytes. */
  list(prefix: string, after: string, limit: number): string[] {
    const end = `${prefix}\u{10ffff}`;
    return inWords(this.#file, () => this.#list.all(prefix, after, end, limit).map(({ key }) => key));
  }

  close(): void {
    this.#db.close();
  }

  /** In one transaction with the work, so that nothing of an overtaken dispatcher follows what its successor wrote (D2). */
  #fenced(fence: Fence | null, work: () => void): Passage {
    const pass = (): Passage => {
      if (fence !== null) {
        const key = fenceKey(fence.wiki);
        const value = this.#get.get(key)?.value;
        const greatest = value === undefined ? -1 : Number(new TextDecoder().decode(value));
        if (fence.number < greatest) return { kind: "overtaken", number: greatest };
        if (fence.number > greatest) this.#put.run(key, new TextEncoder().encode(String(fence.number)));
      }
      work();
      return { kind: "passed" };
    };
    return inWords(this.#file, () => this.#db.transaction(pass).immediate());
  }
}

function openFile({ file, bytesMax }: PairsOptions): Database {
  // Readable by its owner from the first byte on; SQLite gives its log the same mode.
  if (!existsSync(file)) writeFileSync(file, "", { mode: 0o600 });
  chmodSync(file, 0o600);
  const db = new Database(file);
  db.run(`pragma busy_timeout = ${BUSY_MS}`);
  db.run(`pragma page_size = ${PAGE_BYTES}`);
  db.run("pragma journal_mode = wal");
  db.run("pragma synchronous = full");
  db.run(`pragma cache_size = -${CACHE_KIB}`);
  db.run(`pragma journal_size_limit = ${LOG_BYTES}`);
  if (bytesMax !== undefined) db.run(`pragma max_page_count = ${Math.floor(bytesMax / PAGE_BYTES)}`);
  const { user_version: version } = db.query<{ user_version: number }, []>("pragma user_version").get() ?? {
    user_version: 0,
  };
  if (version > VERSION)
    throw new StoreUnusable(`${file} is of a later Weboid: update this one, or set WEBOID_DATA`);
  if (version < VERSION) db.transaction(() => db.run(SCHEMA)).immediate();
  return db;
}

/** SQLite's errors as what an operator can do about them. */
function inWords<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (/^(SQLITE_FULL|SQLITE_IOERR_WRITE|ENOSPC|EDQUOT)$/.test(codeOf(error)))
      throw new StoreFull(
        `the disk that holds ${file} is full: free some space; nothing that was stored is lost`,
        { cause: error },
      );
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error)))
      throw new StoreUnusable(
        `${file} is damaged: stop this edge, put a backup in its place or move it away, start again, then weboid dispatch --forget-edge (docs/operators.md)`,
        { cause: error },
      );
    throw error;
  }
}

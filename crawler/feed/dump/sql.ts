import { WorkError } from "../../runtime/errors.ts";
import { COLUMN, CREATE, Frame, INSERT, Places, readValue, skipSpace, TEXT_TYPE } from "./value.ts";

/** A table as CREATE TABLE or the INSERT itself names it. */
export interface TableHead {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Receives the rows of one table. */
export interface RowReader {
  /** Positions of the columns whose values are handed over, in this order. */
  readonly wanted: readonly number[];
  /** Called with each row; the array is reused for the next one. */
  readonly row: (values: readonly (string | null)[]) => void;
}

export interface DumpOptions {
  /** Name of the file in messages. */
  readonly file: string;
  /** Returns the reader of a table, also of an empty one, and of each list of columns; null: its rows are skipped. */
  readonly reader: (table: TableHead) => RowReader | null;
}

/** The longest row that is read: a URL is a blob of 64 KiB at most, twice that with escapes. */
const ROW_BYTES_MAX = 1 << 20;
/** The longest head of a statement, up to VALUES or to the end of CREATE TABLE. */
const HEAD_BYTES_MAX = 1 << 18;
/** Bytes by which statements are distinguished. */
const WORDS_BYTES = 16;

type Mode = "statement" | "rows" | "skip";

interface Table extends TableHead {
  /** Positions of the columns whose text MySQL converted for the dump, maybe wrongly. */
  readonly converted: ReadonlySet<number>;
}

/**
 * Reads the SQL that mysqldump writes, of MySQL and MariaDB in all their versions, in pieces of any size and with memory
 * for one row. Nothing is executed: rows of the tables that are wanted are handed over, all else is skipped. Throws a
 * WorkError for what is broken or cut off, with the file and the byte, counted in the unpacked text.
 */
export class DumpParser {
  readonly #file: string;
  readonly #reader: DumpOptions["reader"];
  #buffer: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Bytes of the file before the buffer. */
  #before = 0;
  #mode: Mode = "statement";
  readonly #tables = new Map<string, Table>();
  #table: Table | null = null;
  #rows: RowReader | null = null;
  readonly #readers = new Map<string, RowReader | null>();
  readonly #places = new Places();
  readonly #values: (string | null)[] = [];
  /** The quote inside which a statement is being skipped; 0: none. */
  #quote = 0;
  readonly frame = new Frame();

  constructor({ file, reader }: DumpOptions) {
    this.#file = file;
    this.#reader = reader;
  }

  push(chunk: Buffer): void {
    const rest = this.#buffer.length - this.#at;
    this.#before += this.#at;
    this.#buffer = rest === 0 ? chunk : Buffer.concat([this.#buffer.subarray(this.#at), chunk]);
    this.#at = 0;
    while (this.#step(false));
  }

  /** Throws when the dump is not complete. */
  end(): void {
    while (this.#step(true));
    const cut = this.#mode !== "statement" || this.#at < this.#buffer.length;
    if (cut || this.frame.open) throw this.#broken("the file ends there, within the dump: download it again");
  }

  #broken(what: string, at = this.#at): WorkError {
    return new WorkError(`${this.#file}, byte ${this.#before + at}: ${what}`);
  }

  /** False: more bytes are needed. */
  #step(last: boolean): boolean {
    switch (this.#mode) {
      case "statement":
        return this.#statement(last);
      case "rows":
        return this.#row();
      case "skip":
        return this.#skip();
    }
  }

  #statement(last: boolean): boolean {
    const buffer = this.#buffer;
    while (this.#at < buffer.length && ((buffer[this.#at] ?? 0) <= 0x20 || buffer[this.#at] === 0x3b))
      this.#at += 1;
    const rest = buffer.length - this.#at;
    if (rest === 0 || (rest < WORDS_BYTES && !last)) return false;
    const two = buffer.toString("latin1", this.#at, this.#at + 2);
    if (two === "--" || two.startsWith("#")) return this.#comment("\n", last);
    if (two === "/*") return this.#comment("*/", last);
    const word = /^[A-Za-z]+/.exec(buffer.toString("latin1", this.#at, this.#at + 8))?.[0].toUpperCase();
    // Cut off within the mark of a comment.
    if (word === undefined && last && this.frame.open) return false;
    if (word === undefined)
      throw this.#broken("this is no SQL as mysqldump writes it: give the .sql or .sql.gz files of a dump");
    if (word === "INSERT" || word === "REPLACE") return this.#insert();
    if (word === "CREATE") return this.#create();
    this.frame.mark(buffer.toString("latin1", this.#at, this.#at + WORDS_BYTES));
    this.#mode = "skip";
    return true;
  }

  #comment(end: string, last: boolean): boolean {
    const found = this.#buffer.indexOf(end, this.#at);
    if (found < 0) {
      if (last && end === "\n") {
        this.frame.mark(this.#buffer.toString("utf8", this.#at));
        this.#at = this.#buffer.length;
      } else if (this.#buffer.length - this.#at > HEAD_BYTES_MAX) throw this.#broken("a comment has no end");
      return false;
    }
    this.frame.mark(this.#buffer.toString("utf8", this.#at, found));
    this.#at = found + end.length;
    return true;
  }

  #create(): boolean {
    const end = this.#statementEnd();
    if (end < 0) return false;
    const text = this.#buffer.toString("utf8", this.#at, end);
    const [head, quoted, bare] = CREATE.exec(text) ?? [];
    const name = quoted ?? bare;
    if (head !== undefined && name !== undefined) {
      const found = [...text.slice(head.length).matchAll(COLUMN)];
      const columns = found.map(([, column = ""]) => column);
      if (columns.length === 0)
        throw this.#broken(`the columns of ${name} cannot be read: dump without --skip-quote-names`);
      const mixed = this.frame.utf8 && /\bCHARSET=latin1\b/i.test(text);
      const texts = found.flatMap(([, , type = ""], at) => (mixed && TEXT_TYPE.test(type) ? [at] : []));
      if (this.#tables.has(name))
        throw this.#broken(`there is a second table ${name}: dump one database only`);
      const table = { name, columns, converted: new Set(texts) };
      this.#tables.set(name, table);
      this.#readers.set(name, this.#reader(table));
    }
    this.#at = end + 1;
    return true;
  }

  /** Position of the semicolon that ends the statement; -1: not in this buffer. */
  #statementEnd(): number {
    let quote = 0;
    for (let at = this.#at; at < this.#buffer.length; at++) {
      const byte = this.#buffer[at] ?? 0;
      if (quote !== 0) {
        if (byte === 0x5c && quote !== 0x60) at += 1;
        else if (byte === quote) quote = 0;
      } else if (byte === 0x27 || byte === 0x22 || byte === 0x60) quote = byte;
      else if (byte === 0x3b) return at;
    }
    if (this.#buffer.length - this.#at > HEAD_BYTES_MAX) throw this.#broken("a statement has no end");
    return -1;
  }

  #insert(): boolean {
    const head = (bytes: number) => this.#buffer.toString("latin1", this.#at, this.#at + bytes);
    const [whole, quoted, bare, list] = INSERT.exec(head(1024)) ?? INSERT.exec(head(HEAD_BYTES_MAX)) ?? [];
    const name = quoted ?? bare;
    if (whole === undefined || name === undefined) {
      // Not the form of mysqldump, or not all of it yet.
      if (this.#buffer.length - this.#at < HEAD_BYTES_MAX) return false;
      throw this.#broken("an INSERT is not as mysqldump writes it");
    }
    this.#table = this.#tableOf(name, list);
    this.#rows = list === undefined ? (this.#readers.get(name) ?? null) : this.#reader(this.#table);
    this.#at += whole.length;
    this.#mode = this.#rows === null ? "skip" : "rows";
    return true;
  }

  #tableOf(name: string, list: string | undefined): Table {
    const created = this.#tables.get(name);
    if (list === undefined) {
      if (created === undefined)
        throw this.#broken(`no CREATE TABLE has the columns of ${name}: dump without --no-create-info`);
      return created;
    }
    const columns = list.split(",").map((column) => column.trim().replaceAll("`", ""));
    const converted = columns.flatMap((column, at) =>
      created?.converted.has(created.columns.indexOf(column)) ? [at] : [],
    );
    return { name, columns, converted: new Set(converted) };
  }

  /** Reads one row and what follows it. */
  #row(): boolean {
    const buffer = this.#buffer;
    const start = skipSpace(buffer, this.#at);
    let at = start;
    if (buffer[at] === undefined) return this.#more();
    if (buffer[at] !== 0x28) throw this.#broken("a row must begin there with (", at);
    const places = this.#places;
    places.count = 0;
    for (;;) {
      at = skipSpace(buffer, at + 1);
      const end = readValue(buffer, at, places);
      if (end === -1) return this.#more();
      if (end === -2)
        throw this.#broken(`there is no value that can be read (table ${this.#table?.name})`, at);
      at = skipSpace(buffer, end);
      const next = buffer[at];
      if (next === undefined) return this.#more();
      if (next === 0x29) break;
      if (next !== 0x2c) throw this.#broken(`, or ) must stand there (table ${this.#table?.name})`, at);
    }
    at = skipSpace(buffer, at + 1);
    const next = buffer[at];
    if (next === undefined) return this.#more();
    this.#hand(start);
    this.#at = at;
    if (next === 0x2c) this.#at += 1;
    // `;`, or ON DUPLICATE KEY UPDATE up to it.
    else this.#mode = "skip";
    return true;
  }

  #more(): boolean {
    if (this.#buffer.length - this.#at > ROW_BYTES_MAX)
      throw this.#broken(`a row of table ${this.#table?.name} has more than ${ROW_BYTES_MAX} bytes`);
    return false;
  }

  /** Hands a row over. */
  #hand(start: number): void {
    const { columns, converted, name } = this.#table ?? {
      columns: [],
      converted: new Set<number>(),
      name: "",
    };
    const places = this.#places;
    if (places.count !== columns.length)
      throw this.#broken(`table ${name} has ${columns.length} columns, this row ${places.count}`, start);
    const rows = this.#rows;
    if (rows === null) return;
    for (let index = 0; index < rows.wanted.length; index++) {
      const at = rows.wanted[index] ?? 0;
      if (converted.size > 0 && converted.has(at) && places.wide(this.#buffer, at))
        throw this.#broken(
          `column ${columns[at]} of ${name} is kept as latin1 and was converted: dump with --default-character-set=latin1`,
          start,
        );
      this.#values[index] = places.text(this.#buffer, at);
    }
    rows.row(this.#values);
  }

  /** Skips up to the end of the statement, however long. */
  #skip(): boolean {
    const buffer = this.#buffer;
    let quote = this.#quote;
    let at = this.#at;
    for (; at < buffer.length; at++) {
      const byte = buffer[at];
      if (quote !== 0) {
        if (byte === 0x5c && quote !== 0x60) {
          // A backslash at the end waits for what it escapes.
          if (at + 1 === buffer.length) break;
          at += 1;
        } else if (byte === quote) quote = 0;
      } else if (byte === 0x27 || byte === 0x22 || byte === 0x60) quote = byte;
      else if (byte === 0x3b) {
        this.#at = at + 1;
        this.#quote = 0;
        this.#mode = "statement";
        return true;
      }
    }
    this.#quote = quote;
    this.#at = at;
    return false;
  }
}

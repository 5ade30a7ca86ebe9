import { WorkError } from "../../runtime/errors.ts";
import { Frame } from "./frame.ts";
import { BEGUN_VALUE, BEYOND_ASCII, decoded, utf8, VALUE } from "./value.ts";

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

/** Statements as mysqldump writes them, as far as they are parsed. */
const INSERT =
  /(?:INSERT|REPLACE)\s+(?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE)\s+)*(?:INTO\s+)?(?:`[^`]+`\.)?(?:`([^`]+)`|(\w+))\s*(?:\(([^()]*)\)\s*)?VALUES?\s*(?=\()/iy;
const CREATE = /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:`[^`]+`\.)?(?:`([^`]+)`|(\w+))\s*\(/i;
/** A column of CREATE TABLE: on a line of its own, beginning with its name; keys begin with a word. */
const COLUMN = /^[ \t]*`([^`]+)`\s+(\w+)/gm;
const TEXT_TYPE = /^(?:char|varchar|(?:tiny|medium|long)?text)$/i;

function skipSpace(text: string, at: number): number {
  let next = at;
  while (text.charCodeAt(next) <= 0x20) next += 1;
  return next;
}

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
  /** A character for each byte. */
  #text = "";
  #at = 0;
  /** Bytes of the file before the text. */
  #before = 0;
  /** Takes one step in the text; false: more bytes are needed. */
  #step: (last: boolean) => boolean = this.#statement;
  readonly #tables = new Map<string, Table>();
  #table: Table = { name: "", columns: [], converted: new Set() };
  #rows: RowReader | null = null;
  readonly #readers = new Map<string, RowReader | null>();
  /** The values of a row, as they are written; null: one that nobody wants, so that its text is not taken out. */
  readonly #found: (string | null)[] = [];
  readonly #values: (string | null)[] = [];
  /** The quote inside which a statement is being skipped; "": none. */
  #quote = "";
  readonly frame = new Frame();

  constructor({ file, reader }: DumpOptions) {
    this.#file = file;
    this.#reader = reader;
  }

  push(chunk: Buffer): void {
    this.#before += this.#at;
    this.#text = this.#text.slice(this.#at) + chunk.toString("latin1");
    this.#at = 0;
    while (this.#step(false));
  }

  /** Throws when the dump is not complete. */
  end(): void {
    while (this.#step(true));
    const cut = this.#step !== this.#statement || this.#at < this.#text.length;
    if (cut || this.frame.open) throw this.#broken("the file ends there, within the dump: download it again");
  }

  #broken(what: string, at = this.#at): WorkError {
    return new WorkError(`${this.#file}, byte ${this.#before + at}: ${what}`);
  }

  /** Waits for more bytes of what begins here, unless it is longer than that may be. */
  #wait(bytesMax: number, trouble: string): false {
    if (this.#text.length - this.#at > bytesMax) throw this.#broken(trouble);
    return false;
  }

  #statement(last: boolean): boolean {
    const text = this.#text;
    while (text.charCodeAt(this.#at) <= 0x20 || text[this.#at] === ";") this.#at += 1;
    const words = text.slice(this.#at, this.#at + WORDS_BYTES);
    if (words === "" || (words.length < WORDS_BYTES && !last)) return false;
    if (/^(?:--|#)/.test(words)) return this.#comment("\n", last);
    if (words.startsWith("/*")) return this.#comment("*/", last);
    const word = /^[A-Za-z]+/.exec(words)?.[0].toUpperCase();
    // Cut off within the mark of a comment.
    if (word === undefined && last && this.frame.open) return false;
    if (word === undefined)
      throw this.#broken("this is no SQL as mysqldump writes it: give the .sql or .sql.gz files of a dump");
    if (word === "INSERT" || word === "REPLACE") return this.#insert();
    if (word === "CREATE") return this.#create();
    this.frame.mark(words);
    this.#step = this.#skip;
    return true;
  }

  #comment(end: string, last: boolean): boolean {
    const found = this.#text.indexOf(end, this.#at);
    if (found < 0 && !(last && end === "\n")) return this.#wait(HEAD_BYTES_MAX, "a comment has no end");
    const to = found < 0 ? this.#text.length : found;
    this.frame.mark(utf8(this.#text.slice(this.#at, to)));
    this.#at = found < 0 ? to : to + end.length;
    return found >= 0;
  }

  #create(): boolean {
    const start = this.#at;
    if (!this.#skip()) {
      this.#at = start;
      this.#quote = "";
      return this.#wait(HEAD_BYTES_MAX, "a statement has no end");
    }
    const text = utf8(this.#text.slice(start, this.#at));
    const [head, quoted, bare] = CREATE.exec(text) ?? [];
    const name = quoted ?? bare;
    if (head === undefined || name === undefined) return true;
    const found = [...text.slice(head.length).matchAll(COLUMN)];
    const columns = found.map(([, column = ""]) => column);
    if (columns.length === 0)
      throw this.#broken(`the columns of ${name} cannot be read: dump without --skip-quote-names`, start);
    const mixed = this.frame.utf8 && /\bCHARSET=latin1\b/i.test(text);
    const texts = found.flatMap(([, , type = ""], at) => (mixed && TEXT_TYPE.test(type) ? [at] : []));
    if (this.#tables.has(name))
      throw this.#broken(`there is a second table ${name}: dump one database only`, start);
    const table = { name, columns, converted: new Set(texts) };
    this.#tables.set(name, table);
    this.#readers.set(name, this.#reader(table));
    return true;
  }

  #insert(): boolean {
    INSERT.lastIndex = this.#at;
    const [whole, quoted, bare, list] = INSERT.exec(this.#text) ?? [];
    const name = utf8(quoted ?? bare ?? "");
    // Not all of it yet, perhaps.
    if (whole === undefined) return this.#wait(HEAD_BYTES_MAX, "an INSERT is not as mysqldump writes it");
    this.#table = this.#tableOf(name, list);
    this.#rows = list === undefined ? (this.#readers.get(name) ?? null) : this.#reader(this.#table);
    this.#at += whole.length;
    this.#step = this.#rows === null ? this.#skip : this.#row;
    return true;
  }

  #tableOf(name: string, list: string | undefined): Table {
    const created = this.#tables.get(name);
    if (list === undefined) {
      if (created === undefined)
        throw this.#broken(`no CREATE TABLE has the columns of ${name}: dump without --no-create-info`);
      return created;
    }
    const columns = utf8(list)
      .split(",")
      .map((column) => column.trim().replaceAll("`", ""));
    const converted = columns.flatMap((column, at) =>
      created?.converted.has(created.columns.indexOf(column)) ? [at] : [],
    );
    return { name, columns, converted: new Set(converted) };
  }

  /** Reads one row and what follows it. */
  #row(): boolean {
    const text = this.#text;
    const start = skipSpace(text, this.#at);
    if (start === text.length) return this.#waitForRow();
    if (text[start] !== "(") throw this.#broken("a row must begin there with (", start);
    const found = this.#found;
    const wanted = this.#rows?.wanted ?? [];
    found.length = 0;
    let at = start;
    do {
      at = skipSpace(text, at + 1);
      VALUE.lastIndex = at;
      if (!VALUE.test(text)) {
        BEGUN_VALUE.lastIndex = at;
        if (BEGUN_VALUE.test(text)) return this.#waitForRow();
        throw this.#broken(`there is no value that can be read (table ${this.#table.name})`, at);
      }
      found.push(wanted.includes(found.length) ? text.slice(at, VALUE.lastIndex) : null);
      at = skipSpace(text, VALUE.lastIndex);
    } while (text[at] === ",");
    if (at < text.length && text[at] !== ")")
      throw this.#broken(`, or ) must stand there (table ${this.#table.name})`, at);
    at = skipSpace(text, at + 1);
    if (at >= text.length) return this.#waitForRow();
    this.#hand(start);
    const more = text[at] === ",";
    this.#at = more ? at + 1 : at;
    // `;`, or ON DUPLICATE KEY UPDATE up to it.
    if (!more) this.#step = this.#skip;
    return true;
  }

  #waitForRow = () =>
    this.#wait(ROW_BYTES_MAX, `a row of table ${this.#table.name} has more than ${ROW_BYTES_MAX} bytes`);

  /** Hands a row over. */
  #hand(start: number): void {
    const { columns, converted, name } = this.#table;
    if (this.#found.length !== columns.length)
      throw this.#broken(
        `table ${name} has ${columns.length} columns, this row ${this.#found.length}`,
        start,
      );
    for (const [index, at] of this.#rows?.wanted.entries() ?? []) {
      const found = this.#found[at];
      if (typeof found !== "string") continue;
      if (converted.has(at) && BEYOND_ASCII.test(found))
        throw this.#broken(
          `column ${columns[at]} of ${name} is kept as latin1 and was converted: dump with --default-character-set=latin1`,
          start,
        );
      this.#values[index] = decoded(found);
    }
    this.#rows?.row(this.#values);
  }

  /** Skips up to the end of the statement, however long. */
  #skip(): boolean {
    const text = this.#text;
    for (;;) {
      const next = this.#quote === "" ? /['"`;]/g : this.#quote === "`" ? /`/g : /['"\\]/g;
      next.lastIndex = this.#at;
      const found = next.exec(text);
      this.#at = found?.index ?? text.length;
      // A backslash at the end waits for what it escapes.
      if (found === null || (found[0] === "\\" && this.#at + 1 === text.length)) return false;
      this.#at += found[0] === "\\" ? 2 : 1;
      if (found[0] === ";") {
        this.#step = this.#statement;
        return true;
      }
      if (this.#quote === "") [this.#quote] = found;
      else if (this.#quote === found[0]) this.#quote = "";
    }
  }
}

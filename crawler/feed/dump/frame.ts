/** What mysqldump opens it also closes: a file that ends before was cut off, be it at the end of a statement. */
const PAIRS = [
  { open: /^-- (?:MySQL|MariaDB) dump /, close: /^-- Dump completed/ },
  { open: /^\/\*!\d+ SET @OLD_SQL_NOTES=/, close: /^\/\*!\d+ SET SQL_NOTES=@OLD_SQL_NOTES/ },
  { open: /^LOCK TABLES /i, close: /^UNLOCK TABLES/i },
] as const;

/** What comments, settings and locks around the tables tell of a dump. */
export class Frame {
  readonly #open = new Set<(typeof PAIRS)[number]>();
  /** As the head of the dump names it; null: not said. */
  database: string | null = null;
  /** `YYYY-MM-DD`, when the dump was complete; null: not said. */
  completed: string | null = null;
  /** Text was converted to UTF-8 on its way out. */
  utf8 = false;

  /** Something that was opened is not closed yet. */
  get open(): boolean {
    return this.#open.size > 0;
  }

  /** Looks at a comment, or at the first words of a statement. */
  mark(text: string): void {
    for (const pair of PAIRS) {
      if (pair.open.test(text)) this.#open.add(pair);
      else if (pair.close.test(text)) this.#open.delete(pair);
    }
    this.database ??= /^-- Host: .*\bDatabase: (\S+)/.exec(text)?.[1] ?? null;
    this.completed ??= /^-- Dump completed on (\d{4}-\d\d-\d\d)/.exec(text)?.[1] ?? null;
    if (/SET NAMES utf8/i.test(text)) this.utf8 = true;
  }
}

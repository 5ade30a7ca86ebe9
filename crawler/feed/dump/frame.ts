/** Statements that mysqldump writes in pairs: a file that ends in between was cut off, even at the end of a statement. */
const PAIRS = [
  { open: /^-- (?:MySQL|MariaDB) dump /, close: /^-- Dump completed/ },
  { open: /^\/\*!\d+ SET @OLD_SQL_NOTES=/, close: /^\/\*!\d+ SET SQL_NOTES=@OLD_SQL_NOTES/ },
  { open: /^LOCK TABLES /i, close: /^UNLOCK TABLES/i },
] as const;

/** What comments, settings and locks around the tables say about a dump. */
export class Frame {
  readonly #open = new Set<(typeof PAIRS)[number]>();
  /** Database in the head of the dump; null: not given. */
  database: string | null = null;
  /** Day on which the dump was complete, `YYYY-MM-DD`; null: not given. */
  completed: string | null = null;
  /** Whether text was converted to UTF-8 for the dump. */
  utf8 = false;

  /** Whether a pair is still open. */
  get open(): boolean {
    return this.#open.size > 0;
  }

  /** Takes a comment, or the first words of a statement. */
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

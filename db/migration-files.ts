import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";

export interface Migration {
  /** `0001_tables` */
  readonly name: string;
  /** SHA-256 of the text, so that an edit of what was applied somewhere is noticed. */
  readonly hash: string;
  /** When it was written, milliseconds since 1970: their order in `schema_migration`. */
  readonly written: number;
  readonly statements: readonly string[];
  /** `-- concurrently`: each statement by itself and not in a transaction, as `create index concurrently` needs it. */
  readonly concurrently: boolean;
  /**
   * `-- programs since 22`: programs that know fewer migrations cannot use the database afterwards. 0, without the line:
   * those that could use it before still can.
   */
  readonly oldest: number;
}

/** Where drizzle-kit writes them. */
export const MIGRATIONS_FOLDER = join(import.meta.dirname, "migrations");

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

/** What the first line of a migration says of it. */
export const headerOf = (text: string): Pick<Migration, "concurrently" | "oldest"> => ({
  concurrently: /^-- concurrently\n/.test(text),
  oldest: Number(/^-- programs since (\d+)\b/.exec(text)?.[1] ?? 0),
});

/** Those of a folder in their order. */
export function migrations(folder = MIGRATIONS_FOLDER): readonly Migration[] {
  const { entries }: Journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8"));
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis, sql }, place) => {
    return {
      name: entries[place]?.tag ?? "",
      hash,
      written: folderMillis,
      statements: sql,
      ...headerOf(sql.join("")),
    };
  });
}

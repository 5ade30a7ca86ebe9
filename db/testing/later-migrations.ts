import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIGRATIONS_FOLDER } from "../migration-files.ts";

interface Journal {
  readonly entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/** A copy of the migrations with some more, as a later version has them; answers its folder, which the caller removes. */
export function laterMigrations(more: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "weboid-later-"));
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal: Journal = JSON.parse(readFileSync(path, "utf8"));
  for (const [tag, text] of Object.entries(more)) {
    const last = journal.entries.at(-1);
    if (last === undefined) throw new Error("there are no migrations");
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
    writeFileSync(join(folder, `${tag}.sql`), text);
  }
  writeFileSync(path, JSON.stringify(journal));
  return folder;
}

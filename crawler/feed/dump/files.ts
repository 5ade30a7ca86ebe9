import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { type Day, dayOfInstant, isDay } from "../../../shared/calendar/day.ts";
import { WorkError } from "../../runtime/errors.ts";
import { fileBytes } from "./source.ts";
import { TABLES, type TableName } from "./tables.ts";

export interface DumpFile {
  readonly path: string;
  /** As messages name it. */
  readonly name: string;
  /** By its name; null: it may have all tables. */
  readonly table: TableName | null;
  readonly bytes: number;
  readonly changedMs: number;
}

/** `dewiki-20261101-page.sql.gz` */
const NAMED = new RegExp(`(?:^|[^a-z])(${TABLES.join("|")})\\.sql(?:\\.gz)?$`, "i");

function tableOfName(name: string): TableName | null {
  const found = NAMED.exec(name)?.[1]?.toLowerCase();
  return TABLES.find((table) => table === found) ?? null;
}

/** The files that were given; of a folder those that are named after a table that is read. */
export async function dumpFiles(given: readonly string[]): Promise<DumpFile[]> {
  const files: DumpFile[] = [];
  for (const path of given) {
    const inside = await insideOf(path);
    for (const one of inside ?? [path])
      files.push({
        path: resolve(one),
        name: basename(one),
        table: tableOfName(one),
        ...(await fileBytes(one)),
      });
  }
  for (const table of TABLES) {
    const same = files.filter((file) => file.table === table);
    if (same.length > 1)
      throw new WorkError(
        `${same.map(({ name }) => name).join(" and ")} are both dumps of the table ${table}: give those of one day and one wiki`,
      );
  }
  return files;
}

async function insideOf(path: string): Promise<string[] | null> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return null;
  const names = (await readdir(path)).filter((name) => tableOfName(name) !== null).sort();
  if (names.length === 0)
    throw new WorkError(`${path} has no file named like a dump, such as dewiki-20261101-page.sql.gz`);
  return names.map((name) => join(path, name));
}

/**
 * The day as of which a file tells its table: as its name says, for dumps of Wikimedia that on which it was begun; else
 * when it was complete; else when the file was changed.
 */
export function dumpDay(
  { name, changedMs }: Pick<DumpFile, "name" | "changedMs">,
  completed: string | null,
): Day {
  const [, year, month, day] = /(?:^|\D)(20\d\d)(\d\d)(\d\d)(?:\D|$)/.exec(name) ?? [];
  for (const text of [`${year}-${month}-${day}`, completed ?? ""]) {
    const ms = Date.parse(`${text}T00:00:00Z`);
    if (Number.isNaN(ms)) continue;
    const found = dayOf(ms);
    if (found !== null) return found;
  }
  return dayOf(changedMs) ?? dayOfInstant(Date.UTC(2017, 0, 1));
}

function dayOf(ms: number): Day | null {
  try {
    const day = dayOfInstant(ms);
    return isDay(day) ? day : null;
  } catch {
    return null;
  }
}

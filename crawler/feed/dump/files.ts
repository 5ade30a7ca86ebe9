import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { createGunzip } from "node:zlib";
import { codeOf } from "../../../db/errors.ts";
import { asDay, type Day, instantOfDay, isDay } from "../../../shared/calendar/day.ts";
import { WorkError } from "../../runtime/errors.ts";
import { TABLES, type TableName } from "./tables.ts";

const PIECE_BYTES = 256 * 1024;
/** How many times its size a file may unpack to: dumps have 3 to 20; far more is a decompression bomb. */
const RATIO_MAX = 200;
const RATIO_FROM_BYTES = 64 * 1024 * 1024;

/** First bytes of files that are no dump, in hexadecimal. */
const OTHERS: readonly { readonly magic: string; readonly say: string }[] = [
  { magic: "425a68", say: "is packed by bzip2: unpack it, or pack it by gzip" },
  { magic: "28b52ffd", say: "is packed by zstd: unpack it, or pack it by gzip" },
  { magic: "377abcaf", say: "is packed by 7-Zip: unpack it, or pack it by gzip" },
  { magic: "504b0304", say: "is a ZIP archive: unpack it, or pack it by gzip" },
  { magic: "3c", say: "is XML: the dumps of tables (.sql.gz) are needed" },
];

/** Whether a file is packed by gzip. Throws a WorkError that says what it is instead of a dump. */
async function isPacked(path: string): Promise<boolean> {
  const start = await readStart(path).catch((error: unknown) => {
    throw cannotRead(path, error);
  });
  if (start === "") throw new WorkError(`${path} is empty: download it again`);
  const other = OTHERS.find(({ magic }) => start.startsWith(magic));
  if (other !== undefined) throw new WorkError(`${path} ${other.say}`);
  return start.startsWith("1f8b");
}

/** The first four bytes of a file, in hexadecimal. */
async function readStart(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return buffer.toString("hex", 0, bytesRead);
}

const cannotRead = (path: string, error: unknown): WorkError =>
  new WorkError(
    `${path} cannot be read (${codeOf(error) || String(error)}): check the name and its permissions`,
  );

/** The unpacked pieces of a file (gzip with any number of members, or plain), and how many of its own bytes are read so far. */
export async function* readDump(
  path: string,
): AsyncGenerator<{ readonly piece: Buffer; readonly read: number }> {
  const packed = await isPacked(path);
  const file = createReadStream(path, { highWaterMark: PIECE_BYTES });
  const gunzip = packed ? createGunzip({ chunkSize: PIECE_BYTES }) : null;
  file.on("error", (error) => gunzip?.destroy(error));
  let unpacked = 0;
  try {
    for await (const piece of gunzip === null ? file : file.pipe(gunzip)) {
      unpacked += piece.length;
      if (unpacked > RATIO_FROM_BYTES && unpacked > file.bytesRead * RATIO_MAX)
        throw new WorkError(
          `${path} unpacks to more than ${RATIO_MAX} times its size, which no dump of a wiki does: download it again (if it is right, unpack it and give the .sql)`,
        );
      yield { piece, read: file.bytesRead };
    }
  } catch (error) {
    if (error instanceof WorkError) throw error;
    if (codeOf(error).startsWith("Z_"))
      throw new WorkError(
        `${path}, byte ${unpacked} unpacked: the gzip data are broken or cut off (${codeOf(error)}): download the file again`,
      );
    throw cannotRead(path, error);
  } finally {
    file.destroy();
    gunzip?.destroy();
  }
}

export interface DumpFile {
  readonly path: string;
  /** Name in messages. */
  readonly name: string;
  /** The table in its name; null: it may have all tables. */
  readonly table: TableName | null;
  readonly bytes: number;
  readonly changedMs: number;
}

/** File names with a table, such as `dewiki-20261101-page.sql.gz`. */
const NAMED = new RegExp(`(?:^|[^a-z])(${TABLES.join("|")})\\.sql(?:\\.gz)?$`, "i");

function tableOfName(name: string): TableName | null {
  const found = NAMED.exec(name)?.[1]?.toLowerCase();
  return TABLES.find((table) => table === found) ?? null;
}

/** The files that were given; of a folder those named after a table that is read. */
export async function dumpFiles(given: readonly string[]): Promise<DumpFile[]> {
  const files: DumpFile[] = [];
  for (const path of given) {
    const inside = await insideOf(path);
    for (const one of inside ?? [path]) {
      const { size: bytes, mtimeMs: changedMs } = await stat(one).catch((error: unknown) => {
        throw cannotRead(one, error);
      });
      files.push({ path: resolve(one), name: basename(one), table: tableOfName(one), bytes, changedMs });
    }
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
 * The day of a file: in its name, for dumps of Wikimedia that on which it was begun; else when it was complete; else when
 * the file was changed.
 */
export function dumpDay(
  { name, changedMs }: Pick<DumpFile, "name" | "changedMs">,
  completed: string | null,
): Day {
  const [, year, month, day] = /(?:^|\D)(20\d\d)(\d\d)(\d\d)(?:\D|$)/.exec(name) ?? [];
  const dates = [`${year}-${month}-${day}`, completed ?? ""].map((date) => Date.parse(`${date}T00:00:00Z`));
  return asDay([...dates, changedMs].map(dayNumberOf).find(isDay) ?? 0);
}

const dayNumberOf = (ms: number): number => Math.floor((ms - instantOfDay(asDay(0))) / 86_400_000);

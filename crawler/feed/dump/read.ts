import { hash } from "node:crypto";
import { z } from "zod";
import { copyBulk, copyText, divideBulk } from "../../../db/bulk/copy.ts";
import { codeOf } from "../../../db/errors.ts";
import { storable } from "../../../db/text.ts";
import { encodeFlags, encodeScheme } from "../../../db/urls/row.ts";
import { type Day, isDay } from "../../../shared/calendar/day.ts";
import { internalTest, type OwnHosts } from "../../../shared/interwiki/farm.ts";
import { resolveInterwiki } from "../../../shared/interwiki/map.ts";
import { PAGEID_MAX } from "../../../shared/interwiki/stored-titles.ts";
import { type SpamLists, spamMatch } from "../../../shared/spam/lists.ts";
import { classify } from "../../../shared/url/classify.ts";
import type { NormalisedUrl, UrlKey } from "../../../shared/url/types.ts";
import { WorkError } from "../../runtime/errors.ts";
import { IdSet } from "../../runtime/id-set.ts";
import { spamMark } from "../passes/links.ts";
import { type DumpFile, dumpDay, readDump } from "./files.ts";
import type { DumpSelection } from "./selection.ts";
import { DumpParser } from "./sql.ts";
import { type RowTakers, readerOf, type TableName, tableOf } from "./tables.ts";
import { type DumpJob, DumpStopped, requireSameWiki, type Site } from "./wiki.ts";

/** `urlKey` by the system's SHA-256: it takes a tenth of the time, and hashing was half of that of a dump. */
export function keyOf(url: NormalisedUrl): UrlKey {
  return hash("sha256", url, "hex").slice(0, 32) as UrlKey;
}

/** Of one COPY: dispatchers wait for the oldest transaction (design 6), also where few of the rows that are read are wanted. */
const COPY_ROWS = 250_000;
const COPY_MS = 5_000;
/** Bytes parsed before the clock is checked: some hundred links. */
const SLICE_BYTES = 32 * 1024;
const SLICE_MS = 50;

/** What was read of a dump, as it is stored with the staging tables. */
export const dumpRead = z.object({
  counts: z.object({
    /** Pages that are watched. */
    pages: z.number(),
    /** Links into the own farm, those to sister wikis among them. */
    internal: z.number(),
    ignored: z.number(),
    invalid: z.number(),
    /** Interwiki links to sister wikis (U7), a part of `internal`. */
    sisters: z.number(),
    /** Interwiki links with prefixes that are not in the map. */
    unknownPrefixes: z.number(),
  }),
  /** Last page of each partition of the staging table. */
  bounds: z.array(z.number()),
  /** The day of the dump: that of its oldest file. */
  day: z.custom<Day>(isDay),
});
export type DumpRead = z.infer<typeof dumpRead>;

export interface ReadRequest extends Site {
  readonly own: OwnHosts;
  readonly files: readonly DumpFile[];
  readonly selection: DumpSelection;
  readonly lists: SpamLists;
}

/** Reads dumps into the staging tables, with memory for a bit per page id and some pieces of text. */
export async function readDumps(job: DumpJob, request: ReadRequest): Promise<DumpRead> {
  const { ctx, row } = job;
  const reading = new Reading(job, request);
  if (request.selection.needs.length > 0) {
    await reading.select("linktarget");
    await reading.select("categorylinks");
    reading.requireTables(request.selection.needs);
  }
  await reading.copy(["page"], "page");
  reading.requireTables(["page"]);
  const bounds = await divideBulk(ctx.db, row.id).catch((error: unknown) => {
    if (codeOf(error) !== "23505") throw error;
    throw new WorkError(
      "the dump of the table page has a page twice: give the files of one wiki and one day",
    );
  });
  await requireSameWiki(job);
  await reading.copy(["externallinks", "iwlinks"], "use");
  reading.requireTables(["externallinks"]);
  return { counts: reading.counts, bounds, day: reading.day };
}

/** Rows for a staging table. */
interface Piece {
  readonly text: string;
  readonly rows: number;
}

class Reading {
  readonly #job: DumpJob;
  readonly #files: readonly DumpFile[];
  readonly #take: RowTakers;
  readonly #seen = new Map<TableName, string>();
  readonly #pages = new IdSet();
  readonly counts = { pages: 0, internal: 0, ignored: 0, invalid: 0, sisters: 0, unknownPrefixes: 0 };
  day: Day;
  #database: string | null = null;
  #text = "";
  #rows = 0;
  #no = 0;

  constructor(job: DumpJob, { files, own, selection, namespaces, interwikis, lists }: ReadRequest) {
    this.#job = job;
    this.#files = files;
    this.day = job.ctx.clock.today();
    const { allowPrivate } = job.ctx.config;
    const isInternal = internalTest(own);
    const counts = this.counts;

    const link = (pageid: number, url: string) => {
      const found = classify(url, { allowPrivate });
      if (found.kind !== "resource") counts[found.kind] += 1;
      else if (isInternal(found.parts)) counts.internal += 1;
      else {
        const { scheme, host, port, path } = found.parts;
        // Lists are written for the spelling of the wiki.
        const match = spamMatch(lists, url);
        const spam = match === null ? "" : copyText(storable(spamMark(match)));
        this.#no += 1;
        this.#add(
          `${pageid}\t${this.#no}\t${keyOf(found.url)}\t${port}\t${encodeScheme(scheme)}\t${encodeFlags(found.flags)}\t${host}\t${copyText(match === null ? path : found.url)}\t${spam}\n`,
        );
      }
    };
    this.#take = {
      linktarget: selection.linktarget,
      categorylinks: (pageid, title, target) => {
        if (title === null && !this.#seen.has("linktarget")) this.requireTables(["linktarget"]);
        selection.categorylinks(pageid, title, target);
      },
      page: (page) => {
        if (!(Number.isInteger(page.pageid) && page.pageid > 0 && page.pageid <= PAGEID_MAX))
          throw new WorkError(
            `the table page has a page with the id ${page.pageid}: download the dump again`,
          );
        const title = fullTitle(page.namespace, page.title, namespaces);
        if (title === null || !selection.watched(page, title)) return;
        this.#pages.add(page.pageid);
        counts.pages += 1;
        this.#add(`${page.pageid}\t${page.namespace}\t${copyText(storable(title))}\n`);
      },
      externallinks: (pageid, url) => {
        if (this.#pages.has(pageid)) link(pageid, url);
      },
      iwlinks: (pageid, prefix, title) => {
        if (!this.#pages.has(pageid)) return;
        const use = resolveInterwiki(interwikis ?? new Map(), { prefix, title });
        if (use.kind === "unknown-prefix") counts.unknownPrefixes += 1;
        else if (use.kind === "sister") {
          counts.sisters += 1;
          counts.internal += 1;
        } else link(pageid, use.url);
      },
    };
  }

  #add(row: string): void {
    this.#text += row;
    this.#rows += 1;
  }

  /** Reads a table that only selects pages. */
  async select(table: TableName): Promise<void> {
    for await (const _ of this.#read([table]));
  }

  /** Reads tables into a staging table. */
  async copy(tables: readonly TableName[], kind: "page" | "use"): Promise<void> {
    const pieces = this.#read(tables);
    let done = false;
    async function* some(): AsyncGenerator<string> {
      const began = performance.now();
      for (let rows = 0; rows < COPY_ROWS && performance.now() - began < COPY_MS; ) {
        const next = await pieces.next();
        if (next.done === true) {
          done = true;
          return;
        }
        rows += next.value.rows;
        if (next.value.text !== "") yield next.value.text;
      }
    }
    while (!done) await copyBulk(this.#job.ctx.db, this.#job.row.id, kind, some());
  }

  /** Reads the files that may have these tables, and yields the rows that result, in pieces. */
  async *#read(tables: readonly TableName[]): AsyncGenerator<Piece> {
    const files = this.#files.filter(({ table }) => table === null || tables.includes(table));
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    let before = 0;
    for (const file of files) {
      const parser = new DumpParser({
        file: file.name,
        reader: (head) => {
          const table = tableOf(head);
          if (table === null || !tables.includes(table)) return null;
          const here = `${file.name} (${head.name})`;
          const other = this.#seen.get(table);
          if (other !== undefined && other !== here)
            throw new WorkError(
              `${other} and ${here} are both the table ${table} of a wiki: give those of one`,
            );
          const reader = readerOf(table, head, this.#take);
          if (reader === null)
            throw new WorkError(
              `${file.name}: table ${head.name} has columns that no MediaWiki had (${head.columns.join(", ")})`,
            );
          this.#seen.set(table, here);
          return reader;
        },
      });
      for await (const { piece, read } of readDump(file.path)) {
        if (this.#job.ctx.signal.aborted)
          throw new DumpStopped("stopped while the dumps were read; start again from the beginning");
        await inSlices(piece, (part) => parser.push(part));
        this.#job.report(`reading ${file.name}`, (before + read) / total);
        yield this.#takePiece();
      }
      parser.end();
      yield this.#takePiece();
      before += file.bytes;
      this.#note(file, parser);
    }
  }

  #takePiece(): Piece {
    const piece = { text: this.#text, rows: this.#rows };
    this.#text = "";
    this.#rows = 0;
    return piece;
  }

  /** Checks that files are of one database, and keeps the oldest day. */
  #note(file: DumpFile, { frame: { database, completed } }: DumpParser): void {
    if (database !== null && this.#database !== null && database !== this.#database)
      throw new WorkError(
        `${file.name} is of the database ${database}, the files before are of ${this.#database}: give those of one wiki`,
      );
    this.#database ??= database;
    const day = dumpDay(file, completed);
    if (day < this.day) this.day = day;
  }

  requireTables(tables: readonly TableName[]): void {
    const missing = tables.find((table) => !this.#seen.has(table));
    if (missing !== undefined)
      throw new WorkError(
        `no file has the table ${missing}, which is needed: give its dump too (…-${missing}.sql.gz)`,
      );
  }
}

/** Gives way to other work in between, such as the renewal of the lease, however slow spam lists are. */
async function inSlices(piece: Buffer, take: (part: Buffer) => void): Promise<void> {
  let since = performance.now();
  for (let at = 0; at < piece.length; at += SLICE_BYTES) {
    take(piece.subarray(at, at + SLICE_BYTES));
    if (performance.now() - since < SLICE_MS) continue;
    await new Promise((done) => setImmediate(done));
    since = performance.now();
  }
}

/** A page's title as the API has it; null: its namespace has no name here. */
function fullTitle(
  namespace: number,
  title: string,
  namespaces: ReadonlyMap<number, string> | null,
): string | null {
  const words = title.replaceAll("_", " ");
  if (namespace === 0) return words;
  const name = namespaces?.get(namespace);
  return name === undefined ? null : `${name}:${words}`;
}

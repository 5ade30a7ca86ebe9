/**
 * A bulk start: writes dumps of a wiki with so many external links, the same for the same number, feeds them by the command, and
 * prints minutes, rows per second, memory and bytes.
 *   bun crawler/feed/dump/dump.bench.ts [links, default 1000000]
 * Disk for a million: 1 GB under the temporary folder.
 */
import { once } from "node:events";
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGzip } from "node:zlib";
import { connect, type Database } from "../../../db/connect.ts";
import { startEmbedded } from "../../../db/embedded.ts";
import { noLog } from "../../../db/errors.ts";
import { migrate } from "../../../db/migrate.ts";
import { sampleWiki } from "../../../db/testing/sample.ts";
import { dice } from "../../sample/verdicts/testing/dice.ts";

/** As in a Wikipedia: pages of other namespaces have a third of all links. */
const LINKS_PER_PAGE = 10;
const ELSEWHERE = 0.3;
/** One link in five stands on another page already, as citations of the same source do. */
const REPEATED = 0.2;
const STATEMENT_BYTES = 1_000_000;

const links = Number(process.argv[2] ?? 1_000_000);
const report = (line: Record<string, string | number>) => console.log(JSON.stringify(line));
const round = (value: number, digits = 1) => Number(value.toFixed(digits));

const HEAD =
  "-- MariaDB dump 10.19  Distrib 10.6.22-MariaDB\n--\n-- Host: localhost    Database: testwiki\n\n";
const TAIL = "\n-- Dump completed on 2026-11-01  3:00:00\n";

async function writeDump(path: string, create: string, table: string, rows: Iterable<string>): Promise<void> {
  const gzip = createGzip({ level: 1 });
  const file = createWriteStream(path);
  const closed = once(file, "close");
  gzip.pipe(file);
  let text = `${HEAD}${create}\n`;
  let open = false;
  for (const row of rows) {
    text += open ? `,${row}` : `INSERT INTO \`${table}\` VALUES ${row}`;
    open = true;
    if (text.length < STATEMENT_BYTES) continue;
    if (!gzip.write(`${text};\n`)) await once(gzip, "drain");
    text = "";
    open = false;
  }
  gzip.end(`${text}${open ? ";\n" : ""}${TAIL}`);
  await closed;
}

function* pageRows(pages: number): Generator<string> {
  for (let id = 1; id <= pages; id++)
    yield `(${id},${namespaceOf(id)},'Page_of_number_${id}',0,0,0.5,'20261101000000',NULL,${id},900,'wikitext',NULL)`;
}

const namespaceOf = (pageid: number): number => (dice(pageid).unit() < ELSEWHERE ? 4 : 0);

/** A link by its number: hosts by a steep curve, paths of 8 to 88 characters. */
function target(number: number): string {
  const chance = dice(number * 7 + 1).unit;
  const host = Math.floor(chance() ** 3 * (links / 8));
  const scheme = chance() < 0.7 ? "https" : "http";
  const length = 7 + Math.floor((chance() + chance()) * 40);
  let path = "/";
  while (path.length <= length) path += Math.floor(chance() * 2 ** 32).toString(36);
  return `'${scheme}://org.host-${host}.www.','${path.slice(0, length + 1)}'`;
}

/** In the order of their last edit, as el_id grows: pages come by in no order. */
function* linkRows(pages: number): Generator<string> {
  const chance = dice(3).unit;
  let page = 1;
  for (let id = 1; id <= links; id++) {
    if (chance() < 1 / LINKS_PER_PAGE) page = 1 + Math.floor(chance() * pages);
    yield `(${id},${page},${target(chance() < REPEATED ? Math.floor(chance() ** 2 * id) : id)})`;
  }
}

const PAGE =
  "CREATE TABLE `page` (\n" +
  [
    "page_id",
    "page_namespace",
    "page_title",
    "page_is_redirect",
    "page_is_new",
    "page_random",
    "page_touched",
  ]
    .concat(["page_links_updated", "page_latest", "page_len", "page_content_model", "page_lang"])
    .map((column) => `  \`${column}\` varbinary(255)`)
    .join(",\n") +
  "\n);";
const LINKS =
  "CREATE TABLE `externallinks` (\n  `el_id` int(10),\n  `el_from` int(8),\n" +
  "  `el_to_domain_index` varbinary(255),\n  `el_to_path` blob\n);";

async function sizes(db: Database): Promise<void> {
  const [row] = await db.sql<{ urls: number; pages: number; uses: number; database: number }[]>`
    select (select count(*) from url)::float8 as urls, (select count(*) from page)::float8 as pages,
      (select sum(cardinality(urls)) from page_link)::float8 as uses,
      pg_database_size(current_database())::float8 as database`;
  if (row === undefined) return;
  const relations = await db.sql<{ name: string; bytes: number }[]>`
    select relname as name, pg_relation_size(oid)::float8 as bytes from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`;
  const bytesOf = (pattern: RegExp) =>
    relations.reduce((sum, { name, bytes }) => (pattern.test(name) ? sum + bytes : sum), 0);
  report({
    step: "stored",
    urls: row.urls,
    pages: row.pages,
    uses: row.uses,
    bytesPerUrl: round(bytesOf(/^url_/) / row.urls),
    bytesPerHostOfUrl: round(bytesOf(/^host/) / row.urls),
    bytesPerUse: round(bytesOf(/^page_link/) / row.uses),
    bytesPerPage: round(bytesOf(/^page_(pkey|needs)|^page$/) / row.pages),
    databaseMb: round(row.database / 1e6, 0),
  });
}

const folder = mkdtempSync(join(tmpdir(), "weboid-dump-bench-"));
chmodSync(folder, 0o755);
const dumps = join(folder, "dumps");
mkdirSync(dumps);
const server = await startEmbedded(folder, noLog);
try {
  const db = await connect(server.url, { max: 1 });
  await migrate(db, noLog);
  await sampleWiki(db);
  const pages = Math.ceil(links / LINKS_PER_PAGE);
  let start = performance.now();
  await writeDump(join(dumps, "testwiki-20261101-page.sql.gz"), PAGE, "page", pageRows(pages));
  await writeDump(
    join(dumps, "testwiki-20261101-externallinks.sql.gz"),
    LINKS,
    "externallinks",
    linkRows(pages),
  );
  report({ step: "written", pages, links, seconds: round((performance.now() - start) / 1000) });
  start = performance.now();
  const command = [process.execPath, "crawler/cli/main.ts", "feed", "testwiki@wmflabs"];
  const fed = Bun.spawn([...command, "--from-dump", dumps, "--json"], {
    env: { ...process.env, DATABASE_URL: server.url },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await fed.exited;
  const seconds = (performance.now() - start) / 1000;
  report({
    step: "fed",
    exit: fed.exitCode ?? -1,
    minutes: round(seconds / 60, 2),
    rowsPerSecond: round(links / seconds, 0),
    peakMb: round((fed.resourceUsage()?.maxRSS ?? 0) / 1e6, 0),
    cpuSeconds: round(Number(fed.resourceUsage()?.cpuTime.total ?? 0) / 1e6),
  });
  await sizes(db);
  await db.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

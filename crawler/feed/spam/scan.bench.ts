/**
 * What a change of a farm's spam list costs on a table of so many URLs: 8 to a host, one in ten with another address in its path.
 *   bun crawler/feed/spam/scan.bench.ts [URLs, default 1000000]
 * Disk for a million: 500 MB under the temporary folder.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Database } from "../../../db/connect.ts";
import { startEmbedded } from "../../../db/embedded.ts";
import { noLog } from "../../../db/errors.ts";
import { migrate } from "../../../db/migrate.ts";
import { storeSpamList } from "../../../db/spam/lists.ts";
import { sampleWiki } from "../../../db/testing/sample.ts";
import { systemClock } from "../../runtime/clock.ts";
import { runSpamScans } from "./scan.ts";

const urls = Number(process.argv[2] ?? 1_000_000);
const URLS_PER_HOST = 8;
const report = (line: Record<string, string | number>) => console.log(JSON.stringify(line));
const seconds = (since: number) => Number(((performance.now() - since) / 1_000).toFixed(2));

const WORDS =
  "river stone lantern harbour copper meadow archive signal ladder window garden compass bridge letter winter market".split(
    " ",
  );
const SUFFIXES = "com org net de ru info co.uk fr".split(" ");

async function fill({ sql }: Database): Promise<void> {
  const word = (seed: string) =>
    sql.unsafe(`(array['${WORDS.join("','")}'])[1 + (${seed}) % ${WORDS.length}]`);
  const suffix = sql.unsafe(`(array['${SUFFIXES.join("','")}'])[1 + h % ${SUFFIXES.length}]`);
  const name = sql`case when h % 3 > 0 then 'www.' else '' end || ${word("h")} || ${word("h / 16")} || '-' || h || '.' || ${suffix}`;
  await sql`insert into host (name) select ${name} from generate_series(1, ${Math.ceil(urls / URLS_PER_HOST)}::int) as h`;
  await sql`
    insert into url (id, key, host_id, scheme, port, touched, path)
    select i, md5(i::text)::uuid, 1 + i % ${Math.ceil(urls / URLS_PER_HOST)}::int, i % 2, 0, 3600,
      case when i % 10 = 0 then '/web/2012/http://www.' || ${word("i")} || ${word("i / 160")} || '-' || i % 700001 || '.com/' else '/' end
        || ${word("i / 7")} || '/' || md5(i::text) || '.html'
    from generate_series(1, ${urls}::int) as i`;
  await sql`select setval('url_id_seq', ${urls})`;
  await sql`
    insert into page (wiki_id, pageid, namespace, touched, links_read, needs_update, title)
    select w.id, p, 0, 3600, 3600, false, 'P' || p from wiki w, generate_series(1, ${Math.ceil(urls / 10)}::int) as p`;
  await sql`
    insert into page_link (wiki_id, pageid, urls)
    select w.id, p, (select array_agg(i) from generate_series(p * 10 - 9, p * 10) as i) from wiki w,
      generate_series(1, ${Math.floor(urls / 10)}::int) as p`;
  await sql`vacuum analyze host, url, page, page_link`;
}

async function sizes({ sql }: Database): Promise<void> {
  const [row] = await sql<{ hosts: number; nested: number }[]>`
    select pg_relation_size('host_trigrams')::float8 as hosts,
      (select sum(pg_relation_size(indexrelid))::float8 from pg_index join pg_class on pg_class.oid = indexrelid
        where relname like 'url_%weboid_nested%') as nested`;
  report({ what: "bytes per URL", hosts: (row?.hosts ?? 0) / urls, nested: (row?.nested ?? 0) / urls });
}

const made = (at: number) =>
  `\\b${WORDS[at % 16]}${WORDS[Math.floor(at / 16) % 16]}-${at}\\.${(SUFFIXES[at % 8] ?? "").replace(".", "\\.")}\\b`;
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => (at % 10 === 0 ? made(at) : `\\bcasino-poker${at}\\.com\\b`));
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  "one name": [made(4_321)],
  "ten names": Array.from({ length: 10 }, (_, at) => made(1_000 + at * 777)),
  "ten names that nothing has": Array.from({ length: 10 }, (_, at) => `\\bcasino${at}\\.com\\b`),
  "a line with a path": ["riverstone-1[0-9]*\\.ru/lantern"],
  "a thousand names": many(1_000),
  "a line with nothing but a word of a path": ["/[a-z]+/c0ffee"],
  "a line with nothing to look for": ["[a-z]{40}\\d"],
  "ten thousand names": many(10_000),
};

const folder = mkdtempSync(join(tmpdir(), "weboid-spam-bench-"));
chmodSync(folder, 0o755);
const server = await startEmbedded(folder, noLog);
try {
  const db = await connect(server.url, { max: 2 });
  await migrate(db, noLog);
  await sampleWiki(db);
  let since = performance.now();
  await fill(db);
  report({ what: "filled", urls, seconds: seconds(since) });
  await sizes(db);
  let said = "";
  const log = {
    ...noLog,
    info: (text: string) => {
      said = text;
    },
    warn: () => {},
    error: () => {},
    debug: () => {},
  };
  for (const [what, lines] of Object.entries(CHANGES)) {
    await storeSpamList(
      db,
      { farm: 0, wiki: null, kind: "blacklist" },
      {
        content: lines.join("\n"),
        version: what,
        removed: [],
        pageids: [],
        scan: lines.map((text) => ({ kind: "line", text })),
      },
    );
    since = performance.now();
    await runSpamScans({ db, signal: new AbortController().signal, log, clock: systemClock });
    report({ what, lines: lines.length, seconds: seconds(since), said });
    await db.sql`update page set needs_update = false where needs_update`;
  }
  await db.close();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

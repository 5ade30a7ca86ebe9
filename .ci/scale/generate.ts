import type { Database, Sql } from "../../db/connect.ts";
import { encodeHistory, SLICE_IDS } from "../../db/urls/row.ts";
import { addDays, type Day } from "../../shared/calendar/day.ts";
import type { History, HistoryEntry } from "../../shared/history/types.ts";
import { statusOfHttp } from "../../shared/status/table.ts";

/** How much a generated database has. */
export interface Scale {
  readonly urls: number;
  readonly pages: number;
  readonly uses: number;
}

/** As of Wikipedia: URLs of a host, and wikis, the largest of which has a third of all pages. */
const URLS_PER_HOST = 8;
const WIKIS = 40;
/** Of ten links seven stand near others that came with the same page, and three are cited all over. */
const NEAR = 0.7;

const entry = (http: number, last: Day, days: number, checks: number): HistoryEntry => ({
  status: statusOfHttp(http),
  http,
  first: addDays(last, -days),
  last,
  deadEnd: false,
  checks,
});

/** Histories after a year of passes by their shares in a hundred: most URLs never did anything else than answer. */
function histories(today: Day): History[] {
  const of = (share: number, make: (last: Day) => History) =>
    Array.from({ length: share }, (_, at) => make(addDays(today, -(at % 28))));
  return [
    ...of(72, (last) => [entry(200, last, 330, 13)]),
    ...of(9, (last) => [entry(301, last, 330, 13)]),
    ...of(6, (last) => [entry(403, last, 330, 13)]),
    ...of(6, (last) => [entry(404, last, 200, 9), entry(200, addDays(last, -220), 120, 4)]),
    ...of(3, (last) => [entry(404, last, 330, 16)]),
    ...of(3, (last) => [
      entry(200, last, 90, 4),
      entry(503, addDays(last, -91), 2, 2),
      entry(200, addDays(last, -110), 200, 7),
    ]),
    ...of(1, (last) => [
      entry(503, last, 1, 2),
      entry(200, addDays(last, -20), 60, 3),
      entry(503, addDays(last, -90), 3, 2),
      entry(200, addDays(last, -110), 200, 7),
    ]),
  ];
}

/** Runs work on tables without their indexes, which are then built at once: several times as fast. */
async function withoutIndexes(sql: Sql, table: string, work: () => Promise<unknown>): Promise<void> {
  const made = await sql<{ drop: string; make: string }[]>`
    select format('alter table %I drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %I add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where conrelid = ${table}::regclass and contype in ('p', 'u') and conislocal
      and not exists (select from pg_constraint as other where other.confrelid = ${table}::regclass)
    union all
    select format('drop index %s', indexrelid::regclass), replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${table}::regclass and not relispartition
      and not exists (select from pg_constraint where conindid = indexrelid)`;
  for (const { drop } of made) await sql.unsafe(drop);
  await work();
  for (const { make } of made) await sql.unsafe(make);
}

async function hosts(sql: Sql, urls: number): Promise<void> {
  await withoutIndexes(
    sql,
    "host",
    () =>
      sql`insert into host (name) select 'www.' || left(md5(no::text), 4 + no % 9) || '-' || no || '.org'
      from generate_series(1, ${Math.ceil(urls / URLS_PER_HOST)}::int) as given (no)`,
  );
}

async function urls(sql: Sql, count: number, today: Day): Promise<void> {
  const packed = histories(today).map((history) => Buffer.from(encodeHistory(history)).toString("hex"));
  const last = histories(today).map(([newest]) => newest?.last ?? today);
  // Ids come by arrival: a few large hosts in each part of the table, and many small ones.
  await sql`insert into url (id, key, host_id, port, touched, queried, scheme, history, extras, path)
    select no, left(encode(sha256(convert_to('https://' || name || path, 'utf8')), 'hex'), 32)::uuid, host.id, 0,
      ${today} - (random() * 27)::int, (${last}::int[])[pick], 1, decode((${packed}::text[])[pick], 'hex'),
      case when no % 20 = 0 then '{"n":[["certificate-name"]]}' else '' end, path
    from (select no, 1 + floor(random() ^ 3 * ${Math.ceil(count / URLS_PER_HOST)})::int as place,
        1 + floor(random() * ${packed.length})::int as pick,
        '/' || left(md5(no::text) || md5((no + 7)::text) || md5((no + 9)::text), 7 + ((random() + random()) * 39)::int) as path
      from generate_series(0, ${count - 1}::bigint) as given (no)) as made
    join host on host.id = place order by no`;
}

async function pages(sql: Sql, scale: Scale, today: Day): Promise<void> {
  const mean = scale.uses / scale.pages;
  const near = scale.urls / scale.pages;
  await withoutIndexes(
    sql,
    "page",
    () =>
      sql`insert into page (wiki_id, pageid, namespace, touched, links_read, needs_update, title)
      select 1 + floor(random() ^ 2 * ${WIKIS})::int, no, case when random() < 0.85 then 0 else 1 + no % 15 end,
        ${today} - (random() * 27)::int, ${today} - (random() * 27)::int, false, 'A page of number ' || no
      from generate_series(1, ${scale.pages}::bigint) as given (no)`,
  );
  await withoutIndexes(
    sql,
    "page_link",
    () =>
      sql`insert into page_link (wiki_id, pageid, urls)
      select wiki_id, pageid, array(select distinct (case when random() < ${NEAR}
          then (pageid * ${near}::float8 + random() * 40)::bigint % ${scale.urls}::bigint
          else floor(random() ^ 2 * ${scale.urls}::float8)::bigint end)
        from generate_series(1, 1 + (-ln(1 - random()) * ${mean - 1}::float8 + pageid * 0)::int) order by 1)
      from page`,
  );
}

/** What the roles keep beside: slices swept over four weeks, rechecks, plans, redirects, a pass of each wiki. */
async function work(sql: Sql, { urls }: Scale, today: Day): Promise<void> {
  const slices = Math.ceil(urls / SLICE_IDS);
  await sql`insert into slice (no, swept, fresh, expiry_due, counts)
    select no, ${today} - no % 28, false, ${today} + no % 28 - 14, '{"10": 7600, "9": 2400}' from generate_series(0, ${slices - 1}::int) as given (no)`;
  await sql`insert into recheck (url_id, due) select id, ${today} + 1 + id % 9 from url where id % 50 = 0`;
  await sql`insert into verdict_change_due (url_id, due) select id, ${today} + 1 + id % 14 from url where id % 100 = 0`;
  await sql`insert into move (url_id, host_id, target, first, last, days, checked)
    select id, host_id, 'https://www.moved-' || id || '.org' || path, ${today} - 200, ${today} - 9, 7, ${today} - 20 from url where id % 25 = 0`;
  await sql`insert into archive (url_id, type, address, found, visited)
    select id, 'archive.org', 'https://web.archive.org/web/20200101000000/https://a.example' || path, ${today} - 90, ${today} - 90 from url where id % 15 = 0`;
  await sql`insert into feed_pass (wiki_id, ended_at) select id, now() from wiki on conflict do nothing`;
  await sql`select setval('url_id_seq', ${urls})`;
}

/**
 * Fills an empty, migrated database, as its owner: set-wise, in minutes for tens of millions of rows. Hosts, wikis and citations follow power
 * laws, keys and histories are real ones. `step` says what was done.
 */
export async function generate(
  db: Database,
  scale: Scale,
  today: Day,
  step: (name: string) => void,
): Promise<void> {
  await db.transaction(async ({ sql }) => {
    await sql`select set_config('maintenance_work_mem', '1GB', true), set_config('work_mem', '256MB', true),
      set_config('max_parallel_maintenance_workers', '2', true), set_config('synchronous_commit', 'off', true)`;
    await sql`insert into wiki (farm, dbname, api, server, article_url)
      select 0, 'wiki' || no, 'https://wiki' || no || '.example/w/api.php', 'https://wiki' || no || '.example', 'https://wiki' || no || '.example/wiki/$1'
      from generate_series(1, ${WIKIS}) as given (no)`;
    for (let no = 1; no <= scale.urls / 50_000_000; no++) await sql`select weboid_add_url_partition(${no})`;
    step("wikis");
    await hosts(sql, scale.urls);
    step("hosts");
    await sql`analyze host`;
    await withoutIndexes(sql, "url", () =>
      withoutIndexes(sql, "url_0000", () => urls(sql, scale.urls, today)),
    );
    step("urls");
    await pages(sql, scale, today);
    step("pages and uses");
    await work(sql, scale, today);
    step("work");
  });
  await db.sql`vacuum (analyze)`;
  step("vacuum");
}

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { connect, type Database, type Sql } from "../connect.ts";
import { storeSpamList } from "../spam/lists.ts";
import { advanceScan, reviewSpam } from "../spam/scans.ts";
import { freshDatabaseUrl } from "../testing/fresh.ts";
import { sampleWiki } from "../testing/sample.ts";
import type { WikiId } from "../types.ts";
import { claimFeed, type FeedLease, storeChanges } from "../wikis/feeding.ts";
import { claimStreams, storeStream } from "../wikis/streams.ts";
import { finishChanged, nextChanged } from "./changed.ts";
import { deletePages } from "./delete.ts";
import { excludePages, listPages } from "./list-run.ts";
import { clearNeedsUpdate } from "./read-run.ts";
import { finishTouches, queueTouches } from "./touches.ts";

const TODAY = asDay(3_000);
const MANY = 40;
const IDS = Array.from({ length: MANY }, (_, at) => at + 1);
const STREAM = "https://events.zz/";
let db: Database;
let wiki: WikiId;
let lease: FeedLease;
let count = 0;

beforeAll(async () => {
  const url = await freshDatabaseUrl();
  const settings = await connect(url, { max: 1 });
  // Rows are met as they lie in the table, which is against the order of page ids; PostgreSQL ends the one that closes a circle.
  for (const setting of ["enable_indexscan = off", "enable_mergejoin = off", "deadlock_timeout = '20s'"])
    await settings.sql.unsafe(`do $$ begin
      execute format('alter database %I set ', current_database()) || $set$${setting}$set$; end $$`);
  await settings.close();
  db = await connect(url, { max: 6 });
});
afterAll(() => db.close());

beforeEach(async () => {
  count += 1;
  await db.sql`delete from spam_scan`;
  await db.sql`update wiki set stream = ''`;
  wiki = await sampleWiki(db, `locks${count}`);
  const claim = await claimFeed(db, wiki, { worker: "h:1:feed", leaseSeconds: 600 });
  if (claim.kind === "held") throw new Error("held");
  lease = claim;
  await db.sql`update wiki set pass = 1, stream = ${STREAM} where id = ${wiki}`;
  await db.sql`
    insert into page (wiki_id, pageid, title, namespace, touched, needs_update)
    select ${wiki}::int, pageid, 'T', 0, 1, false from generate_series(${MANY}::int, 1, -1) as pageid`;
  await db.sql`
    insert into page_link (wiki_id, pageid, urls) select wiki_id, pageid, '{7}' from page where wiki_id = ${wiki}`;
  await db.sql`
    insert into spam_use (wiki_id, pageid, key, url, list, first, last, line)
    select wiki_id, pageid, md5('x')::uuid, 'http://x.zz/', 'local', 1, 1, 'x' from page where wiki_id = ${wiki}`;
  await db.sql`
    insert into touch_queue (wiki_id, pageid, day, taken, lease_token)
    select wiki_id, pageid, ${TODAY - 1}::int, true, ${lease.token}::bigint from page where wiki_id = ${wiki}`;
  await db.sql`insert into changed_page (wiki_id, pageid) select wiki_id, pageid from page where wiki_id = ${wiki}`;
});

/**
 * Has the verb wait for the row of page 20, while its holder goes on to the rows beyond: no deadlock where both go by
 * page id. Answers the verb's result, and how often the other transaction had to be begun.
 */
async function meet(table: Table, verb: () => Promise<unknown>, then: Table = table): Promise<number> {
  const first = Promise.withResolvers<void>();
  let begun = 0;
  const other = db.transaction(async ({ sql }) => {
    begun += 1;
    await sql`set local deadlock_timeout = '50ms'`;
    await lock(sql, table, [20]);
    first.resolve();
    if (begun === 1) await expect.poll(waiters, { interval: 10 }).toBe(1);
    await lock(
      sql,
      then,
      IDS.filter((id) => id > 20 || then !== table),
    );
  });
  await first.promise;
  await Promise.all([other, verb()]);
  return begun;
}

type Table = "page" | "touch_queue" | "changed_page";

const lock = (sql: Sql, table: Table, pageids: readonly number[]) => sql`
  select 1 from ${sql(table)} where wiki_id = ${wiki} and pageid = any(${[...pageids]}::bigint[]) order by pageid for update`;

async function waiters(): Promise<number> {
  const [row] = await db.sql<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.waiting ?? -1;
}

const scan = { farm: 0, content: "x", version: "1", removed: ["x"], pageids: [], scan: [] };

const writers: readonly [string, () => Promise<unknown>, Table, Table?][] = [
  ["clearNeedsUpdate", () => clearNeedsUpdate(db, wiki, IDS), "page"],
  ["excludePages", () => excludePages(db, wiki, IDS, TODAY), "page"],
  [
    "listPages",
    () =>
      listPages(
        db,
        wiki,
        IDS.map((pageid) => ({ pageid, title: "T", namespace: 0 })),
        TODAY,
      ),
    "page",
  ],
  ["deletePages", () => deletePages(db, wiki, IDS, "deleted", TODAY), "page", "touch_queue"],
  ["reviewSpam", () => reviewSpam(db, { id: wiki, farm: 0 }, []), "page"],
  ["storeSpamList", () => storeSpamList(db, { farm: 0, wiki, kind: "blacklist" }, scan), "page"],
  ["queueTouches", () => queueTouches(db, wiki, IDS, TODAY), "page", "touch_queue"],
  ["finishTouches", () => finishTouches(db, lease, IDS), "page", "touch_queue"],
  ["finishTouches in its queue", () => finishTouches(db, lease, IDS), "touch_queue"],
  ["finishChanged", async () => finishChanged(db, wiki, await nextChanged(db, wiki, MANY)), "changed_page"],
];

test.each(writers)("%s locks pages in the order of their ids", async (name, verb, table, then = table) => {
  if (name === "clearNeedsUpdate") await db.sql`update page set needs_update = true where wiki_id = ${wiki}`;
  expect(await meet(table, verb, then)).toBe(1);
});

test.each(["farm", "wiki"] as const)("a %s's scan marks pages in the order of their ids", async (whose) => {
  await db.sql`
    insert into host (id, name) overriding system value values (7, 'x.zz') on conflict do nothing`;
  await db.sql`
    insert into url (id, key, host_id, port, touched, scheme, path)
    select 7, md5('x')::uuid, 7, 0, 1, 0, '/' where not exists (select 1 from url where id = 7)`;
  await db.sql`
    insert into spam_scan (farm, wiki_id, entries, wide)
    values (0, ${wiki}, '[{"kind": "line", "text": "x\\\\.zz"}]', ${whose === "wiki"})`;
  const session = db.session();
  const all = async (_scan: unknown, urls: readonly unknown[]) => urls.map(() => true);
  const steps: unknown[] = [];
  const verb = async () => steps.push(await advanceScan(db, session, all));
  expect(await meet("page", verb)).toBe(1);
  expect(steps).toEqual([{ urls: 1, marked: MANY, turn: wiki }]);
  await session.close();
});

test("a stream and the wiki's own list may report the same pages at once", async () => {
  const [held] = await claimStreams(db, "h:1:feed", 600);
  if (held === undefined) throw new Error("no stream");
  const queued = Promise.withResolvers<void>();
  let begun = 0;
  // As storeChanges does: the wiki's row, then its news.
  const changes = db.transaction(async (tx) => {
    begun += 1;
    await tx.sql`set local deadlock_timeout = '50ms'`;
    await tx.sql`select 1 from wiki where id = ${wiki} for no key update`;
    queued.resolve();
    if (begun === 1) await expect.poll(waiters, { interval: 10 }).toBe(1);
    const state = { atMs: 1_000, cursor: {}, pageids: IDS };
    return storeChanges(tx, lease, state);
  });
  await queued.promise;
  const news = {
    lastEventId: "1",
    pages: new Map([[wiki, new Set(IDS)]]),
    hints: [wiki],
    lost: [],
    heard: true,
    error: null,
  };
  const stream = storeStream(db, held, news, 1_000);
  expect(await Promise.all([changes, stream])).toEqual(["stored", true]);
  expect(begun).toBe(1);
});

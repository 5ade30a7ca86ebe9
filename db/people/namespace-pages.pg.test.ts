import { beforeEach, expect, test } from "vitest";
import type { Database } from "../connect.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import type { WikiId } from "../types.ts";
import { namespacePages } from "./friends.ts";

let db: Database;
let wiki: WikiId;
beforeEach(async () => {
  db = await freshDatabase();
  wiki = await sampleWiki(db);
  await samplePage(db, wiki, 7, [], 1);
});

const listed = () => namespacePages(db, wiki, { namespace: 0, after: 0, limit: 50 });

test.each<[string, string, number[] | null]>([
  ["a first run came to its end", "full_due_at = now()", [7]],
  [
    "a later one is under way: a walk of a friend goes on",
    `full_due_at = now(), feed = '{"listing": {}}'`,
    [7],
  ],
  ["none ended since the criteria were changed", `full_due_at = 'epoch', feed = '{"listing": {}}'`, null],
])("%s", async (_, state, pageids) => {
  await db.sql.unsafe(`update wiki set ${state} where id = ${wiki}`);
  expect(await listed()).toEqual(pageids);
});

test("a small or an empty namespace of a large wiki costs no walk over its other pages", async () => {
  await db.sql`
    insert into page (wiki_id, pageid, title, namespace, touched, links_read, needs_update)
    select ${wiki}::int, no, 'T', case when no > 20000 then 4 else 0 end, 1, 1, false from generate_series(100, 20003) as no`;
  await db.sql`insert into wiki_criterion (wiki_id, effect, kind, value)
    values (${wiki}, 'include', 'namespace', '4'), (${wiki}, 'include', 'namespace', '10')`;
  await db.sql`update wiki set full_due_at = now() where id = ${wiki}`;
  await db.sql`analyze page`;
  const pagesOf = (namespace: number) =>
    db.transaction(async (tx) => {
      const pageids = await namespacePages(tx, wiki, { namespace, after: 0, limit: 50 });
      const [read] = await tx.sql<{ rows: number }[]>`
        select sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid))::int as rows
        from pg_partition_tree('page') join pg_class on oid = relid or oid in (select indexrelid from pg_index where indrelid = relid)`;
      return { pageids, few: (read?.rows ?? 20_000) < 100 };
    });
  expect(await pagesOf(4)).toEqual({ pageids: [20_001, 20_002, 20_003], few: true });
  expect(await pagesOf(10)).toEqual({ pageids: [], few: true });
});

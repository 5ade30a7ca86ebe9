import { beforeEach, expect, test } from "vitest";
import type { Database } from "../../connect.ts";
import { freshDatabase } from "../../testing/fresh.ts";
import { samplePage, sampleWiki } from "../../testing/sample.ts";
import type { WikiId } from "../../types.ts";
import { namespacePages } from "./namespace-pages.ts";

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

import { expect, test } from "vitest";
import { host, page, url } from "../schema/index.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import { tableCounts } from "./table-counts.ts";
import { tableRows } from "./table-rows.ts";

test.each([
  ["that has partitions", page, 3],
  ["by ranges, too", url, 4],
  ["that has none", host, 2],
] as const)(
  "the rows of a table %s are known, once it was analysed and before",
  async (_name, table, rows) => {
    const db = await freshDatabase();
    const wiki = await sampleWiki(db);
    for (const pageid of [1, 2, 3])
      await samplePage(db, wiki, pageid, ["https://a.zz/", `https://b.zz/${pageid}`], 3_600);
    // By its size: a block of each part that has rows.
    expect(await tableRows(db, table)).toBeGreaterThan(0);
    await db.sql`analyze`;
    expect(await tableRows(db, table)).toBe(rows);
  },
);

test("the rows of every table are known by its name, those of partitions by that of the whole", async () => {
  const db = await freshDatabase();
  const wiki = await sampleWiki(db);
  for (const pageid of [1, 2, 3]) await samplePage(db, wiki, pageid, [`https://b.zz/${pageid}`], 3_600);
  const counted = async () => {
    await db.sql`analyze`;
    return new Map((await tableCounts(db)).map(({ table, rows }) => [table, rows]));
  };
  expect([...(await counted()).keys()].filter((name) => /_\d+$/.test(name))).toEqual([]);
  // What a connection reports only after an analysis is added to what that found, until the next one.
  await expect
    .poll(async () => {
      const counts = await counted();
      return ["page", "url", "changed_page", "asked_check"].map((name) => counts.get(name));
    })
    .toEqual([3, 3, 0, 0]);
});

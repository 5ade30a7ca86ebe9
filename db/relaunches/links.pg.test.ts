import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { dueUrl, samplePage, sampleWiki } from "../testing/sample.ts";
import { usesByWiki } from "./links.ts";

test("of a URL with more uses than are read, those with the first pages of all wikis", async () => {
  const db = await freshDatabase();
  const [one, other] = [await sampleWiki(db), await sampleWiki(db, "otherwiki")];
  await samplePage(db, one, 1, ["https://a.zz/"], asDay(3_600));
  const { id } = await dueUrl(db, "https://a.zz/");
  await db.sql`insert into page_link (wiki_id, pageid, urls)
    select wiki, pageid, array[${id}::bigint] from unnest(array[${one}::int, ${other}::int]) wiki, generate_series(500, 2, -1) pageid`;
  const found = await usesByWiki(db, [{ id, movedTo: null }]);
  expect(found.get(one)?.pages).toEqual(Array.from({ length: 101 }, (_, at) => at + 1));
  expect(found.get(other)?.pages).toEqual(Array.from({ length: 99 }, (_, at) => at + 2));
});

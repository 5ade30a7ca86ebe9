import { expect, test } from "vitest";
import { listJudged, unblockVersions } from "../../db/archives/blocks.ts";
import { normalised } from "../../db/testing/sample.ts";
import { openPeople, TODAY, url } from "./testing/people.ts";

const { db, ask, idOf, answer, changes } = await openPeople();

const version = `https://web.archive.org/web/20250101000000/${url("1")}`;
const archived = async (changing: boolean) =>
  db.sql`insert into archive (url_id, type, address, found, changing)
    values (${await idOf(url("1"))}, 'archive.org', ${version}, 1, ${changing})`;
const block = (more = {}) => ask({ act: "block", ...more });

test("readers block the versions of a page that changes all the time, and only an operator lifts it (A2)", async () => {
  await archived(true);
  expect((await answer(url("1"))).archives).toMatchObject([{ type: "archive.org", url: version }]);
  expect(await block()).toEqual({ outcome: "blocked" });
  expect(await block()).toEqual({ outcome: "blocked" });
  expect((await answer(url("1"))).archives).toMatchObject([{ type: "archive.org", url: "" }]);
  expect(await changes()).toEqual([
    { of: url("1"), news: ["archive"], archive: { type: "archive.org", url: "" } },
  ]);
  expect(await ask({ act: "remove" })).toEqual({ outcome: "nothing" });
  expect(await listJudged(db, 9)).toMatchObject([{ url: url("1"), blocked: true }]);
  expect(await unblockVersions(db, normalised(url("1")), null, TODAY)).toBe(true);
  expect(await listJudged(db, 9)).toMatchObject([{ url: url("1"), blocked: false, changing: true }]);
});

test("of other archives, and those that people chose, the versions stay (H4)", async () => {
  await archived(true);
  const id = await idOf(url("1"));
  await db.sql`insert into archive (url_id, type, address, found, changing, proposed) values
    (${id}, 'arquivo.pt', 'https://arquivo.pt/wayback/20250101000000/x', 1, false, null),
    (${id}, 'archive.today', 'https://archive.today/x', 1, true, 3600)`;
  expect(await block()).toEqual({ outcome: "blocked" });
  expect((await answer(url("1"))).archives).toMatchObject([
    { type: "archive.org", url: "" },
    { type: "archive.today", url: "https://archive.today/x" },
    { type: "arquivo.pt", url: "https://arquivo.pt/wayback/20250101000000/x" },
  ]);
});

test("versions that do not differ all the time stay (H5)", async () => {
  await archived(false);
  expect(await block()).toEqual({ outcome: "not-changing" });
  expect((await answer(url("1"))).archives).toMatchObject([{ url: version }]);
});

test("a URL without versions, or on no page of the wiki", async () => {
  expect(await block()).toEqual({ outcome: "not-changing" });
  expect(await block({ url: "https://only-two.yy/" })).toEqual({ outcome: "not-watched" });
});

test("once a minute from a network", async () => {
  await archived(true);
  const ranges = [{ policy: "address" as const, key: "198.51.100.7" }];
  expect(await block({ ranges })).toEqual({ outcome: "blocked" });
  expect(await block({ ranges })).toMatchObject({ outcome: "too-soon" });
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { updateWiki } from "../../../db/wikis/wikis.ts";
import { DAY_MS } from "../../../shared/calendar/day.ts";
import { fed, links } from "../incremental/testing/poll.ts";
import type { FakePage } from "../testing/fake-wiki.ts";
import { clock, context, feeder, http, once, pages, rowOf, START, setUp, wikiOf } from "../testing/feeder.ts";
import { feedFromDump } from "./run.ts";
import { dumpOf } from "./testing/mysqldump.ts";

/** What happened between the day of a dump and now: 20 November 2026, at midnight. */

setUp();

/** A dump of these pages, by its name of that day. */
async function dumpIn(made: readonly FakePage[], day: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "weboid-since-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const columns = (...names: string[]) => names.map((name) => `${name} varbinary(255)`);
  const page = {
    name: "page",
    columns: columns("page_id", "page_namespace", "page_title", "page_content_model"),
    rows: made.map(({ pageid, title }) => [pageid, 0, title, "wikitext"]),
  };
  const externallinks = {
    name: "externallinks",
    columns: columns("el_from", "el_to"),
    rows: made.flatMap(({ pageid, links: urls }) => urls.map((url) => [pageid, url])),
  };
  const files = [page, externallinks].map((table) => ({
    path: join(folder, `w-${day}-${table.name}.sql`),
    text: dumpOf([table]),
  }));
  for (const { path, text } of files) await writeFile(path, text);
  return files.map(({ path }) => path);
}

const load = (wiki: string, from: readonly string[]) =>
  feedFromDump(feeder(), { wiki, from, siteinfo: null, http });

test("what is deleted since stays away, what was read on its day stays as it is", async () => {
  const wiki = await wikiOf(pages(6));
  const { fake, name, id } = wiki;
  fake.changes.nowMs = START - 3 * DAY_MS;
  fake.changes.edit(1, {});
  const dump = await dumpIn(pages(6), "20261120");
  fake.changes.nowMs = START;
  fake.changes.remove(2);
  await once(name);
  fake.changes.remove(3);
  fake.changes.edit(4, { links: ["https://newer.zz/"] });
  await once(name);
  const before = await links(id);
  expect(Object.keys(before)).toEqual(["1", "4", "5", "6"]);
  // Nobody read these changes yet.
  fake.changes.edit(5, { links: ["https://unread.zz/"] });
  fake.changes.remove(6);

  const loaded = await load(name, dump);
  expect(loaded).toMatchObject({ pages: 3, watched: 3 });
  expect(await links(id)).toEqual(before);
  const due = (await rowOf(name)).fullDueMs;
  await fed(wiki);
  expect(await links(id)).toEqual({ 1: ["h0.zz/"], 4: ["newer.zz/"], 5: ["unread.zz/"] });
  // The wiki's list reaches back far enough: its changes have all.
  expect((await rowOf(name)).fullDueMs).toBe(due);
});

test.each([
  ["its API is asked", true],
  ["nobody says whose requests they would be, so it is not asked", false],
])("of a wiki that was never read, the gap up to now is read from its changes: %s", async (_name, asked) => {
  const wiki = await wikiOf(pages(5));
  const { fake, name, id } = wiki;
  fake.changes.nowMs = START - 9 * DAY_MS;
  fake.changes.edit(5, {});
  const dump = await dumpIn(pages(5), "20261118");
  fake.changes.nowMs = START - DAY_MS;
  fake.changes.edit(1, { links: ["https://newer.zz/"] });
  fake.changes.remove(2);
  fake.changes.remove(3);
  fake.changes.restore(3);
  fake.changes.create("New", { links: ["https://new.zz/"] });
  fake.changes.nowMs = START;
  await feedFromDump(feeder(), { wiki: name, from: dump, siteinfo: null, ...(asked && { http }) });
  expect(await rowOf(name)).toMatchObject({ changesAtMs: START - 3 * DAY_MS, fullDueMs: START + 5 * DAY_MS });
  // Without its API nobody can know by now.
  expect(Object.keys(await links(id))).toEqual(asked ? ["1", "4", "5"] : ["1", "2", "3", "4", "5"]);
  await fed(wiki);
  expect(await links(id)).toEqual({
    1: ["newer.zz/"],
    3: ["h2.zz/"],
    4: ["h3.zz/"],
    5: ["h4.zz/"],
    6: ["new.zz/"],
  });
});

test("where the wiki's list of changes does not reach back to the dump, a first run is due at once", async () => {
  const wiki = await wikiOf(pages(3));
  const { fake, name } = wiki;
  const dump = await dumpIn(pages(3), "20261118");
  fake.changes.nowMs = START - DAY_MS;
  fake.changes.edit(1, { links: ["https://newer.zz/"] });
  fake.changes.fromMs = fake.changes.nowMs + 1;
  fake.changes.nowMs = START;
  fake.changes.edit(2, { links: ["https://two.zz/"] });
  await load(name, dump);
  await fed(wiki);
  expect((await rowOf(name)).fullDueMs).toBe(0);
});

test("a position before the dump stays", async () => {
  const { fake, name, id } = await wikiOf(pages(3));
  fake.changes.nowMs = START - 5 * DAY_MS;
  fake.changes.edit(1, {});
  await once(name);
  const before = await rowOf(name);
  clock.set(START);
  await updateWiki(context().db, id, { changesDueMs: START + DAY_MS });
  await load(name, await dumpIn(pages(3), "20261119"));
  const { changesAtMs, changesCursor, changesDueMs } = await rowOf(name);
  expect({ changesAtMs, changesCursor }).toEqual({
    changesAtMs: before.changesAtMs,
    changesCursor: before.changesCursor,
  });
  expect(changesDueMs).toBe(START + DAY_MS);
});

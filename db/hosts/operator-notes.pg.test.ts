import { afterEach, beforeAll, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { OPERATOR_NOTES, type OperatorNoteKind } from "../../shared/status/note.ts";
import { readPattern } from "../../shared/url/pattern.ts";
import type { Database } from "../connect.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { normalised, samplePage, sampleWiki } from "../testing/sample.ts";
import type { WikiId } from "../types.ts";
import { urlFacts } from "../urls/facts.ts";
import { publishHostChanges } from "./changes.ts";
import { addUrlNote, expireUrlNotes, listUrlNotes, removeUrlNote } from "./operator-notes.ts";

const TODAY = asDay(3_600);
const URLS = [
  "http://a.zz/",
  "https://a.zz/img/1",
  "https://www.a.zz/img/x/raw",
  "https://img.b.zz/",
  "https://c.zz/",
];

let db: Database;
let wiki: WikiId;
beforeAll(async () => {
  db = await freshDatabase();
  wiki = await sampleWiki(db);
  await samplePage(db, wiki, 1, URLS, TODAY);
});
afterEach(async () => {
  await db.sql`truncate url_note, change, host_change`;
});

function noteOf(text: string, kind: OperatorNoteKind, value = "") {
  const pattern = readPattern(text, { allowPrivate: true });
  if (pattern.kind !== "pattern") throw new Error(text);
  return { host: pattern.host, path: pattern.path, kind: OPERATOR_NOTES[kind], value };
}
const add = (text: string, kind: OperatorNoteKind, until: number | null = null, value = "", today = TODAY) =>
  addUrlNote(db, noteOf(text, kind, value), { until: until === null ? null : asDay(until), today });
const shown = async () =>
  (await urlFacts(db, wiki, URLS.map(normalised))).map(({ notes }) => notes.map(({ key }) => key).join());
const published = async () =>
  (
    await db.sql<{ url: string; notes: object }[]>`
      select payload ->> 'url' as url, payload -> 'notes' as notes from change order by url_id`
  ).map(({ url, notes }) => [url, notes]);

test("of a host, of a domain, of a part of a site, of names that are alike; checked or not", async () => {
  await add("a.zz", "example");
  await add("*.a.zz/img/*/raw", "referrer-needed");
  await add("img.*", "rate-limited");
  await add("c.zz", "moved", null, "https://d.zz/");
  await db.sql`update url set history = '\x01010064006400c8' where id = 1`;
  expect(await shown()).toEqual([
    "example-domain",
    "example-domain",
    "referrer-needed",
    "rate-limited",
    "moved",
  ]);
  await db.sql`update url set history = ''`;
});

test("comes and goes in change rows of the URLs that it covers, once", async () => {
  expect(await add("*.a.zz/img/", "works-by-hand")).toBe("added");
  const came = { came: [{ key: "works-by-hand" }], gone: [] };
  expect(await published()).toEqual([
    [URLS[1], came],
    [URLS[2], came],
  ]);
  await db.sql`truncate change`;
  expect(await add("*.a.zz/img/", "works-by-hand", 3_700)).toBe("refreshed");
  expect(await published()).toEqual([]);
  expect(await removeUrlNote(db, noteOf("*.a.zz/img/", "works-by-hand"), TODAY)).toBe(true);
  expect(await removeUrlNote(db, noteOf("*.a.zz/img/", "works-by-hand"), TODAY)).toBe(false);
  expect(await published()).toEqual([
    [URLS[1], { came: [], gone: [{ key: "works-by-hand" }] }],
    [URLS[2], { came: [], gone: [{ key: "works-by-hand" }] }],
  ]);
  expect(await shown()).toEqual(["", "", "", "", ""]);
});

test("is gone half a year after it was last added, or after its day, and readers hear of it (M10, M11)", async () => {
  await add("a.zz", "spam");
  await add("c.zz", "certificate", 3_610);
  await add("*.b.zz", "example", 3_900);
  await db.sql`truncate change`;
  expect(await expireUrlNotes(db, asDay(3_610))).toBe(0);
  expect(await expireUrlNotes(db, asDay(3_611))).toBe(1);
  await add("a.zz", "spam", null, "", asDay(3_650));
  expect(await expireUrlNotes(db, asDay(3_833))).toBe(0);
  expect(await expireUrlNotes(db, asDay(3_834))).toBe(1);
  expect(await listUrlNotes(db)).toEqual([
    { ...noteOf("*.b.zz", "example"), first: TODAY, last: TODAY, until: 3_900 },
  ]);
  expect((await published()).map(([url]) => url)).toEqual([URLS[0], URLS[1], URLS[4]]);
});

test("at very many hosts, the others are published by maintenance", async () => {
  await db.sql`insert into host (name) select 'h' || n || '.many.zz' from generate_series(1, 700) n`;
  await samplePage(db, wiki, 2, ["https://h1.many.zz/", "https://h699.many.zz/x"], TODAY);
  await db.sql`truncate change`;
  expect(await add("*.many.zz", "rate-limited")).toBe("added");
  await publishHostChanges(db, TODAY);
  expect((await published()).map(([url]) => url)).toEqual(["https://h1.many.zz/", "https://h699.many.zz/x"]);
  expect(await db.sql`select from host_change`).toHaveLength(0);
});

test("a pattern of too many hosts is refused, and notes that every answer tries are bounded", async () => {
  await db.sql`insert into host (name) select 'h' || n || '.huge.zz' from generate_series(1, 20001) n`;
  expect(await add("*.huge.zz", "rate-limited")).toBe("too-broad");
  await db.sql`insert into url_note (host_kind, host, kind, first, last)
    select 'like', 'www' || n || '.*', 'example-domain', 1, 1 from generate_series(1, 200) n`;
  expect(await add("img.*", "example")).toBe("too-many");
  expect(await add("img.zz", "example")).toBe("added");
});

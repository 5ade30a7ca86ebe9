import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { type FeedEvent, readCursor } from "../../shared/protocol/feed.ts";
import type { WikiChange } from "../changes/read.ts";
import type { Database } from "../connect.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import type { UrlId, WikiId } from "../types.ts";
import { type EventsWanted, readEvents } from "./read.ts";
import { watchedEventIds } from "./watched.ts";
import { writeEvents, writeGap } from "./write.ts";

const DAY = asDay(3_611);
let db: Database;
let wiki: WikiId;
let other: WikiId;
beforeAll(async () => {
  db = await freshDatabase();
  wiki = await sampleWiki(db, "onewiki");
  other = await sampleWiki(db, "twowiki");
});
afterEach(async () => {
  await db.sql`truncate event, event_page, page, page_link, url, slice`;
});

const shown = { rule: "r", status: 18, http: 404, since: DAY, last: DAY, checks: 3 } as const;
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

function failed(
  id: number,
  pages: readonly number[],
  verdict: "doubtful" | "unreachable" = "doubtful",
): WikiChange {
  const position = { xid: "1", id };
  const payload = {
    url: `https://a.zz/${id}`,
    news: ["verdict" as const],
    before: { ...shown, verdict: "working" as const },
    after: { ...shown, verdict },
  };
  const change = { position, atMs: 0, day: DAY, kind: "url" as const, url: id as UrlId, page: null, payload };
  return { change, pages: pages.slice(0, 25), pageCount: pages.length };
}

const read = async (wanted: Partial<EventsWanted>) => {
  const all = { since: null, limit: 500, kinds: null, namespaces: null, pageids: null };
  const found = await readEvents(db, wiki, { ...all, ...wanted });
  if (found === null) throw new Error("gone");
  return found;
};
const urlsOf = (events: readonly FeedEvent[]) =>
  events.map(({ url }) => url?.replace("https://a.zz/", "") ?? null);

const enterPages = (of: WikiId, upTo: number) =>
  db.sql`insert into page (wiki_id, pageid, namespace, touched, title)
    select ${of}, n, 0, 1, 'Page ' || n from generate_series(0, ${upTo}) n on conflict do nothing`;

describe("a watchlist", () => {
  test("has the events of its pages, those of their links that are on very many pages, and gaps", async () => {
    await samplePage(db, wiki, 7, ["https://a.zz/1"], DAY);
    await enterPages(wiki, 1_200);
    await enterPages(other, 10);
    const [{ id } = { id: 0 }] = await db.sql<{ id: number }[]>`select id::int from url`;
    await writeEvents(
      db,
      new Map([
        [other, [failed(90, [7])]],
        [
          wiki,
          [
            failed(91, [7]),
            failed(92, [8]),
            failed(93, [6, 7]),
            // Its first pages are others.
            failed(id, numbers(1_000, 1_100)),
            failed(94, numbers(1_000, 1_100)),
          ],
        ],
      ]),
    );
    await writeGap(db, wiki);
    const { events } = await read({ pageids: [7] });
    expect(urlsOf(events)).toEqual(["91", "93", String(id), null]);
    expect(urlsOf((await read({ pageids: [7], kinds: ["gap"] })).events)).toEqual([null]);
    expect(urlsOf((await read({ pageids: [8, 9, 10] })).events)).toEqual(["92", null]);
    expect(urlsOf((await read({ pageids: [] })).events)).toEqual([null]);
  });

  test("from cursor to cursor everything once, and a cursor of one list loses nothing of another", async () => {
    await enterPages(wiki, 3);
    await writeEvents(db, new Map([[wiki, numbers(1, 60).map((n) => failed(n, [n % 3]))]]));
    const seen: Record<number, (string | null)[]> = { 1: [], 2: [] };
    for (const one of [1, 2]) {
      // Begun by a cursor of all events.
      let { place, more } = await read({ since: { id: 0, second: 0 }, limit: 5 });
      while (more) {
        const found = await read({ since: place, limit: 5, pageids: [one] });
        seen[one]?.push(...urlsOf(found.events));
        ({ place, more } = found);
      }
      expect(place.id).toBe(readCursor((await read({})).events.at(-1)?.id ?? "")?.id);
    }
    expect(seen[1]).toEqual(numbers(2, 19).map((n) => String(3 * n + 1)));
    expect(seen[2]).toEqual(numbers(2, 19).map((n) => String(3 * n + 2)));
  });

  test("its newest events are found however many others came since", async () => {
    await enterPages(wiki, 1_700);
    await writeEvents(db, new Map([[wiki, [failed(1, [7]), failed(2, [7], "unreachable")]]]));
    await writeEvents(db, new Map([[wiki, numbers(3, 1_500).map((n) => failed(n, [n + 100]))]]));
    const { events, place } = await read({ pageids: [7], limit: 1 });
    expect(urlsOf(events)).toEqual(["2"]);
    expect(place.id).toBe(readCursor((await read({})).events.at(-1)?.id ?? "")?.id);
  });

  test("is found by indexes, page by page, among very many events", async () => {
    await db.sql`insert into event (wiki_id, at, day, page_count, kind, url, pages, detail)
      select ${wiki}, clock_timestamp(), 3611, case when n % 1000 = 0 then 25 else 1 end, 'doubtful', 'https://a.zz/' || n,
        '[[1, 0, "T"]]', '{}' from generate_series(1, 30000) n`;
    await db.sql`insert into event_page select wiki_id, id % 20000, id from event`;
    await db.sql`analyze event, event_page`;
    const pageids = numbers(100, 5_099);
    for (const order of ["oldest", "newest"] as const)
      for (const kinds of [null, ["doubtful" as const]]) {
        const filter = { kinds, namespaces: null, pageids };
        const ids = watchedEventIds(db.orm, { wiki, after: 0, limit: 101, order }, filter);
        const rows = (await db.orm.execute(sql`explain (format json) select ${ids}`)) as unknown as readonly {
          "QUERY PLAN": object;
        }[];
        const plan = JSON.stringify(rows[0]?.["QUERY PLAN"]);
        const used = ["event_page_wiki_id_pageid_event_id_pk", "event_wide", "event_kind", '"Seq Scan"'];
        expect(used.filter((name) => plan.includes(name))).toEqual(used.slice(0, 3));
      }
  });
});

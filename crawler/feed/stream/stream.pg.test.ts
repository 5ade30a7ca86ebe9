import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Criterion, WikiId } from "../../../db/types.ts";
import { setCriteria } from "../../../db/wikis/criteria.ts";
import { claimStreams, storeStream, streamCounts, streamWikis } from "../../../db/wikis/streams.ts";
import { updateWiki } from "../../../db/wikis/wikis.ts";
import { type EventServer, startEventServer } from "../testing/event-server.ts";
import {
  clock,
  context,
  forever,
  include,
  once,
  pageids,
  pages,
  rowOf,
  setUp,
  wikiOf,
} from "../testing/feeder.ts";

setUp();

let server: EventServer;
beforeEach(async () => {
  server = await startEventServer();
});
afterEach(async () => {
  server.close();
  await context().db.sql`delete from stream`;
});

/** A wiki whose first run is over, and that names the stream. */
async function streamedWiki() {
  const made = await wikiOf(pages(2));
  await once(made.name);
  await updateWiki(context().db, made.id, { stream: server.url });
  return { ...made, dbname: made.name.split("@", 1)[0] ?? "" };
}

const changed = (database: string, page_id: number, more: object = {}) => ({
  meta: { domain: "elsewhere.zz" },
  database,
  page_id,
  page_namespace: 0,
  added_links: [{ link: "https://new.zz/", external: true }],
  ...more,
});

const added = (fake: Awaited<ReturnType<typeof streamedWiki>>["fake"], pageid: number) =>
  fake.pages.push({ pageid, title: `New ${pageid}`, links: [`https://new${pageid}.zz/`] });

async function streamRow() {
  const [row] = await context().db.sql<{ id: string; error: string | null; seen: boolean }[]>`
    select last_event_id as id, error, seen_at is not null as seen from stream where url = ${server.url}`;
  return row;
}

/** When its changes are read next, in milliseconds since 1970. */
async function changesDue(id: WikiId): Promise<number> {
  const [row] = await context().db.sql<{ at: number }[]>`
    select extract(epoch from changes_due_at)::float8 * 1000 as at from wiki where id = ${id}`;
  return row?.at ?? -1;
}

async function heldStream() {
  const held = (await claimStreams(context().db, "one", 600)).find(({ url }) => url === server.url);
  if (held === undefined) throw new Error("the stream is somebody's");
  return held;
}

describe("streams of events (F4)", () => {
  test("one connection serves all wikis that name it; its events are read at once, and resumed after the last one", async () => {
    const [one, other] = [await streamedWiki(), await streamedWiki()];
    let step = 0;
    await forever([one.name, other.name], async () => {
      if (step === 0 && server.open.size === 1) {
        step = 1;
        for (const { fake } of [one, other]) added(fake, 20);
        server.send(changed("strangerwiki", 20), "[1]");
        server.send(changed(one.dbname, 20), "[2]");
        server.send(changed(other.dbname, 20), "[3]");
        server.send(changed(one.dbname, 2, { added_links: undefined, rev_count: 1 }));
        one.fake.pages.splice(1, 1);
      }
      const read = [await pageids(one.id, { read: true }), await pageids(other.id, { read: true })];
      if (step === 1 && JSON.stringify(read) === "[[1,20],[1,2,20]]") {
        step = 2;
        for (const response of server.open) response.end();
      }
      if (step === 2 && server.asked.length === 2 && server.open.size === 1) {
        step = 3;
        added(one.fake, 21);
        // As MediaWiki itself is called, whatever its name here.
        server.send(changed("fakewiki", 21, { meta: { domain: new URL(one.fake.api).host } }), "[4]");
      }
      return (await pageids(one.id, { read: true })).includes(21);
    });
    expect(server.asked).toEqual([null, "[3]"]);
    expect(await streamRow()).toMatchObject({ id: "[4]", error: null, seen: true });
    expect(await pageids(other.id)).toEqual([1, 2, 20]);
  });

  test("events that do not say which page have the wiki's own list of changes read", async () => {
    const { name, id, dbname } = await streamedWiki();
    const later = clock.now() + 3_600_000;
    await context().db
      .sql`update wiki set changes_due_at = to_timestamp(${later}::float8 / 1000) where id = ${id}`;
    await forever([name], async () => {
      if (server.open.size === 1)
        server.send({ type: "edit", namespace: 0, wiki: dbname, server_name: "x.zz" }, "1");
      return (await streamRow())?.id === "1";
    });
    expect(await changesDue(id)).not.toBe(later);
  });

  test("neither events nor failed connections shorten the pause of a wiki that refuses its changes", async () => {
    const { name, id, fake } = await streamedWiki();
    const { db } = context();
    fake.changes.refusal = "permissiondenied";
    await db.sql`update wiki set changes_due_at = 'epoch' where id = ${id}`;
    await once(name);
    const paused = await changesDue(id);
    expect(paused - clock.now()).toBe(86_400_000);
    const held = await heldStream();
    const stored = (news: { hints: WikiId[]; lost: WikiId[]; error: string | null }) =>
      storeStream(db, held, { ...news, heard: true, pages: new Map(), lastEventId: "1" }, clock.now());
    await stored({ hints: [id], lost: [], error: null });
    await stored({ hints: [], lost: [id], error: "HTTP 503" });
    expect(await changesDue(id)).toBe(paused);
    // Once it sends them again, events count.
    fake.changes.refusal = undefined;
    await once(name);
    expect(await changesDue(id)).toBeGreaterThan(clock.now());
    await stored({ hints: [id], lost: [], error: null });
    expect(await changesDue(id)).toBe(clock.now());
  });

  test("a stream that is lost has changes read as often as without one, however often it is tried again", async () => {
    const { id } = await streamedWiki();
    const { db } = context();
    const held = await heldStream();
    const nowMs = clock.now();
    const fail = (atMs: number) =>
      storeStream(
        db,
        held,
        { hints: [], lost: [id], error: "HTTP 503", heard: false, pages: new Map(), lastEventId: null },
        atMs,
      );
    await db.sql`update wiki set changes_due_at = to_timestamp(${nowMs + 900_000}::float8 / 1000), changes_every_s = 300 where id = ${id}`;
    for (const ms of [0, 3_000, 6_000, 12_000]) await fail(nowMs + ms);
    expect(await changesDue(id)).toBe(nowMs + 300_000);
  });

  test("pages that the criteria cannot include are not asked for", async () => {
    const { name, fake, dbname } = await streamedWiki();
    await forever([name], async () => {
      if (server.open.size === 1 && server.asked.length === 1 && (await streamRow())?.id === "")
        server.send(changed(dbname, 77, { page_namespace: 2 }), "1");
      return (await streamRow())?.id === "1";
    });
    expect(fake.asked.some((asked) => asked.get("pageids")?.includes("77"))).toBe(false);
  });

  test("a wiki whose criteria name pages in other ways hears of every namespace", async () => {
    const { id } = await streamedWiki();
    const { db } = context();
    const namespaces = async (...criteria: Criterion[]) => {
      await setCriteria(db, id, criteria);
      return (await streamWikis(db, server.url)).map((wiki) => wiki.namespaces);
    };
    expect(await namespaces()).toEqual([[0]]);
    expect(await namespaces(include("namespace", "0"), include("namespace", "4"))).toEqual([[0, 4]]);
    expect(await namespaces(include("page", "#5"), include("category", "Category:A"))).toEqual([null]);
    expect(await namespaces(include("namespace", "0"), include("page", "T"))).toEqual([null]);
  });

  test("what is no stream, garbage, and lines without an end stop nobody; another start goes on", async () => {
    const { name, id, fake, dbname } = await streamedWiki();
    await context().db.sql`insert into stream (url, last_event_id) values (${server.url}, 'old')`;
    const events = { "content-type": "text/event-stream" };
    server.instead.push(
      (response) => response.writeHead(410, events).end(),
      (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
      (response) => {
        response.writeHead(200, events);
        response.write(`data: {"database":"${dbname}","page_id":"x"}\n\ndata: ${"[".repeat(100_000)}\n\n`);
        response.end(`retry: 1\nfoo\n\u0000\u0001: \ndata: ${"x".repeat(5_000_000)}`);
      },
    );
    const errors = new Set<string | null>();
    let sent = false;
    await forever([name], async () => {
      errors.add((await streamRow())?.error ?? null);
      if (!sent && server.open.size === 1) {
        sent = true;
        added(fake, 20);
        server.send(changed(dbname, 20), "new");
      }
      return (await pageids(id, { read: true })).includes(20);
    });
    expect(server.asked).toEqual(["old", null, null, null]);
    expect([...errors].join()).toContain("it is no stream of events but text/html");
  });

  test("a feeder that was away for too long stores nothing any more", async () => {
    const { id, name } = await streamedWiki();
    const { db } = context();
    const news = { heard: true, pages: new Map([[id, new Set([5])]]), hints: [], lost: [], error: null };
    const [first] = await claimStreams(db, "one", 0);
    if (first === undefined) throw new Error("nobody has it");
    expect(await storeStream(db, first, { ...news, lastEventId: "1" }, 0)).toBe(true);
    const [second] = await claimStreams(db, "other", 30);
    expect(second).toMatchObject({ url: server.url, lastEventId: "1" });
    expect(await claimStreams(db, "third", 30)).toEqual([]);
    expect(await storeStream(db, first, { ...news, lastEventId: "2" }, 0)).toBe(false);
    expect(await streamRow()).toMatchObject({ id: "1" });
    expect((await rowOf(name)).streamed).toBe(true);
    const counted = async () => (await streamCounts(db)).find(({ url }) => url === server.url);
    expect(await counted()).toMatchObject({ open: true, holder: "other", lastEventMs: expect.any(Number) });
    if (second === undefined) throw new Error("nobody has it");
    await storeStream(db, second, { ...news, lastEventId: null, error: "HTTP 503" }, 0);
    expect(await counted()).toMatchObject({ open: false, error: "HTTP 503", sinceMs: expect.any(Number) });
  });
});

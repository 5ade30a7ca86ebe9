import { expect, test } from "vitest";
import { openScans } from "../../db/spam/scans.ts";
import type { Log } from "../runtime/log.ts";
import { feedWikis } from "./run.ts";
import { runSpamScans } from "./spam/scan.ts";
import {
  clock,
  context,
  feeder,
  forever,
  http,
  once,
  pageids,
  pages,
  rowOf,
  setUp,
  wikiOf,
} from "./testing/feeder.ts";

setUp();

/** Has PostgreSQL refuse these rows, as it does with what it cannot store. */
async function refuse(what: string, when = ""): Promise<() => Promise<unknown>> {
  const { db } = context();
  await db.sql`create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'cannot be stored'; end $$`;
  await db.sql.unsafe(`create trigger refused ${what} for each row ${when} execute function refuse()`);
  return () => db.sql.unsafe(`drop trigger refused on ${what.split(" on ")[1]}`);
}

/** A log that keeps the events of its errors. */
function keptErrors(): { readonly log: Log; readonly events: unknown[] } {
  const events: unknown[] = [];
  return { log: { info() {}, warn() {}, error: (_, event) => events.push(event) }, events };
}

test("an answer that cannot be stored defers its wiki alone, and no role ends by it", async () => {
  const bad = await wikiOf(pages(2));
  const good = await wikiOf(pages(2));
  const allow = await refuse("before insert on page_link", `when (new.wiki_id = ${bad.id})`);
  try {
    const isOver = async () =>
      (await rowOf(bad.name)).error !== null && (await pageids(good.id, { read: true })).length === 2;
    await forever([bad.name, good.name], isOver);
    expect(await rowOf(bad.name)).toMatchObject({ setbacks: 1, retryMs: expect.toSatisfy((ms) => ms > 0) });
    expect((await rowOf(bad.name)).error).toContain("unexpected error: cannot be stored; please report it");
    expect(await rowOf(good.name)).toMatchObject({ error: null, setbacks: 0 });

    const { log, events } = keptErrors();
    const ctx = { ...feeder(), log };
    const { wikis } = await feedWikis(ctx, { wikis: [bad.name, good.name], once: true, http });
    expect(wikis).toMatchObject([{ error: { kind: "broken" } }, { error: null }]);
    expect(events).toEqual(["work-failed"]);
  } finally {
    await allow();
  }
  expect((await once(bad.name)).wikis).toMatchObject([{ read: 2, error: null }]);
  expect(await rowOf(bad.name)).toMatchObject({ error: null, setbacks: 0 });
});

test("a scan of a spam list that fails ends no role, and is done later", async () => {
  const { name, id } = await wikiOf(pages(1));
  const { farm } = await rowOf(name);
  await openScans(context().db.orm, { farm, wiki: id }, [{ kind: "line", text: "h0\\.zz" }]);
  const allow = await refuse("before delete on spam_scan");
  const { log, events } = keptErrors();
  const scan = () => runSpamScans({ ...feeder(), log });
  try {
    expect(await scan()).toBe(false);
    expect((await once(name)).wikis).toMatchObject([{ read: 1, error: null }]);
  } finally {
    await allow();
  }
  expect(events).toEqual(["work-failed"]);
  expect(await scan()).toBe(true);
  expect(await context().db.sql`select 1 from spam_scan`).toEqual([]);
});

test("a scan that fails rests for five minutes, and the others go on", async () => {
  const { id, name } = await wikiOf(pages(1));
  const { farm } = await rowOf(name);
  const { db } = context();
  const open = () => openScans(db.orm, { farm, wiki: id }, [{ kind: "line", text: "h0\\.zz" }]);
  const left = async () => (await db.sql<{ id: number }[]>`select id from spam_scan`).map((scan) => scan.id);
  await open();
  const first = await left();
  await open();
  const allow = await refuse("before delete on spam_scan", `when (old.id = ${first[0]})`);
  const { log, events } = keptErrors();
  const resting = new Map<number, number>();
  const scan = () => runSpamScans({ ...feeder(), log }, resting);
  try {
    expect(await scan()).toBe(false);
    expect(await left()).toEqual(first);
    await open();
    expect(await scan()).toBe(true);
    expect(await left()).toEqual(first);
  } finally {
    await allow();
  }
  expect(events).toEqual(["work-failed"]);
  clock.set(clock.now() + 5 * 60_000);
  expect(await scan()).toBe(true);
  expect(await left()).toEqual([]);
});

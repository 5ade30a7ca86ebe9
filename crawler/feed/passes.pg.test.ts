import { expect, test } from "vitest";
import { DAY_MS } from "../../shared/calendar/day.ts";
import { clock, context, feeder, once, pageids, pages, START, setUp, wikiOf } from "./testing/feeder.ts";

setUp();

interface Written {
  readonly table: string;
  readonly rows: number;
  readonly unhot: number;
}

/** Rows written so far, by table, as PostgreSQL itself counts them. */
async function written(): Promise<Map<string, Written>> {
  const rows = await context().db.sql<Written[]>`
    select regexp_replace(relname, '_[0-9]+$', '') as table, sum(n_tup_ins + n_tup_upd + n_tup_del)::int as rows,
      sum(n_tup_upd - n_tup_hot_upd)::int as unhot
    from pg_stat_user_tables group by 1`;
  return new Map(rows.map((row) => [row.table, row]));
}

/** What `work` writes, by table; its statistics come in when its connections have nothing more to do. */
async function rowsWritten(work: () => Promise<unknown>): Promise<Map<string, Written>> {
  const { sql } = context().db;
  const settled = async () => {
    // Each connection sends its counts when it is asked to, or a second later.
    await sql`select pg_sleep(1.1)`;
    await Promise.all(
      [sql, feeder().db.sql].flatMap((each) =>
        Array.from({ length: 6 }, () => each`select pg_stat_force_next_flush(), pg_sleep(0.05)`),
      ),
    );
    return written();
  };
  const before = await settled();
  await work();
  const after = await settled();
  return new Map(
    [...after].map(([table, { rows, unhot }]) => [
      table,
      { table, rows: rows - (before.get(table)?.rows ?? 0), unhot: unhot - (before.get(table)?.unhot ?? 0) },
    ]),
  );
}

const linkRows = (id: number) => context().db.sql`
  select pageid, xmin::text, ctid::text from page_link where wiki_id = ${id} order by pageid`;

const MANY = 60;

test("of an unchanged page one row is written in a pass: its own", async () => {
  const { name, id } = await wikiOf(
    pages(MANY).map((page, at) => ({ ...page, links: ["a", "b", "c"].map((x) => `https://h${at}.zz/${x}`) })),
  );
  await once(name);
  const links = await linkRows(id);
  clock.set(START + 7 * DAY_MS);
  const rows = await rowsWritten(async () => {
    const { wikis } = await once(name);
    expect(wikis).toMatchObject([{ listed: MANY, read: MANY, created: 0, added: 0, error: null }]);
  });
  const of = (table: string) => rows.get(table)?.rows ?? 0;
  expect(of("page")).toBe(MANY);
  expect([of("page_link"), of("url"), of("host"), of("change")]).toEqual([0, 0, 0, 0]);
  expect(await linkRows(id)).toEqual(links);
  // The fake wiki lists two pages a request, so that here a batch is as small as that: one row in, one out.
  expect(of("page_batch")).toBeLessThanOrEqual(MANY);
  const touched = await context().db
    .sql`select distinct touched - links_read as days from page where wiki_id = ${id}`;
  expect(touched).toEqual([{ days: 0 }]);
});

test("URLs are touched again when that was four weeks ago, long before they would be deleted (M4)", async () => {
  const { name } = await wikiOf(pages(3, { links: ["https://touched.zz/"] }));
  const touched = async () => {
    const [row] = await context().db.sql<{ touched: number }[]>`
      select u.touched from url u join host h on h.id = u.host_id where h.name = 'touched.zz'`;
    return (row?.touched ?? 0) - clock.today();
  };
  await once(name);
  expect(await touched()).toBe(0);
  for (const [days, since] of [
    [7, -7],
    [28, -28],
    [29, 0],
    [50, -21],
    [58, 0],
  ] as const) {
    clock.set(START + days * DAY_MS);
    await once(name);
    expect([days, await touched()]).toEqual([days, since]);
  }
});

test("a page that several lists name is read once", async () => {
  const { name, fake } = await wikiOf(pages(60, { categories: ["Category:A"] }), {
    criteria: [
      { effect: "include", kind: "namespace", value: "0" },
      { effect: "include", kind: "category", value: "Category:A" },
    ],
  });
  await once(name);
  fake.asked.length = 0;
  const { wikis } = await once(name);
  expect(wikis).toMatchObject([{ listed: 120, read: 60 }]);
  const reads = fake.asked.filter((asked) => asked.has("pageids") && !asked.has("elcontinue"));
  expect(reads).toHaveLength(2);
});

test("what a complete pass did not list is asked about: gone is gone, moved stays for some months (F3)", async () => {
  const { name, id, fake } = await wikiOf(pages(120));
  await once(name);
  // The same day, so that no day of touch distinguishes the passes.
  for (let at = 0; at < 120; at += 2) fake.pages.splice(at / 2, 1);
  const moved = fake.pages.pop();
  fake.pages.push({ pageid: 120, title: "Fake:T120", ns: 4, links: [] });
  expect(moved?.pageid).toBe(120);
  fake.asked.length = 0;
  expect((await once(name)).wikis).toMatchObject([{ listed: 59, read: 59, deleted: 60, error: null }]);
  expect(await pageids(id)).toEqual(Array.from({ length: 60 }, (_, at) => 2 * at + 2));
  expect(fake.asked.filter((asked) => asked.get("prop") === "info")).toHaveLength(2);
  // Asked once in a pass, not again and again.
  expect((await context().db.sql`select leftover_after from wiki where id = ${id}`)[0]).toEqual({
    leftover_after: null,
  });
});

import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "./connect.ts";
import { awayOf } from "./errors.ts";
import { freshDatabase, freshDatabaseUrl } from "./testing/fresh.ts";

/** Ends all other connections to the database of `db`; the server's own workers are not its owner's to end. */
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Whichever comes first: the server's message or the end of the connection. */
const AWAY = /^(away|unreachable)$/;

test("a statement and a transaction whose connection is cut reject as away, and the next ones succeed", async () => {
  const db = await freshDatabase({ max: 2 });
  const own = db.sql`select pg_terminate_backend(pg_backend_pid())`;
  await expect(own).rejects.toMatchObject({ name: "DatabaseError", code: AWAY });
  expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
  const inside = db.transaction(async ({ sql }) => {
    await sql`create table half (id int)`;
    await sql`select pg_terminate_backend(pg_backend_pid())`;
  });
  expect(awayOf(await inside.catch((error: unknown) => error))?.code).toMatch(AWAY);
  expect(await db.sql`select to_regclass('half') as half`).toEqual([{ half: null }]);
});

test("Drizzle's statements reject as away too", async () => {
  const db = await freshDatabase({ max: 1 });
  const error = await db.orm
    .execute(sql`select pg_terminate_backend(pg_backend_pid())`)
    .catch((thrown: unknown) => thrown);
  expect(awayOf(error)?.code).toMatch(AWAY);
  expect(awayOf(new Error("a bug", { cause: new Error("of its own") }))).toBeNull();
});

test("lists, fragments and identifiers still make one statement", async () => {
  const { sql } = await freshDatabase({ max: 1 });
  const condition = sql`n = any(${[1, 3]}::int[])`;
  expect(
    await sql`select n from unnest(array[1, 2, 3]) as ${sql("n")} where ${condition} and n in ${sql([1, 2])}`,
  ).toEqual([{ n: 1 }]);
});

test("30 cuts in the midst of transactions: every one ends, nothing is thrown where nobody catches, no slot is lost", async () => {
  const url = await freshDatabaseUrl();
  const [db, killer] = [await connect(url, { max: 4 }), await connect(url, { max: 1 })];
  await db.sql`create table counted (id int primary key)`;
  let stop = false;
  let next = 0;
  const stored: number[] = [];
  const failed = new Set<string>();
  const worker = async () => {
    while (!stop) {
      const id = ++next;
      await db
        .transaction(async ({ sql }) => {
          await sql`insert into counted values (${id})`;
          await sql`select ${"x".repeat(3_000)}::text, pg_sleep(0.005)`;
          await sql`update counted set id = id where id = ${id}`;
        })
        .then(
          () => stored.push(id),
          (error: unknown) => failed.add(awayOf(error)?.name ?? String(error)),
        );
    }
  };
  const workers = [1, 2, 3, 4].map(worker);
  for (let cut = 0; cut < 30; cut++) {
    await new Promise((done) => setTimeout(done, 50));
    await killer.sql.unsafe(CUT);
  }
  stop = true;
  await Promise.all(workers);
  expect([...failed]).toEqual(["DatabaseError"]);
  const rows = await db.sql<{ id: number }[]>`select id from counted`;
  const ids = new Set(rows.map(({ id }) => id));
  expect(stored.filter((id) => !ids.has(id))).toEqual([]);
  expect(
    await Promise.all([1, 2, 3, 4].map(async () => (await db.sql`select pg_sleep(0.05)`).length)),
  ).toEqual([1, 1, 1, 1]);
  await Promise.all([db.close(), killer.close()]);
});

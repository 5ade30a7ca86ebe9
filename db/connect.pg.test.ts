import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { connect } from "./connect.ts";
import { awayOf } from "./errors.ts";
import { freshDatabase, templateUrl } from "./testing/fresh.ts";
import { databaseTrouble } from "./trouble.ts";

const address = (change: (url: URL) => void): string => {
  const url = new URL(templateUrl());
  change(url);
  return url.href;
};

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const bound = server.address();
  await new Promise((done) => server.close(done));
  return typeof bound === "object" && bound !== null ? bound.port : 0;
}

test("a port where nobody listens", async () => {
  const port = await unusedPort();
  await expect(connect(`postgres://a:secret@127.0.0.1:${port}/b`)).rejects.toMatchObject({
    code: "refused",
    message: `no PostgreSQL answers at 127.0.0.1:${port}: start it (the embedded one: weboid up), or correct DATABASE_URL`,
  });
});

test.each([
  [
    "a wrong password",
    (url: URL) => {
      url.password = "wrong";
    },
    "password",
    /user weboid/,
  ],
  [
    "an unknown user",
    (url: URL) => {
      url.username = "nobody-here";
    },
    "password",
    /user nobody-here/,
  ],
  [
    "a missing database",
    (url: URL) => {
      url.pathname = "/missing";
    },
    "no-database",
    /createdb missing/,
  ],
] as const)("%s", async (_name, change, code, message) => {
  await expect(connect(address(change))).rejects.toMatchObject({ name: "DatabaseError", code, message });
});

test.each(["", "nonsense", "http://localhost/x", "mysql://localhost/x"])("no address: %j", async (url) => {
  await expect(connect(url)).rejects.toMatchObject({
    code: "bad-address",
    message: expect.stringMatching(/postgres:\/\/user:password@host/),
  });
});

test("what takes connections and closes each, as a proxy whose database is away, is given up", async () => {
  let met = 0;
  const closing = createServer((socket) => {
    met += 1;
    socket.on("error", () => {}).once("data", () => socket.destroy());
  });
  await once(closing.listen(0, "127.0.0.1"), "listening");
  const { port } = closing.address() as AddressInfo;
  try {
    await expect(connect(`postgres://a:b@127.0.0.1:${port}/c`)).rejects.toMatchObject({
      name: "DatabaseError",
      message: expect.stringContaining(`127.0.0.1:${port}`),
    });
    // The driver's attempts end, too.
    await Bun.sleep(200);
    const before = met;
    await Bun.sleep(200);
    expect([before > 0, met]).toEqual([true, before]);
  } finally {
    closing.close();
  }
});

test("no message shows the password", async () => {
  const url = "postgres://me:hunter2@127.0.0.1:1/db";
  for (const code of [
    "ECONNREFUSED",
    "28P01",
    "3D000",
    "42501",
    "53300",
    "57P03",
    "53100",
    "CONNECT_TIMEOUT",
  ]) {
    const trouble = databaseTrouble(Object.assign(new Error("x"), { code }), url);
    expect([code, trouble?.message.includes("hunter2"), trouble?.message.includes("\n")]).toEqual([
      code,
      false,
      false,
    ]);
  }
  expect(databaseTrouble(new Error("a bug"), url)).toBeNull();
});

test("a full disk is waited for like a server that is away, over the connections that there are", async () => {
  const db = await freshDatabase({ max: 1 });
  const pid = () => db.sql`select pg_backend_pid() as pid`;
  const full = ({ sql }: Pick<typeof db, "sql">) =>
    sql`do $$ begin raise exception 'no room' using errcode = '53100'; end $$`;
  const before = await pid();
  for (const fail of [() => full(db), () => db.transaction(full)])
    expect(
      awayOf(
        await fail()
          .then(() => null)
          .catch((error: unknown) => error),
      ),
    ).toMatchObject({
      code: "disk-full",
      message: expect.stringMatching(/is full: free some space$/),
    });
  expect(await pid()).toEqual(before);
});

test("a transaction is begun again after a deadlock, and an error of the work undoes it", async () => {
  const db = await freshDatabase({ max: 4 });
  await db.sql`create table counter (id int primary key, n int)`;
  await db.sql`insert into counter values (1, 0), (2, 0)`;
  const crosswise = (first: number, second: number) =>
    db.transaction(async ({ sql }) => {
      await sql`update counter set n = n + 1 where id = ${first}`;
      await sql`select pg_sleep(0.2)`;
      await sql`update counter set n = n + 1 where id = ${second}`;
    });
  await Promise.all([crosswise(1, 2), crosswise(2, 1)]);
  expect(await db.sql`select n from counter order by id`).toEqual([{ n: 2 }, { n: 2 }]);
  const failing = db.transaction(async (tx) => {
    await tx.sql`update counter set n = 9`;
    await tx.transaction(async () => {
      throw new Error("no");
    });
  });
  await expect(failing).rejects.toThrow("no");
  expect(await db.sql`select n from counter order by id`).toEqual([{ n: 2 }, { n: 2 }]);
});

test("a transaction is begun again also when Drizzle wrapped the conflict", async () => {
  const db = await freshDatabase({ max: 1 });
  let begun = 0;
  const done = await db.transaction(async () => {
    begun += 1;
    if (begun < 3)
      throw new Error("Failed query", { cause: Object.assign(new Error("x"), { code: "40001" }) });
    return "done";
  });
  expect([done, begun]).toEqual(["done", 3]);
});

test("a session whose machine or process stands still is ended by the server", async () => {
  const db = await freshDatabase();
  const rows = await db.sql<{ name: string }[]>`
    select name from pg_settings where source = 'client' and setting <> '0'
      and name in ('idle_in_transaction_session_timeout', 'tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count')`;
  expect(rows).toHaveLength(4);
});

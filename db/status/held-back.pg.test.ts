import { expect, test } from "vitest";
import { readChanges } from "../changes/read.ts";
import { asComponent, freshDatabase } from "../testing/fresh.ts";
import { heldBack } from "./clients.ts";

test("a transaction that may still write is named, as long as nothing after it is published; one that only reads is not", async () => {
  const db = await freshDatabase();
  const [here] = await db.sql<{ name: string }[]>`select current_database() as name`;
  // Other tests' transactions on the same server come and go.
  const held = async () => {
    const found = await heldBack(db);
    return found?.database === here?.name ? found : null;
  };
  const written = Promise.withResolvers<number>();
  const release = Promise.withResolvers<void>();
  const reader = db.transaction(async ({ sql }) => {
    await sql`select count(*) from change`;
    await release.promise;
  });
  const writer = db.transaction(async ({ sql }) => {
    const [row] = await sql<{ pid: number }[]>`
      insert into change (day, kind) values (1, 'url') returning pg_backend_pid() as pid`;
    written.resolve(row?.pid ?? -1);
    await release.promise;
  });
  const pid = await written.promise;
  await db.sql`insert into change (day, kind) values (1, 'url')`;
  await expect.poll(held).toMatchObject({ pid, state: "idle in transaction", seconds: expect.any(Number) });
  expect((await readChanges(db, { xid: "0", id: 0 }, 9)).changes).toEqual([]);
  // As without pg_read_all_stats: how long it is open is hidden then, but not that a change waits for it.
  const stranger = await asComponent(db, "dispatch", { max: 1 });
  await expect.poll(() => heldBack(stranger)).toMatchObject({ pid, state: "", seconds: expect.any(Number) });
  release.resolve();
  await Promise.all([reader, writer]);
  expect(await held()).toBeNull();
  await expect.poll(async () => (await readChanges(db, { xid: "0", id: 0 }, 9)).changes.length).toBe(2);
});

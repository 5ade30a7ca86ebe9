import { expect, test } from "vitest";
import { migrations } from "../../db/migration-files.ts";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { watchSchema } from "./database.ts";

test("a process learns once that its database was migrated so that it cannot go on", async () => {
  const db = await freshDatabase();
  const known = migrations().length;
  const messages: string[] = [];
  const changed = Promise.withResolvers<void>();
  const end = watchSchema(
    db,
    ({ message }) => {
      messages.push(message);
      changed.resolve();
    },
    1,
  );
  await db.sql`insert into schema_migration (hash, created_at) values ('compatible', ${Date.now()})`;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(messages).toEqual([]);
  await db.sql`insert into schema_migration (hash, created_at, oldest) values ('later', ${Date.now()}, ${known + 1})`;
  await changed.promise;
  await db.sql`insert into schema_migration (hash, created_at) values ('later still', ${Date.now()})`;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(messages).toEqual([
    `the database was migrated to version ${known + 2} while this ran, which knows ${known}: start the Weboid that did so`,
  ]);
  end();
});

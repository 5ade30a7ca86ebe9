import { expect, test } from "vitest";
import { migrations } from "../../db/migrate.ts";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { watchSchema } from "./database.ts";

test("a process learns once that its database was migrated", async () => {
  const db = await freshDatabase();
  const known = migrations().length;
  const messages: string[] = [];
  const changed = Promise.withResolvers<void>();
  const end = await watchSchema(
    db,
    ({ message }) => {
      messages.push(message);
      changed.resolve();
    },
    1,
  );
  await db.sql`insert into schema_migration (hash, created_at) values ('later', ${Date.now()})`;
  await changed.promise;
  await db.sql`insert into schema_migration (hash, created_at) values ('later still', ${Date.now()})`;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(messages).toEqual([
    `the database was migrated from version ${known} to ${known + 1} while this ran: start the Weboid that did so`,
  ]);
  end();
});

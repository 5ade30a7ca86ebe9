import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MIGRATIONS_FOLDER, migrations } from "./migration-files.ts";
import { objections } from "./testing/migration-rules.ts";

/** Before, a fleet was stopped for each update. */
const FIRST = 22;

test("every migration since then can be applied beside the version before, or says which programs cannot go on", async () => {
  const found: [string, string[]][] = [];
  for (const { name } of migrations().slice(FIRST)) {
    const against = await objections(readFileSync(join(MIGRATIONS_FOLDER, `${name}.sql`), "utf8"));
    if (against.length > 0) found.push([name, against]);
  }
  expect(found).toEqual([]);
});

test("nothing names a program of later", () => {
  for (const [place, { name, oldest }] of migrations().entries())
    expect([name, oldest <= place + 1]).toEqual([name, true]);
});

const NEW = `create table "t" ("id" integer primary key);--> statement-breakpoint\n`;

test.each([
  `${NEW}create index "t_id" on "t" ("id")`,
  `${NEW}alter table "t" add constraint "u" foreign key ("id") references "url" ("id")`,
  `${NEW}insert into "t" values (1)`,
  `alter table "url" add column "seen" integer`,
  `alter table "url" add column "seen" integer default 0 not null`,
  `alter table "url" add column "seen" text[] default '{}'::text[] not null`,
  `alter table "url" alter column "status" drop not null`,
  `alter table "url" set (fillfactor = 70)`,
  `alter table "url" add constraint "u" check (status > 0) not valid`,
  `-- concurrently\ncreate index concurrently if not exists "url_seen" on "url" ("seen")`,
  `create index "url_seen" on only "url" ("seen");--> statement-breakpoint\nalter index "url_seen" attach partition "url_0_seen"`,
  `-- programs since 23\nalter table "url" drop column "status"`,
  "create function f() returns integer language sql as 'select 1'",
  "create trigger ring after insert on url for each statement execute function weboid_ring('weboid_news')",
  "grant select on url to weboid_crawl",
])("%s: can be applied beside the version before", async (text) => {
  expect(await objections(text)).toEqual([]);
});

test.each([
  [`create index "url_seen" on "url" ("seen")`, /concurrently/],
  [`create index concurrently "url_seen" on "url" ("seen")`, /concurrently/],
  [`create index concurrently if not exists "url_seen" on "url" ("seen")`, /first line/],
  [`-- concurrently\nalter table "url" add column "seen" integer`, /indexes alone/],
  [`alter table "url" drop column "status"`, /AT_DropColumn/],
  [`alter table "url" add column "seen" integer not null`, /give it a default/],
  [`alter table "url" add column "seen" timestamptz default clock_timestamp()`, /rewrites/],
  [`alter table "url" alter column "status" type bigint`, /AT_AlterColumnType/],
  [`alter table "url" alter column "status" set not null`, /AT_SetNotNull/],
  [`alter table "url" add constraint "u" check (status > 0)`, /not valid/],
  [`alter table "url" add column "seen" integer unique`, /CONSTR_UNIQUE/],
  [`alter table "url" add column "seen" serial`, /rewrites/],
  [`alter table "url" add column "seen" text default gen_random_uuid()::text`, /rewrites/],
  [`create index "host_seen" on only "host" ("seen")`, /concurrently/],
  [
    `-- concurrently\ncreate unique index concurrently if not exists "host_seen" on "host" ("seen")`,
    /concurrently/,
  ],
  ["revoke select on url from weboid_crawl", /GrantStmt/],
  [
    `select 1;--> statement-breakpoint\n-- programs since 23\nalter table "url" drop column "status"`,
    /SelectStmt/,
  ],
  [`alter table "url" rename to "urls"`, /RenameStmt/],
  [`update "url" set "status" = 0`, /UpdateStmt/],
  [`insert into "url" select * from "url"`, /InsertStmt/],
  [`drop table "url"`, /DropStmt/],
  [`drop index "url_seen"`, /DropStmt/],
  ["create or replace function f() returns integer language sql as 'select 1'", /another name/],
  [
    "create trigger ring after insert on url for each row execute function weboid_ring('weboid_news')",
    /CreateTrigStmt/,
  ],
  ["create trigger other after insert on url for each statement execute function f()", /CreateTrigStmt/],
  ["lock table url", /LockStmt/],
  ["do $$ begin end $$", /DoStmt/],
])("%s: %s", async (text, reason) => {
  expect((await objections(text))[0]).toMatch(reason);
});

import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { dice } from "../../crawler/sample/verdicts/testing/dice.ts";
import { noLog } from "../../db/errors.ts";
import { migrate } from "../../db/migrate.ts";
import { migrations } from "../../db/migration-files.ts";
import { laterMigrations } from "../../db/testing/later-migrations.ts";
import { ROOT } from "../chaos/processes.ts";
import { must, openSystem, type System } from "../chaos/system.ts";
import { calm, judge, live, today } from "../chaos/trial.ts";
import { findPredecessor, unpackPredecessor } from "./testing/predecessor.ts";

/**
 * A fleet under load is brought to a later version's database while it works: all roles go on, are started again as they are,
 * and end only when a migration says that they cannot go on (docs/decisions/0110-rolling-upgrades.md). Nothing is lost by it.
 */
const SEED = 4711;
const MS_MAX = 900_000;
const known = migrations().length;
const EXPAND = {
  later_column: `alter table "url" add column "later" integer default 0 not null`,
  later_table: `create table "later" ("url_id" bigint primary key)`,
  later_index: `-- concurrently\ncreate index concurrently if not exists "host_later" on "host" ("name", "id")`,
};
const CONTRACT = {
  ...EXPAND,
  later_end: `-- programs since ${known + 3}\nalter table "url" drop column "later"`,
};

/** The roles that use the database. */
const users = ({ roles }: System) => roles.filter(({ name }) => name !== "edge");

/** Brings the database to a version, as the operator's `weboid migrate` does. */
async function upgrade(system: System, more: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = laterMigrations(more);
  try {
    return await migrate(system.db, noLog, { folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Pages are edited, read again, and their new links checked. */
async function works({ web, wikis }: System): Promise<void> {
  const before = web.visits.size;
  const edited = () => {
    for (const wiki of wikis) wiki.act();
    return web.visits.size;
  };
  await expect.poll(edited, { interval: 500 }).toBeGreaterThan(before + 5);
}

test(
  "a fleet at work is upgraded: none ends before it must, old programs start on the later database, nothing is lost",
  async () => {
    const system = await openSystem(SEED);
    try {
      const firstDay = await today(system);
      await works(system);
      expect(await upgrade(system, EXPAND)).toEqual(Object.keys(EXPAND));
      await works(system);
      expect(users(system).map(({ name, starts, ends }) => [name, starts, ends])).toEqual(
        users(system).map(({ name }) => [name, 1, []]),
      );

      // The way back, and what a machine does that starts again in the midst of an upgrade.
      for (const role of users(system)) role.kill();
      await expect.poll(() => users(system).every(({ starts }) => starts === 2)).toBe(true);
      await works(system);
      expect(users(system).flatMap(({ ends }) => ends)).toEqual([]);

      expect(await upgrade(system, CONTRACT)).toEqual(["later_end"]);
      await expect.poll(() => users(system).every(({ ends }) => ends.length > 0)).toBe(true);
      for (const { name, ends } of users(system))
        expect([name, ends[0]?.code, ends[0]?.last.at(-1)]).toEqual([
          name,
          1,
          expect.stringMatching(/the database was migrated to version \d+ while this ran|the newer Weboid/),
        ]);
      // The version that belongs to it: this one, which uses nothing of what is gone.
      await system.db.sql`update schema_migration set oldest = 0`;
      expect(await calm(system, dice(SEED))).toEqual([]);
      expect(await judge(system, firstDay)).toEqual([]);
    } finally {
      await system.close();
    }
  },
  MS_MAX,
);

const before = findPredecessor();
const PATIENT = { timeout: 300_000, interval: 20 };
const SEEN_MIN = 30;

/** Checks go on, of what came just now as well. */
async function checksGoOn({ web }: System): Promise<void> {
  const visits = web.visits.size;
  await expect.poll(() => web.visits.size, PATIENT).toBeGreaterThan(visits + SEEN_MIN);
}

/** Of the roles that are there twice: their names, by what their processes hold at this moment. */
async function atWork({ db, roles }: System): Promise<string[]> {
  const rows = await db.sql<{ holder: string }[]>`
    select feed_holder as holder from wiki where feed_lease_until > clock_timestamp()
    union select holder from slice where lease_until > clock_timestamp()
    union select holder from recheck where lease_until > clock_timestamp()
    union select holder from dispatch_client where lease_until > clock_timestamp()`;
  const pids = new Set(rows.map(({ holder }) => Number(holder.split(":")[1])));
  return roles.filter(({ pid }) => pid !== null && pids.has(pid)).map(({ name }) => name);
}

/** Each of two crawlers, feeders and dispatchers is seen at its work. */
async function allWork(system: System): Promise<void> {
  const seen = new Set<string>();
  const watch = async () => {
    for (const name of await atWork(system)) seen.add(name);
    return [...seen].sort();
  };
  const pairs = ["crawl", "dispatch", "feed"].flatMap((role) => [`${role}-1`, `${role}-2`]);
  await expect.poll(watch, PATIENT).toEqual(pairs);
}

/** As an operator does it: one after the other, edges first where they have to read what comes, and last on the way back. */
async function replace({ roles }: System, root: string, which: RegExp): Promise<void> {
  for (const role of (root === ROOT ? roles : roles.toReversed()).filter(({ name }) => which.test(name)))
    expect([role.name, await role.replaceBy(root)]).toEqual([role.name, 0]);
}

const endsOf = ({ roles }: System) =>
  roles.flatMap(({ name, ends }) => ends.map((end) => ({ name, ...end })));

test.skipIf(before.kind === "missing")(
  `the program before works on this one's database, beside it and again in its place: ${before.kind === "found" ? before.name : `not tried, ${before.why}`}`,
  async () => {
    if (before.kind === "missing") return;
    await using opened = new AsyncDisposableStack();
    const { root, remove } = unpackPredecessor(before.name);
    opened.defer(remove);
    const system = await openSystem(SEED, { root });
    opened.defer(() => system.close());
    const firstDay = await today(system);
    const rest = live(system, dice(SEED));
    opened.defer(rest);
    await checksGoOn(system);

    system.setProgram(ROOT);
    await must(system.command("migrate", "--roles"));
    await checksGoOn(system);
    const [{ applied } = { applied: 0 }] = await system.db.sql<{ applied: number }[]>`
      select count(*)::int as applied from schema_migration`;
    expect(applied).toBe(known);

    await replace(system, ROOT, /^edge|-2$/);
    await allWork(system);
    await checksGoOn(system);
    expect(endsOf(system)).toEqual([]);

    // The way back, of all that there is.
    await replace(system, ROOT, /-1$/);
    await checksGoOn(system);
    await replace(system, root, /./);
    await allWork(system);
    await checksGoOn(system);
    expect(endsOf(system)).toEqual([]);

    await replace(system, ROOT, /./);
    await rest();
    expect(await calm(system, dice(SEED))).toEqual([]);
    expect(endsOf(system)).toEqual([]);
    expect(await judge(system, firstDay)).toEqual([]);
  },
  MS_MAX,
);

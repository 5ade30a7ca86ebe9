import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { connect, type Database } from "../../../db/connect.ts";
import { applyRoles, roleName } from "../../../db/roles/apply.ts";
import { COMPONENTS } from "../../../db/roles/grants.ts";
import { dropRoles, freshDatabaseUrl } from "../../../db/testing/fresh.ts";
import { sampleWiki } from "../../../db/testing/sample.ts";
import { systemClock } from "../../runtime/clock.ts";
import { readConfig } from "../../runtime/config.ts";
import { createProgress, silentLog } from "../../runtime/log.ts";
import { GROUPS } from "./checks.ts";
import { checkClock } from "./clock.ts";
import { checkConfiguration } from "./configuration.ts";
import type { Doctor } from "./context.ts";
import { createFindings, type Finding } from "./findings.ts";
import { checkGrants } from "./grants.ts";

let url: string;
let db: Database;
beforeAll(async () => {
  url = await freshDatabaseUrl();
  db = await connect(url, { max: 1 });
  return () => db.close();
});

/** What a part of the doctor finds, by the name of the check. */
async function found(
  part: (doctor: Doctor) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
  more: Partial<Doctor> = {},
): Promise<ReadonlyMap<string, Finding>> {
  const findings = createFindings();
  await part({
    db,
    clock: systemClock,
    log: silentLog,
    signal: new AbortController().signal,
    config: readConfig({ DATABASE_URL: url, ...env }),
    findings,
    repair: false,
    force: false,
    extent: { full: true, random: Math.random },
    groups: GROUPS,
    progress: createProgress(silentLog),
    store: null,
    ...more,
  });
  return new Map(findings.list().map((finding) => [finding.check, finding]));
}

test.each([
  [130_000, ["2 min ahead"]],
  [-7_200_000, ["2 h behind"]],
  [110_000, undefined],
])("clock-skew: a clock that is %i ms off", async (skew, examples) => {
  const clock = { ...systemClock, skewMs: () => skew };
  expect((await found(checkClock, {}, { clock })).get("clock-skew")?.examples).toEqual(examples);
});

test("superuser: whom the server's catalogue calls one", async () => {
  expect((await found(checkGrants)).has("superuser")).toBe(false);
  const own = await connect(url, { max: 1 });
  onTestFinished(() => own.close());
  await own.sql`create temp table pg_roles as select * from pg_catalog.pg_roles`;
  await own.sql`update pg_temp.pg_roles set rolsuper = true where rolname = current_user`;
  await own.sql`set search_path = pg_temp, public, pg_catalog`;
  const { user } = (await own.sql`select current_user::text as user`)[0] as { user: string };
  expect((await found(checkGrants, {}, { db: own })).get("superuser")?.examples).toEqual([user]);
});

test("role-other: a crawler that is connected as the owner, though it has a role of its own", async () => {
  const owned = await freshDatabaseUrl();
  const own = await connect(owned, { max: 1 });
  const database = new URL(owned).pathname.slice(1);
  onTestFinished(async () => {
    await own.close();
    await dropRoles(
      owned,
      COMPONENTS.map((component) => roleName(database, component)),
    );
  });
  const passwords = new Map((await applyRoles(own)).map(({ role, password }) => [role, password ?? ""]));
  const asItself = new URL(owned);
  asItself.username = roleName(database, "feed");
  asItself.password = passwords.get(asItself.username) ?? "";
  const feeder = await connect(asItself.href, { max: 1, name: "weboid feed" });
  await feeder.sql`select 1`;
  expect((await found(checkGrants, {}, { db: own })).has("role-other")).toBe(false);
  const crawler = await connect(owned, { max: 1, name: "weboid crawl" });
  await crawler.sql`select 1`;
  const { username } = new URL(owned);
  expect((await found(checkGrants, {}, { db: own })).get("role-other")?.examples).toEqual([
    `weboid crawl as ${username} (1 connections)`,
  ]);
  await feeder.close();
  await crawler.close();
});

test("contact-missing: without WEBOID_CONTACT, once a wiki is on the net", async () => {
  expect((await found(checkConfiguration)).has("contact-missing")).toBe(false);
  await sampleWiki(db);
  expect((await found(checkConfiguration)).get("contact-missing")?.examples).toEqual(["testwiki@wmflabs"]);
  const set = { WEBOID_CONTACT: "you@example.net" };
  expect((await found(checkConfiguration, set)).has("contact-missing")).toBe(false);
});

test("database-plain: a connection without encryption, to another host only", async () => {
  expect((await found(checkConfiguration)).has("database-plain")).toBe(false);
  const elsewhere = { DATABASE_URL: "postgres://weboid@db.zz/weboid" };
  expect((await found(checkConfiguration, elsewhere)).get("database-plain")?.examples).toEqual(["db.zz"]);
});

test("folder-open: a password and data that others can read", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "weboid-doctor-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const [data, password] = [join(dataDir, "postgres", "data"), join(dataDir, "postgres", "password")];
  mkdirSync(data, { recursive: true });
  writeFileSync(join(data, "PG_VERSION"), "18\n");
  writeFileSync(password, "secret");
  const config = readConfig({ WEBOID_DATA: dataDir });
  const open = async (modes: readonly [number, number]) => {
    chmodSync(data, modes[0]);
    chmodSync(password, modes[1]);
    return (await found(checkConfiguration, {}, { config })).get("folder-open")?.examples;
  };
  expect(await open([0o700, 0o600])).toBeUndefined();
  expect(await open([0o750, 0o644])).toEqual([`${password} (644)`, `${data} (750)`]);
});

test("folder-open: secrets and the edge's store that others can read, also beside a database elsewhere", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "weboid-doctor-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const [tokens, store, run] = ["tokens.json", "edge/kv.sqlite", "edge/run"].map((name) =>
    join(dataDir, name),
  ) as [string, string, string];
  mkdirSync(run, { recursive: true });
  for (const file of [tokens, store]) writeFileSync(file, "");
  const open = async (mode: number) => {
    for (const path of [tokens, store, run]) chmodSync(path, mode);
    return (await found(checkConfiguration, { WEBOID_DATA: dataDir })).get("folder-open")?.examples;
  };
  expect(await open(0o700)).toBeUndefined();
  expect(await open(0o740)).toEqual([`${tokens} (740)`, `${store} (740)`, `${run} (740)`]);
});

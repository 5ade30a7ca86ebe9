import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, inject } from "vitest";
import { type ConnectOptions, connect, type Database } from "../connect.ts";
import { roleName } from "../roles/apply.ts";
import type { Component } from "../roles/grants.ts";
// Tells the compiler of every room what `inject` provides.
import type {} from "./postgres.ts";

/** The address of the migrated database that this worker's tests copy; each worker of vitest has a server of its own. */
export function templateUrl(): string {
  const urls = inject("templateUrls");
  const url = urls[Number(process.env.VITEST_POOL_ID ?? 1) - 1] ?? (urls.length === 1 ? urls[0] : undefined);
  if (url === undefined) throw new Error(`no test server for worker ${process.env.VITEST_POOL_ID}`);
  return url;
}

async function maintain(statement: string): Promise<void> {
  const admin = new URL(templateUrl());
  admin.pathname = "/postgres";
  const sql = postgres(admin.href, { max: 1, onnotice() {} });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

/** The address of a migrated, empty database of this test file's own; dropped after its tests. */
export async function freshDatabaseUrl(): Promise<string> {
  const url = new URL(templateUrl());
  const template = url.pathname.slice(1);
  const name = `test_${randomBytes(6).toString("hex")}`;
  await maintain(`create database ${name} template ${template}`);
  afterAll(() => maintain(`drop database if exists ${name} with (force)`));
  url.pathname = `/${name}`;
  return url.href;
}

/** As `freshDatabaseUrl`, connected; closed after the file's tests. Call it in `beforeAll` or at the top of the file. */
export async function freshDatabase(options: ConnectOptions = {}): Promise<Database> {
  const url = await freshDatabaseUrl();
  const db = await connect(url, options);
  urls.set(db, url);
  afterAll(() => db.close());
  return db;
}

/** Of databases that `freshDatabase` made. */
const urls = new WeakMap<Database, string>();

/** Drops roles that a test made for a database of its own, and what they were granted there. */
export async function dropRoles(databaseUrl: string, roles: readonly string[]): Promise<void> {
  await maintain(`drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
  for (const role of roles) await maintain(`drop role ${role}`);
}

/** The address at which a component reaches a fresh database, under its own role. */
export function componentUrl(databaseUrl: string, component: Component): string {
  const url = new URL(databaseUrl);
  // Roles are those of the template: grants are copied with it.
  url.username = roleName(new URL(templateUrl()).pathname.slice(1), component);
  url.password = inject("rolePassword");
  return url.href;
}

/** A fresh database as a component has it, which may do there what its work needs and nothing else; closed after the file's tests. */
export async function asComponent(
  owned: Database,
  component: Component,
  options: ConnectOptions = {},
): Promise<Database> {
  const url = urls.get(owned);
  if (url === undefined) throw new Error("not made by freshDatabase");
  const db = await connect(componentUrl(url, component), options);
  afterAll(() => db.close());
  return db;
}

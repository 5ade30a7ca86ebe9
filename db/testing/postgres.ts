import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connect } from "../connect.ts";
import { startEmbedded } from "../embedded.ts";
import { noLog } from "../errors.ts";
import { migrate } from "../migrate.ts";
import { applyRoles, roleName } from "../roles/apply.ts";
import { COMPONENTS } from "../roles/grants.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Migrated databases that `freshDatabase` copies: one for each worker, each on a server of its own; or one for all. */
    templateUrls: string[];
    /** Of the components' roles on these servers. */
    rolePassword: string;
  }
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** WEBOID_TEST_DATABASE_URL: a server of another version, as a superuser; a database of its own is made there. */
async function givenServer(databaseUrl: string): Promise<Server> {
  const url = new URL(databaseUrl);
  const name = `weboid_test_${process.pid}`;
  const admin = await connect(databaseUrl, { max: 1 });
  await admin.sql.unsafe(`create database ${name}`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    stop: async () => {
      await admin.sql.unsafe(`drop database ${name} with (force)`);
      for (const component of COMPONENTS) await admin.sql.unsafe(`drop role ${roleName(name, component)}`);
      await admin.close();
    },
  };
}

/** A server without the syncs that tests do not need. */
async function ownServer(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), "weboid-test-"));
  // As root the server runs under another account, which passes through.
  chmodSync(folder, 0o755);
  const server = await startEmbedded(folder, noLog, {
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function migrated(server: Server, rolePassword: string): Promise<Server> {
  const db = await connect(server.url, { max: 1 });
  await migrate(db, noLog);
  await applyRoles(db, () => rolePassword);
  await db.close();
  return server;
}

/**
 * vitest's globalSetup for the project `pg`. A server per worker: transactions are numbered by the server, and one that a
 * test holds open keeps the readers of changes of all its databases behind it (design 6).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.WEBOID_TEST_DATABASE_URL;
  const count = given ? 1 : project.config.maxWorkers;
  const rolePassword = randomBytes(16).toString("hex");
  const servers = await Promise.all(
    Array.from({ length: count }, async () =>
      migrated(given ? await givenServer(given) : await ownServer(), rolePassword),
    ),
  );
  project.provide("rolePassword", rolePassword);
  project.provide(
    "templateUrls",
    servers.map(({ url }) => url),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
}

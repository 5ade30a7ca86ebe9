import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connect } from "../connect.ts";
import { startEmbedded } from "../embedded.ts";
import { noLog } from "../errors.ts";
import { migrate } from "../migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A migrated database that `freshDatabase` copies. */
    templateUrl: string;
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
      await admin.close();
    },
  };
}

/** One server per run, without the syncs that tests do not need. */
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

/** vitest's globalSetup for the project `pg`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.WEBOID_TEST_DATABASE_URL;
  const server = given ? await givenServer(given) : await ownServer();
  const db = await connect(server.url, { max: 1 });
  await migrate(db, noLog);
  await db.close();
  project.provide("templateUrl", server.url);
  return () => server.stop();
}

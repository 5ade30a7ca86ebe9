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

/** vitest's globalSetup for the project `pg`: one server per run, without the syncs that tests do not need. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "weboid-test-"));
  // As root the server runs under another account, which passes through.
  chmodSync(folder, 0o755);
  const server = await startEmbedded(folder, noLog, {
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  const db = await connect(server.url, { max: 1 });
  await migrate(db, noLog);
  await db.close();
  project.provide("templateUrl", server.url);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

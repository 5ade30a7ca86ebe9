import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../../db/connect.ts";
import { startEmbedded } from "../../../db/embedded.ts";
import { noLog } from "../../../db/errors.ts";
import { migrate } from "../../../db/migrate.ts";

/** A server with its usual settings for one trial; `fresh` makes a migrated database and answers its address. */
export async function withTrialDatabase(
  trial: (fresh: () => Promise<string>) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weboid-trial-"));
  // As root the server runs under another account, which passes through.
  chmodSync(folder, 0o755);
  const server = await startEmbedded(folder, noLog);
  let made = 0;
  try {
    await trial(async () => {
      const url = new URL(server.url);
      const name = `trial_${++made}`;
      const admin = await connect(server.url, { max: 1 });
      await admin.sql.unsafe(`create database ${name}`);
      await admin.close();
      url.pathname = `/${name}`;
      const db = await connect(url.href, { max: 1 });
      await migrate(db, noLog);
      await db.close();
      return url.href;
    });
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { connect } from "./connect.ts";
import { serverAccount } from "./embedded/account.ts";
import { freePort } from "./embedded/port.ts";
import { findPooler } from "./pooler.ts";
import { url } from "./schema/index.ts";
import { freshDatabaseUrl } from "./testing/fresh.ts";
import { samplePage, sampleWiki } from "./testing/sample.ts";
import { releaseDead } from "./work/dead-workers.ts";
import { heartbeat, holdLife, workers } from "./work/workers.ts";

const hasPgbouncer = spawnSync("pgbouncer", ["--version"]).status === 0;

/** A PgBouncer before a database; answers the database's address by way of it. */
async function pooled(databaseUrl: string, mode: "session" | "transaction"): Promise<string> {
  const server = new URL(databaseUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "weboid-pooler-"));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "users"), `"${server.username}" "${server.password}"\n`);
  writeFileSync(
    join(folder, "ini"),
    `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users")}
pool_mode = ${mode}
default_pool_size = 4
`,
  );
  // It refuses root, as PostgreSQL does.
  const child: ChildProcess = spawn("pgbouncer", ["-q", join(folder, "ini")], {
    ...serverAccount(null).ids,
    stdio: "ignore",
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });
  const address = new URL(databaseUrl);
  address.port = String(port);
  await expect.poll(() => findPooler(address.href).catch(() => "not yet")).not.toBe("not yet");
  return address.href;
}

test("a direct connection is known as such", async () => {
  expect(await findPooler(await freshDatabaseUrl())).toBe("none");
});

describe.runIf(hasPgbouncer)("PgBouncer", () => {
  test("in session mode is used like PostgreSQL itself", async () => {
    const pooler = await pooled(await freshDatabaseUrl(), "session");
    expect(await findPooler(pooler)).toBe("session");
    const db = await connect(pooler, { max: 2 });
    onTestFinished(() => db.close());
    expect(await workers(db)).toEqual([]);
  });

  test("in transaction mode is refused with what to set", async () => {
    const pooler = await pooled(await freshDatabaseUrl(), "transaction");
    const refused = {
      code: "pooler",
      message: expect.stringMatching(/set DATABASE_DIRECT_URL to PostgreSQL/),
    };
    await expect(connect(pooler)).rejects.toMatchObject(refused);
    await expect(connect(pooler, { directUrl: pooler })).rejects.toMatchObject(refused);
  });

  test("in transaction mode is served where the server's own address is known: no statement is lost, and who lives is seen", async () => {
    const directUrl = await freshDatabaseUrl();
    const pooler = await pooled(directUrl, "transaction");
    const db = await connect(pooler, { max: 10, directUrl });
    onTestFinished(() => db.close());
    const wiki = await sampleWiki(db);
    const pages = Array.from({ length: 40 }, (_, at) => at + 1);
    await Promise.all(pages.map((page) => samplePage(db, wiki, page, [`https://h${page}.zz/`], 3_600)));
    const counts = await Promise.all(pages.map(() => db.orm.$count(url, eq(url.queried, -1 as never))));
    expect(new Set(counts)).toEqual(new Set([40]));
    const [living, dead] = [db.session(), db.session()];
    onTestFinished(() => living.close());
    for (const [name, session] of [
      ["here:1:crawl", living],
      ["here:2:crawl", dead],
    ] as const) {
      await holdLife(session, name);
      await heartbeat(db, { name, role: "crawl", info: {} });
    }
    await dead.close();
    await expect.poll(() => releaseDead(db)).toEqual(["here:2:crawl"]);
    expect((await workers(db)).map(({ name }) => name)).toEqual(["here:1:crawl"]);
  });
});

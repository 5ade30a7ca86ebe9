import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "../../db/connect.ts";
import { freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { encodeSnapshot } from "../../shared/snapshot/snapshot.ts";
import { typicalSnapshot } from "../../shared/snapshot/testing/sample.ts";
import {
  ACCOUNT,
  API_TOKEN,
  type CloudflareServer,
  NAMESPACE,
  startCloudflareServer,
} from "../dispatch/testing/cloudflare-server.ts";
import { type FakeWiki, startFakeWiki } from "../feed/testing/fake-wiki.ts";
import { type Ran, weboid } from "./testing/run.ts";

let env: Record<string, string> = {};
let fake: FakeWiki;
let server: CloudflareServer;
const folder = mkdtempSync(join(tmpdir(), "weboid-snapshot-"));
const file = join(folder, "value.bin");

beforeAll(async () => {
  server = startCloudflareServer();
  env = {
    DATABASE_URL: await freshDatabaseUrl(),
    WEBOID_CONTACT: "test@example.org",
    WEBOID_LOG: "silent",
    CLOUDFLARE_API_BASE_URL: server.url,
    CLOUDFLARE_API_TOKEN: API_TOKEN,
    CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    CLOUDFLARE_KV_NAMESPACE_ID: NAMESPACE,
  };
  fake = await startFakeWiki([{ pageid: 7, title: "Seven", links: ["http://a.zz/x", "https://b.zz/"] }]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await fake.close();
  await server.stop();
});

const run = (args: readonly string[], more: Record<string, string> = {}, stdin = ""): Promise<Ran> =>
  weboid(["snapshot", "show", ...args], { env: { ...env, ...more }, stdin });

describe("a value from a file", async () => {
  const bytes = await encodeSnapshot(typicalSnapshot(3));

  test("as bytes, or base64 on standard input, in words and as JSON", async () => {
    writeFileSync(file, bytes);
    const words = await run([file]);
    expect(words).toMatchObject({ code: 0, stdout: expect.stringContaining('"dewiki@WMF" page 9301140') });
    expect(words.stdout).toContain(`version 2, ${bytes.length} bytes`);
    const json = await run(["-", "--json"], {}, `${Buffer.from(bytes).toString("base64")}\n`);
    expect(json.code).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject({
      from: "file",
      version: 2,
      bytes: bytes.length,
      snapshot: typicalSnapshot(3),
    });
  });

  test("that is damaged, or of another version, is reported", async () => {
    writeFileSync(file, bytes.subarray(0, 60));
    expect(await run([file])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^no snapshot, or damaged \(/),
    });
    const later = Bun.gzipSync(JSON.stringify({ version: 3 }));
    writeFileSync(file, later);
    const { code, stdout } = await run([file, "--json"]);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { bytes: later.length, message: expect.stringContaining("version 3") },
    ]);
  });

  test.each([
    [["/nowhere/value.bin"], "cannot be read"],
    [[folder], "cannot be read"],
    [["dewiki@WMF", "--stored"], "--stored needs a page"],
    [["dewiki@WMF", "--compare"], "--compare needs a page"],
    [["de wiki", "7"], "Give a wiki as dbname@farm"],
  ])("%j is wrong usage", async (args, message) => {
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([2, [expect.stringContaining(message)]]);
  });
});

test("of a page: what the database would write, what the store has after it was written, and what it lost", async () => {
  await weboid(["wiki", "add", "fakewiki@local", "--api", fake.api], { env });
  expect(await run(["fakewiki@local", "7"])).toMatchObject({
    code: 1,
    stderr: [expect.stringContaining("not watched")],
  });
  expect(await run(["otherwiki@local", "7"])).toMatchObject({
    code: 1,
    stderr: [expect.stringContaining("not configured")],
  });
  await weboid(["feed", "--once"], { env: { ...env, WEBOID_ALLOW_PRIVATE: "1" } });
  const own = await run(["fakewiki@local", "7"]);
  expect(own).toMatchObject({ code: 0, stdout: expect.stringContaining('page 7 "Seven" (namespace 0)') });
  expect(own.stdout).toContain('"http://a.zz/x"');

  const stored = () => run(["fakewiki@local", "7", "--stored"]);
  expect(await stored()).toMatchObject({
    code: 1,
    stderr: [expect.stringContaining("nothing under s1:fakewiki@local:7")],
  });
  expect((await weboid(["dispatch", "--once"], { env })).code).toBe(0);
  expect(await stored()).toEqual({ ...own, code: 0 });
  // Written once: nothing is written a second time; a dispatcher only looks whether the store still knows its wikis.
  const before = server.requests.length;
  expect((await weboid(["dispatch", "--once"], { env })).code).toBe(0);
  expect(server.requests.slice(before)).toEqual(["GET keys 0"]);

  // A store that lost everything has it back after an export, the wiki's profile included.
  const keys = [...server.values.keys()].sort();
  server.values.clear();
  expect((await weboid(["export", "fakewiki@local"], { env })).code).toBe(0);
  expect([...server.values.keys()].sort()).toEqual(keys);
  const compared = () => run(["fakewiki@local", "7", "--compare"]);
  expect(await compared()).toMatchObject({ code: 0, stdout: "no difference for a reader\n" });
  const db = await connect(env.DATABASE_URL ?? "", { max: 1 });
  await db.sql`update page set links_read = links_read + 1 where pageid = 7`;
  expect(await compared()).toMatchObject({ code: 0 });
  await db.sql`update page set title = 'Other' where pageid = 7`;
  await db.close();
  expect(await compared()).toMatchObject({ code: 1, stdout: 'title "Seven", not "Other"\n' });
  server.values.set("s1:fakewiki@local:7", Uint8Array.from([0x1f, 0x8b, 8, 9]));
  expect(await stored()).toMatchObject({ code: 1, stdout: expect.stringContaining("damaged (") });
  const wrong = await run(["fakewiki@local", "7", "--stored"], {
    CLOUDFLARE_API_TOKEN: "another-token-0123",
  });
  expect(wrong).toMatchObject({ code: 1, stderr: [expect.stringContaining("CLOUDFLARE_API_TOKEN")] });
});

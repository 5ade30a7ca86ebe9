import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../runtime/config.ts";
import { lockDataFolder } from "../runtime/folder-lock.ts";
import { loadTokens } from "../up/tokens.ts";
import { chooseStore, withOwnEdge } from "./open-store.ts";

const EDGE = { EDGE_URL: "https://edge.zz", EDGE_TOKEN: "0123456789abcdef" };
const KV = { CLOUDFLARE_KV_NAMESPACE_ID: "b".repeat(32) };
const ACCOUNT = { CLOUDFLARE_ACCOUNT_ID: "a".repeat(32), CLOUDFLARE_API_TOKEN: "0123456789abcdef" };

test.each([
  [EDGE, { kind: "edge", edgeUrl: "https://edge.zz", edgeToken: "0123456789abcdef" }],
  // What wrangler needs may be set for wrangler.
  [{ ...EDGE, ...ACCOUNT }, { kind: "edge" }],
  [
    { ...KV, ...ACCOUNT },
    {
      kind: "cloudflare",
      namespaceId: "b".repeat(32),
      accountId: "a".repeat(32),
      apiToken: "0123456789abcdef",
    },
  ],
])("%j chooses %j", (env, choice) => expect(chooseStore(readConfig(env))).toMatchObject(choice));

test.each([
  [{}, "EDGE_URL is not set, and no weboid up runs on"],
  [{ DATABASE_URL: "postgres://weboid@db.zz/weboid" }, "EDGE_URL is not set: set it"],
  [{ EDGE_URL: "https://edge.zz" }, "EDGE_TOKEN is not set"],
  [{ ...EDGE, ...KV, ...ACCOUNT }, "both set"],
  [KV, "CLOUDFLARE_ACCOUNT_ID is not set"],
  [{ ...KV, CLOUDFLARE_ACCOUNT_ID: "a".repeat(32) }, "CLOUDFLARE_API_TOKEN is not set"],
])("%j is refused with the fix: %s", (env, message) =>
  expect(() => chooseStore(readConfig(env))).toThrow(message),
);

test("without settings: the edge of the `up` on the data folder; a named store or database is another system", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "weboid-own-edge-"));
  const config = (env: Record<string, string>) => readConfig({ WEBOID_DATA: dataDir, ...env });
  const { edgeToken } = loadTokens(config({}));
  const lock = lockDataFolder(dataDir);
  expect(() => chooseStore(withOwnEdge(config({})))).toThrow("is still starting. Wait for it");
  lock.setUrl("http://127.0.0.1:3");
  expect(chooseStore(withOwnEdge(config({})))).toEqual({
    kind: "edge",
    edgeUrl: "http://127.0.0.1:3",
    edgeToken,
  });
  for (const env of [EDGE, { ...KV, ...ACCOUNT }, { DATABASE_URL: "postgres://weboid@db.zz/weboid" }])
    expect(withOwnEdge(config(env))).toEqual(config(env));
  lock.release();
  rmSync(dataDir, { recursive: true });
});

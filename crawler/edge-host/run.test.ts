import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../runtime/config.ts";
import { lockDataFolder } from "../runtime/folder-lock.ts";
import { silentLog } from "../runtime/log.ts";
import { runEdge } from "./run.ts";

test("beside a running edge that one is named, before any setting that is missing", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "weboid-edge-alone-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const config = readConfig({ WEBOID_DATA: dataDir });
  const { signal } = new AbortController();
  const start = () => runEdge({ config, hostname: "127.0.0.1", port: 0, signal, log: silentLog });
  const lock = lockDataFolder(dataDir, "edge");
  await expect(start()).rejects.toThrow("Weboid is already running");
  lock.release();
  await expect(start()).rejects.toThrow("EDGE_TOKEN is not set");
});

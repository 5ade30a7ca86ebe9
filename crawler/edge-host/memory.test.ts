import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Log } from "../runtime/log.ts";
import { startEdge } from "./start.ts";

test("a Worker that takes more and more ends at a bound of its own, and is started again", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "weboid-hoard-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const said: string[] = [];
  const log: Log = { info() {}, warn: (line) => void said.push(line), error: (line) => void said.push(line) };
  const edge = await startEdge({
    dataDir,
    hostname: "127.0.0.1",
    port: 0,
    vars: {},
    egress: { allowPrivate: false, deny: [], dns: [] },
    log,
    main: join(import.meta.dirname, "testing/hoarder.ts"),
  });
  onTestFinished(() => edge.stop());
  const ask = (path: string) =>
    fetch(edge.url + path).then(
      async (answer) => (answer.ok ? await answer.text() : `HTTP ${answer.status}`),
      () => "nothing",
    );
  expect(await ask("/")).toBe("0 MiB");
  expect(await ask("/hoard")).not.toContain("MiB");
  await expect.poll(() => said.some((line) => line.includes("it is started again"))).toBe(true);
  await expect.poll(() => ask("/")).toBe("0 MiB");
});

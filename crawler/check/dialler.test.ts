import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { createDialler } from "./dialler.ts";
import { checkLimits } from "./limits.ts";

test("being out of descriptors is our trouble: it is waited for, and never told as a refusal", () => {
  const program = join(import.meta.dirname, "testing", "without-descriptors.ts");
  const { stdout, stderr } = spawnSync(
    "sh",
    ["-c", 'ulimit -n 100 && exec "$0" "$1"', process.execPath, program],
    {
      encoding: "utf8",
      timeout: 15_000,
    },
  );
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({ never: "not-tried", inTime: "exchange" });
});

test("an exception of ours while reading is no failure of theirs", async () => {
  const server = createServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}/` as NormalisedUrl;
  const limits = {
    ...checkLimits(),
    get bodyBytesEnough(): number {
      throw new TypeError("a bug");
    },
  };
  const request = {
    url,
    parts: splitUrl(url),
    method: "GET",
    addresses: ["127.0.0.1"],
    fields: [],
    limits,
  } as const;
  await expect(createDialler().exchange({ ...request, deadline: performance.now() + 5_000 })).rejects.toThrow(
    "a bug",
  );
  server.close();
});

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tryPort } from "./port.ts";
import { checkoutRoot } from "./start.ts";

/** What workerd does of streams that nobody reads, over real connections (edge/feed/stream.ts). */

const CONFIG = (port: number) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "main", esModule = embed "worker.js")],
    compatibilityDate = "2026-11-01"))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);`;
const OWN = 10;

const opened = new AsyncDisposableStack();
let port = 0;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "weboid-streams-"));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const built = await Bun.build({
    entrypoints: [join(checkoutRoot, "edge/testing/streams-worker.ts")],
    target: "browser",
    format: "esm",
  });
  writeFileSync(join(folder, "worker.js"), (await built.outputs[0]?.text()) ?? "");
  port = Number(await tryPort("127.0.0.1", 0));
  writeFileSync(join(folder, "config.capnp"), CONFIG(port));
  const workerd = spawn(join(checkoutRoot, "node_modules/.bin/workerd"), ["serve", "config.capnp"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((done) => workerd.once("exit", done));
  opened.defer(async () => {
    workerd.kill("SIGKILL");
    await ended;
  });
});
afterAll(() => opened.disposeAsync());

interface Counts {
  readonly open: number;
  readonly refused: number;
  readonly minutes: number;
}
const counts = async () => (await (await fetch(`http://127.0.0.1:${port}/counts`)).json()) as Counts;

/** A connection that asks for a stream; nothing is read before `resume`. */
function ask(): Socket {
  const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nhost: a.zz\r\n\r\n"));
  socket.on("error", () => {});
  return socket.pause();
}

test("streams count until their connections end, and no longer", async () => {
  await expect.poll(() => counts().catch(() => null)).not.toBeNull();
  const unread = Array.from({ length: OWN }, ask);
  await expect.poll(async () => (await counts()).open).toBe(OWN);
  const begun = (await counts()).minutes;
  // Long after the last piece was given up.
  await expect.poll(async () => (await counts()).minutes - begun).toBeGreaterThan(2);
  const late = await fetch(`http://127.0.0.1:${port}/`);
  expect([late.status, await late.text()]).toEqual([429, "too-many-of-caller"]);
  expect((await counts()).open).toBe(OWN);

  // Who begins to read finds the end of what was sent, and the stream is over.
  const [reader, ...others] = unread;
  let received = "";
  reader?.setEncoding("utf8").on("data", (text: string) => {
    received += text;
  });
  reader?.resume();
  await expect.poll(() => received.endsWith("0\r\n\r\n")).toBe(true);
  expect(received).not.toContain("id: 100000.1");
  reader?.destroy();
  for (const socket of others) socket.destroy();
  await expect.poll(async () => (await counts()).open).toBe(0);
});

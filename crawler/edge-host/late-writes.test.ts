import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { snapshotKey } from "../../shared/protocol/types.ts";
import { edgeStore } from "../dispatch/edge-store.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { silentLog } from "../runtime/log.ts";
import { FILES } from "./configuration.ts";
import { startEdge } from "./start.ts";

const EDGE_TOKEN = "edge-token-of-the-late-writes-0123456789";
const WIKI = "latewiki@local";
const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync(), 60_000);

/** Stands between workerd and the store, and keeps back the first bulk write until it is released. */
function holdFirstBulkWrite(folder: string) {
  const [kv, real] = [FILES.kvSocket, "real.sock"].map((name) => join(folder, "edge/run", name)) as [
    string,
    string,
  ];
  renameSync(kv, real);
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  const pass = async (from: Socket, to: Socket) => {
    for await (const piece of from) {
      if (isFirst && String(piece).startsWith("POST /bulk/put")) {
        isFirst = false;
        held.resolve();
        await released.promise;
      }
      to.write(piece);
    }
    to.end();
  };
  const server = createServer((socket) => {
    const store = connect({ path: real });
    for (const one of [socket, store]) one.on("error", () => {});
    void pass(socket, store).catch(() => store.destroy());
    store.pipe(socket);
  }).listen(kv);
  opened.defer(() => void server.close());
  return { held: held.promise, release: () => released.resolve() };
}

test("what a dispatcher sent before it was overtaken is refused by the store when it arrives after its successor's (D2)", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "weboid-late-"));
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const egress = { allowPrivate: false, deny: [], dns: [] };
  const vars = { EDGE_TOKEN };
  const edge = await startEdge({ dataDir, hostname: "127.0.0.1", port: 0, vars, egress, log: silentLog });
  opened.defer(() => edge.stop());
  const http = createHttpClient({ userAgent: "test", guard: LOOPBACK });
  opened.defer(() => http.close());
  const { signal } = new AbortController();
  const store = edgeStore({ http, edgeUrl: edge.url, edgeToken: EDGE_TOKEN, signal });
  const { held, release } = holdFirstBulkWrite(dataDir);
  const key = snapshotKey(WIKI, 1);
  const write = (value: string, number: number) => store.put([{ key, value }], { wiki: WIKI, number });

  const late = write("old", 5);
  await held;
  expect((await write("new", 6)).kind).toBe("stored");
  release();
  expect(await late).toEqual({ kind: "outdated", number: 6 });
  const found = await store.get(key);
  expect(found.kind === "value" && Buffer.from(found.bytes).toString()).toBe("new");
}, 60_000);

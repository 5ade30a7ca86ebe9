/**
 * Pages a second into the store of a self-hosted edge, and bytes of each on the disk.
 * `bun crawler/edge-host/kv/kv.bench.ts [pages] [edge]`: pages (1,000,000) straight into its file; with `edge`, signed, over HTTP, through front and
 * Worker, as an export does. Keys come in the order of page ids, which is not that of their texts; then a tenth is written again.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KvPair, snapshotKey } from "../../../shared/protocol/types.ts";
import { encodeSnapshot } from "../../../shared/snapshot/snapshot.ts";
import { typicalSnapshot } from "../../../shared/snapshot/testing/sample.ts";
import { edgeStore } from "../../dispatch/edge-store.ts";
import { createHttpClient } from "../../net/egress/http-client.ts";
import { LOOPBACK } from "../../net/testing/loopback-guard.ts";
import { createLog } from "../../runtime/log.ts";
import { storeOf } from "../order.ts";
import { startEdge } from "../start.ts";
import { Pairs } from "./pairs.ts";

const pages = Number(process.argv[2] ?? 1_000_000);
const overEdge = process.argv[3] === "edge";
const BATCH = 10_000;
const TOKEN = "token-of-the-benchmark-0123456789abcdef";
/** URLs of a page: of values from 250 bytes to 1.5 kB, 600 on average. */
const URLS = [1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 30, 60];

const values = await Promise.all(
  URLS.map(async (count) => Buffer.from(await encodeSnapshot(typicalSnapshot(count)))),
);
const valueFor = (page: number) => values[page % values.length] ?? Buffer.alloc(0);
const average = values.reduce((sum, { length }) => sum + length, 0) / values.length;
const folder = mkdtempSync(join(tmpdir(), "weboid-kv-bench-"));
const file = storeOf(folder);

interface Target {
  put(pages: readonly number[]): Promise<void> | void;
  close(): Promise<void> | void;
}

function straight(): Target {
  mkdirSync(join(folder, "edge"));
  const pairs = new Pairs({ file });
  return {
    put: (some) =>
      void pairs.put(some.map((page) => ({ key: snapshotKey("dewiki@WMF", page), value: valueFor(page) }))),
    close: () => pairs.close(),
  };
}

async function throughEdge(): Promise<Target> {
  const edge = await startEdge({
    dataDir: folder,
    hostname: "127.0.0.1",
    port: 0,
    vars: { EDGE_TOKEN: TOKEN },
    egress: { allowPrivate: false, deny: [], dns: [] },
    log: createLog("edge"),
  });
  const http = createHttpClient({ userAgent: "bench", guard: LOOPBACK });
  const { signal } = new AbortController();
  const store = edgeStore({ http, edgeUrl: edge.url, edgeToken: TOKEN, signal });
  return {
    async put(some) {
      const list: KvPair[] = some.map((page) => ({
        key: snapshotKey("dewiki@WMF", page),
        value: valueFor(page).toString("base64"),
        base64: true,
      }));
      const stored = await store.put(list);
      if (stored.kind !== "stored") throw new Error(stored.kind === "failed" ? stored.message : stored.kind);
    },
    async close() {
      await http.close();
      await edge.stop();
    },
  };
}

try {
  const target = await (overEdge ? throughEdge() : straight());
  const write = async (first: number, count: number) => {
    const begun = performance.now();
    for (let page = first; page < first + count; page += BATCH)
      await target.put(Array.from({ length: Math.min(BATCH, first + count - page) }, (_, at) => page + at));
    return Math.round((count / (performance.now() - begun)) * 1_000);
  };
  const fresh = await write(1, pages);
  const again = await write(Math.floor(pages / 2), Math.floor(pages / 10));
  await target.close();
  const bytes = statSync(file).size;
  console.log(
    `${pages} pages of ${Math.round(average)} bytes ${overEdge ? "through the edge" : "straight"}: ` +
      `${fresh} pages/s, written again ${again} pages/s; ${Math.round(bytes / pages)} bytes a page on the disk (${(bytes / 2 ** 20).toFixed(0)} MiB)`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

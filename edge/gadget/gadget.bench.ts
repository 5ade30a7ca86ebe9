/**
 * Latency of the gadget's answer at the self-hosted edge against a bare read of the same key, in one run, by turns.
 * `bun edge/gadget/gadget.bench.ts [requests]`; prints a line per size of page. Read the ratios: milliseconds differ by machine.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startEdge } from "../../crawler/edge-host/start.ts";
import { silentLog } from "../../crawler/runtime/log.ts";
import { sign } from "../../shared/protocol/sign.ts";
import { type KvPair, snapshotKey, wikiKey } from "../../shared/protocol/types.ts";
import { encodeSnapshot, type Snapshot } from "../../shared/snapshot/snapshot.ts";
import { typicalSnapshot } from "../../shared/snapshot/testing/sample.ts";

const root = resolve(import.meta.dirname, "../..");
const requests = Number(process.argv[2] ?? 1_000);
const WIKI = "benchwiki@local";
const TOKEN = "bench";
const SIZES = [0, 20, 100, 1_000];
/** Pages of each size, asked in turn. */
const PAGES = 100;
const pageidOf = (size: number, at: number): number => size * PAGES + at + 1;
const WARM_UP = 100;

const folder = mkdtempSync(join(tmpdir(), "weboid-bench-"));
const edge = await startEdge({
  dataDir: folder,
  hostname: "127.0.0.1",
  port: 0,
  main: join(root, "edge/testing/bench-worker.ts"),
  vars: { EDGE_TOKEN: TOKEN },
  egress: { allowPrivate: false, deny: [], dns: [] },
  log: silentLog,
});
const base = edge.url;

/** Each with hosts of its own, so that nothing is remembered from the page before. */
function pageOf(size: number, at: number): Snapshot {
  const page = typicalSnapshot(size);
  const urls = page.urls.map((facts) => ({ ...facts, url: facts.url.replace(".host-", `.host-${at}-`) }));
  return { ...page, wiki: WIKI, urls };
}

async function seed(): Promise<void> {
  const profile = { wiki: WIKI, api: "http://127.0.0.1:9/api.php", server: "http://127.0.0.1:9" };
  const rest = { articleUrl: "http://127.0.0.1:9/$1", internalHosts: null, lang: "en", siteName: "Bench" };
  const pairs: KvPair[] = [{ key: wikiKey(WIKI), value: JSON.stringify({ ...profile, ...rest }) }];
  for (const size of SIZES)
    for (let at = 0; at < PAGES; at++) {
      const value = Buffer.from(await encodeSnapshot(pageOf(size, at))).toString("base64");
      pairs.push({ key: snapshotKey(WIKI, pageidOf(size, at)), value, base64: true });
    }
  const body = new TextEncoder().encode(JSON.stringify(pairs));
  const headers = await sign(TOKEN, { method: "POST", path: "/internal/kv", body }, Date.now());
  const answer = await fetch(`${base}/internal/kv`, { method: "POST", headers, body });
  if (answer.status !== 204) throw new Error(`not stored: ${answer.status} ${await answer.text()}`);
}

async function timed(address: string): Promise<number> {
  const start = performance.now();
  // Uncompressed, as a cache or a proxy in front asks.
  const answer = await fetch(address, { headers: { "accept-encoding": "identity" } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${address}: HTTP ${answer.status}`);
  return performance.now() - start;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** `pages`: of one that is asked again and again, or of many, one after the other. */
async function measure(size: number, pages: number): Promise<string> {
  const times = { gadget: [] as number[], bare: [] as number[] };
  for (let round = 0; round < WARM_UP + requests; round++) {
    const pageid = pageidOf(size, round % pages);
    // By turns, so that whatever else the machine does hits both alike.
    const one = await timed(`${base}/bench/kv?key=${snapshotKey(WIKI, pageid)}`);
    const other = await timed(`${base}/externalLinkProblem?dbname=${WIKI}&pageid=${pageid}`);
    if (round < WARM_UP) continue;
    times.bare.push(one);
    times.gadget.push(other);
  }
  const cells = [0.25, 0.5, 0.99].map((share) => {
    const [bareMs, gadgetMs] = [times.bare, times.gadget].map((list) =>
      percentile(
        list.toSorted((a, b) => a - b),
        share,
      ),
    ) as [number, number];
    return `p${share * 100}: KV ${bareMs.toFixed(2)} ms, gadget ${gadgetMs.toFixed(2)} ms, ratio ${(gadgetMs / bareMs).toFixed(2)}`;
  });
  return `${String(size).padStart(5)} URLs, ${pages === 1 ? "one page" : `${pages} pages`}  ${cells.join("   ")}`;
}

try {
  await seed();
  for (const size of SIZES) for (const pages of [1, PAGES]) console.log(await measure(size, pages));
} finally {
  await edge.stop();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Memory of workerd beneath a self-hosted edge that is asked without a pause: each kind of question at an edge of its own, then all together.
 * `bun crawler/edge-host/memory.bench.ts [seconds] [KIND …]`: seconds (60) of each kind. Prints, for each tenth of the time, the memory of workerd (MB), and how many were answered; of a kind that ends flat the last five are alike.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMsOf } from "../../.ci/testing/cpu.ts";
import {
  anyCaseKey,
  type KvPair,
  snapshotKey,
  WIKIS_KNOWN_KEY,
  wikiKey,
} from "../../shared/protocol/types.ts";
import { encodeSnapshot } from "../../shared/snapshot/snapshot.ts";
import { typicalSnapshot } from "../../shared/snapshot/testing/sample.ts";
import { edgeStore } from "../dispatch/edge-store.ts";
import { type FakePage, startFakeWiki } from "../feed/testing/fake-wiki.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { silentLog } from "../runtime/log.ts";
import { familyOf, memoryOf } from "../runtime/processes.ts";
import { startEdge } from "./start.ts";
import { startFeedOrigin } from "./testing/feed-origin.ts";

const WIKI = "memorywiki@local";
const EDGE_TOKEN = "edge-token-of-the-benchmark-0123456789";
const ORIGIN_TOKEN = "origin-token-of-the-benchmark-01234567";
/** URLs of a page. */
const URLS = [0, 1, 3, 8, 20, 60, 200];
const PAGES = 700;
/** One more page, with as many as an answer may have. */
const LARGE = { pageid: PAGES + 1, urls: 10_000 };
/** Questions at a time, and pages of one push. */
const [AT_ONCE, PUSHED] = [8, 100];
/** Of a stream, before its reader leaves. */
const STREAM_BYTES = 200_000;
const SAMPLES = 10;

const seconds = Number(process.argv[2] ?? 60);
const urlsOf = (pageid: number) => URLS[pageid % URLS.length] ?? 0;
const snapshots = await Promise.all(
  URLS.map(async (_, at) =>
    Buffer.from(await encodeSnapshot({ ...typicalSnapshot(urlsOf(at)), wiki: WIKI })),
  ),
);
const pairOf = (pageid: number): KvPair => ({
  key: snapshotKey(WIKI, pageid),
  value: (snapshots[pageid % URLS.length] ?? Buffer.alloc(0)).toString("base64"),
  base64: true,
});
const largest = Buffer.from(
  await encodeSnapshot({ ...typicalSnapshot(LARGE.urls), wiki: WIKI, pageid: LARGE.pageid }),
);
const range = (length: number, first: number) => Array.from({ length }, (_, at) => first + at);

const pageOf = (pageid: number, urls: number): FakePage => {
  const links = typicalSnapshot(urls).urls.map(({ url }) => url);
  return { pageid, title: `Page ${pageid}`, links };
};
const pages = range(PAGES, 1).map((pageid) => pageOf(pageid, urlsOf(pageid)));
const wiki = await startFakeWiki([...pages, pageOf(LARGE.pageid, LARGE.urls)], {
  piece: 500,
  wikiid: "memorywiki",
});
const origin = startFeedOrigin(ORIGIN_TOKEN);

const workerd = () => familyOf(process.pid).find(({ name }) => name === "workerd")?.pid ?? 0;

async function openEdge() {
  const folder = mkdtempSync(join(tmpdir(), "weboid-memory-"));
  const edge = await startEdge({
    dataDir: folder,
    hostname: "127.0.0.1",
    port: 0,
    vars: { EDGE_TOKEN, ORIGIN_TOKEN, ORIGIN_URL: origin.url, WEBOID_ALLOW_PRIVATE: "1" },
    egress: { allowPrivate: true, deny: [], dns: [] },
    log:
      process.env.WEBOID_BENCH_LOGS === undefined
        ? silentLog
        : { info: console.log, warn: (line) => console.log(line), error: console.log },
  });
  const http = createHttpClient({ userAgent: "bench", guard: LOOPBACK });
  const store = edgeStore({
    http,
    edgeUrl: edge.url,
    edgeToken: EDGE_TOKEN,
    signal: new AbortController().signal,
  });
  const { host, origin: server } = new URL(wiki.api);
  const profile = { wiki: WIKI, api: wiki.api, server, articleUrl: `${server}/wiki/$1`, internalHosts: null };
  const put = async (pairs: readonly KvPair[]) => {
    const stored = await store.put(pairs);
    if (stored.kind !== "stored") throw new Error(stored.kind);
  };
  await put([
    {
      key: wikiKey(WIKI),
      value: JSON.stringify({ ...profile, configured: [host], lang: "en", siteName: "Memory" }),
    },
    { key: anyCaseKey(WIKI), value: WIKI },
    { key: WIKIS_KNOWN_KEY, value: "1" },
    ...pages.map(({ pageid }) => pairOf(pageid)),
    { key: snapshotKey(WIKI, LARGE.pageid), value: largest.toString("base64"), base64: true },
  ]);
  return {
    url: edge.url,
    put,
    async close() {
      await http.close();
      await edge.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
type Edge = Awaited<ReturnType<typeof openEdge>>;

async function get({ url }: Edge, path: string): Promise<void> {
  const answer = await fetch(url + path);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
}

async function follow({ url }: Edge): Promise<void> {
  const leave = new AbortController();
  const answer = await fetch(`${url}/feed/${WIKI}?format=sse&since=${origin.from}`, { signal: leave.signal });
  if (!answer.ok || answer.body === null) throw new Error(`HTTP ${answer.status}`);
  let bytes = 0;
  for await (const piece of answer.body) {
    bytes += piece.length;
    if (bytes > STREAM_BYTES) break;
  }
  leave.abort();
}

const KINDS: Readonly<Record<string, (edge: Edge, pageid: number) => Promise<void>>> = {
  health: (edge) => get(edge, "/healthz"),
  gadget: (edge, pageid) => get(edge, `/externalLinkProblem.json?dbname=${WIKI}&pageid=${pageid}`),
  json: (edge, pageid) => get(edge, `/api/v1/page?dbname=${WIKI}&pageid=${pageid}`),
  xml: (edge, pageid) => get(edge, `/api/v1/page?dbname=${WIKI}&pageid=${pageid}&format=xml&show=all`),
  html: (edge, pageid) => get(edge, `/page/${WIKI}/${pageid}`),
  large: (edge) => get(edge, `/api/v1/page?dbname=${WIKI}&pageid=${LARGE.pageid}&show=all`),
  script: (edge) => get(edge, `/gadget.js?dbname=${WIKI}`),
  feed: (edge, pageid) => get(edge, `/feed/${WIKI}?since=${pageid}.${origin.from.split(".")[1]}`),
  stream: follow,
  push: (edge, pageid) => edge.put(range(PUSHED, pageid).map(pairOf)),
};

/** One kind, or several by turns, for the whole time. */
async function measure(name: string, kinds: readonly string[]): Promise<string> {
  const edge = await openEdge();
  const counts = new Map<string, number>();
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1_000;
  let [asked, failed, last] = [0, 0, ""];
  const ask = async () => {
    while (elapsed() < seconds) {
      const kind = kinds[asked++ % kinds.length] ?? "";
      await KINDS[kind]?.(edge, 1 + (Math.floor(asked / kinds.length) % PAGES)).catch((error: Error) => {
        failed += 1;
        last = `${kind}: ${error.message}`;
      });
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  };
  const pid = workerd();
  const cpuBefore = cpuMsOf(pid).own;
  const samples = [memoryOf(pid)];
  const watch = async () => {
    for (let nth = 1; nth <= SAMPLES; nth++) {
      await new Promise((done) =>
        setTimeout(done, Math.max(0, (nth * seconds) / SAMPLES - elapsed()) * 1_000),
      );
      samples.push(memoryOf(pid));
    }
  };
  await Promise.all([watch(), ...range(AT_ONCE, 0).map(ask)]);
  const cpu = (cpuMsOf(pid).own - cpuBefore) / asked;
  await edge.close();
  const mb = samples.map((bytes) => Math.round(bytes / 1e6)).join(" ");
  return `${name.padEnd(8)} ${mb}   ${asked} asked, ${failed} failed ${last}, ${cpu.toFixed(2)} ms of CPU each`;
}

const wanted = process.argv.slice(3);
try {
  for (const kind of wanted.length > 0 ? wanted : Object.keys(KINDS))
    console.log(await measure(kind, kind === "all" ? Object.keys(KINDS) : [kind]));
  if (wanted.length === 0) console.log(await measure("all", Object.keys(KINDS)));
} finally {
  origin.stop();
  await wiki.close();
}

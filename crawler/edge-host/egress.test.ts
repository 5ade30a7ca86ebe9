import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WIKI_BUDGET } from "../../edge/sources/wiki-gate.ts";
import { encodeInterwikis } from "../../shared/interwiki/map.ts";
import { anyCaseKey, WIKIS_KNOWN_KEY, type WikiProfile, wikiKey } from "../../shared/protocol/types.ts";
import { edgeStore } from "../dispatch/edge-store.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { startDnsServer } from "../net/testing/dns-server.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { readConfig } from "../runtime/config.ts";
import { silentLog } from "../runtime/log.ts";
import { edgeVars, type LocalEdge, startEdge } from "./start.ts";

/** Whom a self-hosted edge asks, as it is really started: workerd, its forwarder, and names of a server of the test. Without WEBOID_ALLOW_PRIVATE. */

const EDGE_TOKEN = "edge-token-of-the-egress-tests-012345678";
const HERE = { A: ["127.0.0.1"] };

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync(), 60_000);

/** A server that notes who is asked, and answers with these bytes of HTTP; null: never. */
async function startServer(answer: (path: string) => string | Buffer | null) {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      const path = bytes.toString("latin1").split(" ")[1] ?? "";
      asked.push(path);
      const bytesOfAnswer = answer(path);
      if (bytesOfAnswer !== null) socket.end(bytesOfAnswer);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  opened.defer(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { asked, port: (server.address() as { port: number }).port };
}

const json = (value: unknown): string => {
  const body = JSON.stringify(value);
  const fields = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
  return `HTTP/1.1 200 OK\r\n${fields}\r\nconnection: close\r\n\r\n${body}`;
};

type TestServer = Awaited<ReturnType<typeof startServer>>;
/** A service of the operator's own network, which would tell everything. */
let inner: TestServer;
/** Of the configured wiki. */
let api: TestServer;
let dns: string;
let edge: LocalEdge;
/** What the wiki says its page links to, and how it says so. */
let links: { readonly extlinks: readonly string[]; readonly iwlinks: readonly string[] };
let apiAnswer: string | Buffer | null = null;
let apiHangs = false;

async function start(variables: Record<string, string> = {}): Promise<LocalEdge> {
  const dataDir = mkdtempSync(join(tmpdir(), "weboid-egress-"));
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = readConfig({ EDGE_TOKEN, WEBOID_DNS: dns, ...variables });
  const vars = edgeVars(config, null);
  const started = await startEdge({
    dataDir,
    hostname: "127.0.0.1",
    port: 0,
    vars,
    egress: config,
    log: silentLog,
  });
  opened.defer(() => started.stop());
  return started;
}

beforeAll(async () => {
  const names = await startDnsServer({ "inner.weboid-test.org": HERE, "api.weboid-test.org": HERE });
  opened.defer(() => names.close());
  dns = names.address;
  inner = await startServer(() =>
    json({ batchcomplete: true, query: { pages: [{ ns: 0, title: "Secret" }] } }),
  );
  api = await startServer(() =>
    apiHangs
      ? null
      : (apiAnswer ??
        json({
          batchcomplete: true,
          query: {
            pages: [
              {
                pageid: 1,
                ns: 0,
                title: "Page 1",
                extlinks: links.extlinks.map((url) => ({ url })),
                iwlinks: links.iwlinks.map((title) => ({ prefix: "x", title })),
              },
            ],
          },
        })),
  );
  edge = await start();
}, 60_000);
beforeEach(() => {
  inner.asked.length = 0;
  api.asked.length = 0;
  apiAnswer = null;
  apiHangs = false;
  links = { extlinks: [], iwlinks: [] };
});

interface Urls {
  readonly status: number;
  readonly text: string;
  readonly results: readonly (string | undefined)[];
}

/** Stores a wiki that says it is where `host` is, and asks for its page. `api`: host and port of its api.php. */
async function ask(
  at: LocalEdge,
  wiki: string,
  { host, ...profile }: Partial<WikiProfile> & { readonly host: string },
): Promise<Urls> {
  const http = createHttpClient({ userAgent: "test", guard: LOOPBACK });
  const { signal } = new AbortController();
  const store = edgeStore({ http, edgeUrl: at.url, edgeToken: EDGE_TOKEN, signal });
  const whole = {
    wiki,
    api: `http://127.0.0.1:${api.port}/api.php`,
    server: `http://${host}`,
    articleUrl: `http://${host}/wiki/$1`,
    interwikis: encodeInterwikis(new Map([["x", { url: `http://${host}/w/index.php/$1`, local: true }]])),
    internalHosts: null,
    lang: "en",
    siteName: "Egress",
    configured: [`127.0.0.1:${api.port}`],
    ...profile,
  };
  await store.put([
    { key: wikiKey(wiki), value: JSON.stringify(whole) },
    { key: anyCaseKey(wiki), value: wiki },
    { key: WIKIS_KNOWN_KEY, value: "1" },
  ]);
  await http.close();
  const response = await fetch(`${at.url}/api/v1/page?dbname=${wiki}&pageid=1&show=all`);
  const text = await response.text();
  const { pages = [] } = JSON.parse(text) as {
    pages?: { urls: { onTheSpot?: { result: string } }[] }[];
  };
  const results = (pages[0]?.urls ?? []).map(({ onTheSpot }) => onTheSpot?.result);
  return { status: response.status, text, results };
}

const linksTo = (host: string) => ({
  extlinks: [`http://${host}/file.png`, `http://${host}/w/index.php?title=Gone`],
  iwlinks: ["Secret"],
});

describe("a configured wiki reaches nothing of the operator's network", () => {
  test.each([
    ["by an address", "127.0.0.1", "literal@local"],
    ["by a name that means one", "inner.weboid-test.org", "named@local"],
    ["by this machine's name", "localhost", "localhost@local"],
  ])("%s", async (_name, name, wiki) => {
    const host = `${name}:${inner.port}`;
    links = linksTo(host);
    const { status, results } = await ask(edge, wiki, { host });
    expect(status).toBe(200);
    // The page was read at the wiki's own API, which is configured.
    expect(api.asked.length).toBeGreaterThan(0);
    expect(inner.asked).toEqual([]);
    expect(results).not.toContain("exists");
    expect(results).not.toContain("missing");
  });

  test("by a redirect of its own API", async () => {
    const location = `http://inner.weboid-test.org:${inner.port}/secret`;
    apiAnswer = `HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`;
    await ask(edge, "redirect@local", { host: "wiki.invalid" });
    expect(api.asked.length).toBeGreaterThan(0);
    expect(inner.asked).toEqual([]);
  });

  test("its api at another port of a configured host is not asked", async () => {
    const elsewhere = `http://127.0.0.1:${inner.port}/api.php`;
    await ask(edge, "port@local", { host: "wiki.invalid", api: elsewhere });
    expect(inner.asked).toEqual([]);
  });

  test("the same name, once it is configured, is asked: nothing else keeps it away", async () => {
    const host = `inner.weboid-test.org:${inner.port}`;
    links = linksTo(host);
    await ask(edge, "friend@local", { host, configured: [`127.0.0.1:${api.port}`, host] });
    expect(inner.asked.length).toBeGreaterThan(0);
  });
});

test("WEBOID_DENY holds for a configured name, by the address that it means", async () => {
  const name = `api.weboid-test.org:${api.port}`;
  const profile = { host: "wiki.invalid", api: `http://${name}/api.php`, configured: [name] };
  await ask(edge, "allowed@local", profile);
  expect(api.asked.length).toBeGreaterThan(0);
  api.asked.length = 0;
  const strict = await start({ WEBOID_DENY: "127.0.0.0/8" });
  await ask(strict, "denied@local", profile);
  expect(api.asked).toEqual([]);
});

test.each([
  [
    "bytes that are no text in a field",
    "HTTP/1.1 200 OK\r\nx-a: \u00e9\u0080\u00ff\r\ncontent-length: 2\r\n\r\n{}",
  ],
  ["a status that is none", "HTTP/1.1 000 No\r\ncontent-length: 2\r\n\r\n{}"],
  ["a status out of range", "HTTP/1.1 999 No\r\ncontent-length: 2\r\n\r\n{}"],
  ["one status after the other", "HTTP/1.1 101 Up\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nxx"],
  ["a length that is not kept", "HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n{}"],
  ["a status without a body that has one", "HTTP/1.1 204 No\r\ncontent-length: 5\r\n\r\nabcde"],
  ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}"],
  [
    "a trailer that is none",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\u0000: \r\n\r\n",
  ],
  ["no HTTP", "\u0000\u0001\u0002"],
  ["nothing", ""],
])("an answer of a hostile wiki does not end the edge: %s", async (name, text) => {
  apiAnswer = Buffer.from(text, "latin1");
  // One that failed is left alone for a while.
  await ask(edge, `${name.replaceAll(" ", "-")}@local`, { host: "wiki.invalid" });
  expect(api.asked.length).toBeGreaterThan(0);
  expect((await fetch(`${edge.url}/healthz`)).status).toBe(200);
});

test("readers who leave while a wiki is asked do not use its budget up for ever", async () => {
  const wiki = "left@local";
  // The wiki of the others has just failed at them.
  const edge = await start();
  await ask(edge, wiki, { host: "wiki.invalid" });
  api.asked.length = 0;
  apiHangs = true;
  // All that this machine has of it; and of pages of their own, as an answer that is under way is shared.
  const share = WIKI_BUDGET.inFlight * WIKI_BUDGET.share;
  const page = (pageid: number) => `${edge.url}/api/v1/page?dbname=${wiki}&pageid=${pageid}&show=all`;
  const leaving = Array.from({ length: share }, (_, at) => {
    const reader = new AbortController();
    return { reader, gone: fetch(page(100 + at), { signal: reader.signal }).catch(() => null) };
  });
  await expect.poll(() => api.asked.length).toBe(share);
  for (const { reader } of leaving) reader.abort();
  await Promise.all(leaving.map(({ gone }) => gone));
  apiHangs = false;
  const running = async () => {
    const health = (await (await fetch(`${edge.url}/healthz`)).json()) as { wikis: { running: number } };
    return health.wikis.running;
  };
  // workerd has ended them, and runs no line of them any more.
  expect(await running()).toBe(share);
  await expect.poll(running, { interval: 500 }).toBe(0);
});

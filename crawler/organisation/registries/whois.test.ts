import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createEgressGuard } from "../../net/egress/guard.ts";
import { LOOPBACK } from "../../net/testing/loopback-guard.ts";
import { createWhois, type WhoisOptions } from "./whois.ts";

/** A whois server that does what a case says with each connection; answers what it was asked. */
async function whoisServer(behave: (socket: Socket, query: string) => void) {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (query) => {
      asked.push(String(query));
      behave(socket, String(query).trim());
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return { asked, port: typeof address === "object" && address !== null ? address.port : 0 };
}

const { signal } = new AbortController();
const ask = (port: number, query: string, more: Partial<WhoisOptions> = {}) =>
  createWhois({ guard: LOOPBACK, resolve: async () => [], signal, ...more })(
    { host: "127.0.0.1", port },
    query,
  );

test("a question is one line, and the answer all that comes until the end", async () => {
  const { port, asked } = await whoisServer((socket, query) => {
    socket.write(`domain: ${query}\r\n`);
    setImmediate(() => socket.end("nserver: ns1.a.zz\r\n"));
  });
  expect(await ask(port, "a.zz")).toEqual({ kind: "answer", value: "domain: a.zz\nnserver: ns1.a.zz\n" });
  expect(asked).toEqual(["a.zz\r\n"]);
});

test.each(["", "a\r\nb", "ü.zz", " a", "a".repeat(301)])("%j is no question", async (query) => {
  expect(await ask(1, query)).toMatchObject({ kind: "failed" });
});

describe("hostile servers", () => {
  const limits = { ms: 300, bytes: 1_000, queryChars: 300 };
  test.each<[string, (socket: Socket) => void, string]>([
    ["one that says nothing", () => {}, "no complete answer within 0.3 s"],
    ["one that never ends", (socket) => socket.write("a"), "no complete answer within 0.3 s"],
    ["one that floods", (socket) => socket.write("a".repeat(100_000)), "more than 1000 bytes"],
    ["one that closes at once", (socket) => socket.end(), "an empty answer"],
    ["one that breaks off", (socket) => socket.resetAndDestroy(), "ECONNRESET"],
  ])("%s", async (_, behave, why) => {
    const { port } = await whoisServer(behave);
    expect(await ask(port, "a.zz", { limits })).toEqual({ kind: "failed", why });
  });

  test("a name service that says nothing", async () => {
    const whois = createWhois({ guard: LOOPBACK, resolve: () => new Promise(() => {}), signal, limits });
    expect(await whois({ host: "whois.zz", port: 43 }, "a.zz")).toMatchObject({ kind: "failed" });
  });

  test("a name that leads into the own network is not contacted, one that is configured is", async () => {
    const { port, asked } = await whoisServer((socket) => socket.end("x\n"));
    const resolve = async () => ["127.0.0.1"];
    const question = (guard: WhoisOptions["guard"]) =>
      createWhois({ guard, resolve, signal })({ host: "whois.zz", port }, "a.zz");
    expect(await question(createEgressGuard({ allowPrivate: false }))).toMatchObject({
      kind: "failed",
      why: `whois.zz:${port} may not be contacted`,
    });
    expect(asked).toEqual([]);
    const configured = createEgressGuard(
      { allowPrivate: false },
      (endpoint) => endpoint === `whois.zz:${port}`,
    );
    expect(await question(configured)).toMatchObject({ kind: "answer" });
  });
});

describe("a server that was asked too often", () => {
  test.each([
    ["%ERROR:201: access denied for 192.0.2.1\n", 300],
    ["WHOIS LIMIT EXCEEDED - SEE WWW.REGISTRY.ZZ/WHOIS FOR DETAILS\n", 300],
    ["Your connection limit exceeded. Please slow down and try again later.\n", 300],
    ["Error: Too many requests, try again in 30 seconds\n", 30],
    ["Limit exceeded, try again in 9999 hours\n", 7 * 86_400],
    ["You have exceeded allotted number of queries. Wait 5 minutes.\n", 300],
    ["-3: IP address used exceeded allowed number of queries\n", 300],
  ])("%j: for %i s", async (text, seconds) => {
    const { port } = await whoisServer((socket) => socket.end(text));
    expect(await ask(port, "a.zz")).toEqual({ kind: "limited", seconds });
  });

  test("conditions of use that speak of limits are none", async () => {
    const terms = `% Queries are limited; whoever exceeds the query limit is blocked.\n${"% Terms of use.\n".repeat(100)}`;
    const { port } = await whoisServer((socket) => socket.end(`${terms}domain: a.zz\n`));
    expect(await ask(port, "a.zz")).toMatchObject({ kind: "answer" });
  });
});

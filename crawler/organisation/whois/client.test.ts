import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createEgressGuard } from "../../net/egress/guard.ts";
import { LOOPBACK } from "../../net/testing/loopback-guard.ts";
import { createWhois, type WhoisOptions } from "./client.ts";

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

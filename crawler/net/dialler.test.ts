import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { createDialler } from "./dialler.ts";
import { ExchangeSession } from "./exchange-session.ts";
import { EXCHANGE_LIMITS } from "./limits.ts";
import type { ExchangeRequest } from "./transport.ts";

test("being out of descriptors is our trouble, and no refusal", () => {
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
  expect(JSON.parse(stdout)).toEqual(["not-tried", "exchange"]);
});

test("an exception of ours while reading is no failure of theirs", async () => {
  const server = createServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}/` as NormalisedUrl;
  const limits = {
    ...EXCHANGE_LIMITS,
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
    session: new ExchangeSession({ totalMs: 5_000 }),
  } as const;
  await expect(createDialler().exchange(request)).rejects.toThrow("a bug");
  server.close();
});

/** Answers at once, but to /silent. */
async function withServer(
  use: (ask: (path: string, ms: number) => ExchangeRequest, connections: () => number) => Promise<void>,
) {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      if (!chunk.includes("/silent")) socket.end("HTTP/1.1 204 No Content\r\n\r\n");
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  const limits = EXCHANGE_LIMITS;
  try {
    await use(
      (path, ms) => {
        const url = `http://127.0.0.1:${port}${path}` as NormalisedUrl;
        return {
          url,
          parts: splitUrl(url),
          method: "GET",
          addresses: ["127.0.0.1"],
          fields: [],
          limits,
          session: new ExchangeSession({ totalMs: ms }),
        };
      },
      () => connections,
    );
  } finally {
    server.close();
  }
}

test("of many under way, whichever end first, none is lost", () =>
  withServer(async (ask) => {
    const dialler = createDialler();
    const paths = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? "/silent" : "/"));
    const results = await Promise.all(
      paths.map((path, index) => dialler.exchange(ask(path, path === "/" ? 10_000 : 200 + (index % 7) * 60))),
    );
    expect(results.map((result) => (result.kind === "failure" ? result.failure : result.kind))).toEqual(
      paths.map((path) => (path === "/" ? "exchange" : "timeout")),
    );
    await dialler.close();
  }));

test("what cannot be dialled fails alone, and not the others of its tick", () =>
  withServer(async (ask) => {
    const dialler = createDialler({ ca: "no certificate" });
    const secure = (request: ExchangeRequest): ExchangeRequest => ({
      ...request,
      parts: { ...request.parts, scheme: "https" },
    });
    const results = await Promise.allSettled(
      [ask("/", 5_000), secure(ask("/", 5_000)), ask("/", 5_000)].map((request) => dialler.exchange(request)),
    );
    expect(
      results.map((result) =>
        result.status === "fulfilled" ? result.value.kind : (result.reason as Error).message,
      ),
    ).toEqual(["exchange", "Invalid CA", "exchange"]);
    await dialler.close();
  }));

test("closing ends what is under way, and nothing is dialled any more", () =>
  withServer(async (ask, connections) => {
    const dialler = createDialler();
    const again = async () => {
      const result = await dialler.exchange(ask("/silent", 60_000));
      return [result.kind, (await dialler.exchange(ask("/", 60_000))).kind];
    };
    const all = Promise.all([again(), again(), again()]);
    await expect.poll(connections).toBe(3);
    await dialler.close();
    expect(await all).toEqual(Array(3).fill(["failure", "not-tried"]));
  }));

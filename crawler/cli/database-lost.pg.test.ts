import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabaseUrl } from "../../db/testing/fresh.ts";

/** The database behind a server that ends every connection, and takes no more, once clients sent so many pieces. */
async function lostAfter(databaseUrl: string, pieces: number) {
  const behind = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let left = pieces;
  const server = createServer((client) => {
    const database = dial(Number(behind.port), behind.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    client.on("data", (piece) => {
      if (left === 0) return void lose();
      left -= 1;
      database.write(piece);
    });
    database.pipe(client);
  });
  const lose = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(lose);
  const before = new URL(databaseUrl);
  before.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return { url: before.href, isLost: () => left === 0 };
}

/** In a process of its own: what nobody catches ends it. */
async function optoutList(databaseUrl: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), "optout", "list"], {
    env: { DATABASE_URL: databaseUrl, WEBOID_LOG: "silent" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, stderr };
}

test("a database that is lost at any moment of a command's start is no bug, and the message says what to do", async () => {
  const databaseUrl = await freshDatabaseUrl();
  for (let pieces = 1; ; pieces++) {
    const { url, isLost } = await lostAfter(databaseUrl, pieces);
    const { code, stderr } = await optoutList(url);
    if (code === 0 && !isLost()) {
      expect(pieces).toBeGreaterThan(3);
      return;
    }
    expect(stderr).not.toContain("bug");
    if (code !== 0) expect(stderr).toMatch(/^weboid: .*(?:DATABASE_URL|start it again)/m);
  }
});

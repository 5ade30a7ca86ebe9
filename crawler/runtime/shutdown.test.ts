import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { isLostConnection } from "./shutdown.ts";

const thrown = (message: string, stack: string, kind = TypeError) =>
  Object.assign(new kind(message), { stack: `${kind.name}: ${message}\n    at ${stack}` });

const failed = (code: string, query: string) => Object.assign(new Error(code), { code, query });

test.each([
  [
    "as Bun says it",
    thrown(
      "null is not an object (evaluating 'socket.write')",
      "nextWrite (/x/node_modules/postgres/src/connection.js:255:15)",
    ),
    true,
  ],
  [
    "as Node says it",
    thrown(
      "Cannot read properties of null (reading 'write')",
      "Immediate.nextWrite (file:///x/node_modules/postgres/src/connection.js:255:22)",
    ),
    true,
  ],
  [
    "the same words from elsewhere",
    thrown("null is not an object (evaluating 'socket.write')", "nextWrite (/x/crawler/net/dialler.ts:1:1)"),
    false,
  ],
  [
    "another place of the driver",
    thrown(
      "null is not an object (evaluating 'x.y')",
      "nextWrite (/x/node_modules/postgres/src/connection.js:1:1)",
    ),
    false,
  ],
  [
    "another kind",
    thrown("reading 'write'", "nextWrite (/x/postgres/src/connection.js:1:1)", RangeError),
    false,
  ],
  ["no error", "socket.write", false],
  ["the types of arrays", failed("ECONNREFUSED", "select b.oid from pg_catalog.pg_type a"), true],
  ["another statement", failed("ECONNREFUSED", "select 1"), false],
  ["another error of it", failed("42501", "select b.oid from pg_catalog.pg_type a"), false],
])("%s", (_name, error, expected) => {
  expect(isLostConnection(error)).toBe(expected);
});

test("work goes on where nobody reads the log any more", async () => {
  const at = (file: string) => JSON.stringify(join(import.meta.dirname, file));
  const work = `
    import { createRoleLog } from ${at("log.ts")};
    import { survivesLostConnections, survivesUnreadLog } from ${at("shutdown.ts")};
    survivesUnreadLog();
    survivesLostConnections(() => {});
    const log = createRoleLog("crawl", { logLevel: "info", logFormat: "json" });
    for await (const asked of process.stdin) log.info("it works");
    await new Promise((done) => setImmediate(done));
    console.log("done");`;
  const piped = `{ "$0" -e "$1" 2>&1 >&3 3>&-; echo "code $?" >&3; } | { exec <&-; echo unread >&3; }`;
  const child = spawn("/bin/sh", ["-c", piped, process.execPath, work], {
    stdio: ["pipe", "ignore", "inherit", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface(child.stdio[3] as NodeJS.ReadableStream);
  const said: string[] = [];
  lines.on("line", (line) => {
    said.push(line);
    if (line === "unread") child.stdin?.end("go\n");
  });
  await once(lines, "close");
  expect(said).toEqual(["unread", "done", "code 0"]);
});

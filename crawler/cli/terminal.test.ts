import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const main = join(resolve(import.meta.dirname, "../.."), "crawler/cli/main.ts");
const ERASE = "\r\u001b[2K";
const COLUMNS = 72;
/** Longer than the live line takes to come. */
const SLOW_MS = 600;

const server = createServer((request, response) => {
  const status = Number(request.url?.slice(1, 4)) || 200;
  const answer = () => {
    response.writeHead(status, { "content-type": "text/html", "content-length": "2" });
    response.end(request.method === "HEAD" ? undefined : "ok");
  };
  if (request.url?.includes("slow")) setTimeout(answer, SLOW_MS);
  else answer();
});
let web = "";

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Session {
  /** Everything that was sent to the terminal so far. */
  sent(): string;
  type(text: string): void;
  until(part: string): Promise<void>;
  readonly exited: Promise<number>;
}

/** The program in a terminal of its own, as people start it. */
function inTerminal(args: readonly string[], env: Record<string, string> = {}): Session {
  const decoder = new TextDecoder();
  let text = "";
  let wake = () => {};
  const child = Bun.spawn([process.execPath, main, ...args], {
    env: { PATH: process.env.PATH ?? "", TERM: "xterm-256color", WEBOID_ALLOW_PRIVATE: "1", ...env },
    terminal: {
      cols: COLUMNS,
      rows: 24,
      data(_, bytes) {
        text += decoder.decode(bytes, { stream: true });
        wake();
      },
    },
  });
  return {
    sent: () => text,
    type: (input) => void child.terminal?.write(input),
    async until(part) {
      while (!text.includes(part))
        await new Promise<void>((done) => {
          wake = done;
        });
    },
    exited: child.exited,
  };
}

/** What stays on the screen: an erased line is gone. */
const screen = (sent: string): string[] =>
  sent.split("\r\n").map((line) => Bun.stripANSI(line.split(ERASE).at(-1) ?? ""));

test("lines fit, and the live line below them comes and goes without a trace", async () => {
  const urls = ["200?slow", "404?slow", "200", "410?slow"].map((path) => `${web}/${path}`);
  const session = inTerminal(["check", "--concurrency", "1", ...urls]);
  await session.until("slowest: ");
  expect(await session.exited).toBe(0);
  expect(session.sent()).toMatch(/1 under way, \d waiting, /);
  const rows = screen(session.sent());
  expect(rows.slice(0, 6)).toEqual([
    expect.stringMatching(/^✓ working {7}200 .*\?slow$/),
    expect.stringMatching(/^✗ broken {8}404 .* HTTP 404/),
    expect.stringMatching(/^✓ working {7}200 .*\/200$/),
    expect.stringMatching(/^✗ broken {8}410 .* HTTP 410/),
    "",
    "working 2 · broken 2",
  ]);
  expect(rows).toHaveLength(9);
  expect(rows.at(-1)).toBe("");
  expect(Math.max(...rows.map((row) => Bun.stringWidth(row)))).toBeLessThan(COLUMNS);
});

test("TERM=dumb gets neither colours nor a live line", async () => {
  const session = inTerminal(["check", `${web}/404?slow`], { TERM: "dumb" });
  await session.until("Dead for ");
  expect(await session.exited).toBe(0);
  expect(session.sent()).toMatch(/^✗ broken {2}http/);
  expect(session.sent()).not.toContain("\u001b");
});

test("who types URLs reads how, and answered line by line", async () => {
  const session = inTerminal(["check", "-"]);
  await session.until("Ctrl-D ends the list");
  session.type(`${web}/404\n`);
  await session.until("HTTP 404");
  session.type("http:///x\n");
  await session.until("The host is missing");
  session.type("\u0004");
  await session.until("2 checked in ");
  expect(await session.exited).toBe(0);
  expect(session.sent()).not.toContain(ERASE);
});

test.each([
  ["normalise", "type URLs, one a line", "http://a.zz\n", '"http://a.zz/"'],
  ["verdict", 'type lines such as {"id": 1,', "x\n", "line 1 is no JSON"],
])("%s tells who types how, too", async (command, hint, input, answer) => {
  const session = inTerminal([command, "-"]);
  await session.until(hint);
  session.type(input);
  await session.until(answer);
  session.type("\u0004");
  expect(await session.exited).toBe(command === "verdict" ? 1 : 0);
});

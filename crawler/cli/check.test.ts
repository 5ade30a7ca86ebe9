import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jsonLines, type Ran, weboid } from "./testing/run.ts";

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  const status = Number(/^\/(\d{3})(?!\w)/.exec(request.url ?? "")?.[1] ?? 200);
  response.writeHead(status, { "content-type": "text/html", "content-length": "2" });
  response.end(request.method === "HEAD" ? undefined : "ok");
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

const env = { WEBOID_LOG: "silent" };
const byUrl = (ran: Ran) =>
  Object.fromEntries(jsonLines(ran).map((line) => [(line as { url: string }).url, line as object]));

describe("check", () => {
  test("a JSON line per URL, in any order, from arguments and standard input", async () => {
    const ran = await weboid(["check", "--allow-private", `${web}/200`, "-"], {
      env,
      stdin: `${web}/404\n\nhttp:///nowhere\nmailto:x@a.zz\n`,
    });
    expect(ran).toMatchObject({ code: 0, stderr: [] });
    expect(byUrl(ran)).toMatchObject({
      [`${web}/200`]: { normalised: `${web}/200`, status: 1, http: 200, error: null },
      [`${web}/404`]: { status: 18, http: 404, error: expect.any(String) },
      "http:///nowhere": { normalised: null, status: 128, http: null },
      "mailto:x@a.zz": { normalised: null, status: 0 },
    });
  });

  test("every line has the keys of the contract", async () => {
    const ran = await weboid(["check", "--allow-private", `${web}/200`], { env });
    const [line] = jsonLines(ran);
    const keys = ["url", "normalised", "status", "http", "finalUrl", "mime", "kib", "error", "ms"];
    expect(Object.keys(line as object).slice(0, keys.length)).toEqual(keys);
  });

  test("where the time went, for URLs that are arguments, and for lists where that is asked for", async () => {
    const timed = {
      chain: [{ timing: { answer: expect.any(Number) } }],
      timing: { connect: expect.any(Number) },
      requests: [
        { why: "robots", url: `${web}/robots.txt`, method: "GET", http: 200 },
        { why: "link", url: `${web}/200`, method: "HEAD", http: 200, address: "127.0.0.1" },
      ],
    };
    const stdin = `${web}/200\n`;
    const tell = async (...args: string[]) =>
      jsonLines(await weboid(["check", "--allow-private", "--no-probe", ...args], { env, stdin }))[0];
    expect(await tell(`${web}/200`)).toMatchObject(timed);
    expect(await tell("--timing", "-")).toMatchObject(timed);
    const line = await tell("-");
    expect(line).not.toHaveProperty("timing");
    expect(line).not.toHaveProperty("requests");
  });

  test("addresses of this machine are refused unless allowed", async () => {
    const refused = byUrl(await weboid(["check", `${web}/200`], { env }));
    expect(refused).toMatchObject({ [`${web}/200`]: { status: 128, http: null } });
    const allowed = await weboid(["check", `${web}/200`], { env: { ...env, WEBOID_ALLOW_PRIVATE: "1" } });
    expect(byUrl(allowed)).toMatchObject({ [`${web}/200`]: { status: 1 } });
  });

  describe("for people", () => {
    const printed = (args: readonly string[], more: Parameters<typeof weboid>[1] = {}) =>
      weboid(["check", "--allow-private", ...args], {
        terminal: true,
        ...more,
        env: { ...env, ...more.env },
      });

    test("up to three URLs are shown in full, in colour", async () => {
      const { code, stdout } = await printed([`${web}/404`, `${web}/200`]);
      expect(code).toBe(0);
      expect(stdout).toContain(`\u001b[31m✗ broken\u001b[39m  \u001b[1m${web}/404\u001b[22m\n`);
      expect(Bun.stripANSI(stdout)).toMatch(/^ {2}shown {3}Doubtful since today · 404 not found/m);
      expect(Bun.stripANSI(stdout)).toMatch(/\n\nworking 1 · broken 1\n2 checked in \d.*\n$/);
    });

    test("one URL needs no summary", async () => {
      const { stdout } = await printed([`${web}/200`], { env: { NO_COLOR: "1" } });
      expect(stdout).toMatch(/^✓ working {2}\S+\n(?: {2}.*\n)+$/);
      expect(stdout).not.toContain("\u001b");
    });

    test("many, and lists, are shown by a line each and a summary", async () => {
      const { stdout } = await printed(["--no-color", "-"], {
        stdin: `${web}/404\r\n\r\n${web}/404\r\n#x`,
        columns: 80,
      });
      const lines = stdout.split("\n");
      expect(lines.slice(0, 3).sort()).toEqual([
        expect.stringMatching(/^! invalid {21}#x {2}This is no web address/),
        expect.stringMatching(/^✗ broken {8}404 +\d+ ms {2}\S+\/404 {2}HTTP 404 \(not found\)$/),
        expect.stringMatching(/^✗ broken {8}404 +\d+ ms {2}\S+\/404 {2}HTTP 404 \(not found\)$/),
      ]);
      expect(lines[4]).toBe("broken 2 · invalid 1");
      expect(Math.max(...lines.map((line) => Bun.stringWidth(line)))).toBeLessThan(80);
    });

    test.each([
      ["--long", "-"],
      ["--brief", "-"],
    ])("%s also where there is no terminal, without colour unless it is asked for", async (...args) => {
      const piped = { terminal: false, stdin: `${web}/200\n` };
      expect((await printed(args, piped)).stdout).toMatch(/^✓ working .*\n/);
      expect((await printed([...args, "--color"], piped)).stdout).toContain("\u001b[32m✓ working");
      expect((await printed([...args], { ...piped, env: { FORCE_COLOR: "1" } })).stdout).toContain(
        "\u001b[32m",
      );
    });

    test("JSON has no colour, whatever was asked", async () => {
      for (const terminal of [true, false]) {
        const ran = await printed(["--json", "--color", `${web}/200`], {
          terminal,
          env: { FORCE_COLOR: "1" },
        });
        expect(jsonLines(ran)).toHaveLength(1);
      }
    });

    test("an empty list is an answer", async () =>
      expect(await printed(["-"], { stdin: "\r\n \n" })).toEqual({ code: 0, stdout: "", stderr: [] }));
  });

  test("many at once", async () => {
    const urls = Array.from({ length: 300 }, (_, n) => `${web}/${n % 2 === 0 ? 200 : 410}?${n}`);
    const ran = await weboid(["check", "--allow-private", "--concurrency", "20", "-"], {
      env,
      stdin: urls.join("\n"),
    });
    expect(ran.code).toBe(0);
    const lines = jsonLines(ran) as { url: string; status: number }[];
    expect(lines.map(({ url }) => url).sort()).toEqual(urls.sort());
  });

  test.each([
    [["--no-probe"], 0],
    [[], 1],
  ])("with %j %i addresses that cannot exist are asked for", async (options, addresses) => {
    asked.length = 0;
    await weboid(["check", "--allow-private", ...options, `${web}/200/a`, `${web}/200/b`], { env });
    // Once more where a kept connection was closed meanwhile; another look would have another address.
    expect(new Set(asked.filter((path) => path.includes("weboid-"))).size).toBe(addresses);
  });

  test("a line too long is named, and the exit code tells", async () => {
    const ran = await weboid(["check", "--allow-private", "-"], {
      env,
      stdin: `${"a".repeat(1_100_000)}\n${web}/200`,
    });
    expect(ran.code).toBe(1);
    expect(jsonLines(ran)).toHaveLength(1);
  });

  test.each([
    [["check"], "missing required argument"],
    [["check", "--concurrency", "0", "http://a.zz"], "Give a whole number from 1 to 15000"],
    [
      ["check", "--json", "--long", "http://a.zz"],
      "'--json' cannot be used with option '--long'; see weboid check --help",
    ],
    [["check", "--brief", "--long", "http://a.zz"], "'--long' cannot be used with option '--brief'"],
    [["check", "--colour", "http://a.zz"], "unknown option '--colour'"],
  ])("%j is wrong usage", async (args, message) => {
    expect(await weboid(args)).toMatchObject({ code: 2, stderr: [expect.stringContaining(message)] });
  });

  test("a wrong setting is reported before anything is sent", async () => {
    const ran = await weboid(["check", "http://a.zz"], { env: { WEBOID_DNS: "dns.example" } });
    expect(ran).toMatchObject({ code: 2, stderr: [expect.stringContaining("WEBOID_DNS must be")] });
  });
});

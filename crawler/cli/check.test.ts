import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jsonLines, type Ran, weboid } from "./testing/run.ts";

const server = createServer((request, response) => {
  const status = Number(request.url?.slice(1, 4)) || 200;
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
    expect(Object.keys(line as object)).toEqual(expect.arrayContaining(keys));
  });

  test("addresses of this machine are refused unless allowed", async () => {
    const refused = byUrl(await weboid(["check", `${web}/200`], { env }));
    expect(refused).toMatchObject({ [`${web}/200`]: { status: 128, http: null } });
    const allowed = await weboid(["check", `${web}/200`], { env: { ...env, WEBOID_ALLOW_PRIVATE: "1" } });
    expect(byUrl(allowed)).toMatchObject({ [`${web}/200`]: { status: 1 } });
  });

  test("lines for people on a terminal", async () => {
    const ran = await weboid(["check", "--allow-private", `${web}/404`], { env, terminal: true });
    expect(ran.stdout).toMatch(new RegExp(`^404 +${web}/404 +\\S.* +\\(\\d+ ms\\)\\n$`));
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
  ])("%j is wrong usage", async (args, message) => {
    expect(await weboid(args)).toMatchObject({ code: 2, stderr: [expect.stringContaining(message)] });
  });

  test("a wrong setting is told before anything is sent", async () => {
    const ran = await weboid(["check", "http://a.zz"], { env: { WEBOID_DNS: "dns.example" } });
    expect(ran).toMatchObject({ code: 2, stderr: [expect.stringContaining("WEBOID_DNS must be")] });
  });
});

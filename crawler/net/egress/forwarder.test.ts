import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { EGRESS_HEADER, egressField } from "../../../shared/protocol/egress.ts";
import { type Forwarder, startForwarder } from "./forwarder.ts";

const KEY = "k".repeat(32);
const folder = mkdtempSync(join(tmpdir(), "weboid-forwarder-"));
let reached: { method: string; url: string; host: string; fields: string[]; body: string }[] = [];
let target: Server;
let origin = "";
let forwarder: Forwarder;
let workerd: ChildProcess;
const front = join(folder, "front.sock");

/** Asks what the test wants and says what came of it. */
const WORKER = `export default { async fetch(request) {
  const { url, field, method, body } = await request.json();
  try {
    const headers = { "x-own": "1", ...(field && { "${EGRESS_HEADER}": field }) };
    const answer = await fetch(url, { method, headers, redirect: "manual", ...(body && { body }) });
    return Response.json({ status: answer.status, fields: [...answer.headers], text: await answer.text() });
  } catch (error) {
    return Response.json({ error: String(error) });
  }
} };`;

beforeAll(async () => {
  target = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers, rawHeaders: fields } = request;
    reached.push({ method, url, host: headers.host ?? "", fields, body });
    if (url === "/redirect") response.writeHead(302, { location: `${origin}/secret` }).end();
    else if (url === "/large") response.end("x".repeat(200_000));
    else if (url === "/silent") return;
    else
      response
        .writeHead(
          url === "/missing" ? 404 : 200,
          [
            ["set-cookie", "a=1"],
            ["set-cookie", "b=2"],
            [EGRESS_HEADER, "forged"],
            ["x-hop", "1"],
            ["connection", "x-hop"],
          ].flat(),
        )
        .end(`answer to ${method}`);
  }).listen(0, "127.0.0.1");
  await once(target, "listening");
  origin = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
  const limits = { requestBytes: 10_000, responseBytes: 100_000, silenceMs: 1_000 };
  const configured = [origin.replace("127.0.0.1", "localhost")];
  const path = join(folder, "egress.sock");
  forwarder = await startForwarder({ allowPrivate: false, key: KEY, configured, listen: { path }, limits });
  writeFileSync(join(folder, "worker.js"), WORKER);
  writeFileSync(
    join(folder, "config.capnp"),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-01-01", globalOutbound = "web")),
    (name = "web", external = (address = "${forwarder.address}", http = (style = proxy))),
  ],
  sockets = [(name = "front", address = "unix:${front}", http = (), service = "worker")],
);`,
  );
  const program = resolve(import.meta.dirname, "../../../node_modules/workerd/bin/workerd");
  workerd = spawn(program, ["serve", join(folder, "config.capnp"), "config"], {
    stdio: "ignore",
  });
  await vi.waitFor(() => askWorker("{}"), { timeout: 60_000 });
}, 60_000);
afterAll(async () => {
  workerd.kill();
  await forwarder.close();
  target.closeAllConnections();
  target.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  reached = [];
});

interface Said {
  readonly status?: number;
  readonly fields?: readonly (readonly [string, string])[];
  readonly text?: string;
  readonly error?: string;
}
async function throughWorkerd(ask: {
  url: string;
  field?: string;
  method?: string;
  body?: string;
}): Promise<Said> {
  const answer = await askWorker(JSON.stringify({ method: "GET", ...ask }));
  return (await answer.json()) as Said;
}

const askWorker = (body: string) => fetch("http://worker/", { unix: front, method: "POST", body });

/** The forwarder's answer to these bytes. */
async function raw(text: string): Promise<string> {
  const socket = connect(join(folder, "egress.sock"));
  socket.write(text);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  await once(socket, "close");
  return answer;
}

const stranger = egressField(KEY, null);
const endpoint = () => new URL(origin).host;

describe("workerd's outbound network", () => {
  test("what is configured is asked: method, path, fields and body as they are, but what is between the edge and here", async () => {
    const said = await throughWorkerd({
      url: `${origin}/w/api.php?a=b%20c&d=%7C`,
      field: egressField(KEY, endpoint()),
      method: "POST",
      body: "x=1",
    });
    expect(said).toMatchObject({ status: 200, text: "answer to POST" });
    const names = said.fields?.map(([name]) => name) ?? [];
    expect(said.fields?.filter(([name]) => name === "set-cookie")).toEqual([
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ]);
    expect(names).not.toContain("x-hop");
    expect(names).not.toContain(EGRESS_HEADER);
    expect(reached).toMatchObject([
      { method: "POST", url: "/w/api.php?a=b%20c&d=%7C", host: endpoint(), body: "x=1" },
    ]);
    expect(reached[0]?.fields).toEqual(expect.arrayContaining(["x-own", "1"]));
    expect(reached[0]?.fields.join(" ").toLowerCase()).not.toContain(KEY);
  });

  test("a status is passed on, HEAD has no body, a redirect is an answer", async () => {
    const field = egressField(KEY, endpoint());
    expect(await throughWorkerd({ url: `${origin}/missing`, field, method: "HEAD" })).toMatchObject({
      status: 404,
      text: "",
    });
    const redirect = await throughWorkerd({ url: `${origin}/redirect`, field });
    expect(redirect).toMatchObject({ status: 302 });
    expect(reached.map(({ url }) => url)).toEqual(["/missing", "/redirect"]);
  });

  test("origin is configured for every request, by its name and port", async () => {
    const url = origin.replace("127.0.0.1", "localhost");
    expect(await throughWorkerd({ url: `${url}/x`, field: stranger })).toMatchObject({ status: 200 });
    // The name is one thing, and the address behind it another.
    expect(await throughWorkerd({ url: `${origin}/x`, field: stranger })).toMatchObject({ status: 403 });
    expect(reached).toHaveLength(1);
  });

  test.each([
    ["a private address that nobody configured", () => ({ field: stranger })],
    ["what is configured is another port", () => ({ field: egressField(KEY, "127.0.0.1:1") })],
    [
      "what is configured is another name",
      () => ({ field: egressField(KEY, endpoint().replace("127.0.0.1", "localhost")) }),
    ],
    ["another's key", () => ({ field: egressField("x".repeat(32), endpoint()) })],
    ["no key", () => ({})],
  ])("%s: 403, and no socket", async (_, ask) => {
    const said = await throughWorkerd({ url: `${origin}/secret`, ...ask() });
    expect(said).toMatchObject({
      status: 403,
      fields: expect.arrayContaining([[EGRESS_HEADER, expect.any(String)]]),
    });
    expect(reached).toEqual([]);
  });

  test("https is spoken from here: workerd sends the whole address in the clear", async () => {
    const url = `https://${endpoint()}/`;
    const said = await throughWorkerd({ url, field: egressField(KEY, endpoint()) });
    // The server there speaks no TLS.
    expect(said).toMatchObject({ status: 502 });
    expect(reached).toEqual([]);
  });

  test("bodies and silence are bounded", async () => {
    const field = egressField(KEY, endpoint());
    // Many at once: an answer that a closed connection swallows is one in a hundred.
    const large = { url: `${origin}/x`, field, method: "POST", body: "x".repeat(30_000) };
    for (const said of await Promise.all(Array.from({ length: 100 }, () => throughWorkerd(large))))
      expect(said).toMatchObject({ status: 413 });
    expect(await throughWorkerd({ url: `${origin}/large`, field })).toMatchObject({
      error: expect.any(String),
    });
    expect(await throughWorkerd({ url: `${origin}/silent`, field })).toMatchObject({ status: 504 });
  });
});

test("WEBOID_DENY holds for what is configured", async () => {
  const strict = await startForwarder({
    allowPrivate: true,
    deny: ["127.0.0.1"],
    key: KEY,
    configured: [origin],
    listen: { port: 0 },
  });
  try {
    const socket = connect(Number(strict.address.split(":")[1]), "127.0.0.1");
    socket.end(
      `GET ${origin}/x HTTP/1.1\r\n${EGRESS_HEADER}: ${egressField(KEY, endpoint())}\r\nconnection: close\r\n\r\n`,
    );
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(reached).toEqual([]);
  } finally {
    await strict.close();
  }
});

test.each([
  [
    "no whole address",
    `GET /x HTTP/1.1\r\nhost: 127.0.0.1\r\n${EGRESS_HEADER}: ${KEY}\r\nconnection: close\r\n\r\n`,
    400,
  ],
  [
    "another scheme",
    `GET ftp://x.zz/ HTTP/1.1\r\nhost: x.zz\r\n${EGRESS_HEADER}: ${KEY}\r\nconnection: close\r\n\r\n`,
    400,
  ],
  ["a tunnel", "CONNECT 127.0.0.1:443 HTTP/1.1\r\nhost: 127.0.0.1:443\r\n\r\n", 405],
])("%s", async (_, request, status) => {
  expect(await raw(request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

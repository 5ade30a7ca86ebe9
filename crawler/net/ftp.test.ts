import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type AddressPolicy, createAddressPolicy } from "../../shared/url/address-policy.ts";
import { classify } from "../../shared/url/classify.ts";
import type { CheckMeans } from "../check/check.ts";
import { checkLimits } from "../check/limits.ts";
import { checkAlone, meansOf } from "../check/testing/alone.ts";
import { fakeTransport } from "../check/testing/fake-transport.ts";
import { interpret } from "../classify/interpret.ts";
import { createFileServers, ftpPath } from "./file-servers.ts";
import { createRouter } from "./routes.ts";
import { type Authority, createAuthority, createCertificate } from "./testing/certificates.ts";
import { fakeNames } from "./testing/fake-names.ts";
import {
  drip,
  endless,
  type FtpScript,
  type FtpServer,
  type Reply,
  startFtpServer,
} from "./testing/ftp-server.ts";
import { silentListener } from "./testing/silent-listener.ts";
import type { OwnPorts } from "./transport.ts";

/** Where an answer is to come: for a busy machine. */
const PATIENT = checkLimits({ totalMs: 30_000, connectMs: 20_000 });
/** Where silence is to be met. */
const SHORT = checkLimits({ totalMs: 1_500, connectMs: 700, headSilenceMs: 500, bodyMs: 300 });
const CONTACT = "ops@weboid.example";

let root: Authority;
const servers: FtpServer[] = [];
const closers: (() => void)[] = [];
beforeAll(() => {
  root = createAuthority("Weboid test root");
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => {
  for (const close of closers) close();
});

async function start(script: FtpScript = {}): Promise<FtpServer> {
  const server = await startFtpServer(script);
  servers.push(server);
  return server;
}

function depsOf(
  ownPorts: Partial<OwnPorts> = {},
  allowed: AddressPolicy = (address) => address === "127.0.0.1",
  limits = PATIENT,
): CheckMeans {
  const resolver = fakeNames((host) => (host.endsWith(".zz") ? ["127.0.0.1"] : []));
  return meansOf({
    transport: fakeTransport(() => ({})),
    files: createFileServers(CONTACT, { ca: root.pem, ownPorts }),
    router: createRouter(resolver, allowed, limits),
    limits,
  });
}

async function check(url: string, deps = depsOf()) {
  const found = classify(url);
  if (found.kind !== "resource") throw new Error(`not contacted at all: ${url}`);
  const outcome = await checkAlone(found.url, deps);
  return { outcome, means: interpret(outcome, found.url, 0) };
}

/** `path` at a server that keeps to its script. */
async function at(path: string, script: FtpScript = {}, scheme = "ftp", limits = PATIENT) {
  const server = await start(script);
  const deps = depsOf({}, undefined, limits);
  const { outcome, means } = await check(`${scheme}://ok.zz:${server.port}${path}`, deps);
  return { outcome, means, commands: server.commands, server };
}

const LOGIN = ["USER anonymous", `PASS ${CONTACT}`];

describe("what is asked, and what it means", () => {
  test.each<[path: string, commands: readonly string[], status: number]>([
    ["/", [], 1],
    ["/pub/file.txt", ["TYPE I", "SIZE pub/file.txt"], 1],
    ["/pub/file.txt;type=i", ["TYPE I", "SIZE pub/file.txt"], 1],
    ["/pub/", ["CWD pub"], 1],
    ["/pub", ["TYPE I", "SIZE pub", "CWD pub"], 1],
    ["/no%20where/", ["CWD no where"], 18],
    ["/%2Fx", ["TYPE I", "SIZE /x", "CWD /x"], 18],
    ["/x", ["TYPE I", "SIZE x", "CWD x"], 18],
  ])("%s", async (path, commands, status) => {
    const found = await at(path);
    expect(found.means.status).toBe(status);
    expect(found.means.http).toBeNull();
    expect(found.commands.filter((command) => command !== "QUIT")).toEqual([...LOGIN, ...commands]);
  });

  test.each<[string, Readonly<Record<string, Reply>>, number]>([
    ["no password wanted", { "USER anonymous": "230 Come in." }, 1],
    ["replies of several lines", { PASS: "230-Welcome\r\n230-230 files\r\n 230 odd\r\n230 Done." }, 1],
    ["a reply without words", { "SIZE pub/file.txt": "213" }, 1],
    ["sizes are not given", { "SIZE pub/file.txt": "502 No." }, 2],
    ["denied", { "SIZE pub/file.txt": "550 Permission denied." }, 17],
    ["denied to enter, and no file", { "SIZE pub/file.txt": "550 No.", CWD: "550 Access is denied." }, 17],
    ["busy", { "SIZE pub/file.txt": "450 Busy." }, 40],
    ["too long away", { "SIZE pub/file.txt": "421 Timeout." }, 40],
    ["login refused", { PASS: "530 Login incorrect." }, 17],
    ["account wanted", { PASS: "332 Need account." }, 17],
    ["full", { PASS: "530 Sorry, too many users." }, 40],
    ["no FTP at all", { "USER anonymous": "502 Command not implemented." }, 20],
    ["codes of its own", { PASS: "999 Huh." }, 20],
  ])("%s", async (_, replies, status) => {
    expect((await at("/pub/file.txt", { replies })).means.status).toBe(status);
  });

  test("the answer says where it comes from", async () => {
    const { outcome, means } = await at("/pub/file.txt");
    expect(outcome).toMatchObject({
      kind: "reply",
      reply: { to: "path", code: 213, text: "1234", address: "127.0.0.1" },
      tls: null,
    });
    expect(means).toMatchObject({
      error: null,
      notes: [],
      finalUrl: expect.stringContaining("ftp://ok.zz:"),
    });
  });

  test("a server that is ready in some minutes is busy", async () => {
    const { means } = await at("/pub/file.txt", { greeting: "120 Ready in a minute." });
    expect(means).toMatchObject({ status: 40, rule: "ftp-busy", refused: false });
  });

  test("what nobody asked for is no answer to what is asked next", async () => {
    const { means } = await at("/nowhere/", { greeting: "220 Proxy.\r\n220 Server.\r\n250 Fine." });
    expect(means.status).toBe(18);
  });
});

test.each<[path: string, name: string, isDirectory: boolean]>([
  ["/", "", true],
  ["/pub", "pub", false],
  ["/pub/", "pub", true],
  ["/pub/a.txt", "pub/a.txt", false],
  ["/%2F", "/", true],
  ["/%2Fetc/motd", "/etc/motd", false],
  ["//etc/motd", "/etc/motd", false],
  ["/a%20b", "a b", false],
  ["/%C3%A4%E4", "\xc3\xa4\xe4", false],
  ["/a.txt;type=a", "a.txt", false],
  ["/a.txt;type=I", "a.txt", false],
  ["/pub;type=d", "pub", true],
  ["/;type=i", "", true],
  ["/a;type=x", "a;type=x", false],
  ["/a%3Btype=a", "a;type=a", false],
  ["/a?b", "a?b", false],
  ["/100%/%zz", "100%/%zz", false],
])("%s", (path, name, isDirectory) => {
  expect(ftpPath(path)).toEqual({ name, isDirectory });
});

describe("nothing can be smuggled in, nobody is led elsewhere", () => {
  test.each(["/a%0d%0aDELE%20x", "/a%0aDELE%20x", "/a%00b"])("%s is never sent", async (path) => {
    const { outcome, commands, server } = await at(path);
    expect(outcome).toEqual({ kind: "not-tried", reason: "path-not-sendable" });
    expect(commands).toEqual([]);
    expect(server.connections()).toBe(0);
  });

  test("credentials of a URL are not sent, ours is the contact", async () => {
    const server = await start();
    await check(`ftp://joe:secret@ok.zz:${server.port}/pub/`);
    expect(server.commands.join("\n")).not.toMatch(/joe|secret/);
    expect(server.commands.slice(0, 2)).toEqual(LOGIN);
  });

  test("no data connection is asked for, so that none can lead elsewhere", async () => {
    const { commands } = await at("/x");
    expect(commands.filter((command) => /^(PASV|EPSV|PORT|EPRT|LIST|NLST|RETR|MLSD)/.test(command))).toEqual(
      [],
    );
  });

  test.each(["ftp", "ftps", "sftp"])("%s: addresses that are not public are not dialled", async (scheme) => {
    const server = await start();
    const deps = depsOf({}, createAddressPolicy({ allowPrivate: false }));
    const { outcome, means } = await check(`${scheme}://ok.zz:${server.port}/`, deps);
    expect(outcome).toMatchObject({ kind: "failure", failure: "address-not-public" });
    expect(means.status).toBe(64);
    expect(server.connections()).toBe(0);
  });

  test("an unknown domain is 66", async () => {
    expect((await check("ftp://nobody-at-home.net/")).means.status).toBe(66);
  });
});

describe("everything that comes is bounded", () => {
  test.each<[string, FtpScript, string]>([
    ["a banner without end", { greeting: endless("220-hello\r\n") }, "head-too-large"],
    ["lines that are no reply, without end", { greeting: endless("hello\r\n") }, "head-too-large"],
    ["empty lines without end", { greeting: endless("\n") }, "head-too-large"],
    ["a line of a megabyte", { greeting: `220 ${"x".repeat(1_000_000)}` }, "head-too-large"],
    ["a login text without end", { replies: { PASS: endless("230-hello\r\n") } }, "head-too-large"],
    ["a byte now and then", { greeting: drip("220 a long welcome to everybody\r\n", 200) }, "timeout"],
    ["a reply of several lines that does not end", { greeting: "220-hello\r\n220-there" }, "timeout"],
    ["silence", { greeting: null }, "timeout"],
    ["silence after the login", { replies: { PASS: null } }, "timeout"],
    ["an end at once", { greeting: (socket) => socket.end() }, "closed"],
    ["an end in place of an answer", { replies: { PASS: (socket) => socket.end() } }, "closed"],
    ["something else", { greeting: (socket) => socket.end("* OK IMAP4\r\n") }, "closed"],
  ])("%s", async (_, script, failure) => {
    const limits = failure === "timeout" ? SHORT : PATIENT;
    const { outcome, means } = await at("/pub/file.txt", script, "ftp", limits);
    expect(outcome).toMatchObject({ kind: "failure", failure });
    expect(means.status).toBe(64);
  });

  test("a byte in each segment is an answer like any other", async () => {
    const replies = {
      PASS: drip("230-Hello\r\n230 Done.\r\n", 1),
      "SIZE pub/file.txt": drip("213 5\r\n", 1),
    };
    const { means } = await at("/pub/file.txt", { greeting: drip("220 Ready.\r\n", 1), replies });
    expect(means.status).toBe(1);
  });

  test("the words before an end count", async () => {
    const { means } = await at("/", { greeting: (socket) => socket.end("421 Too many users.\r\n") });
    expect(means).toMatchObject({ status: 40, error: "the FTP server says: 421 Too many users." });
  });

  test("words are made fit to be shown", async () => {
    const { means } = await at("/x", { replies: { SIZE: "550 \x1b[31m\x07 <b>\xe4", CWD: "550 No." } });
    expect(means.error).toBe("the FTP server says: 550 ?[31m? <b>? / No.");
  });

  test("nobody there", async () => {
    const server = await startFtpServer();
    server.close();
    expect((await check(`ftp://ok.zz:${server.port}/`)).means.status).toBe(64);
    const literal = await check(`ftp://127.0.0.1:${server.port}/`.replace("127.0.0.1", "9.9.9.9"), {
      ...depsOf(),
      router: { route: () => ({ kind: "addresses", addresses: ["127.0.0.1"] }) },
    });
    expect(literal.means).toMatchObject({ status: 67, rule: "address-silent" });
  });

  test("no connection in time; the next address is tried", async () => {
    const silent = await silentListener();
    closers.push(() => silent.close());
    const { outcome } = await check(`ftp://ok.zz:${silent.port}/`, depsOf({}, undefined, SHORT));
    expect(outcome).toMatchObject({ kind: "failure", failure: "connect-timeout" });
    const server = await start();
    const { means } = await check(`ftp://ok.zz:${server.port}/`, {
      ...depsOf(),
      router: { route: () => ({ kind: "addresses", addresses: ["::1", "127.0.0.1"] }) },
    });
    expect(means.status).toBe(1);
  });

  test("what is open can be ended from outside", async () => {
    const server = await start({ greeting: null });
    const deps = depsOf();
    const outcome = check(`ftp://ok.zz:${server.port}/`, deps);
    while (server.connections() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    deps.files.close();
    expect((await outcome).outcome).toMatchObject({ kind: "failure", failure: "timeout" });
  });
});

describe("ftps", () => {
  const leaf = (names = ["ok.zz"], days = 30) => {
    const { pem, key } = createCertificate({ names, issuer: root, days });
    return { cert: pem, key };
  };

  test.each<[string, () => FtpScript, number, string | null]>([
    ["implicit", () => ({ tls: leaf(), implicit: true }), 1, null],
    ["explicit", () => ({ tls: leaf() }), 1, null],
    ["implicit, expired", () => ({ tls: leaf(["ok.zz"], -10), implicit: true }), 2, "expired"],
    ["explicit, wrong host", () => ({ tls: leaf(["other.zz"]) }), 2, "wrong-host"],
    ["no TLS at all", () => ({}), 63, null],
    [
      "an end in place of a handshake",
      () => ({ greeting: (socket) => socket.end("x\r\n") }),
      64,
      "handshake",
    ],
    [
      "a handshake that is refused",
      () => ({ replies: { "AUTH TLS": "234 Go ahead.\r\nno TLS" } }),
      64,
      "handshake",
    ],
  ])("%s", async (_, script, status, tls) => {
    const limits = status === 64 ? SHORT : PATIENT;
    const { outcome, means } = await at("/pub/file.txt", script(), "ftps", limits);
    expect(means.status).toBe(status);
    expect(outcome).toMatchObject({ tls });
  });

  test("without a port: implicit at its own, else on demand at that of ftp", async () => {
    const implicit = await start({ tls: leaf(), implicit: true });
    const explicit = await start({ tls: leaf() });
    const nobody = await startFtpServer();
    nobody.close();
    const both = depsOf({ ftp: explicit.port, ftps: implicit.port });
    expect((await check("ftps://ok.zz/pub/", both)).means.status).toBe(1);
    expect([implicit.connections(), explicit.connections()]).toEqual([1, 0]);
    const one = depsOf({ ftp: explicit.port, ftps: nobody.port });
    expect((await check("ftps://ok.zz/pub/", one)).means.status).toBe(1);
    expect(explicit.commands.slice(0, 2)).toEqual(["AUTH TLS", "USER anonymous"]);
    const none = depsOf({ ftp: nobody.port, ftps: nobody.port });
    expect((await check("ftps://ok.zz/pub/", none)).outcome).toMatchObject({ failure: "connect-refused" });
  });
});

describe("sftp: only the greeting is seen", () => {
  test.each<[string, Reply, number, string | null]>([
    ["2.0", "SSH-2.0-OpenSSH_9.6p1 Debian-3", 2, null],
    ["1.99", "SSH-1.99-Cisco-1.25", 2, null],
    ["other lines before", "Welcome!\r\nNo trespassing.\r\nSSH-2.0-x", 2, null],
    ["a byte in each segment", drip("SSH-2.0-x\r\n", 1), 2, null],
    ["no room", (socket) => socket.end("Exceeded MaxStartups\r\n"), 2, null],
    ["a penalty", (socket) => socket.end("Not allowed at this time\r\n"), 2, null],
    ["1.5", (socket) => socket.end("SSH-1.5-old\r\n"), 64, "closed"],
    ["an identification too long", (socket) => socket.end(`SSH-2.0-${"x".repeat(300)}\r\n`), 64, "closed"],
    ["more lines before than anybody reads", "hello\r\n".repeat(60), 64, "malformed-head"],
    ["lines without end", endless("hello\r\n"), 64, null],
    ["a line without end", endless("x"), 64, "head-too-large"],
    ["FTP", (socket) => socket.end("220 Ready.\r\n"), 64, "closed"],
    ["silence", null, 64, "timeout"],
    ["an end", (socket) => socket.end(), 64, "closed"],
  ])("%s", async (_, greeting, status, failure) => {
    const limits = failure === "timeout" ? SHORT : PATIENT;
    const { outcome, means } = await at("/home/x", { greeting }, "sftp", limits);
    expect(means).toMatchObject({ status, http: null });
    expect(means.notes).toEqual(status === 2 ? [{ key: "only-server-seen" }] : []);
    if (failure !== null) expect(outcome).toMatchObject({ failure });
  });

  test("at its own port", async () => {
    const server = await start({ greeting: "SSH-2.0-x" });
    expect((await check("sftp://ok.zz/", depsOf({ sftp: server.port }))).means.status).toBe(2);
  });
});

import { once as happened } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { HttpClient } from "../net/egress/http-client.ts";
import { registerWiki } from "./registration/register.ts";
import { startFakeWiki } from "./testing/fake-wiki.ts";
import { context, http, once, pageids, pages, rowOf, setUp, wikiOf } from "./testing/feeder.ts";

setUp();

type Fault = (response: ServerResponse, request: IncomingMessage) => void;

const json =
  (value: unknown, http = 200, headers = {}): Fault =>
  (response) => {
    response.writeHead(http, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
  };
const text =
  (body: string | Buffer, http = 200, headers = {}): Fault =>
  (response) => {
    response.writeHead(http, headers).end(body);
  };
const endless =
  (piece: string, everyMs: number): Fault =>
  (response) => {
    const timer = setInterval(() => response.write(piece), everyMs);
    response.on("close", () => clearInterval(timer));
  };

const HANGS = "no complete answer";

/** What a wiki, or somebody before it, answers in place of what was asked; and what the message says of it. */
const FAULTS: readonly [string, Fault, string][] = [
  ["a web page", text("<!doctype html><title>Maintenance"), "a web page"],
  ["a web page with 502", text("<html>Bad gateway", 502), "answers 502"],
  ["a web page, forbidden", text("<html>Blocked", 403), "answers 403"],
  ["nothing", text(""), "with nothing"],
  ["JSON that was cut", text('{"batchcomplete":true,"query":{"pages":[{"pageid":1,'), "with text"],
  ["fewer bytes than announced", cutShort, "does not answer"],
  ["another shape", json({ query: [1, 2] }), "another shape"],
  ["a list", json([]), "another shape"],
  ["a number", json(7), "another shape"],
  ["pages of another shape", json({ batchcomplete: true, query: { pages: { 1: {} } } }), "another shape"],
  ["deep nesting", text("[".repeat(60_000)), "with text"],
  ["an error in a 200", json({ error: { code: "internal_api_error_DBQueryError" } }), "DBQueryError"],
  ["an error of another shape", json({ error: "broken" }), "another shape"],
  ["badtoken", json({ error: { code: "badtoken", info: "Invalid CSRF token." } }), "badtoken"],
  ["assertuserfailed", json({ error: { code: "assertuserfailed" } }), "WEBOID_WIKI_CREDENTIALS"],
  ["a private wiki", json({ error: { code: "readapidenied" } }), "only its users"],
  ["read-only mode", json({ error: { code: "readonly", info: "Locked" } }), "readonly: Locked"],
  ["a rate limit", json({ error: { code: "ratelimited" } }), "ratelimited"],
  ["lag without end", json({ error: { code: "maxlag", lag: 9 } }, 200, { "retry-after": "5" }), "maxlag"],
  ["a warning that it passed over a part", passedOver(), "does not know prop=extlinks"],
  [
    "a login page",
    text("", 302, { location: "https://login.zz/?return=SECRET" }),
    "redirects to https://login.zz/",
  ],
  [
    "itself",
    (response, { url }) => text("", 301, { location: url })(response, {} as never),
    "redirects to itself",
  ],
  ["a body without end", endless(`"${"x".repeat(20_000)}`, 1), "more than 200000 bytes"],
  ["a slow drip", endless(" ", 20), HANGS],
  ["silence", () => {}, HANGS],
  ["a closed door", (response) => response.socket?.destroy(), "does not answer"],
  [
    "a gzip bomb",
    text(gzipSync(Buffer.alloc(3_000_000, "[")), 200, { "content-encoding": "gzip" }),
    "200000 bytes",
  ],
  ["broken gzip", text("no gzip", 200, { "content-encoding": "gzip" }), "cannot be read"],
  ["brotli that nobody asked for", text("x", 200, { "content-encoding": "br" }), "content-encoding br"],
  [
    "a place to go on without end",
    json({ query: {}, continue: { x: "y".repeat(9_000) } }),
    "longer than any title",
  ],
  [
    "the same place again and again",
    json({ query: { pages: [] }, continue: { elcontinue: "1" } }),
    "never ends",
  ],
];

function cutShort(response: ServerResponse): void {
  response.writeHead(200, { "content-length": "900" });
  response.write("{}", () => response.socket?.end());
}

function passedOver(): Fault {
  const warnings = { query: { warnings: 'Unrecognized value for parameter "prop": extlinks' } };
  return json({ batchcomplete: true, warnings, query: { pages: [] } });
}

/** A door before a fake wiki, through which a fault answers what `matches`. */
let fault: Fault | null = null;
let matches: (url: string) => boolean = () => false;
let target = "";
const door = createServer(async (request, response) => {
  const url = request.url ?? "/";
  if (fault !== null && matches(url)) return fault(response, request);
  const answer = await fetch(new URL(url, target));
  response.end(await answer.text());
});
beforeAll(async () => {
  door.listen(0, "127.0.0.1");
  await happened(door, "listening");
});
afterEach(() => {
  fault = null;
});
afterAll(() => {
  door.closeAllConnections();
  door.close();
});

/** The same client with low limits; a wiki that hangs is given up soon. */
const brief = (hangs = false): HttpClient => ({
  close: async () => {},
  send: (request) => http.send({ ...request, ...(hangs && { msMax: 300 }), bytesMax: 200_000 }),
});

let count = 0;
async function behindTheDoor() {
  const fake = await startFakeWiki(pages(5));
  target = fake.api;
  count += 1;
  const api = `http://127.0.0.1:${(door.address() as AddressInfo).port}/w/api.php`;
  const registration = { dbname: `hostile${count}`, farm: "friends", api, given: true, criteria: null };
  const registered = await registerWiki(context(), http, registration);
  if (!registered.ok) throw new Error(registered.error.message);
  return { fake, id: registered.value.wiki.id, name: `hostile${count}@friends` };
}

describe("a wiki that answers", () => {
  test.each(FAULTS)(
    "%s, where pages are read: reported, and nothing is lost",
    async (_, thisFault, words) => {
      const { fake, id, name } = await behindTheDoor();
      fault = thisFault;
      matches = (url) => url.includes("extlinks");
      const well = await wikiOf(pages(2));
      const [fed] = (await once(name, brief(words === HANGS))).wikis;
      expect(fed).toMatchObject({ read: 0, deleted: 0, listed: 5 });
      expect(fed?.error?.message).toContain(words);
      expect(fed?.error?.message).not.toContain("SECRET");
      expect((await rowOf(name)).error).toContain(words);
      expect((await rowOf(name)).retryMs).toBeGreaterThan(0);
      expect((await once(well.name)).wikis).toMatchObject([{ read: 2, error: null }]);
      fault = null;
      expect((await once(name)).wikis).toMatchObject([{ read: 5, error: null }]);
      expect(await pageids(id, { read: true })).toEqual([1, 2, 3, 4, 5]);
      expect(await rowOf(name)).toMatchObject({ error: null, retryMs: 0, setbacks: 0 });
      await fake.close();
    },
  );

  test.each([
    ["a module that it does not have", "extlinks", passedOver(), "does not know prop=extlinks"],
    ["lists that it denies", "allpages", json({ error: { code: "readapidenied" } }), "only its users"],
    [
      "who it is, as a private wiki",
      "siteinfo",
      json({ error: { code: "readapidenied" } }),
      "only its users",
    ],
    ["who it is, as an old one", "siteinfo", oldVersion(), "Weboid reads MediaWiki 1.26 and later"],
    ["who it is, in another language", "siteinfo", text("<html>"), "is not the API of a MediaWiki"],
  ])("%s is not added", async (_, part, thisFault, words) => {
    const fake = await startFakeWiki(pages(2));
    target = fake.api;
    fault = thisFault;
    matches = (url) => url.includes(part);
    const api = `http://127.0.0.1:${(door.address() as AddressInfo).port}/w/api.php`;
    const registration = { dbname: "never", farm: "never", api, given: true, criteria: null };
    expect(await registerWiki(context(), brief(), registration)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining(words) },
    });
    const [farm] = await context().db.sql`select 1 from farm where name = 'never'`;
    expect(farm).toBeUndefined();
    await fake.close();
  });
});

function oldVersion(): Fault {
  const namespaces = { "0": { id: 0, "*": "" } };
  return json({ query: { general: { generator: "MediaWiki 1.23.17", sitename: "Old" }, namespaces } });
}

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "../../../db/connect.ts";
import { freshDatabaseUrl } from "../../../db/testing/fresh.ts";
import { type FakeWiki, startFakeWiki } from "../../feed/testing/fake-wiki.ts";
import { startServer, type TestServer } from "../../feed/testing/server.ts";
import { jsonLines, type Ran, weboid } from "../testing/run.ts";

/** A service of the operator's own network, which no wiki has to reach. */
let inner: TestServer;
let reached: string[] = [];
/** Where the hostile wiki says that it is. */
let target = "";
/** A configured wiki that is hostile: what it says of itself leads to `inner`. */
let hostile: TestServer;
let fake: FakeWiki;
let env: Record<string, string> = {};

beforeAll(async () => {
  env = { DATABASE_URL: await freshDatabaseUrl(), WEBOID_CONTACT: "test@example.org", WEBOID_LOG: "silent" };
  fake = await startFakeWiki([{ pageid: 1, title: "One", links: ["http://a.zz/x"] }]);
  inner = await startServer((request, response) => {
    reached.push(request.url ?? "");
    response.end(`<link rel="EditURI" href="${inner.origin}/w/api.php?action=rsd">`);
  });
  hostile = await startServer(async (request, response) => {
    const url = request.url ?? "";
    const isApi = url.startsWith("/w/api.php");
    if (!isApi) return response.writeHead(302, { location: `${inner.origin}/latest/meta-data/` }).end();
    if (url.includes("wikibase")) {
      const repo = { url: { base: target, scriptpath: "/latest/meta-data" } };
      return response.end(JSON.stringify({ query: { wikibase: { repo, siteid: "fakewiki" } } }));
    }
    const answer = await (await fetch(fake.api + url.slice("/w/api.php".length))).text();
    response.end(answer.replaceAll(new URL(fake.api).origin, target));
  });
});
afterAll(async () => {
  await Promise.all([fake, inner, hostile].map((server) => server.close()));
});
beforeEach(() => {
  target = inner.origin;
  reached = [];
});

const run = (...args: string[]): Promise<Ran> => weboid(args, { env });
const api = () => `${hostile.origin}/w/api.php`;

test("a wiki at a private address is added by its address, without WEBOID_ALLOW_PRIVATE", async () => {
  expect(await run("wiki", "add", "fakewiki@private", "--api", fake.api)).toMatchObject({ code: 0 });
  expect(jsonLines(await run("feed", "--once", "--json", "fakewiki@private"))).toMatchObject([
    { read: 1, error: null },
  ]);
});

test("not where WEBOID_DENY names that address", async () => {
  const denied = { ...env, WEBOID_DENY: "127.0.0.0/8", WEBOID_ALLOW_PRIVATE: "1" };
  const { code, stderr } = await weboid(["wiki", "add", "denied@private", "--api", fake.api], {
    env: denied,
  });
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: [expect.stringContaining("not configured")] });
});

test("a page of the wiki that redirects inward at wiki add leads nowhere", async () => {
  const { code } = await run("wiki", "add", "page@hostile", "--api", `${hostile.origin}/wiki/Main_Page`);
  expect(code).toBe(1);
  expect(reached).toEqual([]);
});

test("the Wikibase repository that a wiki names at its own `server` is not asked inside", async () => {
  const added = await run("wiki", "add", "fakewiki@hostile", "--api", api(), "--property", "P31");
  expect(added).toMatchObject({ code: 0 });
  const { server } = jsonLines(await run("wiki", "show", "fakewiki@hostile", "--json"))[0] as {
    server: string;
  };
  // It is believed: the repository is a host of its farm.
  expect(server).toBe(inner.origin);
  const [fed] = jsonLines(await run("feed", "--once", "--json", "fakewiki@hostile")) as {
    error: { message: string };
  }[];
  expect(fed?.error.message).toContain("not configured");
  expect(reached).toEqual([]);
});

test("nor the one of another wiki, though the operator configured that", async () => {
  target = new URL(fake.api).origin;
  await run("wiki", "add", "fakewiki@third", "--api", api(), "--property", "P31");
  const [fed] = jsonLines(await run("feed", "--once", "--json", "fakewiki@third")) as {
    error: { message: string };
  }[];
  expect(fed?.error.message).toContain(`${new URL(fake.api).host} has no public address`);
});

test("a name has the right that it had when it was given: one that was public then has none", async () => {
  const name = fake.api.replace("127.0.0.1", "localhost");
  await run("wiki", "add", "named@private", "--api", name);
  const feed = async () =>
    jsonLines(await run("feed", "--once", "--json", "named@private")) as {
      error: { message: string } | null;
    }[];
  expect(await feed()).toMatchObject([{ error: null }]);
  const db = await connect(env.DATABASE_URL ?? "");
  // As privateEndpoint has it for such a name (connect.test.ts).
  await db.sql`update wiki set configured_endpoint = '' where dbname = 'named'`;
  await db.close();
  expect(await feed()).toMatchObject([{ error: { message: expect.stringContaining("not configured") } }]);
});

test("a spam list that redirects inward is not followed", async () => {
  await run("farm", "set", "hostile", "--spam-list", `${hostile.origin}/list`);
  await run("feed", "--once", "--json", "fakewiki@hostile");
  const [shown] = jsonLines(await run("wiki", "show", "fakewiki@hostile", "--json")) as {
    spam: { error: string | null }[];
  }[];
  expect(shown?.spam.map(({ error }) => error)).toContainEqual(expect.stringContaining("redirects to"));
  expect(reached).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { addOptout, listOptouts, removeOptout } from "../../db/hosts/optout.ts";
import { normalised, samplePage } from "../../db/testing/sample.ts";
import { urlEverything } from "../../db/urls/everything.ts";
import { createChecker } from "../check/checker.ts";
import { type DnsServer, startDnsServer } from "../net/testing/dns-server.ts";
import { systemClock } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { openFleet } from "./fleet.ts";
import { crawl } from "./run.ts";
import { type HostLog, type Reply, startHostLog } from "./testing/host-log.ts";
import { openWorld } from "./testing/world.ts";

const world = openWorld();
let log: HostLog;
let dns: DnsServer;
let reply: (host: string, path: string) => Reply = () => ({});

beforeAll(async () => {
  log = await startHostLog(
    () => true,
    (host, path) => reply(host, path),
  );
  dns = await startDnsServer({ "*": { A: ["127.0.0.1"] } });
});
afterAll(() => {
  log.close();
  dns.close();
});

/** A whole crawl with a real checker, as `weboid crawl --once` does it. */
async function sweep(): Promise<void> {
  const ctx: RoleContext = { ...world.context(0).ctx, clock: systemClock };
  const fleet = await openFleet(ctx);
  const { optedOut } = fleet;
  const checker = createChecker({
    contact: null,
    dns: [dns.address],
    allowPrivate: true,
    readRobots: true,
    optedOut,
  });
  try {
    await crawl(ctx, { once: true, checker, fleet });
  } finally {
    await checker.close();
    await fleet.close();
  }
}

const at = (host: string, path: string) => `http://${host}:${log.port}${path}`;
const enter = (...urls: string[]) => samplePage(world.db, world.wiki, 1, urls, systemClock.today());
const known = (url: string) => urlEverything(world.db, normalised(url));
const pathsOf = (host: string) => log.asked.filter((asked) => asked.host === host).map(({ path }) => path);
const LEFT_ALONE = { history: [], notes: [{ key: "left-alone" }] };

test("what robots.txt forbids to Weboid is not asked, not stored, and shown; it is read once a day", async () => {
  reply = (_host, path) =>
    path === "/robots.txt" ? { body: "User-agent: *\nDisallow: /\n\nUser-agent: Weboid\nDisallow: /no" } : {};
  const [yes, no] = [at("robots.zz", "/yes"), at("robots.zz", "/no/x")];
  await enter(yes, no);
  await sweep();
  expect(pathsOf("robots.zz").filter((path) => path === "/robots.txt").length).toBe(1);
  expect(pathsOf("robots.zz")).toContain("/yes");
  expect(pathsOf("robots.zz")).not.toContain("/no/x");
  expect((await known(yes))?.facts).toMatchObject({ history: [{ status: 1 }], notes: [] });
  expect((await known(no))?.facts).toMatchObject(LEFT_ALONE);
  const [host] = await world.db.sql`select robots, robots_day as day from host where name = 'robots.zz'`;
  expect(host).toEqual({
    robots: `# :${log.port}\nUser-agent: Weboid\nDisallow: /no`,
    day: systemClock.today(),
  });
  // Another worker, on the same day, has it from the host's row.
  await world.db.sql`truncate host_lease`;
  await world.db.sql`update url set queried = -1`;
  await world.db.sql`update slice set fresh = true`;
  await sweep();
  expect(pathsOf("robots.zz").filter((path) => path === "/robots.txt").length).toBe(1);
  expect(pathsOf("robots.zz")).not.toContain("/no/x");
});

test("a redirect does not lead to what another host's robots.txt forbids", async () => {
  reply = (host, path) => {
    if (host === "from.zz")
      return path === "/" ? { http: 302, fields: { location: at("to.zz", "/no") } } : { http: 404 };
    return path === "/robots.txt" ? { body: "user-agent: weboid\ndisallow: /" } : {};
  };
  await enter(at("from.zz", "/"));
  await sweep();
  expect(pathsOf("to.zz")).toEqual(["/robots.txt"]);
  expect((await known(at("from.zz", "/")))?.facts).toMatchObject(LEFT_ALONE);
});

test("a group at the end of a long robots.txt holds (RFC 9309, 2.5)", async () => {
  const body = `${"# far from being read by anybody\n".repeat(15_000)}User-agent: Weboid\nDisallow: /no`;
  expect(body.length).toBeGreaterThan(490_000);
  reply = (_host, path) => (path === "/robots.txt" ? { body } : {});
  await enter(at("long.zz", "/no"));
  await sweep();
  expect(pathsOf("long.zz")).toEqual(["/robots.txt"]);
});

test("a robots.txt that cannot be had forbids nothing, and the host is found as it is", async () => {
  reply = (_host, path) => (path === "/robots.txt" ? { http: 503 } : { http: 404 });
  await enter(at("broken.zz", "/x"));
  await sweep();
  expect((await known(at("broken.zz", "/x")))?.facts.history).toMatchObject([{ status: 18, http: 404 }]);
});

test("who opted out is never asked, on the way of redirects neither, until they are taken off the list", async () => {
  reply = (host, path) => {
    if (path === "/robots.txt") return { http: 404 };
    return host === "to-it.zz" ? { http: 302, fields: { location: at("sub.quiet.zz", "/x") } } : {};
  };
  const urls = [
    at("sub.quiet.zz", "/x"),
    at("to-it.zz", "/"),
    at("part.zz", "/private/x"),
    at("part.zz", "/privateer"),
  ];
  await enter(...urls);
  expect(await addOptout(world.db, { host: "quiet.zz", path: "" })).toBe(true);
  expect(await addOptout(world.db, { host: "part.zz", path: "/private" })).toBe(true);
  expect(await addOptout(world.db, { host: "part.zz", path: "/private" })).toBe(false);
  await sweep();
  expect(pathsOf("sub.quiet.zz")).toEqual([]);
  expect(pathsOf("part.zz")).not.toContain("/private/x");
  for (const url of urls.slice(0, 3)) expect((await known(url))?.facts).toMatchObject(LEFT_ALONE);
  expect((await known(urls[3] ?? ""))?.facts.history).toMatchObject([{ status: 1 }]);

  for (const site of await listOptouts(world.db)) expect(await removeOptout(world.db, site)).toBe(true);
  await world.db.sql`update url set queried = -1`;
  await world.db.sql`update slice set fresh = true`;
  await sweep();
  for (const url of urls)
    expect((await known(url))?.facts).toMatchObject({
      history: [{ status: expect.any(Number) }],
      notes: expect.not.arrayContaining([{ key: "left-alone" }]),
    });
});

test("429 without Retry-After makes the fleet rest longer each time, which is remembered", async () => {
  reply = () => ({ http: 429 });
  await enter(at("busy.zz", "/1"));
  await sweep();
  const pace = async () => (await world.db.sql`select pace_ms as ms from host where name = 'busy.zz'`)[0]?.ms;
  expect(await pace()).toBe(5_000);
  const [lease] = await world.db.sql`
    select pace_ms as ms, ready_at > clock_timestamp() as rests from host_lease where key = 'h:busy.zz'`;
  expect(lease).toEqual({ ms: 5_000, rests: true });
});

test("what a host asked of one worker by Retry-After holds for another that does not know", async () => {
  reply = () => ({ http: 429, fields: { "retry-after": "86400" } });
  await enter(at("later.zz", "/1"));
  await sweep();
  const asked = pathsOf("later.zz").length;
  // As a worker has it that read the row before.
  await world.db.sql`update host set retry_at = null, pace_ms = 0`;
  await enter(at("later.zz", "/1"), at("later.zz", "/2"));
  await sweep();
  expect(pathsOf("later.zz").length).toBe(asked);
  const [row] = await world.db.sql`select min(due) as due from recheck`;
  expect(row?.due).toBeGreaterThan(systemClock.today());
  expect((await known(at("later.zz", "/2")))?.queried).toBeNull();
});

import { afterEach, expect, test } from "vitest";
import type { Outcome } from "../../shared/status/outcome.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { type Checker, type CheckerOptions, createChecker } from "../check/checker.ts";
import { checkLimits } from "../check/limits.ts";
import { fakeTransport } from "../check/testing/fake-transport.ts";
import { type SiteSays, type SiteWeb, startSiteWeb } from "../check/testing/site-web.ts";
import { ExchangeSession } from "../net/exchange-session.ts";
import { loopClock } from "../net/loop-clock.ts";
import { startDnsServer, type Zone } from "../net/testing/dns-server.ts";
import { createEtiquette } from "./etiquette.ts";
import { createRobotsBook } from "./robots-book.ts";
import { createRobotsGate } from "./robots-gate.ts";

let web: SiteWeb;
let checker: Checker;
let close: (() => unknown)[] = [];

async function open(
  sites: Readonly<Record<string, (path: string) => SiteSays>>,
  more: Partial<CheckerOptions> = {},
  zone: Zone = {},
) {
  web = await startSiteWeb(sites);
  const dns = await startDnsServer({ ...zone, "*": { A: ["127.0.0.1"] } });
  checker = createChecker({
    contact: null,
    allowPrivate: true,
    dns: [dns.address],
    ownPorts: { http: web.port, https: web.port },
    robots: createRobotsBook(),
    ...more,
  });
  close = [() => web.close(), () => dns.close(), () => checker.close()];
}
afterEach(async () => {
  for (const each of close.splice(0).reverse()) await each();
});

const check = (url: string): Promise<Outcome> => checker.check(url as NormalisedUrl);
const RULES = "User-agent: Weboid\nDisallow: /no";
const robots =
  (says: SiteSays) =>
  (path: string): SiteSays =>
    path === "/robots.txt" ? says : "<p>page";

test("a robots.txt that another host has holds for the one that was asked (RFC 9309, 2.3.1.2)", async () => {
  await open({ "a.zz": robots("→http://www.a.zz/robots.txt"), "www.a.zz": robots(RULES) });
  expect(await check("http://a.zz/no/1")).toEqual({ kind: "not-tried", reason: "robots" });
  expect(await check("http://a.zz/yes")).toMatchObject({ kind: "answer" });
  expect(web.asked).toEqual(["GET a.zz /robots.txt", "GET www.a.zz /robots.txt", "HEAD a.zz /yes"]);
});

test("there and back again", async () => {
  const there = (path: string): SiteSays =>
    path === "/robots.txt" ? "→http://b.zz/r" : path === "/rules" ? RULES : "<p>page";
  await open({ "a.zz": there, "b.zz": () => "→http://a.zz/rules" });
  expect(await check("http://a.zz/no/1")).toEqual({ kind: "not-tried", reason: "robots" });
});

test.each<[string, SiteSays, Partial<CheckerOptions>, Zone]>([
  [
    "to where nobody may be sent",
    "→http://b.zz/robots.txt",
    { allowPrivate: true, deny: ["127.9.0.0/16"] },
    { "b.zz": { A: ["127.9.0.1"] } },
  ],
  ["to a name that is unknown", "→http://b.zz/robots.txt", {}, { "b.zz": "nxdomain" }],
  [
    "to who asked to be left alone",
    "→http://b.zz/robots.txt",
    { optedOut: ({ host }) => host === "b.zz" },
    {},
  ],
  ["round and round", "→http://a.zz/robots.txt", {}, {}],
  ["to a port that is never asked", "→http://a.zz:25/robots.txt", {}, {}],
])("one that leads %s forbids nothing", async (_, says, more, zone) => {
  await open({ "a.zz": robots(says), "b.zz": robots(RULES) }, more, zone);
  expect(await check("http://a.zz/no/1")).toMatchObject({ kind: "answer" });
  expect(web.asked.filter((line) => line.includes("b.zz"))).toEqual([]);
});

test("what its check had waited for our own want of room is in nobody's time, at the other host too", async () => {
  const limits = checkLimits();
  const web = fakeTransport(({ parts, deadline }) => {
    if (deadline <= loopClock.now()) return { failure: "timeout" };
    return parts.host === "a.zz" ? { http: 301, location: "http://www.a.zz/robots.txt" } : { page: RULES };
  });
  const gate = createRobotsGate({
    book: createRobotsBook(),
    transport: web,
    limits,
    fields: [],
    allowPrivate: true,
    router: { route: () => ({ kind: "addresses", addresses: ["192.0.2.1"] }) },
    etiquette: createEtiquette({}, true),
  });
  const session = new ExchangeSession({ totalMs: limits.totalMs });
  session.waited(60_000, 60_000);
  const { deadline } = session;
  const parts = splitUrl("http://a.zz/no/1" as NormalisedUrl);
  expect(await gate.permits(parts, ["192.0.2.1"], deadline, session)).toBe(false);
});

import { afterEach, expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Outcome } from "../classify/outcome.ts";
import { startDnsServer, type Zone } from "../net/testing/dns-server.ts";
import type { CheckerOptions } from "./checker.ts";
import { type ScheduledChecker, scheduledChecker } from "./testing/scheduled.ts";
import { type SiteSays, type SiteWeb, startSiteWeb } from "./testing/site-web.ts";

let web: SiteWeb;
let checker: ScheduledChecker;
let close: (() => unknown)[] = [];

async function open(
  sites: Readonly<Record<string, (path: string) => SiteSays>>,
  more: Partial<CheckerOptions> = {},
  zone: Zone = {},
  perHost = 1,
) {
  web = await startSiteWeb(sites);
  const dns = await startDnsServer({ ...zone, "*": { A: ["127.0.0.1"] } });
  const options = {
    contact: null,
    allowPrivate: true,
    dns: [dns.address],
    ownPorts: { http: web.port, https: web.port },
    readRobots: true,
    ...more,
  };
  checker = scheduledChecker(options, { perHost });
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

test("it is read once, however many checks of its host begin at once", async () => {
  await open({ "a.zz": robots(RULES) }, {}, {}, 4);
  const paths = ["no/1", "no/2", "yes/1", "yes/2"];
  const outcomes = await Promise.all(paths.map((path) => check(`http://a.zz/${path}`)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(["not-tried", "not-tried", "answer", "answer"]);
  expect(web.asked.filter((line) => line.endsWith("/robots.txt"))).toHaveLength(1);
});

import { expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { encodeSites, NO_FACTS } from "../classify/site-facts.ts";
import { SiteHosts, siteAt, takeIn } from "./site-hosts.ts";

test("of many hosts those that were not asked for lately are forgotten", () => {
  const hosts = new SiteHosts();
  const [used, unused] = [hosts.of("used.zz"), hosts.of("unused.zz")];
  for (let other = 2; other < 20_000; other++) hosts.of(`${other}.zz`);
  expect(hosts.of("used.zz")).toBe(used);
  hosts.of("one.too.many.zz");
  expect(hosts.of("used.zz")).toBe(used);
  expect(hosts.of("unused.zz")).not.toBe(unused);
});

test("of a host of many ports as well, whoever tells of them", () => {
  const host = new SiteHosts().of("many.zz");
  const facts = { ...NO_FACTS, asked: asDay(3_612) };
  const used = siteAt(host, 80);
  for (let port = 1_024; port < 2_024; port++) {
    if (port % 2 === 0) siteAt(host, port);
    else takeIn(host, encodeSites(new Map([[port, facts]])));
    expect(siteAt(host, 80)).toBe(used);
  }
  expect(host.sites.size).toBeLessThanOrEqual(16);
});

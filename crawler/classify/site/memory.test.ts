import { expect, test } from "vitest";
import { asDay } from "../../../shared/calendar/day.ts";
import { SHARED_SOURCES_MIN } from "../redirects.ts";
import { decodeSites, encodeSites, NO_FACTS } from "./facts.ts";
import { countSource, SiteMemory } from "./memory.ts";

test("of many hosts those that were not asked for lately are forgotten", () => {
  const memory = new SiteMemory();
  const [used, unused] = [memory.of("used.zz"), memory.of("unused.zz")];
  for (let other = 0; other < 30_000; other++) {
    memory.of(`${other}.zz`);
    if (other % 5_000 === 0) expect(memory.of("used.zz")).toBe(used);
  }
  expect(memory.of("unused.zz")).not.toBe(unused);
});

test("of a host of many ports as well, from any process", () => {
  const host = new SiteMemory().of("many.zz");
  const facts = { ...NO_FACTS, asked: asDay(3_612) };
  const used = host.siteAt(80);
  for (let port = 1_024; port < 2_024; port++) {
    if (port % 2 === 0) host.siteAt(port);
    else host.takeIn(encodeSites(new Map([[port, facts]])));
    expect(host.siteAt(80)).toBe(used);
  }
  expect(decodeSites(host.column()).size).toBeLessThanOrEqual(16);
});

test("of the redirects of a site 16 targets are remembered, with no more sources than are of use", () => {
  const site = new SiteMemory().of("redirecting.zz").siteAt(80);
  const today = asDay(3_612);
  for (let source = 0; source < 100; source++)
    for (let target = 0; target < 100; target++) countSource(site, target, `${source}`, today);
  for (let source = 0; source < 100; source++) countSource(site, 1_000, `${source}`, today);
  expect(site.sources.size).toBe(16);
  expect(site.sources.get(1_000)?.keys.size).toBe(SHARED_SOURCES_MIN + 1);
  // The others are younger: what was counted first is forgotten.
  expect(site.sources.has(0)).toBe(false);
});

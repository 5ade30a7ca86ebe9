import { expect, test } from "vitest";
import { asDay } from "../../../shared/calendar/day.ts";
import { decodeSites, encodeSites, NO_FACTS } from "./facts.ts";
import { SiteMemory } from "./memory.ts";

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

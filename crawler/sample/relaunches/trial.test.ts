import { expect, test } from "vitest";
import { PACES } from "../verdicts/testing/trial.ts";
import { SITES, type SiteName, tryOut } from "./testing/trial.ts";

const names = Object.keys(SITES) as SiteName[];
const isRelaunch = (name: SiteName) => /^(relaunch|shutdown)/.test(name);
const run = (name: SiteName) => tryOut(name, { pace: PACES.ownLate, sites: 25, seed: 3612 });

test.each(names.filter(isRelaunch))("%s: nine in ten are found, with their links, and no other", (name) => {
  const { wanted, found, falseAtEnd, named, lost } = run(name);
  expect(wanted).toBeGreaterThan(10);
  expect(found / wanted).toBeGreaterThanOrEqual(0.9);
  expect(falseAtEnd).toBe(0);
  expect(Math.abs(named / lost - 1)).toBeLessThan(0.1);
});

test.each(names.filter((name) => !isRelaunch(name)))(
  "%s: never taken for a relaunch, on whatever day",
  (name) => {
    const { none, falseEver } = run(name);
    expect(none).toBe(25);
    expect(falseEver).toBe(0);
  },
);

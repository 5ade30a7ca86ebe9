import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Route } from "../net/policy.ts";
import { Line } from "./line.ts";
import { routeWithin } from "./routing.ts";

/** A check's line, and how often its slot was left. */
function lineOf(enter: () => Promise<void> | null = () => null) {
  const slot = { left: 0, leave: () => void slot.left++, lend() {}, enter };
  return { line: new Line({ totalMs: 1_000 }, slot), slot };
}

test("a name that is late takes the slot only from a check that has sent nothing: others have a host's turn", () => {
  const { line, slot } = lineOf();
  line.late();
  expect(slot.left).toBe(1);
  line.dials();
  line.late();
  expect(slot.left).toBe(1);
});

test("waiting for a slot again is in no server's time", async () => {
  const { line } = lineOf(() => setTimeout(20));
  const route = { kind: "addresses", addresses: ["192.0.2.1"] } as const;
  const parts = splitUrl("http://late.zz/" as NormalisedUrl);
  expect(await routeWithin({ route: async () => route }, parts, () => 1_000, line)).toEqual(route);
  expect(line.waitedMs).toBeGreaterThan(0);
  expect(line.endsAt).toBeGreaterThan(1_000);
});

test.each<[Route, string | null]>([
  [{ kind: "addresses", addresses: ["192.0.2.1"] }, null],
  [{ kind: "failure", failure: "dns-unknown" }, "dns-unknown"],
])("what came of a question about a name is told as it comes: %o", async (route, failure) => {
  const told: unknown[] = [];
  const heard = { named: (...what: unknown[]) => void told.push(what), answered() {} };
  const line = new Line({ totalMs: 1_000, heard });
  const parts = splitUrl("http://a.zz/" as NormalisedUrl);
  await routeWithin({ route: () => route }, parts, () => 1_000, line);
  expect(told).toEqual([]);
  await routeWithin({ route: async () => route }, parts, () => 1_000, line);
  expect(told).toEqual([["a.zz", failure]]);
});

test("a name service that is not waited for any more has said nothing", async () => {
  const heard = { named: () => expect.unreachable(), answered() {} };
  const line = new Line({ totalMs: 1_000, heard });
  const parts = splitUrl("http://a.zz/" as NormalisedUrl);
  const never = new Promise<Route>(() => {});
  expect(await routeWithin({ route: () => never }, parts, () => 1, line)).toMatchObject({ kind: "failure" });
});

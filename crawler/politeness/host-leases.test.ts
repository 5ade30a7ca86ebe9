import { expect, test } from "vitest";
import type { HostLeaseAnswer, HostLeaseRequest } from "../../db/hosts/leases.ts";
import { createHostLeases } from "./host-leases.ts";
import { SimulatedTime } from "./testing/simulated-time.ts";

/** Leases over a table that grants everything that nobody else has; `failures` make the next exchanges reject. */
function open(taken: readonly string[] = []) {
  const time = new SimulatedTime();
  const requests: HostLeaseRequest[] = [];
  const failures: Error[] = [];
  const leases = createHostLeases({
    holder: "me",
    timing: time,
    async exchange(request) {
      requests.push(request);
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return request.wanted.map(
        (key): HostLeaseAnswer =>
          taken.includes(key) ? { kind: "refused", key, restMs: 5_000 } : { kind: "granted", key, paceMs: 7 },
      );
    },
  });
  const granted = async (key: string) => {
    const answer = await time.run(leases.claim(key));
    if (answer?.kind !== "granted") throw new Error("not granted");
    return answer;
  };
  return { time, leases, requests, failures, granted };
}

test("what is claimed together goes in one exchange, returns too", async () => {
  const { time, leases, requests } = open(["c"]);
  const [a, b, c] = await time.run(Promise.all(["a", "b", "c"].map((key) => leases.claim(key))));
  expect(requests).toMatchObject([{ holder: "me", wanted: ["a", "b", "c"], givenBack: [] }]);
  expect(a).toMatchObject({ kind: "granted", backoffMs: 7 });
  expect(c?.kind === "later" && c.ms >= 5_000).toBe(true);
  if (a?.kind !== "granted" || b?.kind !== "granted") throw new Error("not granted");
  a.giveBack(100, { backoffMs: 14 });
  b.giveBack(200);
  b.giveBack(300);
  await time.run(time.sleep(100));
  expect(requests[1]).toMatchObject({
    wanted: [],
    givenBack: [
      { key: "a", restMs: 100, paceMs: 14 },
      { key: "b", restMs: 200 },
    ],
  });
});

test("within the process a lease is held once, and claimed again after it was given back", async () => {
  const { time, leases, requests, granted } = open();
  const first = await granted("a");
  expect(await leases.claim("a")).toMatchObject({ kind: "later" });
  first.giveBack(0);
  expect(await time.run(leases.claim("a"))).toMatchObject({ kind: "granted" });
  expect(requests.map(({ wanted, givenBack }) => [wanted.length, givenBack.length])).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
  ]);
});

test("an exchange that fails is reported to who claimed, and what was given back is not lost", async () => {
  const { time, leases, requests, failures, granted } = open();
  const first = await granted("a");
  failures.push(new Error("no permission"));
  first.giveBack(0);
  await expect(time.run(leases.claim("b"))).rejects.toThrow("no permission");
  expect(await time.run(leases.claim("c"))).toMatchObject({ kind: "granted" });
  expect(requests.at(-1)?.givenBack).toMatchObject([{ key: "a" }]);
});

test("the end gives back what is held, and answers who still waits", async () => {
  const { leases, requests, granted } = open();
  await granted("a");
  const waiting = leases.claim("b");
  await leases.close();
  expect(await waiting).toBeNull();
  expect(await leases.claim("c")).toBeNull();
  expect(requests.at(-1)?.givenBack.map(({ key }) => key)).toContain("a");
});

test("the end gives back more than one exchange takes", async () => {
  const { time, leases, requests } = open();
  const keys = Array.from({ length: 7_000 }, (_, n) => `host${n}`);
  await time.run(Promise.all(keys.map((key) => leases.claim(key))));
  await leases.close();
  expect(new Set(requests.flatMap(({ givenBack }) => givenBack.map(({ key }) => key))).size).toBe(7_000);
});

import { expect, test } from "vitest";
import type { HostName } from "../../shared/url/types.ts";
import { HostQueue, type Job } from "./host-queue.ts";
import type { HostState } from "./host-state.ts";

const job = (group: object): Job => ({
  host: "a.zz" as HostName,
  group,
  tryInfer: () => false,
  run: async () => {},
  handBack() {},
  fail() {},
});

test("the jobs of a group are withdrawn from among more than any call takes as arguments", () => {
  const queue = new HostQueue({} as HostState);
  const [group, other] = [{}, {}];
  const [withdrawn, kept] = [job(group), job(other)];
  queue.jobs.push(withdrawn);
  for (let count = 0; count < 1_000_000; count++) queue.jobs.push(kept);
  expect(queue.withdraw(group)).toEqual([withdrawn]);
  expect(queue.jobs.length).toBe(1_000_000);
  expect(queue.withdraw(null).length).toBe(1_000_000);
  expect(queue.isIdle).toBe(true);
});

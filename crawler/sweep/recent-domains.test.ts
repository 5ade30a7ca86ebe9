import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DueUrl } from "../../db/types.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Interpretation } from "../classify/interpretation.ts";
import type { Outcome } from "../classify/outcome.ts";
import { RecentDomains } from "./recent-domains.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const entry = (status: number, deadEnd = false) => ({ status, deadEnd });
const due = (host: string, ...history: object[]) =>
  ({ url: `https://${host}/x` as NormalisedUrl, history }) as unknown as DueUrl;
const tried = { kind: "response" } as unknown as Outcome;
const notTried = (reason: string) => ({ kind: "not-tried", reason }) as Outcome;
const seen = (status: number, deadEnd = false) => entry(status, deadEnd) as unknown as Interpretation;

test.each<[string, DueUrl, Outcome, Interpretation, [number, number]]>([
  ["worked and works", due("a.zz", entry(1)), tried, seen(1), [1, 0]],
  ["a redirect that works", due("a.zz", entry(8)), tried, seen(9), [1, 0]],
  ["worked and is refused", due("a.zz", entry(1)), tried, seen(17), [1, 1]],
  ["worked and is silent", due("a.zz", entry(1), entry(64)), tried, seen(64), [1, 1]],
  ["worked, and leads nowhere now", due("a.zz", entry(1)), tried, seen(8, true), [1, 1]],
  ["our own outage", due("a.zz", entry(1)), notTried("own-outage"), seen(0), [1, 1]],
  ["robots.txt", due("a.zz", entry(1)), notTried("robots"), seen(0), [0, 0]],
  ["failed and fails", due("a.zz", entry(64), entry(1)), tried, seen(64), [0, 0]],
  ["a dead end before", due("a.zz", entry(1, true)), tried, seen(18), [0, 0]],
  ["new", due("a.zz"), tried, seen(18), [0, 0]],
])("%s", (_, url, outcome, interpretation, [domainsChecked, domainsFailed]) => {
  const recent = new RecentDomains();
  recent.learn(url, outcome, interpretation);
  expect(recent.figures()).toEqual({ domainsChecked, domainsFailed });
});

test("a domain counts once, by its last check, for an hour; the latest ones are kept", () => {
  const recent = new RecentDomains();
  const learn = (host: string, status: number) => recent.learn(due(host, entry(1)), tried, seen(status));
  learn("www.a.zz", 18);
  learn("b.zz", 18);
  vi.advanceTimersByTime(1_800_000);
  learn("a.zz", 1);
  expect(recent.figures()).toEqual({ domainsChecked: 2, domainsFailed: 1 });
  vi.advanceTimersByTime(1_800_001);
  expect(recent.figures()).toEqual({ domainsChecked: 1, domainsFailed: 0 });
  for (let n = 0; n < 10_001; n++) learn(`n${n}.zz`, 18);
  expect(recent.figures()).toEqual({ domainsChecked: 10_000, domainsFailed: 10_000 });
});

import { describe, expect, test } from "vitest";
import type { NetworkFailure, Outcome } from "../../shared/status/outcome.ts";
import type { HostName } from "../../shared/url/types.ts";
import { createOutageWatch, type OutageOptions, type Side } from "./outage.ts";
import { PAGE } from "./testing/fake-transport.ts";

const host = (name: string) => name as HostName;
const failure = (name: NetworkFailure): Outcome => ({
  kind: "failure",
  failure: name,
  chain: [],
  literal: false,
  tls: null,
  ms: 1,
});
const EXCHANGE = {
  ...PAGE,
  url: "http://a.net/",
  method: "HEAD",
  mime: null,
  contentLength: null,
  address: "192.0.2.1",
  ms: 1,
} as Extract<Outcome, { kind: "answer" }>["chain"][0];
const ANSWER: Outcome = {
  kind: "answer",
  chain: [EXCHANGE],
  end: "final",
  neededGet: false,
  tls: null,
  tlsFallback: null,
  ms: 1,
};
const OWN_OUTAGE: Outcome = { kind: "not-tried", reason: "own-outage" };

/** A watch whose controls are up or not as the test says. */
function watchOf(options: Partial<OutageOptions> = {}) {
  const state = { up: false, probes: [] as Side[] };
  const watch = createOutageWatch({
    domainsMin: 3,
    probeHoldsMs: 20,
    holdMs: 0,
    probe: async (side) => {
      state.probes.push(side);
      return state.up;
    },
    ...options,
  });
  /** How many of the outcomes, each of another domain, were booked. */
  const booked = async (outcomes: readonly Outcome[], fresh = true) => {
    let count = 0;
    for (const [index, outcome] of outcomes.entries())
      if ((await watch.judge(outcome, host(`h${index}.net`), fresh)) === outcome) count++;
    return count;
  };
  return { watch, state, booked };
}

const many = (outcome: Outcome) => Array.from({ length: 10 }, () => outcome);

describe("failures in a row are believed when a control address can be had", () => {
  test.each<[NetworkFailure, Side]>([
    ["dns-refused", "names"],
    ["dns-failed", "names"],
    ["dns-timeout", "names"],
    ["connect-refused", "hosts"],
    ["connect-timeout", "hosts"],
    ["unreachable", "hosts"],
    ["timeout", "hosts"],
  ])("%s", async (name, side) => {
    const cut = watchOf();
    expect(await cut.booked(many(failure(name)))).toBe(2);
    expect(new Set(cut.state.probes)).toEqual(new Set([side]));
    const fine = watchOf();
    fine.state.up = true;
    expect(await fine.booked(many(failure(name)))).toBe(10);
  });

  test.each<[NetworkFailure]>([
    ["dns-unknown"],
    ["reset"],
    ["closed"],
    ["tls"],
    ["malformed-head"],
    ["head-too-large"],
    ["address-not-public"],
  ])("%s is believed in any case", async (name) => {
    const { booked, state } = watchOf();
    expect(await booked(many(failure(name)))).toBe(10);
    expect(state.probes).toEqual([]);
  });
});

describe("somebody answers now and then", () => {
  test.each<[string, Outcome, NetworkFailure, boolean, number]>([
    ["a host", ANSWER, "connect-timeout", false, 6],
    ["a host that resets", failure("reset"), "connect-timeout", false, 6],
    ["nobody: there is no such name", failure("dns-unknown"), "connect-timeout", true, 4],
    ["the name service, with an address", ANSWER, "dns-timeout", true, 6],
    ["the name service, with nothing", failure("dns-unknown"), "dns-timeout", true, 6],
    ["a host whose name was known", ANSWER, "dns-timeout", false, 4],
  ])("%s", async (_, answer, name, fresh, expected) => {
    const { watch } = watchOf({ probeHoldsMs: 60_000 });
    let count = 0;
    for (const [index, outcome] of [name, name, answer, name, name, answer].entries()) {
      const given = typeof outcome === "string" ? failure(outcome) : outcome;
      if ((await watch.judge(given, host(`h${index}.net`), fresh)) === given) count++;
    }
    expect(count).toBe(expected);
  });
});

test("one domain alone makes no outage, however many hosts it has", async () => {
  const { watch, state } = watchOf();
  for (const index of many(ANSWER).keys())
    expect(await watch.judge(failure("dns-timeout"), host(`h${index}.a.net`), true)).not.toEqual(OWN_OUTAGE);
  expect(state.probes).toEqual([]);
});

test("what a control said holds for a while, and no longer", async () => {
  const { booked, state } = watchOf({ probeHoldsMs: 10 });
  await booked(many(failure("unreachable")));
  expect(state.probes).toHaveLength(1);
  state.up = true;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await booked([failure("unreachable")])).toBe(1);
  expect(state.probes).toHaveLength(2);
});

test("a probe that breaks is no control that answers", async () => {
  const { booked } = watchOf({ probe: () => Promise.reject(new Error("no")) });
  expect(await booked(many(failure("unreachable")))).toBe(2);
});

describe("new checks during an outage", () => {
  test("wait until a control can be had", async () => {
    const { watch, state, booked } = watchOf({ holdMs: 60_000, probeHoldsMs: 10 });
    expect(watch.wait()).toBeNull();
    await booked(many(failure("unreachable")));
    const both = Promise.all([watch.wait(), watch.wait()]);
    state.up = true;
    await both;
    expect(watch.wait()).toBeNull();
  });

  test("but not for ever, nor beyond the end of the process", async () => {
    const short = watchOf({ holdMs: 20, probeHoldsMs: 10 });
    await short.booked(many(failure("unreachable")));
    await short.watch.wait();
    const ended = watchOf({ holdMs: 60_000, probeHoldsMs: 60_000 });
    await ended.booked(many(failure("unreachable")));
    const waiting = ended.watch.wait();
    expect(waiting).not.toBeNull();
    ended.watch.close();
    await waiting;
  });

  test("do not wait where nobody wants that", async () => {
    const { watch, booked } = watchOf();
    await booked(many(failure("unreachable")));
    expect(watch.wait()).toBeNull();
  });
});

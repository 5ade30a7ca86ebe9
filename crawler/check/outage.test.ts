import { afterEach, describe, expect, test, vi } from "vitest";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import type { HostName } from "../../shared/url/types.ts";
import { SOMEBODY_THERE } from "../classify/failure.ts";
import type { Outcome } from "../classify/outcome.ts";
import { type OutageOptions, OutageWatch, type Side } from "./outage.ts";
import { failureOf, PAGE } from "./testing/fake-transport.ts";

const host = (name: string) => name as HostName;
const failure = (name: NetworkFailure) => failureOf(name, 1);
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
  const watch = new OutageWatch({
    domainsMin: 3,
    probeMs: 60_000,
    reportedMs: 60_000,
    probeHoldsMs: 20,
    answerMs: 5,
    rowMin: 4,
    flightMs: 0,
    probeGapMs: 10,
    holdMs: 0,
    probe: async (side) => {
      state.probes.push(side);
      return state.up;
    },
    ...options,
  });
  /** As a check that ends at once: what it heard is reported before it is judged. */
  const judge = (outcome: Outcome, name: HostName, fresh: boolean) => {
    const failure = outcome.kind === "failure" ? outcome.failure : null;
    if (fresh) watch.named(name, failure?.startsWith("dns-") === true ? failure : null);
    if (failure === null || SOMEBODY_THERE.has(failure)) watch.answered(name);
    return watch.judge(outcome, name);
  };
  /** How many of the outcomes, each of another domain, were believed. */
  const believed = async (outcomes: readonly Outcome[], fresh = true) => {
    let count = 0;
    for (const [index, outcome] of outcomes.entries())
      if ((await judge(outcome, host(`h${index}.net`), fresh)) === outcome) count++;
    return count;
  };
  return { watch, state, judge, believed };
}

const many = (outcome: Outcome) => Array.from({ length: 10 }, () => outcome);

describe("failures in a row are believed when a control address can be had", () => {
  test.each<[NetworkFailure, Side]>([
    ["dns-refused", "resolver"],
    ["dns-failed", "resolver"],
    ["dns-timeout", "resolver"],
    ["connect-refused", "hosts"],
    ["connect-timeout", "hosts"],
    ["unreachable", "hosts"],
    ["timeout", "hosts"],
  ])("%s", async (name, side) => {
    const cut = watchOf();
    expect(await cut.believed(many(failure(name)))).toBe(2);
    expect(new Set(cut.state.probes)).toEqual(new Set([side]));
    const fine = watchOf();
    fine.state.up = true;
    expect(await fine.believed(many(failure(name)))).toBe(10);
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
    const { believed, state } = watchOf();
    expect(await believed(many(failure(name)))).toBe(10);
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
    const { judge } = watchOf({ probeHoldsMs: 60_000 });
    let count = 0;
    for (const [index, outcome] of [name, name, answer, name, name, answer].entries()) {
      const given = typeof outcome === "string" ? failure(outcome) : outcome;
      if ((await judge(given, host(`h${index}.net`), fresh)) === given) count++;
    }
    expect(count).toBe(expected);
  });
});

test("one domain alone makes no outage, however many hosts it has", async () => {
  const { judge, state } = watchOf();
  for (const index of many(ANSWER).keys())
    expect(await judge(failure("dns-timeout"), host(`h${index}.a.net`), true)).not.toEqual(OWN_OUTAGE);
  expect(state.probes).toEqual([]);
});

afterEach(() => void vi.useRealTimers());

test("what a control said holds for a while, and no longer", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { believed, state } = watchOf({ probeHoldsMs: 10 });
  await believed(many(failure("unreachable")));
  expect(state.probes).toHaveLength(1);
  state.up = true;
  vi.advanceTimersByTime(9);
  expect(await believed([failure("unreachable")])).toBe(0);
  vi.advanceTimersByTime(1);
  expect(await believed([failure("unreachable")])).toBe(1);
  expect(state.probes).toHaveLength(2);
});

test("a probe that breaks is no control that answers", async () => {
  const { believed } = watchOf({ probe: () => Promise.reject(new Error("no")) });
  expect(await believed(many(failure("unreachable")))).toBe(2);
});

test.each<[string, Partial<OutageOptions>, number]>([
  ["takes too long", { probeMs: 5 }, 2],
  ["takes too long, where failures are held back", { probeMs: 5, holdMs: 1 }, 0],
  ["leaves a check no time", { reportedMs: 5 }, 2],
])("a probe that %s is no control that answers", async (_, limits, expected) => {
  const { believed } = watchOf({ probe: () => new Promise(() => {}), ...limits });
  expect(await believed(many(failure("unreachable")))).toBe(expected);
});

describe("where results are stored, no failure is believed before somebody else answers", () => {
  const holding = (options: Partial<OutageOptions> = {}) => watchOf({ holdMs: 1, ...options });
  const ALL: readonly NetworkFailure[] = [
    "dns-unknown",
    "dns-refused",
    "dns-failed",
    "dns-timeout",
    "connect-refused",
    "connect-timeout",
    "unreachable",
    "timeout",
  ];

  test.each(ALL)("%s: the very first is not believed while no control can be had", async (name) => {
    const { judge, state } = holding();
    expect(await judge(failure(name), host("a.net"), true)).toEqual(OWN_OUTAGE);
    expect(state.probes).toHaveLength(1);
  });

  test.each(ALL)("%s: one alone is believed where a control can be had", async (name) => {
    const { judge, state } = holding();
    state.up = true;
    expect(await judge(failure(name), host("a.net"), true)).toEqual(failure(name));
  });

  test.each<[string, Outcome, NetworkFailure, boolean]>([
    ["an answer", ANSWER, "timeout", false],
    ["a reset", failure("reset"), "unreachable", false],
    ["an answer from a name that had to be asked for", ANSWER, "dns-unknown", true],
    ["a refused connection at such a name", failure("connect-refused"), "dns-unknown", true],
    ["a name service that knows no such name", failure("dns-unknown"), "dns-timeout", true],
  ])("%s of another domain confirms it, without a control", async (_, answer, name, fresh) => {
    const { judge, state } = holding({ answerMs: 60_000 });
    const judged = judge(failure(name), host("a.net"), true);
    void judge(answer, host("b.net"), fresh);
    expect(await judged).toEqual(failure(name));
    expect(state.probes).toEqual([]);
  });

  test.each<[string, Outcome, string, NetworkFailure, boolean]>([
    ["its own domain", ANSWER, "www.a.net", "timeout", false],
    ["a name that was known before", ANSWER, "b.net", "dns-unknown", false],
    ["another unknown name", failure("dns-unknown"), "b.net", "dns-unknown", true],
    ["an unknown name", failure("dns-unknown"), "b.net", "timeout", true],
  ])("%s confirms nothing", async (_, answer, from, name, fresh) => {
    const { judge } = holding();
    const judged = judge(failure(name), host("a.net"), true);
    void judge(answer, host(from), fresh);
    expect(await judged).toEqual(OWN_OUTAGE);
  });

  test.each(ALL)(
    "%s: what was heard before it confirms nothing, though its check ends after it",
    async (name) => {
      const { watch } = holding();
      watch.named(host("b.net"), null);
      watch.answered(host("b.net"));
      const judged = watch.judge(failure(name), host("a.net"));
      void watch.judge({ ...ANSWER, ms: 30_000 }, host("b.net"));
      expect(await judged).toEqual(OWN_OUTAGE);
    },
  );

  describe("the target of a redirect", () => {
    const hop = { ...EXCHANGE, http: 302, location: "http://www.target.net/x" };
    const led = (name: NetworkFailure) => ({ ...failure(name), chain: [hop] }) as Outcome;

    test.each(ALL)("%s: nobody confirms it", async (name) => {
      const { watch, state } = holding();
      watch.named(host("a.net"), null);
      watch.answered(host("a.net"));
      expect(await watch.judge(led(name), host("a.net"))).toEqual(OWN_OUTAGE);
      expect(state.probes).toHaveLength(1);
    });

    test.each<[string, boolean]>([
      ["target.net", false],
      ["a.net", true],
      ["other.net", true],
    ])("%s confirms it: %s", async (name, confirmed) => {
      const { watch } = holding();
      const judged = watch.judge(led("timeout"), host("a.net"));
      watch.answered(host(name));
      expect(await judged).toEqual(confirmed ? led("timeout") : OWN_OUTAGE);
    });
  });

  test("what failed after the last control and before the end of an outage is not confirmed by who ends it", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { watch } = holding({ answerMs: 60_000, probeHoldsMs: 20 });
    const row = ["a", "b", "c", "d"].map((name) => watch.judge(failure("unreachable"), host(`${name}.net`)));
    expect(await Promise.all(row)).toEqual(row.map(() => OWN_OUTAGE));
    vi.advanceTimersByTime(25);
    const judged = watch.judge(failure("unreachable"), host("e.net"));
    vi.advanceTimersByTime(1);
    watch.answered(host("x.net"));
    expect(await judged).toEqual(OWN_OUTAGE);
    vi.advanceTimersByTime(5);
    const after = watch.judge(failure("unreachable"), host("f.net"));
    watch.answered(host("x.net"));
    expect(await after).toEqual(failure("unreachable"));
  });

  test("an answer that may have been on its way when it failed confirms nothing", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { watch, state } = holding({ answerMs: 60_000, flightMs: 10 });
    const judged = [watch.judge(failure("timeout"), host("a.net"))];
    vi.advanceTimersByTime(9);
    judged.push(watch.judge(failure("timeout"), host("b.net")));
    watch.answered(host("x.net"));
    vi.advanceTimersByTime(1);
    watch.answered(host("x.net"));
    expect(await judged[0]).toEqual(failure("timeout"));
    watch.close();
    expect(await judged[1]).toEqual(OWN_OUTAGE);
    expect(state.probes).toEqual([]);
  });

  test("an answer that came before says nothing of what fails after it", async () => {
    const { judge } = holding();
    await judge(ANSWER, host("b.net"), true);
    expect(await judge(failure("timeout"), host("a.net"), true)).toEqual(OWN_OUTAGE);
  });

  test("a check that was under way during an outage is not believed after it", async () => {
    const { judge, state } = holding();
    await judge(failure("unreachable"), host("a.net"), true);
    state.up = true;
    await judge(ANSWER, host("x.net"), true);
    const long = { ...failure("timeout"), ms: 60_000 };
    expect(await judge(long, host("b.net"), true)).toEqual(OWN_OUTAGE);
    expect(await judge(failure("connect-refused"), host("c.net"), true)).not.toEqual(OWN_OUTAGE);
  });

  test("hundreds of failures at once need one probe, and it begins after them", async () => {
    const { judge, state } = holding();
    state.up = true;
    const judged = await Promise.all(
      Array.from({ length: 300 }, (_, n) => judge(failure("timeout"), host(`h${n}.net`), true)),
    );
    expect(judged.filter(({ kind }) => kind === "failure")).toHaveLength(300);
    expect(state.probes).toHaveLength(1);
  });

  test("for a long row a control is tried at once: the connection may be back in a moment", async () => {
    const { judge, state } = holding({ answerMs: 60_000, rowMin: 4 });
    const row = ["a", "b", "c", "d"].map((name) =>
      judge(failure("connect-refused"), host(`${name}.net`), true),
    );
    expect(await Promise.all(row)).toEqual(row.map(() => OWN_OUTAGE));
    expect(state.probes).toEqual(["hosts"]);
  });

  test("one domain is no row, nor are those between which somebody answers", async () => {
    const { judge, state } = holding({ answerMs: 60_000, rowMin: 4 });
    const fails = (name: string) => judge(failure("connect-refused"), host(name), true);
    const before = ["a.net", "b.net", "c.net", "x.c.net", "y.c.net"].map(fails);
    void judge(ANSWER, host("z.net"), true);
    const after = ["d.net", "e.net", "f.net"].map(fails);
    void judge(ANSWER, host("z.net"), true);
    for (const judged of [...before, ...after]) expect(await judged).toEqual(failure("connect-refused"));
    expect(state.probes).toEqual([]);
  });

  test("the end of the process leaves in doubt what is in doubt", async () => {
    const { watch, judge } = holding({ answerMs: 60_000 });
    const judged = judge(failure("timeout"), host("a.net"), true);
    watch.close();
    expect(await judged).toEqual(OWN_OUTAGE);
  });
});

describe("new checks during an outage", () => {
  test("wait until a control can be had", async () => {
    const { watch, state, believed } = watchOf({ holdMs: 60_000, probeHoldsMs: 10 });
    expect(watch.wait()).toBeNull();
    await believed(many(failure("unreachable")));
    const both = Promise.all([watch.wait(), watch.wait()]);
    state.up = true;
    await both;
    expect(watch.wait()).toBeNull();
  });

  test("but not for ever, nor beyond the end of the process", async () => {
    const short = watchOf({ holdMs: 20, probeHoldsMs: 10 });
    await short.believed(many(failure("unreachable")));
    await short.watch.wait();
    const ended = watchOf({ holdMs: 60_000, probeHoldsMs: 60_000 });
    await ended.believed(many(failure("unreachable")));
    const waiting = ended.watch.wait();
    expect(waiting).not.toBeNull();
    ended.watch.close();
    await waiting;
  });

  test("do not wait where nobody wants that", async () => {
    const { watch, believed } = watchOf();
    await believed(many(failure("unreachable")));
    expect(watch.wait()).toBeNull();
  });
});

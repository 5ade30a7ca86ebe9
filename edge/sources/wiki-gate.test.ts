import { describe, expect, test } from "vitest";
import { createWikiGates, type Ending, WIKI_BUDGET, type WikiPurpose } from "./wiki-gate.ts";

const HOST = "wiki.zz";
const HALF = WIKI_BUDGET.requests * WIKI_BUDGET.share;
const QUARTER = WIKI_BUDGET.requests * WIKI_BUDGET.callerShare;

function wiki() {
  const clock = { ms: 1_800_000_000_000 };
  const gates = createWikiGates(() => clock.ms);
  const enter = (caller: string, { purpose = "answer" as WikiPurpose, subjects = ["1"], host = HOST } = {}) =>
    gates.enter({ host, purpose, callers: caller.split(" in "), subjects });
  return {
    clock,
    gates,
    enter,
    /** How many of so many requests are sent, each answered before the next. */
    flood(count: number, callerOf: (at: number) => string, purpose: WikiPurpose = "answer"): number {
      let sent = 0;
      for (let at = 0; at < count; at++) {
        const leave = enter(callerOf(at), { purpose });
        if (typeof leave === "string") continue;
        leave.end("answered");
        sent += 1;
      }
      return sent;
    },
    ask(subjects: string[], ending: Ending, purpose: WikiPurpose = "answer"): "sent" | "down" | "busy" {
      const leave = enter("somebody", { subjects, purpose });
      if (typeof leave === "string") return leave;
      leave.end(ending);
      return "sent";
    },
  };
}

describe("a wiki's budget", () => {
  test("a request that the runtime ended with its caller's uses up its budget for ever no more", () => {
    const { enter, gates, clock } = wiki();
    const lost = Array.from({ length: WIKI_BUDGET.inFlight }, (_, at) => enter(`caller ${at}`));
    expect(lost.map((leave) => typeof leave)).not.toContain("string");
    expect(enter("another")).toBe("busy");
    clock.ms += WIKI_BUDGET.inFlightSeconds * 1_000;
    const next = enter("another");
    expect(next).not.toBe("busy");
    expect(gates.counts().running).toBe(1);
    // One that ends after all does not give its slot back twice.
    for (const leave of [...lost, next]) if (typeof leave !== "string") leave.end("answered");
    expect(gates.counts().running).toBe(0);
  });

  test("one caller has half of it, and the others what is left", () => {
    const { flood, clock } = wiki();
    expect(flood(1_000, () => "greedy")).toBe(HALF);
    expect(flood(1_000, (at) => `caller ${at}`)).toBe(WIKI_BUDGET.requests - HALF);
    clock.ms += 1_000;
    expect(flood(1_000, () => "greedy")).toBe(5);
    expect(flood(1_000, (at) => `caller ${at}`)).toBe(5);
  });

  test("a caller's network has a quarter, its provider's half: two of one provider leave half, and so do two of two", () => {
    const { flood, clock } = wiki();
    expect(flood(1_000, () => "one /24 in its /16")).toBe(QUARTER);
    expect(flood(1_000, () => "two /24 in its /16")).toBe(QUARTER);
    expect(flood(1_000, (at) => `${at} /24 in its /16`)).toBe(0);
    expect(flood(1_000, (at) => `${at} /24 in another /16`)).toBe(HALF);
    clock.ms += 60_000;
    expect(flood(1_000, () => "one /24 in its /16") + flood(1_000, () => "two /24 in another /16")).toBe(
      HALF,
    );
    expect(flood(1_000, (at) => `${at} /24 in a third /16`)).toBe(HALF);
  });

  test.each(["list", "beside"] as const)("%s has half of it, no matter who asks", (purpose) => {
    const { flood } = wiki();
    expect(flood(1_000, (at) => `caller ${at}`, purpose)).toBe(HALF);
    expect(flood(1_000, (at) => `caller ${at}`)).toBe(WIKI_BUDGET.requests - HALF);
  });

  test("so many requests are under way at once, and another wiki has its own", () => {
    const { enter, gates } = wiki();
    const leaves = Array.from({ length: 100 }, (_, at) => enter(`caller ${at}`));
    const sent = leaves.filter((leave) => typeof leave !== "string");
    expect(sent.length).toBe(WIKI_BUDGET.inFlight);
    expect(typeof enter("another", { host: "other.zz" })).toBe("object");
    expect(gates.counts()).toEqual({ running: WIKI_BUDGET.inFlight + 1, busy: 80, down: 0 });
    for (const leave of sent) if (typeof leave !== "string") leave.end("answered");
    expect(typeof enter("another")).toBe("object");
  });

  test.each([
    ["7", 7_000],
    ["Fri, 15 Jan 2027 08:01:00 GMT", 60_000],
    ["999999", 300_000],
    ["soon", 5_000],
    [null, 5_000],
  ])("a wiki that asks for time by %s gets it", (retryAfter, ms) => {
    const { gates, clock, ask } = wiki();
    gates.pause(HOST, retryAfter);
    clock.ms += ms - 1;
    expect(ask(["1"], "answered")).toBe("busy");
    clock.ms += 1;
    expect(ask(["1"], "answered")).toBe("sent");
    expect(gates.counts()).toEqual({ running: 0, busy: 1, down: 0 });
  });
});

describe("a wiki is down", () => {
  test("when three different questions failed; then one at a time looks whether it is back", () => {
    const { ask, clock } = wiki();
    expect([ask(["1"], "failed"), ask(["2"], "failed"), ask(["3"], "failed")]).toEqual([
      "sent",
      "sent",
      "sent",
    ]);
    expect(ask(["4"], "answered")).toBe("down");
    clock.ms += 10_000;
    expect([ask(["5"], "failed"), ask(["6"], "answered")]).toEqual(["sent", "down"]);
    clock.ms += 10_000;
    expect([ask(["7"], "answered"), ask(["8"], "answered"), ask(["9"], "failed")]).toEqual([
      "sent",
      "sent",
      "sent",
    ]);
    expect(ask(["1"], "answered")).toBe("sent");
  });

  test("also when they came between long rests, in which what is whole again is forgotten", () => {
    const { ask, clock } = wiki();
    for (const page of ["1", "2", "3"]) {
      clock.ms += 12_000;
      expect(ask([page], "failed")).toBe("sent");
    }
    expect(ask(["4"], "answered")).toBe("down");
  });

  test("not for what is looked up beside answers, which does not find out either whether it is back", () => {
    const { ask, clock } = wiki();
    for (let page = 1; page < 10; page++) expect(ask([`${page}`], "failed", "beside")).toBe("sent");
    for (let page = 1; page <= 3; page++) expect(ask([`${page}`], "failed")).toBe("sent");
    clock.ms += 10_000;
    expect(ask(["5"], "answered", "beside")).toBe("down");
    expect(ask(["5"], "answered")).toBe("sent");
    expect(ask(["5"], "answered", "beside")).toBe("sent");
  });

  test("not when one page fails again and again, with whatever others", () => {
    const { ask } = wiki();
    for (let other = 2; other < 20; other++) expect(ask(["1", String(other)], "failed")).toBe("sent");
    expect(ask(["30"], "answered")).toBe("sent");
  });

  test("not when others are answered between, nor by answers that nobody can read, nor slowly", () => {
    const { ask, clock } = wiki();
    for (let page = 1; page < 10; page++)
      expect([ask([`${page}`], "failed"), ask(["a"], "answered")]).toEqual(["sent", "sent"]);
    for (let page = 1; page < 10; page++) expect(ask([`${page}`], "unreadable")).toBe("sent");
    for (let page = 1; page < 10; page++) {
      expect(ask([`${page}`], "failed")).toBe("sent");
      clock.ms += 20_000;
    }
  });
});

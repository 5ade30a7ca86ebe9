import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Gate, type Permit } from "./gate.ts";
import { CLASS_NAMES, CLASSES, shareOf } from "./limits.ts";

const LIMITS = { connections: 4, waiting: 8, waitMs: 1_500, statementMs: 1_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Questions of a caller: what each was given, as far as that is known. */
function questions(gate: Gate, caller: string, count: number, signal?: AbortSignal) {
  const entered: (Permit | null)[] = [];
  for (let at = 0; at < count; at++)
    void gate.enter(caller.split(" in "), signal).then((permit) => entered.push(permit));
  return entered;
}
const settled = () => vi.advanceTimersByTimeAsync(0);
const given = (entered: readonly (Permit | null)[]) => ({
  running: entered.filter((permit) => permit !== null).length,
  refused: entered.filter((permit) => permit === null).length,
});

describe("a class of questions", () => {
  test("one caller runs and waits within his share; the rest is refused at once, and others are let in", async () => {
    const gate = new Gate(LIMITS);
    const greedy = questions(gate, "greedy", 50);
    await settled();
    expect(given(greedy)).toEqual({ running: 2, refused: 44 });
    expect(gate.counts()).toEqual({ running: 2, waiting: 4, refused: 44 });
    const other = questions(gate, "other", 1);
    await settled();
    expect(given(other)).toEqual({ running: 1, refused: 0 });
  });

  test("a caller's network has a quarter, his provider's half of what runs and of what waits", async () => {
    const gate = new Gate(LIMITS);
    const of = (caller: string) => questions(gate, caller, 50);
    const [one, two, third] = [
      of("one /24 in its /16"),
      of("two /24 in its /16"),
      of("third /24 in its /16"),
    ];
    await settled();
    expect([one, two, third].map((each) => given(each).running)).toEqual([1, 1, 0]);
    expect(gate.counts()).toMatchObject({ running: 2, waiting: 4 });
    const elsewhere = of("a /24 in another /16");
    await settled();
    expect(given(elsewhere)).toEqual({ running: 1, refused: 47 });
  });

  test("two callers leave half of each class to the others", async () => {
    for (const name of CLASS_NAMES) {
      const gate = new Gate(CLASSES[name]);
      for (const caller of ["one /24 in its /16", "two /24 in another /16"]) questions(gate, caller, 100);
      await settled();
      expect([name, gate.counts().running <= CLASSES[name].connections / 2]).toEqual([name, true]);
    }
  });

  test("all callers together have no more than there is", async () => {
    const gate = new Gate(LIMITS);
    const each = Array.from({ length: 50 }, (_, at) => questions(gate, `caller ${at}`, 1));
    await settled();
    expect(given(each.flat())).toEqual({ running: 4, refused: 38 });
    expect(gate.counts()).toMatchObject({ running: 4, waiting: 8 });
  });

  test("who waits is let in in the order of coming, but past a caller whose share is full", async () => {
    const gate = new Gate(LIMITS);
    const greedy = questions(gate, "greedy", 4);
    const late = questions(gate, "late", 3);
    await settled();
    expect([given(greedy).running, given(late).running]).toEqual([2, 2]);
    late[0]?.release();
    await settled();
    expect([given(greedy).running, given(late).running]).toEqual([2, 3]);
    greedy[0]?.release();
    // Given back once, however often.
    greedy[0]?.release();
    await settled();
    expect([given(greedy).running, gate.counts().running]).toEqual([3, 4]);
  });

  test("nobody waits without bound, or for an edge that went away", async () => {
    const gate = new Gate(LIMITS);
    const gone = new AbortController();
    questions(gate, "one", 2);
    questions(gate, "two", 2);
    const left = questions(gate, "one", 1, gone.signal);
    const waiting = questions(gate, "two", 1);
    await settled();
    gone.abort();
    await settled();
    expect([given(left), gate.counts().waiting]).toEqual([{ running: 0, refused: 1 }, 1]);
    await vi.advanceTimersByTimeAsync(LIMITS.waitMs);
    expect([given(waiting), gate.counts().waiting]).toEqual([{ running: 0, refused: 1 }, 0]);
    expect(given(questions(gate, "one", 1, gone.signal))).toEqual({ running: 0, refused: 0 });
    await settled();
    expect(gate.counts()).toMatchObject({ running: 4, waiting: 0 });
  });
});

test.each(CLASS_NAMES)("a caller leaves room to others in the class %s", (name) => {
  const { connections, waiting } = CLASSES[name];
  expect(shareOf(connections)).toBeLessThan(connections);
  expect(shareOf(waiting)).toBeLessThan(waiting);
});

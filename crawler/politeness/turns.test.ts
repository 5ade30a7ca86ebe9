import { describe, expect, test } from "vitest";
import { createTurns, type Release } from "./turns.ts";

const EVER = Number.POSITIVE_INFINITY;
const inMs = (ms: number) => performance.now() + ms;
const settle = () => new Promise((resolve) => setTimeout(resolve, 1));

/** A turn that must come at once. */
function now(turn: Release | null | Promise<Release | null>): Release {
  if (turn === null || turn instanceof Promise) throw new Error("no turn at once");
  return turn;
}

describe("turns of one key", () => {
  test("one at a time, in the order of coming; other keys do not wait", async () => {
    const turns = createTurns({ atOnce: 1, gapMs: 0 });
    const first = now(turns.take("a", EVER));
    const came: string[] = [];
    const waiters = ["second", "third"].map(async (name) => {
      const release = await turns.take("a", EVER);
      came.push(name);
      return release;
    });
    now(turns.take("b", EVER));
    await settle();
    expect(came).toEqual([]);
    first();
    first();
    await settle();
    expect(came).toEqual(["second"]);
    (await waiters[0])?.();
    await settle();
    expect(came).toEqual(["second", "third"]);
    (await waiters[1])?.();
    now(turns.take("a", EVER));
  });

  test("so many at once", async () => {
    const turns = createTurns({ atOnce: 2, gapMs: 0 });
    const first = now(turns.take("a", EVER));
    now(turns.take("a", EVER));
    const third = turns.take("a", EVER);
    expect(third).toBeInstanceOf(Promise);
    first();
    expect(await third).not.toBeNull();
  });

  test("who waited too long gets none, and does not stand in the way", async () => {
    const turns = createTurns({ atOnce: 1, gapMs: 0 });
    const first = now(turns.take("a", EVER));
    const late = turns.take("a", inMs(5));
    const patient = turns.take("a", EVER);
    expect(await late).toBeNull();
    first();
    expect(await patient).not.toBeNull();
  });

  test("a rest between two", async () => {
    const turns = createTurns({ atOnce: 1, gapMs: 40 });
    const release = now(turns.take("a", EVER));
    const began = performance.now();
    release();
    expect(await turns.take("a", EVER)).not.toBeNull();
    // Timers ring up to a millisecond early.
    expect(performance.now() - began).toBeGreaterThan(30);
  });

  test("who cannot come in time because of the rests is told at once", () => {
    const turns = createTurns({ atOnce: 1, gapMs: 1_000 });
    now(turns.take("a", EVER));
    expect(turns.take("a", inMs(500))).toBeNull();
    expect(turns.take("a", inMs(1_500))).toBeInstanceOf(Promise);
    expect(turns.take("a", inMs(1_500))).toBeNull();
    turns.close();
  });

  test("the end: nobody waits any more", async () => {
    const turns = createTurns({ atOnce: 1, gapMs: 0 });
    now(turns.take("a", EVER));
    const waiting = turns.take("a", EVER);
    turns.close();
    expect(await waiting).toBeNull();
  });
});

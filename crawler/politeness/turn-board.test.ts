import { expect, test } from "vitest";
import type { TurnAnswer, TurnsRequest } from "../../db/hosts/leases.ts";
import { createTurnBoard } from "./turn-board.ts";

/** A board over a table that grants everything that nobody else has; `fail` makes the next exchanges reject. */
function boardOf(taken: readonly string[] = [], holdSeconds = 60) {
  const requests: TurnsRequest[] = [];
  const failures: Error[] = [];
  const board = createTurnBoard({
    holder: "me",
    tickMs: 1,
    holdSeconds,
    async exchange(request) {
      requests.push(request);
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return request.wanted.map(
        (key): TurnAnswer =>
          taken.includes(key)
            ? { kind: "refused", key, restMs: 5_000 }
            : { kind: "granted", key, lore: { paceMs: 7 } },
      );
    },
  });
  return { board, requests, failures };
}

test("what is asked together goes in one exchange, returns too", async () => {
  const { board, requests } = boardOf(["c"]);
  const [a, b, c] = await Promise.all(["a", "b", "c"].map((key) => board.ask(key)));
  expect(requests).toMatchObject([{ holder: "me", wanted: ["a", "b", "c"], givenBack: [] }]);
  expect(a).toMatchObject({ kind: "granted", lore: { paceMs: 7 } });
  expect(c?.kind === "later" && c.ms >= 5_000).toBe(true);
  if (a?.kind !== "granted" || b?.kind !== "granted") throw new Error("not granted");
  a.giveBack(100, { paceMs: 14 });
  b.giveBack(200);
  b.giveBack(300);
  await expect.poll(() => requests.length).toBe(2);
  expect(requests[1]).toMatchObject({
    wanted: [],
    givenBack: [
      { key: "a", restMs: 100, paceMs: 14 },
      { key: "b", restMs: 200 },
    ],
  });
  await board.close();
});

test("within the process a turn is held once, and asked for anew after it was given back", async () => {
  const { board, requests } = boardOf();
  const first = await board.ask("a");
  expect(await board.ask("a")).toMatchObject({ kind: "later" });
  if (first?.kind !== "granted") throw new Error("not granted");
  first.giveBack(0);
  expect(await board.ask("a")).toMatchObject({ kind: "granted" });
  expect(requests.map(({ wanted, givenBack }) => [wanted.length, givenBack.length])).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
  ]);
  await board.close();
});

test("a turn that is held long is prolonged", async () => {
  const { board, requests } = boardOf([], 0.04);
  await board.ask("a");
  await expect.poll(() => requests.length).toBeGreaterThanOrEqual(3);
  for (const { wanted, givenBack } of requests) expect([wanted, givenBack]).toEqual([["a"], []]);
  await board.close();
});

test("an exchange that fails is told to who asked, and what was given back is not lost", async () => {
  const { board, requests, failures } = boardOf();
  const first = await board.ask("a");
  if (first?.kind !== "granted") throw new Error("not granted");
  failures.push(new Error("no permission"));
  first.giveBack(0);
  await expect(board.ask("b")).rejects.toThrow("no permission");
  expect(await board.ask("c")).toMatchObject({ kind: "granted" });
  expect(requests.at(-1)?.givenBack).toMatchObject([{ key: "a" }]);
  await board.close();
});

test("the end gives back what is held, and answers who still waits", async () => {
  const { board, requests } = boardOf();
  await board.ask("a");
  const waiting = board.ask("b");
  await board.close();
  expect(await waiting).toBeNull();
  expect(await board.ask("c")).toBeNull();
  expect(requests.at(-1)?.givenBack.map(({ key }) => key)).toContain("a");
});

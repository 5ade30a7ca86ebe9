import { expect, test } from "vitest";
import { Supervisor } from "./supervisor.ts";

const untilAborted = (signal: AbortSignal) =>
  new Promise<string>((done) => signal.addEventListener("abort", () => done("ended")));

test("the first failure stops the others and is the failure of all", async () => {
  const supervisor = new Supervisor(new AbortController().signal);
  const calm = supervisor.watch(untilAborted(supervisor.signal));
  const failing = supervisor.watch(Promise.reject(new Error("first")));
  expect(await failing).toBeNull();
  expect(await calm).toBe("ended");
  supervisor.fail(new Error("second"));
  await supervisor.settled();
  expect(() => supervisor.throwFailure()).toThrow("first");
});

test("what breaks off after the stop is no failure", async () => {
  const outer = new AbortController();
  const supervisor = new Supervisor(outer.signal);
  const work = supervisor.watch(
    untilAborted(supervisor.signal).then(() => {
      throw new Error("connection closed");
    }),
  );
  outer.abort();
  await supervisor.stopped();
  expect(await work).toBeNull();
  supervisor.throwFailure();
});

import { expect, test } from "vitest";
import { keep, type Program } from "./child.ts";

const program = (script: string): Program => ({
  name: "it",
  command: "/bin/sh",
  args: ["-c", script],
  env: process.env,
  readyFd: 1,
});

test("what ends again and again is given up, in a sentence that has its last line", async () => {
  const said: string[] = [];
  const { promise: failure, resolve: failed } = Promise.withResolvers<string>();
  await keep(program("echo ready; echo no memory >&2; exit 3"), { warn: (line) => said.push(line), failed });
  expect(await failure).toBe("it ended with code 3 (no memory), 6 times in a minute");
  expect(said.filter((line) => line === "it ended with code 3 (no memory); it is started again").length).toBe(
    5,
  );
});

test.each([
  ["echo no such file >&2; exit 1", "it ended with code 1 (no such file)"],
  ["kill -9 $$", "it ended with SIGKILL"],
  ["echo a question was slow >&2; sleep 5.2; kill -9 $$", "it ended with SIGKILL"],
])("what ends before it is ready is not started again: %s", async (script, why) => {
  const keeping = keep(program(script), { warn() {}, failed() {} });
  await expect(keeping).rejects.toThrow(new Error(why));
});

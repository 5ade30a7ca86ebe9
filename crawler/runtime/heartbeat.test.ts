import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isDead } from "./heartbeat.ts";

test("a holder is dead only if it was a process of this machine and is no more", () => {
  const { pid } = spawnSync("true");
  const table: [string, boolean][] = [
    [`here:${pid}:feed`, true],
    [`here:${pid}:feed:0f3a91c2`, true],
    [`here:${process.pid}:feed`, false],
    [`here:${process.pid}:feed:0f3a91c2`, false],
    [`there:${pid}:feed`, false],
    [`a:b:${pid}:feed`, false],
    ["here::feed", false],
    ["somebody", false],
    ["", false],
  ];
  for (const [holder, dead] of table) expect([holder, isDead(holder, "here")]).toEqual([holder, dead]);
  expect(isDead(`a:b:${pid}:feed`, "a:b")).toBe(true);
});

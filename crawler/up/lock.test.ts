import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { holderOf, tryLock } from "./lock.mjs";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weboid-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Larger than any process number the kernel gives out. */
const NOBODY = 2 ** 30;
const path = () => join(folder, "lock");
const write = (text: string, ageSeconds = 0) => {
  writeFileSync(path(), text);
  const then = Date.now() / 1000 - ageSeconds;
  utimesSync(path(), then, then);
};

describe("a lock between processes", () => {
  test("names its holder to whoever comes second, and is free again afterwards", () => {
    const first = tryLock(path(), { port: 1 });
    if (!first.held) throw new Error("the first attempt must succeed");
    first.update({ port: 2 });
    expect(tryLock(path())).toMatchObject({ held: false, holder: { pid: process.pid, info: { port: 2 } } });
    first.release();
    expect(holderOf(path())).toBeNull();
    expect(tryLock(path()).held).toBe(true);
    expect(readdirSync(folder)).toEqual(["lock"]);
  });

  test.each([
    ["a process that is no more", `{"pid":${NOBODY},"birth":null,"info":{}}`, 0],
    ["a number that another process bears now", `{"pid":${process.pid},"birth":"other boot/1","info":{}}`, 0],
    ["a file that its writer left empty", "", 60],
    ["a file that is damaged", '{"pid":', 60],
  ])("takes over from %s", (_, text, age) => {
    write(text, age);
    expect(tryLock(path()).held).toBe(true);
    expect(JSON.parse(readFileSync(path(), "utf8")).pid).toBe(process.pid);
  });

  test("an empty file may be in the making: it is held for some seconds", () => {
    write("", 1);
    expect(tryLock(path())).toEqual({ held: false, holder: null });
  });
});

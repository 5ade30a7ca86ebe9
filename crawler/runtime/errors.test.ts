import { expect, test } from "vitest";
import { fullDisk } from "./errors.ts";

const failure = (code: string, path?: string, cause?: unknown) =>
  Object.assign(new Error("no", { cause }), { code, path });

test("a full disk is said with what to do, also where it caused another error", () => {
  const said =
    "the disk that holds /d/x is full: free some space and start again; nothing that was stored is lost";
  expect(fullDisk(failure("ENOSPC", "/d/x"))).toBe(said);
  expect(fullDisk(failure("EOTHER", "/y", failure("EDQUOT", "/d/x")))).toBe(said);
  expect(fullDisk(failure("SQLITE_FULL"))).toMatch(/^a disk is full/);
  expect(fullDisk(failure("EACCES", "/d/x"))).toBeNull();
  expect(fullDisk("ENOSPC")).toBeNull();
});

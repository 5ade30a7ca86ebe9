import { beforeAll, expect, test } from "vitest";
import { freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { jsonLines, weboid } from "./testing/run.ts";

let env: Record<string, string> = {};
beforeAll(async () => {
  env = { DATABASE_URL: await freshDatabaseUrl(), WEBOID_LOG: "silent" };
});
const run = (...args: string[]) => weboid(["optout", ...args], { env });

test("sites are entered in any spelling, listed and taken off", async () => {
  expect(await run("add", "Example.ORG")).toMatchObject({
    code: 0,
    stdout: "example.org is opted out from now on\n",
  });
  expect((await run("add", "https://example.org/")).stdout).toBe("example.org is opted out already\n");
  expect((await run("add", "bücher.zz/a b")).code).toBe(0);
  expect(jsonLines(await run("list", "--json"))).toEqual([
    { host: "example.org", path: "", addedAtMs: expect.any(Number) },
    { host: "xn--bcher-kva.zz", path: "/a%20b", addedAtMs: expect.any(Number) },
  ]);
  expect(await run("remove", "example.org")).toMatchObject({ code: 0 });
  expect(await run("remove", "example.org")).toMatchObject({
    code: 1,
    stderr: [expect.stringContaining("example.org is not in the list; see weboid optout list")],
  });
  expect((await run("list")).stdout).toMatch(/^xn--bcher-kva\.zz\/a%20b {2}since \d{4}-\d\d-\d\d\n$/);
});

test("what is no site is refused with a hint", async () => {
  for (const wrong of ["com", "a..b", "example.org/?q=1", ""]) {
    const { code, stderr } = await run("add", wrong);
    expect([wrong, code]).toEqual([wrong, 2]);
    expect(stderr.join()).toContain("Give a domain");
  }
});

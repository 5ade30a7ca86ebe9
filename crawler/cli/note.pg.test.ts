import { beforeAll, expect, test } from "vitest";
import { freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { jsonLines, weboid } from "./testing/run.ts";

let env: Record<string, string> = {};
beforeAll(async () => {
  env = { DATABASE_URL: await freshDatabaseUrl(), WEBOID_LOG: "silent" };
});
const run = (...args: string[]) => weboid(["note", ...args], { env });

test("notes are entered in any spelling, refreshed, listed and taken back", async () => {
  expect(await run("add", "Images.Example.ORG", "referrer-needed")).toMatchObject({
    code: 0,
    stdout: "images.example.org referrer-needed: added\n",
  });
  expect(
    (await run("add", "https://images.example.org/", "referrer-needed", "--until", "2099-12-31")).stdout,
  ).toBe("images.example.org referrer-needed: refreshed\n");
  expect((await run("add", "*.käse.zz/a b", "moved", "--to", "https://new.zz")).code).toBe(0);
  expect(jsonLines(await run("list", "--json"))).toMatchObject([
    {
      pattern: "images.example.org",
      kind: "referrer-needed",
      note: "referrer-needed",
      value: null,
      ends: 30_314,
    },
    { pattern: "*.xn--kse-qla.zz/a%20b", kind: "moved", note: "moved", value: "https://new.zz/" },
  ]);
  expect((await run("list")).stdout).toContain("until 2099-12-31");
  expect(await run("remove", "images.example.org", "referrer-needed")).toMatchObject({ code: 0 });
  expect(await run("remove", "images.example.org", "referrer-needed")).toMatchObject({
    code: 1,
    stderr: [
      expect.stringContaining("there is no note images.example.org referrer-needed; see weboid note list"),
    ],
  });
});

test.each([
  [["add", "example.org", "dead"], "referrer-needed"],
  [["add", "*", "example"], "Give more of the host"],
  [["add", "a b", "example"], "Give a host"],
  [["add", "example.org:8080", "example"], "Leave out the port"],
  [["add", "example.org", "example", "--until", "2026-13-01"], "Give a day"],
  [["add", "example.org", "example", "--until", "2020-01-01"], "is over"],
  [["add", "example.org", "moved"], "--to"],
  [["add", "example.org", "spam", "--to", "https://b.zz/"], "leave it out"],
])("%j is refused with a hint", async (args, hint) => {
  const { code, stderr } = await run(...args);
  expect(code).toBe(2);
  expect(stderr.join("\n")).toContain(hint);
});

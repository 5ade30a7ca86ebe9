import { beforeAll, expect, test } from "vitest";
import { connect } from "../../db/connect.ts";
import { freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { UrlAnswer } from "../../shared/answer/types.ts";
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

const EMPTY: [string, string][] = [
  ["note", "there are no notes; add one with: weboid note add PATTERN KIND"],
  ["friend", "there are no trusted tools; add one with: weboid friend add NAME"],
  ["optout", "there are no such sites"],
  ["report", "nobody reported or suggested anything"],
  ["wiki", "there are no wikis; add one with: weboid wiki add"],
  ["archive", "no URL is blocked, and none seems to have to be"],
];
test.each(EMPTY)("an empty list says so: %s list", async (command, words) => {
  const env = { DATABASE_URL: await freshDatabaseUrl(), WEBOID_LOG: "silent" };
  expect(await weboid([command, "list"], { env })).toMatchObject({ code: 0, stdout: `${words}\n` });
  expect(await weboid([command, "list", "--json"], { env })).toMatchObject({ code: 0, stdout: "" });
});

test.each([
  ["BÜCHER.zz.", "xn--bcher-kva.zz"],
  ["*.Bücher.zz", "*.xn--bcher-kva.zz"],
  ["http://a.zz./%7Ejoe/../img*", "a.zz/img"],
  ["[2001:DB8:0::1]/x", "[2001:db8::1]/x"],
  ["news*.a.zz/\u202e", "news*.a.zz/%E2%80%AE"],
])("%j is the pattern %s", async (text, pattern) => {
  expect((await run("add", text, "example", "--until", "2099-01-01")).stdout).toBe(
    `${pattern} example: added\n`,
  );
  expect((await run("remove", pattern, "example")).stdout).toBe(`${pattern} example: removed\n`);
});

test.each([
  [["add", "example.org", "example", "--until", "soon"], "Give a day such as 2027-03-31"],
  [["add", "example.org", "example", "--until", "2027-02-29"], "Give a day such as 2027-03-31"],
  [["add", "example.org", "example", "--until", "9999-12-31"], "Give a day such as 2027-03-31"],
  [["add", "example.org", "example", "--until", "2016-12-31"], "Give a day such as 2027-03-31"],
  [["add", "a.zz", "moved", "--to", "javascript:alert(1)"], "--to"],
  [["add", "a.zz\u001b[2J", "example"], "Give a host"],
  [["add", "a.zz/<script>", "exmple"], "example"],
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

test("an operator's note stands in answers of every format, with hostile paths as text, and not in the gadget's list", async () => {
  const url = await freshDatabaseUrl();
  const db = await connect(url);
  const env = { DATABASE_URL: url, WEBOID_LOG: "silent" };
  const to = "https://new.zz/%3Cscript%3E&'";
  try {
    const wiki = await sampleWiki(db);
    await samplePage(db, wiki, 7, ["https://old.zz/a", "https://www.old.zz/b", "https://other.zz/"], 3_600);
    const noted = ["note", "add", "*.old.zz", "moved", "--to", to];
    expect((await weboid(noted, { env })).code).toBe(0);
    const page = async (...more: string[]) =>
      (await weboid(["page", "testwiki@wmflabs", "7", ...more], { env, terminal: more.length === 0 })).stdout;
    const { pages } = JSON.parse(await page("--format", "json"));
    expect(pages[0].urls.map(({ verdict, notes }: UrlAnswer) => [verdict, notes])).toEqual([
      ["unknown", [{ key: "moved", value: to }]],
      ["unknown", [{ key: "moved", value: to }]],
      ["unknown", []],
    ]);
    expect(await page("--format", "xml")).toContain("https://new.zz/%3Cscript%3E&amp;");
    const html = await page("--format", "html");
    expect(html).toContain("The site names a new address");
    expect(html).not.toContain(to);
    expect(await page()).toContain("The site names a new address");
    expect(await page("--format", "js")).toContain("problems = false");
    const { stdout } = await weboid(["url", "https://www.old.zz/b"], { env });
    expect(stdout).toMatch(/host note +of \*\.old\.zz: moved: https:\/\/new\.zz\/.*, by an operator on /);
    expect((await weboid(["note", "remove", "*.old.zz", "moved"], { env })).code).toBe(0);
    expect(await page("--format", "xml")).not.toContain("new.zz");
  } finally {
    await db.close();
  }
});

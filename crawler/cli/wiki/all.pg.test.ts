import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabaseUrl } from "../../../db/testing/fresh.ts";
import { type FakeWiki, startFakeWiki } from "../../feed/testing/fake-wiki.ts";
import { jsonLines, type Ran, weboid } from "../testing/run.ts";

let env: Record<string, string> = {};
let fake: FakeWiki;
const folder = mkdtempSync(join(tmpdir(), "weboid-matrix-"));
const file = join(folder, "matrix.json");

beforeAll(async () => {
  env = { DATABASE_URL: await freshDatabaseUrl(), WEBOID_CONTACT: "test@example.org", WEBOID_LOG: "silent" };
  fake = await startFakeWiki([{ pageid: 1, title: "One", links: ["http://a.zz/x"] }]);
  writeFileSync(file, JSON.stringify(answer()));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await fake.close();
});

const run = (...args: string[]): Promise<Ran> => weboid(args, { env });
const runOnLoopback = (...args: string[]): Promise<Ran> =>
  weboid(args, { env: { ...env, WEBOID_ALLOW_PRIVATE: "1" } });

function answer(more: object[] = []): object {
  const url = new URL(fake.api).origin;
  return {
    sitematrix: {
      count: 3,
      "0": { code: "de", site: [{ url, dbname: "fakewiki", code: "wiki", sitename: "Of the matrix" }] },
      specials: [
        { url, dbname: "otherwiki", code: "other" },
        { url, dbname: "secretwiki", code: "secret", private: "" },
        ...more,
      ],
    },
  };
}

test("all wikis of a site matrix, without asking any of them; again adds what is new", async () => {
  const added = await run("wiki", "add", "--farm", "many", "--all", "--from", file, "--json");
  expect(jsonLines(added)).toEqual([
    {
      farm: "many",
      farmAdded: true,
      added: ["fakewiki", "otherwiki"],
      known: 0,
      skipped: [{ dbname: "secretwiki", why: "private" }],
    },
  ]);
  expect(fake.asked).toHaveLength(0);

  const more = answer([{ url: new URL(fake.api).origin, dbname: "newwiki", code: "new" }]);
  fake.instead.push({ status: 200, body: JSON.stringify(more) });
  const again = await run("wiki", "add", "--farm", "many", "--all", "--from", fake.api);
  expect(again.stdout).toBe(
    "added 1 wiki to many; 2 were there before\nleft out 1, as it is private: secretwiki\n",
  );
  expect(fake.asked[0]?.get("action")).toBe("sitematrix");
});

test("what a site matrix says gives no rights: a wiki at a private address is not asked", async () => {
  const before = fake.asked.length;
  expect(jsonLines(await run("feed", "--once", "--json", "fakewiki@many"))).toMatchObject([
    { wiki: "fakewiki@many", read: 0, error: { message: expect.stringContaining("not configured") } },
  ]);
  expect(fake.asked).toHaveLength(before);
});

test("each says who it is at its first feed; one that is another is refused", async () => {
  const fed = await runOnLoopback("feed", "--once", "--json", "fakewiki@many", "otherwiki@many");
  expect(jsonLines(fed)).toMatchObject([
    { wiki: "fakewiki@many", read: 1, error: null },
    { wiki: "otherwiki@many", read: 0, error: { kind: "refused" } },
  ]);
  expect(jsonLines(await run("wiki", "show", "fakewiki@many", "--json"))).toMatchObject([
    { siteName: "Fake", lang: "de", error: null },
  ]);
  expect(jsonLines(await run("wiki", "show", "otherwiki@many", "--json"))).toMatchObject([
    { siteName: "", error: expect.stringContaining("calls itself fakewiki and not otherwiki") },
  ]);
});

test.each([
  [["wiki", "add", "--farm", "many", "--all"], 1, "farm many has no address of a site matrix"],
  [
    ["wiki", "add", "--farm", "WMF", "--all", "--from", "http://x.zz/matrix"],
    1,
    "http://x.zz/matrix is no address of a site matrix",
  ],
  [["wiki", "add", "--all", "--from", "/nowhere.json"], 1, "there is no file /nowhere.json"],
  [["wiki", "add", "--all", "--from", import.meta.filename], 1, "is no JSON"],
  [["wiki", "add", "x@many", "--all"], 2, "give it --farm, --from and --pause alone"],
  [["wiki", "add", "x@many", "--farm", "many", "--api", "http://x.zz/"], 2, "belong to --all"],
  [["wiki", "add"], 2, "give the wiki as dbname@farm with --api"],
  [["wiki", "add", "x@many", "--api", "http://x.zz/", "--depth", "3"], 2, "--depth is that of a tree"],
])("%j: %i, %s", async (args, code, message) => {
  expect(await run(...args)).toMatchObject({ code, stderr: [expect.stringContaining(message)] });
});

test.each([
  ["no wiki", { count: 0, specials: [] }, "names no wiki that can be added; nothing was done"],
  [
    "none that may be read",
    { count: 1, specials: [{ url: "http://a.zz", dbname: "secretwiki", code: "secret", private: "" }] },
    "(of its 1, the first is left out as private); nothing was done",
  ],
])("a site matrix with %s makes no farm", async (_name, sitematrix, message) => {
  const empty = join(folder, "empty.json");
  writeFileSync(empty, JSON.stringify({ sitematrix }));
  expect(await run("wiki", "add", "--farm", "nobody", "--all", "--from", empty, "--json")).toMatchObject({
    code: 1,
    stdout: "",
    stderr: [expect.stringContaining(message)],
  });
  expect((await run("farm", "list")).stdout).not.toContain("nobody");
});

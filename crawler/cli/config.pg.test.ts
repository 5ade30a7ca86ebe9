import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { type FakeWiki, startFakeWiki } from "../feed/testing/fake-wiki.ts";
import { jsonLines, type Ran, weboid } from "./testing/run.ts";

let env: Record<string, string> = {};
let fake: FakeWiki;
const folder = mkdtempSync(join(tmpdir(), "weboid-config-"));
const file = join(folder, "weboid.toml");

beforeAll(async () => {
  env = { DATABASE_URL: await freshDatabaseUrl(), WEBOID_CONTACT: "test@example.org", WEBOID_LOG: "silent" };
  fake = await startFakeWiki([{ pageid: 1, title: "One", links: ["http://a.zz/x"] }]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await fake.close();
});

const run = (...args: string[]): Promise<Ran> => weboid(args, { env });
const apply = (text: string, ...options: string[]): Promise<Ran> => {
  writeFileSync(file, text);
  return run("config", "apply", file, ...options);
};
const first = () => `
[farm.osm]
internal-hosts = 'osm\\.org$'
[wiki."a@osm"]
api = "${fake.api}"
[wiki."a@osm".include]
namespaces = [0, 4]
category-trees = ["Kategorie:Kunst"]
[wiki."b@local"]
api = "${fake.api}"
`;

test("the difference is shown, nothing is done without leave, and twice changes nothing", async () => {
  const lines = [
    String.raw`+ farm osm, internal hosts osm\.org$`,
    "+ farm local",
    `+ wiki a@osm at ${fake.api}`,
    "+ wiki a@osm: include namespace 0",
    "+ wiki a@osm: include namespace 4",
    "+ wiki a@osm: include category Category:Kunst with 5 levels of subcategories",
    `+ wiki b@local at ${fake.api}`,
    "+ wiki b@local: include namespace 0",
  ].join("\n");
  expect(await apply(first())).toMatchObject({
    code: 2,
    stderr: [expect.stringContaining("nobody can be asked here; give --yes")],
  });
  expect(await apply(first(), "--dry-run")).toMatchObject({
    code: 0,
    stdout: `${lines}\n8 changes, not applied\n`,
  });
  expect((await run("wiki", "list")).stdout).toContain("there are no wikis");
  expect(await apply(first(), "--yes")).toMatchObject({ code: 0, stdout: `${lines}\napplied 8 changes\n` });
  expect(jsonLines(await run("wiki", "list", "--json"))).toMatchObject([
    {
      wiki: "a@osm",
      siteName: "Fake",
      criteria: [{ value: "0" }, { value: "4" }, { value: "Category:Kunst", depth: 5 }],
    },
    { wiki: "b@local", criteria: [{ value: "0" }] },
  ]);
  // The category's namespace is written in the wiki's language, so it is asked; it is the same one.
  for (const spelling of ["Kategorie:Kunst", "kat:_kunst", "kunst"])
    expect(await apply(first().replace("Kategorie:Kunst", spelling), "--yes")).toMatchObject({
      code: 0,
      stdout: "nothing to change\n",
    });
});

test("what is shown, applied, changes nothing, and asks no wiki", async () => {
  const shown = (await run("config", "show")).stdout;
  expect(shown).toContain(String.raw`internal-hosts = "osm\\.org$"`);
  const before = fake.asked.length;
  expect(await apply(shown, "--yes", "--json")).toMatchObject({ stdout: '{"changes":[],"applied":false}\n' });
  expect(fake.asked).toHaveLength(before);
});

test("changes, and wikis that the file does not name", async () => {
  const text = `
    [wiki."a@osm"]
    paused = true
    include = { namespaces = [4], pages = ["One", 7] }
  `;
  const changes = [
    "~ wiki a@osm: paused",
    "- wiki a@osm: include namespace 0",
    "- wiki a@osm: include category Category:Kunst with 5 levels of subcategories",
    "+ wiki a@osm: include page One",
    "+ wiki a@osm: include page #7",
  ];
  expect((await apply(text, "--dry-run")).stdout.split("\n").slice(0, -2)).toEqual(changes);
  const pruned = await apply(text, "--yes", "--prune");
  expect(pruned.stdout.split("\n").slice(0, -2)).toEqual([
    ...changes,
    "- wiki b@local: paused, as the file does not name it",
  ]);
  expect(jsonLines(await run("wiki", "list", "--json"))).toMatchObject([
    { wiki: "a@osm", paused: true, criteria: [{ value: "4" }, { value: "One" }, { value: "#7" }] },
    { wiki: "b@local", paused: true },
  ]);
});

test("where nothing is included any more, the main namespace comes, and is said to", async () => {
  const changes = async (text: string, ...options: string[]) =>
    (await apply(text, ...options)).stdout.split("\n").slice(0, -2);
  const gone = [
    "- wiki a@osm: include namespace 4",
    "- wiki a@osm: include page One",
    "- wiki a@osm: include page #7",
    "+ wiki a@osm: include namespace 0",
  ];
  for (const include of ["", "include = {}", "include = { namespaces = [] }"])
    expect(await changes(`[wiki."a@osm"]\npaused = true\n${include}`, "--dry-run")).toEqual(gone);
  await apply('[wiki."a@osm"]\npaused = true\ninclude = { namespaces = [0, 4] }', "--yes");
  const excluding = '[wiki."a@osm"]\npaused = true\nexclude = { namespaces = [4] }';
  expect(await changes(excluding, "--yes")).toEqual([
    "- wiki a@osm: include namespace 4",
    "+ wiki a@osm: exclude namespace 4",
  ]);
  expect(await changes('[wiki."a@osm"]\npaused = true\ninclude = { namespaces = [0] }', "--yes")).toEqual([
    "- wiki a@osm: exclude namespace 4",
  ]);
  expect((await apply('[wiki."a@osm"]\npaused = true', "--yes")).stdout).toBe("nothing to change\n");
});

test("a page of the wiki will do for its address", async () => {
  const body = `<link rel="EditURI" type="application/rsd+xml" href="${fake.api}?action=rsd">`;
  const page = { status: 200, headers: { "content-type": "text/html" }, body };
  const text = `[wiki."page@local"]\napi = "${new URL(fake.api).origin}/wiki/Main_Page"`;
  fake.instead.push(page);
  expect((await apply(text, "--yes")).stdout).toContain(`+ wiki page@local at ${fake.api}\n`);
  fake.instead.push(page);
  const asked = fake.asked.length;
  expect((await apply(text, "--yes")).stdout).toBe("nothing to change\n");
  expect(fake.asked).toHaveLength(asked + 1);
});

test.each([
  ['[wiki."c@osm"]', "weboid.toml: line 1: c@osm is new; give its address"],
  ['[wiki."c@osm"]\napi = "http://127.0.0.1:9/w/api.php"', "weboid.toml: line 1: c@osm: nobody listens at"],
  ['[wiki."a@osm"]\ninclude = { namespaces = [77] }', "a@osm: http"],
  ['[wiki."a@osm"]\nincluded = 1', "weboid.toml: line 2: wiki.a@osm.included is unknown"],
  ["[farm.osm]\ncode = 9", "weboid.toml: farm osm has code 2, which stands in its data for good"],
  ["[farm.new]\ncode = 2", "weboid.toml: code 2 is taken by farm osm"],
])("%j: nothing is done, and %s", async (text, message) => {
  const before = (await run("config", "show")).stdout;
  const ran = await apply(`${text}\n`, "--yes");
  expect(ran).toMatchObject({ code: 1, stdout: "", stderr: [expect.stringContaining(message)] });
  expect((await run("config", "show")).stdout).toBe(before);
});

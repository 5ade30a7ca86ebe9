import { describe, expect, test } from "vitest";
import { parseConfigFile } from "./file.ts";
import { configToml } from "./plan.ts";

const FULL = `
# All that there is.
[farm.osm]
sites = "https://wiki.openstreetmap.org/"
internal-hosts = '(?:^|\\.)openstreetmap\\.org$'
spam-list = ""

[wiki."osmwiki@osm"]
api = "https://wiki.openstreetmap.org/w/api.php"
paused = true

[wiki."osmwiki@osm".include]
namespaces = [0, 4]
categories = ["Kunst"]
category-trees = ["Musik", { title = "Film", depth = 2 }]
templates = ["Infobox"]
properties = ["P31=Q5"]
pages = ["Main Page", 7, "1984"]
[wiki."osmwiki@osm".exclude]
category-trees = [
  "Stubs",   # with its five levels
]

[wiki."plain@osm"]
`;

describe("a configuration file (M2)", () => {
  test("all that there is", () => {
    const parsed = parseConfigFile(FULL);
    if (!parsed.ok) throw new Error(parsed.error);
    expect(parsed.value.farms).toEqual([
      {
        name: "osm",
        sites: "https://wiki.openstreetmap.org/",
        internalHosts: String.raw`(?:^|\.)openstreetmap\.org$`,
        spamList: "",
      },
    ]);
    expect(parsed.value.wikis).toEqual([
      {
        name: "osmwiki@osm",
        dbname: "osmwiki",
        farm: "osm",
        api: "https://wiki.openstreetmap.org/w/api.php",
        paused: true,
        line: 8,
        criteria: [
          { effect: "include", kind: "namespace", value: "0" },
          { effect: "include", kind: "namespace", value: "4" },
          { effect: "include", kind: "category", value: "Kunst" },
          { effect: "include", kind: "category", value: "Musik", depth: 5 },
          { effect: "include", kind: "category", value: "Film", depth: 2 },
          { effect: "include", kind: "template", value: "Infobox" },
          { effect: "include", kind: "wikidata-property", value: "P31=Q5" },
          { effect: "include", kind: "page", value: "Main Page" },
          { effect: "include", kind: "page", value: "#7" },
          { effect: "include", kind: "page", value: "1984" },
          { effect: "exclude", kind: "category", value: "Stubs", depth: 5 },
        ],
      },
      {
        name: "plain@osm",
        dbname: "plain",
        farm: "osm",
        api: undefined,
        paused: false,
        criteria: [],
        line: 24,
      },
    ]);
  });

  test("an empty one says nothing", () => {
    expect(parseConfigFile("")).toEqual({ ok: true, value: { farms: [], wikis: [] } });
  });

  test.each([
    ["[wiki.x\napi = 1", "line 1, column 8: "],
    ['[wiki."a@b"]\napi = "https://x.zz/"\napi = "https://y.zz/"', "line 3, column 1: "],
    ["[wikis.x]", "line 1: wikis is unknown; there may be: farm, wiki"],
    [
      '[wiki."a@b"]\n\n[wiki."a@b".include]\ncatgories = ["X"]',
      "line 4: wiki.a@b.include.catgories is unknown; there may be: namespaces, categories, category-trees, templates, properties, pages",
    ],
    [
      '[wiki."a@b"]\nnamespaces = [0]',
      "line 2: wiki.a@b.namespaces is unknown; there may be: api, paused, stream, changes-every, include, exclude",
    ],
    ["[wiki.dewiki]", "line 1: wiki.dewiki is no dbname@farm"],
    ['[farm."a b"]', "line 1: farm.a b is no name of a farm"],
    ['[farm.a]\ncode = "x"', "line 2: farm.a.code is wrong: give a number, without quotes"],
    ['[farm.a]\nspam-list = "ftp://x"', "line 2: farm.a.spam-list is no http or https address, nor empty"],
    ['[wiki."a@b"]\npaused = "yes"', "line 2: wiki.a@b.paused is wrong: give true or false, without quotes"],
    ["[farm.a]\ninternal-hosts = '('", "line 2: farm.a.internal-hosts is no regular expression"],
    ['[wiki."a@b"]\napi = "ftp://x.zz/"', "line 2: wiki.a@b.api is no http or https address"],
    [
      '[wiki."a@b"]\nchanges-every = 4',
      "line 2: wiki.a@b.changes-every is wrong: Too small: expected number to be >=5",
    ],
    ['[wiki."a@b"]\nstream = "none"', "line 2: wiki.a@b.stream is no http or https address, nor empty"],
    ['[wiki."a@b".include]\nnamespaces = [-1]', "line 2: wiki.a@b.include.namespaces.0 is wrong: "],
    [
      '[wiki."a@b".include]\ncategory-trees = [{ title = "X", depth = 99 }]',
      "line 2: wiki.a@b.include.category-trees.0",
    ],
    ["[wiki.__proto__]\napi = 1", "line 1"],
  ])("%j: %s", (text, error) => {
    expect(parseConfigFile(text)).toEqual({ ok: false, error: expect.stringContaining(error) });
  });

  test("what is shown is read as the same again", () => {
    const parsed = parseConfigFile(FULL);
    if (!parsed.ok) throw new Error(parsed.error);
    const farms = [
      {
        name: "osm",
        code: 2,
        sites: 'a "quoted" \u007f',
        internalHosts: String.raw`\.osm$`,
        spamList: "https://x.zz/",
      },
    ];
    const wikis = parsed.value.wikis.map(({ name, paused, criteria }) => ({
      name,
      paused,
      criteria,
      stream: "https://x.zz/v2/stream/a,b",
      changesEveryS: 60,
      api: "https://x.zz/w/api.php",
    }));
    const shown = configToml({ farms, wikis } as unknown as Parameters<typeof configToml>[0]);
    const again = parseConfigFile(shown);
    expect(again).toMatchObject({
      ok: true,
      value: {
        farms,
        wikis: wikis.map(({ changesEveryS, ...one }) => ({ ...one, changesEvery: changesEveryS })),
      },
    });
  });
});

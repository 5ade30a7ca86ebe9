import { describe, expect, test } from "vitest";
import { classify } from "../url/classify.ts";
import { atHost, distinctWikis, internalTest } from "./farm.ts";
import type { InterwikiMap } from "./map.ts";
import { type OwnFarm, sisterFinder } from "./sister.ts";

const WMF: OwnFarm = {
  server: "https://de.wikipedia.org",
  api: "https://de.wikipedia.org/w/api.php",
  articleUrl: "https://de.wikipedia.org/wiki/$1",
  internalHosts: "(?:^|\\.)(?:wikipedia|wikimedia)\\.org$",
  wikis: [
    { api: "https://folder.zz/en/api.php", articleUrl: "https://folder.zz/en/$1" },
    { api: "https://folder.zz/en/old/api.php", articleUrl: "https://folder.zz/en/old/index.php/$1" },
    { api: "https://root.zz/w/api.php", articleUrl: "https://root.zz/$1" },
    { api: "http://inside.zz:8080/api.php", articleUrl: "https://outside.zz/wiki/$1" },
  ],
};
const map: InterwikiMap = new Map([
  ["ports", { url: "http://ports.wikipedia.org:8443/wiki/$1", local: true }],
  ["script", { url: "https://script.wikimedia.org/x/index.php?title=$1", local: true }],
  ["named", { url: "//named.wikimedia.org/$1", local: true, api: "//named.wikimedia.org/api/api.php" }],
  ["lured", { url: "https://lured.wikimedia.org/wiki/$1", local: true, api: "https://evil.zz/api.php" }],
  ["unclear", { url: "https://unclear.wikimedia.org:8099/read/$1", local: true }],
  ["evil", { url: "https://evil.zz/wiki/$1", local: true }],
  ["pseudo", { url: "https://pseudo.wikimedia.org:8077/wiki/$1", local: false }],
  ["junk", { url: "javascript:$1", local: true }],
]);

function found(link: string, own: OwnFarm = WMF): string {
  const classified = classify(link, { allowPrivate: true });
  if (classified.kind !== "resource") throw new Error(`${link} is ${classified.kind}`);
  const sister = sisterFinder(own, map)(classified.parts);
  if (sister.kind === "page") return `${sister.api} ${sister.title}`;
  return sister.kind === "bad-title" ? `bad-title ${sister.title}` : sister.kind;
}

const DE = "https://de.wikipedia.org/w/api.php";

describe("which page of which wiki a link means", () => {
  test.each([
    ["https://de.wikipedia.org/wiki/Hilfe:%C3%84_b", `${DE} Hilfe:Ä b`],
    ["http://de.wikipedia.org/wiki/A?action=history", `${DE} A`],
    ["https://de.wikipedia.org/wiki/A%3Fb%26c+d", `${DE} A?b&c+d`],
    ["https://de.wikipedia.org/wiki/A/B/../C#x", `${DE} A/C`],
    ["https://de.wikipedia.org/wiki/:Foo_%23bar", `${DE} Foo`],
    ["https://de.wikipedia.org/w/index.php?title=A+b%2BC&action=history&uselang=en", `${DE} A b+C`],
    ["https://de.wikipedia.org/w/index.php/Sub/Page", `${DE} Sub/Page`],
    ["https://de.wikipedia.org/wiki/Spezial:Suche", `${DE} Spezial:Suche`],
    // By the farm's pattern and the own wiki's paths.
    ["http://fr.wikipedia.org/wiki/Accueil", "https://fr.wikipedia.org/w/api.php Accueil"],
    // By the interwiki map, at the farm's hosts only.
    ["http://ports.wikipedia.org:8443/wiki/X", "http://ports.wikipedia.org:8443/w/api.php X"],
    ["https://script.wikimedia.org/x/index.php?title=X", "https://script.wikimedia.org/x/api.php X"],
    ["https://named.wikimedia.org/X", "https://named.wikimedia.org/api/api.php X"],
    ["https://lured.wikimedia.org/wiki/X", "https://lured.wikimedia.org/w/api.php X"],
    // Configured ones.
    ["https://folder.zz/en/Cat:A", "https://folder.zz/en/api.php Cat:A"],
    ["https://folder.zz/en/old/index.php/A", "https://folder.zz/en/old/api.php A"],
    ["https://root.zz/A", "https://root.zz/w/api.php A"],
    ["https://outside.zz/wiki/A", "http://inside.zz:8080/api.php A"],
  ])("%s: %s", (link, expected) => expect(found(link)).toBe(expected));

  test.each([
    "https://de.wikipedia.org/",
    "https://de.wikipedia.org/wiki/",
    "https://de.wikipedia.org/wiki/%F6",
    "https://de.wikipedia.org/w/index.php?curid=5",
    "https://de.wikipedia.org/w/index.php?title=A&oldid=5",
    "https://de.wikipedia.org/w/index.php?title=A&action=edit&redlink=1",
    "https://de.wikipedia.org/wiki/A?diff=7",
    "https://de.wikipedia.org/w/load.php?title=A",
    "https://de.wikipedia.org/other",
    "https://root.zz/w/skins/x.png",
    "https://script.wikimedia.org/x/",
    "ftp://de.wikipedia.org/wiki/A",
  ])("%s is no page", (link) => expect(found(link)).toBe("no-page"));

  test.each([
    "https://evil.zz/wiki/A",
    "https://de.wikipedia.org:8080/wiki/A",
    "https://pseudo.wikimedia.org:8077/wiki/A",
    "https://unclear.wikimedia.org:8099/read/A",
    "https://de.wikipedia.org.evil.zz/wiki/A",
    "http://127.0.0.1/wiki/A",
  ])("nobody is asked about %s", (link) => expect(found(link)).toBe("unknown-wiki"));

  test.each([
    ["https://de.wikipedia.org/wiki/A%7CB", "bad-title A|B"],
    ["https://de.wikipedia.org/wiki/%5B%5BA", "bad-title [[A"],
    ["https://de.wikipedia.org/w/index.php?title=A%0AB", "bad-title A\nB"],
    ["https://de.wikipedia.org/wiki/%E2%80%AEx", `${DE} \u202ex`],
  ])("%s: %s", (link, expected) => expect(found(link)).toBe(expected));

  test("a title that is far too long is none", () => {
    expect(found(`https://de.wikipedia.org/wiki/${"x".repeat(601)}`)).toMatch(/^bad-title x/);
  });

  test("a wiki whose own addresses are none knows no sisters", () => {
    expect(found("https://de.wikipedia.org/wiki/A", { ...WMF, articleUrl: "wiki$1" })).toBe("unknown-wiki");
  });
});

describe("the own farm", () => {
  test("its configured wikis belong to it, by host and port", () => {
    const isInternal = internalTest(WMF);
    const at = (host: string, port = 0) => isInternal({ host: host as never, port });
    expect([at("folder.zz"), at("folder.zz", 81), at("inside.zz", 8080), at("fr.wikipedia.org", 81)]).toEqual(
      [true, false, false, true],
    );
  });

  test("only wikis that pattern and paths do not find are carried along", () => {
    const usual = atHost(WMF, "fr.wikipedia.org");
    expect(usual).toEqual({
      api: "https://fr.wikipedia.org/w/api.php",
      articleUrl: "https://fr.wikipedia.org/wiki/$1",
    });
    const other = { api: "https://x.wikipedia.org/api.php", articleUrl: "https://x.wikipedia.org/wiki/$1" };
    const far = { api: "https://osm.zz/w/api.php", articleUrl: "https://osm.zz/wiki/$1" };
    const own = { api: WMF.api, articleUrl: WMF.articleUrl };
    expect(distinctWikis(WMF, [own, usual, other, far])).toEqual([other, far]);
  });
});

import { afterEach, describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { interpret } from "../classify/interpret.ts";
import { startDnsServer } from "../net/testing/dns-server.ts";
import { HOME, page, story } from "./testing/pages.ts";
import { scheduledChecker } from "./testing/scheduled.ts";
import { type SiteSays, type SiteWeb, startSiteWeb } from "./testing/site-web.ts";

const TODAY = asDay(3_612);
const MISSING = page("Page not found", "Sorry, the page you requested could not be found.");
const CHAIR = page(
  "Chair",
  `A red chair, bent from one piece of wood. ${"It was signed and sold. ".repeat(9)}`,
);
const APP = '<title>App</title><div id="root"></div><script src="/a.js"></script>';

type Sites = Readonly<Record<string, (path: string) => SiteSays>>;
let web: SiteWeb;
let check: (url: string) => Promise<{ rule: string; deadEnd: boolean; notes: readonly string[] }>;
let close: (() => unknown)[] = [];

async function open(sites: Sites) {
  web = await startSiteWeb(sites);
  const dns = await startDnsServer({ "*": { A: ["127.0.0.1"] } });
  const ownPorts = { http: web.port, https: web.port };
  const checker = scheduledChecker({
    contact: null,
    allowPrivate: true,
    dns: [dns.address],
    ownPorts,
    probe: true,
  });
  close = [() => web.close(), () => dns.close(), () => checker.close()];
  check = async (text) => {
    const url = text as NormalisedUrl;
    const outcome = await checker.check(url, { site: { known: "", today: TODAY } });
    const { rule, deadEnd, notes } = interpret(outcome, url, 0);
    return { rule, deadEnd, notes: notes.map(({ key }) => key) };
  };
}
afterEach(async () => {
  for (const each of close.reverse()) await each();
});

const SOFT = { rule: "soft-404", deadEnd: true, notes: ["soft-404"] };
const MOVED = { rule: "redirect", deadEnd: false, notes: ["moved"] };
const isThere = (path: string) => path.includes("living");
/** First pages, stories that are there, and for all else a page that says it is missing. */
const paper = (path: string): SiteSays =>
  path === "/" || path === "/en/" ? HOME : isThere(path) ? story(path) : MISSING;

describe("a page that moved, at a site that shows a page for whatever is missing (C6, C7)", () => {
  test.each<[string, string, Sites]>([
    [
      "to a language",
      "lang.zz",
      { "lang.zz": (path) => (/^\/(?:en\/|$)/.test(path) ? paper(path) : `→/en${path}`) },
    ],
    [
      "to another domain",
      "old.zz",
      { "old.zz": (path) => (path === "/" ? HOME : `→http://new.zz${path}`), "new.zz": paper },
    ],
    [
      "to another domain, and there to a language",
      "old.zz",
      {
        "old.zz": (path) => `→http://new.zz${path}`,
        "new.zz": (path) => (/^\/(?:en\/|$)/.test(path) ? paper(path) : `→/en${path}`),
      },
    ],
    [
      "to a name without an extension",
      "ext.zz",
      { "ext.zz": (path) => (path.endsWith(".html") ? `→${path.slice(0, -5)}` : paper(path)) },
    ],
    [
      "to another name",
      "old.zz",
      {
        "old.zz": (path) => {
          const [, name] = /^\/(?:old|sport)\/((?:dead|living).*)\.html$/.exec(path) ?? [];
          return name === undefined ? paper(path) : `→/texts/story-${name}`;
        },
      },
    ],
  ])("%s: the link is doubtful, and one to a page that is there is not", async (_, host, sites) => {
    await open(sites);
    for (const path of ["/old/dead.html", "/sport/dead-too.html"])
      expect(await check(`http://${host}${path}`)).toEqual(SOFT);
    for (const path of ["/old/living.html", "/sport/living-too.html"])
      expect(await check(`http://${host}${path}`)).toEqual(MOVED);
  });

  test("asks the target's site no more than a link to the target would, and once for many", async () => {
    const sites: Sites = { "old.zz": (path) => `→http://new.zz${path}`, "new.zz": paper };
    const askedOf = (host: string) => web.asked.filter((line) => line.includes(` ${host} `)).length;
    await open(sites);
    await check("http://new.zz/old/dead.html");
    const direct = askedOf("new.zz");
    for (const each of close.reverse()) await each();
    await open(sites);
    await check("http://old.zz/old/dead.html");
    expect(askedOf("new.zz")).toBe(direct);
    // HEAD, and GET once more to see that it is led there, too.
    expect(askedOf("old.zz")).toBe(2);
    const before = askedOf("new.zz");
    for (let n = 0; n < 10; n++) expect(await check(`http://old.zz/f${n}/dead.html`)).toEqual(SOFT);
    expect(askedOf("new.zz")).toBe(before + 20);
    expect(web.asked.filter((line) => line.includes("weboid-"))).toHaveLength(2);
  });

  test("asks a site that says 404 for one address, by HEAD", async () => {
    await open({
      "old.zz": (path) => `→http://new.zz${path}`,
      "new.zz": (path) => (isThere(path) ? story(path) : 404),
    });
    for (let n = 0; n < 5; n++) expect(await check(`http://old.zz/f/living${n}`)).toEqual(MOVED);
    expect(web.asked).toHaveLength(11);
    expect(web.asked.every((line) => line.startsWith("HEAD"))).toBe(true);
  });

  test("readers whom GET leads elsewhere than HEAD do not read that the page is lost", async () => {
    await open({
      "old.zz": (path) =>
        path === "/"
          ? HOME
          : isThere(path)
            ? { head: 301, body: story(path), fields: { location: "/dead" } }
            : MISSING,
    });
    expect(await check("http://old.zz/f/living")).toMatchObject({ rule: "table", deadEnd: false });
    expect(await check("http://old.zz/f/dead")).toEqual(SOFT);
  });

  test.each<[string, Sites]>([
    ["an application of one page", { "new.zz": () => APP }],
    ["a site that says ok to everything", { "new.zz": () => "ok" }],
    ["a site that shows its first page for everything", { "new.zz": () => HOME }],
    [
      "a site that fails at the address that cannot exist",
      { "new.zz": (path) => (path.includes("weboid-") ? 503 : MISSING) },
    ],
    [
      "a site that shows one page under any name in a folder",
      { "new.zz": (path) => (path === "/" ? HOME : path.startsWith("/f/") ? CHAIR : 404) },
    ],
    [
      "the same by a language",
      {
        "new.zz": (path) =>
          path === "/"
            ? HOME
            : path.startsWith("/en/f/")
              ? CHAIR
              : path.startsWith("/f/")
                ? `→/en${path}`
                : 404,
      },
    ],
  ])("is never said of %s", async (_, sites) => {
    await open({ "old.zz": (path) => `→http://new.zz${path}`, ...sites });
    for (const path of ["/f/one", "/f/two", "/f/three.html"])
      expect(await check(`http://old.zz${path}`)).toMatchObject({ deadEnd: false });
  });
});

describe("redirects to the folder of what was asked (C6)", () => {
  const LOST = { rule: "redirect-shared", deadEnd: true, notes: ["redirect-shared"] };
  const NAMES = ["bridge", "mayor", "flood", "opera"];
  const ARCHIVE = page("Archive", "Our archive of stories was closed.");
  const folder =
    (target: string, random: SiteSays = `→${target}`) =>
    (path: string): SiteSays => {
      if (path === "/") return HOME;
      if (path === target || path === `${target}/`) return ARCHIVE;
      return path.includes("weboid-") ? random : `→${target}`;
    };

  test.each([["/old/"], ["/old"], ["/old/index.html"], ["/old-stories/"], ["http://new.zz/old/"]])(
    "where an address that cannot exist ends there, too: %s",
    async (target) => {
      await open({ "site.zz": folder(target), "new.zz": (path) => (path === "/old/" ? ARCHIVE : 404) });
      for (const name of NAMES) expect(await check(`http://site.zz/old/${name}.html`)).toEqual(LOST);
      expect(await check("http://site.zz/old/deep/down.html")).toEqual(LOST);
    },
  );

  test("not where that is said to be missing, however many do", async () => {
    await open({ "site.zz": folder("/old/", 404) });
    for (const name of [...NAMES, "winter", "school"])
      expect(await check(`http://site.zz/old/${name}.html`)).toEqual(MOVED);
    expect(web.asked.filter((line) => line.includes("weboid-"))).toHaveLength(1);
  });

  test("where the first address that cannot exist was asked for elsewhere, from the fourth on, asked once", async () => {
    const archive = folder("/old/");
    await open({
      "site.zz": (path) => (path.startsWith("/old/") ? archive(path) : isThere(path) ? story(path) : 404),
    });
    expect(await check("http://site.zz/news/living")).toMatchObject({ rule: "table" });
    const rules: string[] = [];
    for (const name of [...NAMES, "winter", "school"])
      rules.push((await check(`http://site.zz/old/${name}.html`)).rule);
    expect(rules).toEqual([
      ...["redirect", "redirect", "redirect"],
      ...["redirect-shared", "redirect-shared", "redirect-shared"],
    ]);
    const random = () => web.asked.filter((line) => line.includes("weboid-"));
    expect(random()).toHaveLength(2);
  });

  test("not where that is said to be missing there, too, asked once", async () => {
    const archive = folder("/old/", 404);
    await open({
      "site.zz": (path) => (path.startsWith("/old/") ? archive(path) : isThere(path) ? story(path) : 404),
    });
    await check("http://site.zz/news/living");
    for (const name of [...NAMES, "opera", "winter", "school"])
      expect(await check(`http://site.zz/old/${name}.html`)).toEqual(MOVED);
    expect(web.asked.filter((line) => line.includes("weboid-"))).toHaveLength(2);
  });

  test("nor names of the folder itself, and parts of what stands there", async () => {
    await open({ "site.zz": folder("/old/") });
    expect(await check("http://site.zz/old/bridge.html")).toEqual(LOST);
    for (const path of [
      ...[
        "/old/index.html",
        "/old/home.htm",
        "/old/default.asp",
        "/old.php",
        "/OLD/Index.html",
        "/old/?lang=de",
      ],
      ...["/archive/old/", "/de/old/", "/old/en/", "/old/2", "/old/page3", "/old/print"],
    ])
      expect([path, await check(`http://site.zz${path}`)]).toEqual([path, MOVED]);
  });

  test("nor what speaks of a page at which four others end", async () => {
    await open({
      "site.zz": (path) =>
        path === "/docs/manual" ? story(path) : path.includes("weboid-") ? 404 : "→/docs/manual",
    });
    const rules: string[] = [];
    for (const path of ["/a/x", "/b/y", "/c/z", "/d/w", "/docs/manual-of-2009", "/docs/manual/first"])
      rules.push((await check(`http://site.zz${path}`)).rule);
    expect(rules).toEqual(["redirect", "redirect", "redirect", "redirect-shared", "redirect", "redirect"]);
  });
});

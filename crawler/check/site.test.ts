import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { addDays, asDay } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { interpret } from "../classify/interpret.ts";
import type { Outcome } from "../classify/outcome.ts";
import { decodeSites, SITE_DAYS } from "../classify/site/facts.ts";
import { type DnsServer, startDnsServer, type Zone } from "../net/testing/dns-server.ts";
import type { CheckerOptions } from "./checker.ts";
import { HOME, page, story } from "./testing/pages.ts";
import { type ScheduledChecker, scheduledChecker } from "./testing/scheduled.ts";
import { type SiteSays, type SiteWeb, startSiteWeb } from "./testing/site-web.ts";

const TODAY = asDay(3_612);
const MISSING = page("Not found", "Sorry, there is no such page. Try the search.");

let web: SiteWeb;
let dns: DnsServer;
let checker: ScheduledChecker;
let close: (() => unknown)[] = [];

async function open(sites: Readonly<Record<string, (path: string) => SiteSays>>, zone: Zone = {}) {
  web = await startSiteWeb(sites);
  dns = await startDnsServer({ ...zone, "*": { A: ["127.0.0.1"] } });
  close = [() => web.close(), () => dns.close()];
  restart();
}
/** Another process, which remembers nothing. */
function restart(more: Partial<CheckerOptions> = {}) {
  checker = scheduledChecker({
    contact: null,
    allowPrivate: true,
    dns: [dns.address],
    ownPorts: { http: web.port, https: web.port },
    probe: true,
    ...more,
  });
  const own = checker;
  close.push(() => own.close());
}
afterEach(async () => {
  for (const each of close.reverse()) await each();
});

const ask = (url: string, known = "", today = TODAY): Promise<Outcome> =>
  checker.check(url as NormalisedUrl, { site: { known, today } });
const read = (outcome: Outcome, url: string) => {
  const { status, deadEnd, refused, notes, rule } = interpret(outcome, url as NormalisedUrl, 0);
  return {
    status,
    deadEnd,
    refused,
    rule,
    notes: notes.map(({ key, value }) => (value ? `${key} ${value}` : key)),
  };
};
const check = async (url: string) => read(await ask(url), url);
const learnt = (outcome: Outcome): string => (outcome.kind === "answer" && outcome.site?.learnt) || "";
const GET = () => web.asked.filter((line) => line.startsWith("GET"));
const probes = () => web.asked.filter((line) => line.includes("weboid-"));

describe("soft-404 (C7)", () => {
  const paper = (path: string): SiteSays => {
    if (path === "/") return HOME;
    return path.includes("living") ? story(path) : MISSING;
  };

  test("is doubtful, with its status; pages that are there are not", async () => {
    await open({ "paper.zz": paper });
    expect(await check("http://paper.zz/news/dead.html")).toEqual({
      status: 1,
      deadEnd: true,
      refused: false,
      rule: "soft-404",
      notes: ["soft-404"],
    });
    expect(await check("http://paper.zz/news/living.html")).toMatchObject({ deadEnd: false, notes: [] });
    expect(await check("http://paper.zz/sport/dead")).toMatchObject({ rule: "soft-404" });
    // One random address in the folder and with the extension of the first, and the first page.
    expect(probes()).toEqual([
      expect.stringMatching(/^HEAD paper\.zz \/news\/weboid-[0-9a-f]{16}\.html$/),
      expect.stringMatching(/^GET paper\.zz \/news\/weboid-[0-9a-f]{16}\.html$/),
    ]);
    expect(new Set(probes().map((line) => line.split(" ").at(-1))).size).toBe(1);
    expect(GET().filter((line) => line === "GET paper.zz /")).toHaveLength(1);
  });

  test("without a word of it: only in folders where names are known to matter", async () => {
    const odd = page(
      "Alas",
      "This road ends in the woods, dear wanderer, so turn round, walk home, warm your hands at the fire, have a good meal and a long sleep, and set out another day.",
    );
    await open({ "paper.zz": (path) => (path === "/" ? HOME : path.includes("living") ? story(path) : odd) });
    expect(await check("http://paper.zz/news/dead")).toMatchObject({ deadEnd: false });
    expect(await check("http://paper.zz/sport/dead")).toMatchObject({ rule: "soft-404" });
    expect(await check("http://paper.zz/news/living")).toMatchObject({ deadEnd: false });
    expect(await check("http://paper.zz/news/dead")).toMatchObject({ rule: "soft-404" });
  });

  test("at an address that is a word of what the page says", async () => {
    const missing = page("Page not found", "The requested page could not be found.");
    await open({
      "paper.zz": (path) => (path === "/" ? HOME : path.includes("living") ? story(path) : missing),
    });
    expect(await check("http://paper.zz/known/page.html")).toMatchObject({ rule: "soft-404" });
    expect(await check("http://paper.zz/living/page.html")).toMatchObject({ rule: "table", deadEnd: false });
  });

  test("one random address for many checks at once", async () => {
    await open({ "paper.zz": paper });
    const urls = Array.from(
      { length: 60 },
      (_, n) => `http://paper.zz/f${n % 7}/${n % 2 ? "dead" : "living"}${n}`,
    );
    const all = await Promise.all(urls.map(check));
    expect(all.map(({ deadEnd }) => deadEnd)).toEqual(urls.map((url) => url.includes("dead")));
    expect(probes()).toHaveLength(2);
  });

  test("what was learnt is believed by another process, for 90 days", async () => {
    await open({ "paper.zz": paper });
    const known = learnt(await ask("http://paper.zz/news/dead"));
    expect(known.length).toBeLessThan(600);
    for (const [days, count] of [
      [SITE_DAYS - 1, 2],
      [SITE_DAYS, 4],
    ] as const) {
      restart();
      const outcome = await ask("http://paper.zz/sport/dead", known, addDays(TODAY, days));
      expect(read(outcome, "http://paper.zz/sport/dead")).toMatchObject({ rule: "soft-404" });
      expect(probes()).toHaveLength(count);
    }
  });

  test("a site that says 404 to HEAD is asked once, and never by GET", async () => {
    await open({ "fine.zz": (path) => (path.includes("weboid-") ? 404 : path === "/" ? HOME : story(path)) });
    for (let n = 0; n < 20; n++)
      expect(await check(`http://fine.zz/a/${n}.html`)).toMatchObject({
        status: 1,
        deadEnd: false,
        notes: [],
      });
    expect(web.asked).toHaveLength(21);
    expect(GET()).toEqual([]);
  });

  test("a site whose HEAD finds everything is asked by GET, and remembered for it", async () => {
    await open({
      "stub.zz": (path) => (path === "/a/1.html" ? story(path) : { http: 404, head: 200 }),
      "down.zz": () => ({ http: 500, head: 200 }),
    });
    expect(await ask("http://stub.zz/a/1.html")).toMatchObject({ neededGet: true });
    expect(await check("http://stub.zz/b/2.html")).toMatchObject({ status: 18, rule: "error" });
    restart();
    const gone = await ask("http://stub.zz/c/3.html");
    expect(gone).toMatchObject({ neededGet: true });
    expect(read(gone, "http://stub.zz/c/3.html")).toMatchObject({ status: 18, deadEnd: false });
    expect(await check("http://down.zz/c/3.html")).toMatchObject({ status: 16, rule: "error" });
  });

  test("… behind a redirect, too, by every process", async () => {
    await open({
      "way.zz": () => "→http://stub.zz/a/gone.html",
      "stub.zz": (path) => (path === "/a/1.html" ? story(path) : { http: 404, head: 200 }),
    });
    const there = await ask("http://stub.zz/a/1.html");
    const gone = { deadEnd: true, rule: "redirect-to-error" };
    expect(await check("http://way.zz/x.html")).toMatchObject(gone);
    restart();
    const site = { known: learnt(there), today: TODAY };
    await checker.check("http://stub.zz/a/1.html" as NormalisedUrl, { getNeeded: true, site });
    expect(await check("http://way.zz/x.html")).toMatchObject(gone);
  });

  describe("what HEAD says of the address that cannot exist", () => {
    const says =
      (random: SiteSays, gone: SiteSays = random) =>
      (path: string): SiteSays => {
        if (path === "/") return HOME;
        if (path === "/sorry") return MISSING;
        if (path.includes("weboid-")) return random;
        return path.includes("living") ? story(path) : gone;
      };
    const headless = { head: 404, body: MISSING };

    test.each<[string, SiteSays, string[], string?]>([
      ["404", 404, ["HEAD"]],
      ["410", 410, ["HEAD"]],
      ["404, GET a page", headless, ["HEAD"]],
      ["405, GET 404", { head: 405, http: 404 }, ["HEAD", "GET"]],
      ["403, GET a page", { head: 403, body: MISSING }, ["HEAD", "GET"], "soft"],
      ["500, GET a page", { head: 500, body: MISSING }, ["HEAD", "GET"], "soft"],
      ["503, GET 404", { head: 503, http: 404 }, ["HEAD", "GET"]],
      ["a redirect", "→/sorry", ["HEAD", "GET"], "elsewhere"],
      [
        "404 with a wall, GET a page",
        { ...headless, fields: { "cf-mitigated": "challenge" } },
        ["HEAD", "GET"],
        "plain",
      ],
      [
        "404 from a guard, GET a page",
        { ...headless, fields: { "set-cookie": "incap_ses_1=x" } },
        ["HEAD", "GET"],
        "soft",
      ],
    ])("%s", async (_, random, asked, kind = asked.length === 1 ? "proper-to-head" : "proper") => {
      await open({ "site.zz": says(random) });
      const outcome = await ask("http://site.zz/living/1");
      expect(read(outcome, "http://site.zz/living/1")).toMatchObject({ rule: "table", deadEnd: false });
      expect([...decodeSites(learnt(outcome)).values()]).toMatchObject([{ kind }]);
      expect(probes().map((line) => line.split(" ", 1)[0])).toEqual(asked);
    });

    test("404 says nothing of links that GET showed: a page for everything is known by GET alone", async () => {
      await open({ "site.zz": says(headless) });
      const known = learnt(await ask("http://site.zz/living/1"));
      for (const again of [false, true]) {
        if (again) restart();
        const gone = await ask("http://site.zz/news/2", known);
        expect(read(gone, "http://site.zz/news/2")).toMatchObject({ rule: "soft-404", deadEnd: true });
        expect(await check("http://site.zz/living/3")).toMatchObject({ rule: "table", deadEnd: false });
      }
      expect(probes().map((line) => line.split(" ", 1)[0])).toEqual(["HEAD", "GET", "GET"]);
    });

    test("also of those that waited for it", async () => {
      await open({ "site.zz": says(headless) });
      const urls = Array.from({ length: 24 }, (_, n) => `http://site.zz/${n % 4 ? "living" : "gone"}/${n}`);
      const all = await Promise.all(urls.map(check));
      expect(all.map(({ rule }) => rule === "soft-404")).toEqual(urls.map((url) => url.includes("gone")));
      expect(probes().length).toBeLessThanOrEqual(2);
    });

    test("nor of redirects that GET showed", async () => {
      const sorry = { head: 404, http: 302, body: "→/sorry" };
      await open({ "site.zz": says(sorry) });
      expect(await check("http://site.zz/living/1")).toMatchObject({ rule: "table" });
      expect(await check("http://site.zz/news/2")).toMatchObject({ rule: "redirect-shared", deadEnd: true });
    });

    test("a page for everything that GET showed first holds for all", async () => {
      await open({ "site.zz": says(headless) });
      expect(await check("http://site.zz/news/2")).toMatchObject({ rule: "soft-404" });
      expect(await check("http://site.zz/living/1")).toMatchObject({ rule: "table", deadEnd: false });
      expect(probes().map((line) => line.split(" ", 1)[0])).toEqual(["GET"]);
    });

    test.each(["GET first", "HEAD first", "at once"])(
      "that it finds it shows in any order: %s",
      async (order) => {
        const site = says({ http: 404, head: 200 });
        const short = { head: 405, body: story("/short") };
        await open({ "site.zz": (path) => (path.endsWith("/short") ? short : site(path)) });
        const urls = ["http://site.zz/living/short", "http://site.zz/news/2"];
        if (order === "HEAD first") urls.reverse();
        const all = new Map<string, string>();
        const one = async (url: string) => all.set(url, (await check(url)).rule);
        if (order === "at once") await Promise.all(urls.map(one));
        else for (const url of urls) await one(url);
        expect(Object.fromEntries(all)).toEqual({
          "http://site.zz/living/short": "table",
          "http://site.zz/news/2": "error",
        });
      },
    );

    test("each way is asked once where links are found by both", async () => {
      const short = { head: 405, body: story("/short") };
      const site = says(404);
      await open({ "site.zz": (path) => (path.endsWith("/short") ? short : site(path)) });
      let known = "";
      for (let n = 0; n < 3; n++) {
        for (const path of ["/living/1", "/living/short", "/living/x/short", "/living/2"])
          known = learnt(await ask(`http://site.zz${path}`, known)) || known;
        restart();
      }
      expect(probes().map((line) => line.split(" ", 1)[0])).toEqual(["HEAD", "GET"]);
      expect([...decodeSites(known).values()]).toMatchObject([{ kind: "proper" }]);
    });
  });

  test.each<[string, (path: string) => SiteSays]>([
    ["says ok to everything", () => "ok"],
    [
      "is an application of one page",
      () => '<title>App</title><div id="root"></div><script src="/a.js"></script>',
    ],
    ["shows its first page for everything", () => HOME],
    ["refuses the random address", (path) => (path.includes("weboid-") ? 403 : story(path))],
    ["wants it slower", (path) => (path.includes("weboid-") ? 429 : story(path))],
    ["fails at it", (path) => (path.includes("weboid-") ? 503 : story(path))],
    ["has no first page", (path) => (path === "/" ? 500 : MISSING)],
    [
      "puts a wall before it",
      (path) =>
        path.includes("weboid-")
          ? { body: MISSING, fields: { "cf-mitigated": "challenge" } }
          : path === "/"
            ? HOME
            : MISSING,
    ],
    [
      "shows documents",
      (path) => ({ body: path === "/" ? HOME : MISSING, fields: { "content-type": "application/pdf" } }),
    ],
    [
      "shows one page under any title, by the number before it",
      (path) => (path === "/" ? HOME : /\/17\//.test(path) ? story("/17") : 404),
    ],
    [
      "shows one page under any name in a folder",
      (path) =>
        path === "/"
          ? HOME
          : page(
              "Chair",
              "A red chair by Thonet, bent from one piece of wood in the year of the fair, with a seat of cane, and signed.",
            ),
    ],
  ])("is never said of a site that %s", async (_, says) => {
    await open({ "site.zz": says });
    for (const path of ["/17/one", "/17/two"])
      expect(await check(`http://site.zz${path}`)).toMatchObject({ deadEnd: false, notes: [] });
  });

  test("pages are read through gzip, and a bomb is no page", async () => {
    const packed = (body: string | Buffer): SiteSays => ({
      body: gzipSync(body),
      fields: { "content-encoding": "gzip" },
    });
    const bodies: Record<string, string | Buffer> = {
      "/": HOME,
      "/bomb": Buffer.alloc(64 * 1024 * 1024, 60),
    };
    const said = (path: string) => packed(bodies[path] ?? MISSING);
    await open({ "paper.zz": said });
    expect(await check("http://paper.zz/dead")).toMatchObject({ rule: "soft-404" });
    expect(await check("http://paper.zz/bomb")).toMatchObject({ deadEnd: false });
  });

  test("the redirect to https or www of a site whose missing pages are soft", async () => {
    await open({
      "paper.zz": (path) => `→http://www.paper.zz${path}`,
      "www.paper.zz": paper,
    });
    expect(await check("http://paper.zz/news/dead")).toMatchObject({
      status: 63,
      deadEnd: true,
      rule: "soft-404",
    });
    expect(await check("http://paper.zz/news/living")).toMatchObject({ status: 63, deadEnd: false });
  });
});

test("as politely as checks: one request of a host at a time, and nobody waits for the other (C4)", async () => {
  const other = (path: string): SiteSays => (path === "/" ? HOME : MISSING);
  await open({
    "a.zz": (path) => (path.startsWith("/to-b") ? `→http://b.zz${path}` : other(path)),
    "b.zz": (path) => (path.startsWith("/to-a") ? `→http://a.zz${path}` : other(path)),
  });
  restart({ limits: { waitMsMax: 50_000 } });
  const urls = Array.from({ length: 24 }, (_, n) => [
    `http://a.zz/${n % 3 ? "page" : "to-b"}${n}`,
    `http://b.zz/${n % 3 ? "page" : "to-a"}${n}`,
  ]).flat();
  const all = await Promise.all(urls.map(check));
  expect(all.filter(({ rule }) => rule === "not-tried")).toEqual([]);
  expect(all.filter((_, at) => urls[at]?.includes("page")).every(({ rule }) => rule === "soft-404")).toBe(
    true,
  );
  expect([web.most("a.zz"), web.most("b.zz")]).toEqual([1, 1]);
  expect(probes()).toHaveLength(4);
});

describe("redirects to one target (C6)", () => {
  test("where a random address ends too", async () => {
    await open({
      "paper.zz": (path) => (path === "/sorry" ? MISSING : path === "/a/1" ? story(path) : "→/sorry"),
    });
    expect(await check("http://paper.zz/news/dead")).toEqual({
      status: 8,
      deadEnd: true,
      refused: false,
      rule: "redirect-shared",
      notes: ["redirect-shared http://paper.zz/sorry"],
    });
    expect(await check("http://paper.zz/a/1")).toMatchObject({ status: 1, deadEnd: false });
    expect(probes()).toHaveLength(2);
  });

  test("or four others, counted", async () => {
    await open({
      "paper.zz": (path) =>
        path.startsWith("/story") ? "→/archive-closed" : path === "/archive-closed" ? story(path) : 404,
    });
    const rules: string[] = [];
    for (let n = 1; n <= 6; n++) rules.push((await check(`http://paper.zz/story${n}`)).rule);
    expect(rules).toEqual([
      "redirect",
      "redirect",
      "redirect",
      "redirect-shared",
      "redirect-shared",
      "redirect-shared",
    ]);
  });

  test("a notice of maintenance is believed for a while only", async () => {
    let closed = true;
    await open({
      "paper.zz": (path) => {
        if (path === "/maintenance") return MISSING;
        if (closed) return "→/maintenance";
        return path.includes("weboid-") ? 404 : path === "/help" ? "→/maintenance" : story(path);
      },
    });
    const known = learnt(await ask("http://paper.zz/news/a"));
    closed = false;
    const url = "http://paper.zz/help";
    restart();
    const soon = await ask(url, known, addDays(TODAY, SITE_DAYS - 1));
    expect(read(soon, url)).toMatchObject({ rule: "redirect-shared" });
    restart();
    const later = await ask(url, known, addDays(TODAY, SITE_DAYS));
    expect(read(later, url)).toMatchObject({ rule: "redirect", deadEnd: false });
  });

  test("what another process learnt is taken up, and nothing of it is written over", async () => {
    await open({
      "paper.zz": (path) =>
        /^\/(?:closed|moved)$/.test(path)
          ? story(path)
          : path.includes("weboid-")
            ? 404
            : path.startsWith("/a")
              ? "→/closed"
              : "→/moved",
    });
    const urls = (folder: string) => [1, 2, 3, 4].map((n) => `http://paper.zz/${folder}${n}/x`);
    const walk = async (all: readonly string[], known: string) => {
      let last = "";
      for (const url of all) last = learnt(await ask(url, known)) || last;
      return last;
    };
    const first = checker;
    const byFirst = await walk(urls("a"), "");
    restart();
    const bySecond = await walk(urls("b"), "");
    checker = first;
    // The second wrote over the first's column: the first reads that row with its next URL, and reports both.
    const both = learnt(await ask("http://paper.zz/b9/x", bySecond));
    expect(read(await ask("http://paper.zz/b8/x", both), "http://paper.zz/b8/x").rule).toBe(
      "redirect-shared",
    );
    restart();
    for (const url of ["http://paper.zz/a9/x", "http://paper.zz/b9/x"])
      expect(read(await ask(url, both), url).rule).toBe("redirect-shared");
    // Rows that were read before that are nothing new, and nothing is reported again for them.
    checker = first;
    for (const known of [bySecond, both, byFirst])
      expect(learnt(await ask("http://paper.zz/b7/x", known))).toBe("");
  });

  test("ever new targets teach no more than a few", async () => {
    await open({
      "h.zz": (path) => {
        const number = Number(path.match(/^\/s(\d+)\/x/)?.[1] ?? Number.NaN);
        if (path.startsWith("/t")) return story(path);
        return Number.isNaN(number) ? 404 : `→/t/${String.fromCharCode(97 + (number >> 2)).repeat(3)}`;
      },
    });
    const reported: string[] = [];
    for (let n = 0; n < 80; n++) reported.push(learnt(await ask(`http://h.zz/s${n}/x`)));
    // The answer to the random address, and eight targets.
    expect(reported.filter((text) => text !== "")).toHaveLength(9);
  });

  test.each<[string, readonly string[], (path: string) => SiteSays]>([
    [
      "spellings of one page",
      ["/Page", "/page", "/page/", "/page.html", "/page?utm_source=1", "/page?utm_source=2"],
      (path) =>
        path.toLowerCase().startsWith("/page") ? "→/elsewhere" : path === "/elsewhere" ? story(path) : 404,
    ],
    [
      "parts of one article",
      ["/article/page1", "/article/page2", "/article/3", "/article/print", "/article/amp"],
      (path) => (path.startsWith("/article/") ? "→/article" : path === "/article" ? story(path) : 404),
    ],
    [
      "whatever stands in one folder",
      ["/article/x", "/article/y", "/article/and-more", "/article/z.html", "/article/z.php"],
      (path) =>
        path.includes("weboid-")
          ? 404
          : path.startsWith("/article/")
            ? "→/article"
            : path === "/article"
              ? story(path)
              : 404,
    ],
    [
      "old titles of a page that goes by its number",
      ["/q/17/one", "/q/17/two", "/q/17/three", "/q/17/four", "/q/17/five"],
      (path) => (path === "/q/17/title" ? story(path) : path.startsWith("/q/17/") ? "→/q/17/title" : 404),
    ],
    [
      "a lasting identifier's targets",
      ["/x1", "/x2", "/x3", "/x4", "/x5"],
      (path) =>
        path.startsWith("/x")
          ? `→/article-of-${path.slice(1)}`
          : path.startsWith("/article")
            ? story(path)
            : 404,
    ],
    ["a move to https or www only", ["/a", "/b", "/c", "/d", "/e"], (path) => `→http://www.site.zz${path}`],
  ])("%s are not many", async (_, paths, says) => {
    await open({ "site.zz": says, "www.site.zz": (path) => (path.includes("weboid-") ? 404 : story(path)) });
    for (const path of paths) expect(await check(`http://site.zz${path}`)).toMatchObject({ deadEnd: false });
  });

  test("a login is a refusal, however many end there", async () => {
    await open({ "club.zz": (path) => (path === "/login" ? page("Log in", "Members only") : "→/login") });
    for (let n = 0; n < 6; n++)
      expect(await check(`http://club.zz/doc/${n}`)).toMatchObject({
        status: 8,
        refused: true,
        deadEnd: false,
      });
    expect(web.asked.filter((line) => line.includes("weboid-"))).toHaveLength(0);
  });

  test("a wall before everything is no place of lost pages", async () => {
    const wiki = (path: string): SiteSays => {
      if (path === "/captcha") return page("Captcha", "A test that keeps machines out.");
      return path === "/living" ? story(path) : "→/captcha";
    };
    await open({ "wiki.zz": wiki });
    expect(await check("http://wiki.zz/living")).toMatchObject({ rule: "table" });
    expect(await check("http://wiki.zz/news/5")).toMatchObject({
      rule: "redirect-to-refusal",
      refused: true,
      deadEnd: false,
      notes: ["robot-wall"],
    });
    expect(learnt(await ask("http://wiki.zz/living"))).toBe("");
    restart();
    const known = learnt(await ask("http://wiki.zz/living"));
    expect([...decodeSites(known).values()]).toMatchObject([{ kind: "plain", sinks: new Map() }]);
  });

  test("a consent on another host that knows the way back is no place of lost pages", async () => {
    await open({
      "paper.zz": (path) =>
        path === "/"
          ? HOME
          : `→http://choice.privacy.zz/gdpr?done=${encodeURIComponent(`http://paper.zz${path}`)}`,
      "choice.privacy.zz": () => page("Your choice", "We and our partners want to know all of you. Agree?"),
    });
    for (const n of [1, 2, 3, 4, 5, 6])
      expect(await check(`http://paper.zz/news/story-${"abcdefg"[n]}`)).toMatchObject({
        rule: "redirect-to-gate",
        refused: true,
        deadEnd: false,
      });
  });

  test("the first page needs no other address", async () => {
    await open({ "paper.zz": (path) => (path === "/" ? HOME : "→/") });
    expect(await check("http://paper.zz/news/dead")).toMatchObject({
      status: 8,
      deadEnd: true,
      rule: "redirect-to-root",
    });
    expect(web.asked.filter((line) => line.includes("weboid-"))).toHaveLength(0);
  });
});

describe("parked domains (C11)", () => {
  const parked = page(
    "gone.zz",
    'The domain gone.zz is for sale! <script src="https://www.sedoparking.com/x.js"></script>',
  );
  const zone: Zone = { "gone.zz": { A: ["127.0.0.1"], NS: ["ns1.sedoparking.com"] } };

  test("are noted, and their verdict stays", async () => {
    await open({ "gone.zz": () => parked }, zone);
    expect(await check("http://gone.zz/old/page")).toEqual({
      status: 1,
      deadEnd: false,
      refused: false,
      rule: "table",
      notes: ["parked"],
    });
    expect(await check("http://gone.zz/")).toMatchObject({ notes: ["parked"] });
  });

  test("the owner may have changed where the site was seen otherwise, since it was first seen so", async () => {
    let says: (path: string) => SiteSays = (path) =>
      path === "/" ? HOME : path === "/page" ? story(path) : 404;
    await open({ "gone.zz": (path) => says(path) }, zone);
    const before = learnt(await ask("http://gone.zz/page"));
    says = () => parked;
    restart();
    const day = addDays(TODAY, 100);
    const outcome = await ask("http://gone.zz/page", before, day);
    expect(read(outcome, "http://gone.zz/page").notes).toEqual(["parked", `owner-changed ${day}`]);
    restart();
    const later = await ask("http://gone.zz/page", learnt(outcome), addDays(day, 100));
    expect(read(later, "http://gone.zz/page").notes).toEqual(["parked", `owner-changed ${day}`]);
    says = (path) => (path === "/page" ? story(path) : 404);
    restart();
    const back = await ask("http://gone.zz/page", learnt(later), addDays(day, 200));
    expect(read(back, "http://gone.zz/page").notes).toEqual([]);
  });

  test("are shown so for as long as somebody saw it within 90 days, and since the first day again", async () => {
    let says: (path: string) => SiteSays = (path) => (path === "/page" ? story(path) : 404);
    await open({ "gone.zz": (path) => says(path) }, zone);
    let known = learnt(await ask("http://gone.zz/page"));
    const notes: string[] = [];
    for (const [at, next] of [
      [1, () => parked],
      [2, (path: string) => (path === "/page" ? parked : 503)],
      [3, (path: string) => (path === "/page" ? parked : { http: 403, head: 200 })],
      [4, () => parked],
    ] as const) {
      says = next;
      restart();
      const outcome = await ask("http://gone.zz/page", known, addDays(TODAY, 100 * at));
      known = learnt(outcome) || known;
      notes.push(read(outcome, "http://gone.zz/page").notes.join());
    }
    const since = `parked,owner-changed ${addDays(TODAY, 100)}`;
    expect(notes).toEqual([since, "", "", since]);
  });

  test("by their first page as well", async () => {
    let says: SiteSays = parked;
    await open({ "gone.zz": () => says }, zone);
    let known = "";
    const notes: string[] = [];
    for (const [at, next] of [parked, { http: 503, head: 200 }, { http: 503, head: 200 }, parked].entries()) {
      says = next;
      restart();
      const outcome = await ask("http://gone.zz/", known, addDays(TODAY, 100 * at));
      known = learnt(outcome) || known;
      notes.push(read(outcome, "http://gone.zz/").notes.join());
    }
    expect(notes).toEqual(["parked", "", "", "parked"]);
  });

  test("without name servers of such a service nothing is said of the owner", async () => {
    let says: (path: string) => SiteSays = (path) => (path === "/page" ? story(path) : 404);
    await open({ "gone.zz": (path) => says(path) }, { "gone.zz": { A: ["127.0.0.1"], NS: ["ns1.host.zz"] } });
    const before = learnt(await ask("http://gone.zz/page"));
    says = () => parked;
    restart();
    const outcome = await ask("http://gone.zz/page", before, addDays(TODAY, 100));
    expect(read(outcome, "http://gone.zz/page").notes).toEqual(["parked"]);
  });

  test("a redirect to a marketplace that names the domain", async () => {
    await open({
      "gone.zz": () => "→http://www.hugedomains.com/domain_profile.cfm?d=gone.zz",
      "www.hugedomains.com": () => page("gone.zz is for sale", "Buy now"),
    });
    expect(await check("http://gone.zz/old/page")).toMatchObject({
      notes: expect.arrayContaining(["parked"]),
    });
  });

  test("a redirect to a page of a domain that is parked", async () => {
    const story = "/news/2019/story-of-the-bridge";
    await open(
      {
        "old.zz": (path) =>
          path === "/" ? HOME : path.startsWith("/news/") ? `→http://gone.zz${path}` : 404,
        "gone.zz": () => parked,
      },
      zone,
    );
    for (const path of [story, "/news/2019/another-story"])
      expect(await check(`http://old.zz${path}`)).toMatchObject({
        deadEnd: false,
        notes: expect.arrayContaining(["parked"]),
      });
    expect(await check("http://old.zz/")).toMatchObject({ notes: [] });
  });

  test("one link to a registrar says nothing of a host that works", async () => {
    await open(
      {
        "blog.zz": (path) =>
          path.startsWith("/host")
            ? "→http://www.namecheap.com/?aff=1&ref=blog.zz"
            : path === "/post"
              ? story(path)
              : 404,
        "www.namecheap.com": () => page("Namecheap", "Domains for all"),
      },
      { "blog.zz": { A: ["127.0.0.1"], NS: ["dns1.registrar-servers.com"] } },
    );
    for (const path of ["/post", "/host1", "/host2", "/post"])
      expect(await check(`http://blog.zz${path}`)).toMatchObject({
        deadEnd: false,
        notes: expect.not.arrayContaining(["parked"]),
      });
    expect(dns.asked).not.toContain("blog.zz NS");
    restart();
    for (const path of ["/host1", "/post"])
      expect(await check(`http://blog.zz${path}`)).toMatchObject({
        deadEnd: false,
        notes: expect.not.arrayContaining(["parked"]),
      });
  });

  test("a first page that leads to a marketplace is looked at once", async () => {
    await open({
      "gone.zz": () => "→http://www.hugedomains.com/domain_profile.cfm?d=gone.zz",
      "www.hugedomains.com": () => page("gone.zz is for sale", "Buy now"),
    });
    for (let n = 0; n < 3; n++) expect((await check("http://gone.zz/")).notes).toContain("parked");
    expect(dns.asked.filter((line) => line === "gone.zz NS")).toHaveLength(1);
  });

  test("an article about parking, with all its words, is not parked, whatever its name servers", async () => {
    const about = page(
      "Domain parking",
      `Pages that say "this domain is for sale" come from sedoparking.com. <a href="https://sedo.com/">Sedo</a>`,
    );
    await open({ "news.zz": () => about }, { "news.zz": { A: ["127.0.0.1"], NS: ["ns1.sedoparking.com"] } });
    for (const path of ["/", "/article"])
      expect(await check(`http://news.zz${path}`)).toMatchObject({ notes: [] });
    expect(dns.asked).not.toContain("news.zz NS");
  });
});

describe("sites that become ones of betting (C11)", () => {
  const BETS = page(
    "Situs Slot Gacor 2026",
    "Slot online resmi, link alternatif, maxwin setiap hari, toto togel",
  );
  const TOWN = page(
    "The Town",
    "The council met on Tuesday and spoke about the bridge, the school and the new bus line. ".repeat(5),
  );
  const DOWN = page("We will be back", "Maintenance, please come back in an hour.");
  const LONG = page(
    "We will be back",
    "We are working on this site. Please come back in an hour. ".repeat(8),
  );
  const BANNED = page("The Paper", "Judi online: maxwin, slot gacor, toto togel and what they cost");
  const DAYS = 100;

  /** What the site says at each look, a hundred days apart, and the notes on the URL by then, with the look since when. */
  async function follow(looks: readonly (readonly [says: (path: string) => SiteSays, url?: string])[]) {
    let says: (path: string) => SiteSays = () => 404;
    await open({ "town.zz": (path) => says(path) });
    let known = "";
    const notes: string[] = [];
    for (const [at, [next, url = "http://town.zz/"]] of looks.entries()) {
      says = next;
      restart();
      const outcome = await ask(url, known, addDays(TODAY, at * DAYS));
      known = learnt(outcome) || known;
      const own = read(outcome, url).notes.map((note) =>
        note.replace(/\d+/, (day) => String((Number(day) - TODAY) / DAYS)),
      );
      notes.push(own.join());
    }
    return notes;
  }
  const all = (first: SiteSays) => () => first;
  const root = (first: SiteSays) => (path: string) => (path === "/" ? first : path === "/old" ? TOWN : 404);
  const OLD = "http://town.zz/old";

  test("the owner may have changed since, where two looks saw another first page before", async () => {
    expect(
      await follow([
        [all(TOWN)],
        [all(TOWN)],
        [all(BETS)],
        [all(BETS), `${OLD}/page`],
        [all(TOWN)],
        [all(BETS)],
      ]),
    ).toEqual(["", "", "owner-changed 2", "owner-changed 2", "", "owner-changed 5"]);
  });

  test("the note goes on while the first page is so, and ends with it, where the site says 404 too", async () => {
    expect(
      await follow([
        [root(TOWN)],
        [root(TOWN)],
        [root(BETS)],
        [root(BETS), OLD],
        [root(TOWN), OLD],
        [root(TOWN), OLD],
      ]),
    ).toEqual(["", "", "owner-changed 2", "owner-changed 2", "", ""]);
  });

  test("what nobody looked at any more is not held against the owner", async () => {
    const moved = (path: string): SiteSays => (path === "/" ? BETS : "→/");
    const looks = await follow([[root(TOWN)], [root(TOWN)], [root(BETS)], [moved, OLD]]);
    expect(looks).toEqual(["", "", "owner-changed 2", "redirect-to-root http://town.zz/"]);
  });

  test.each<[string, SiteSays[]]>([
    ["a site of betting from the first look on", [BETS, BETS, BETS]],
    ["and with a notice of maintenance", [BETS, DOWN, BETS]],
    ["and with long ones, twice", [BETS, LONG, LONG, BETS]],
    ["and with errors", [BETS, 503, 404, BETS]],
    ["one look before only", [TOWN, BETS, BETS]],
    ["notices before only", [DOWN, DOWN, DOWN, BETS]],
    ["a paper that reports of it", [TOWN, TOWN, BANNED]],
    ["a wall meanwhile", [TOWN, TOWN, 403]],
  ])("%s: nothing is said", async (_, looks) => {
    expect(await follow(looks.map((first) => [all(first)]))).toEqual(looks.map(() => ""));
  });

  test("two looks on one day are one", async () => {
    let first = TOWN;
    await open({ "town.zz": () => first });
    const once = await ask("http://town.zz/");
    const twice = await ask("http://town.zz/old", learnt(once));
    first = BETS;
    restart();
    const later = await ask("http://town.zz/", learnt(twice), addDays(TODAY, DAYS));
    expect(read(later, "http://town.zz/").notes).toEqual([]);
  });
});

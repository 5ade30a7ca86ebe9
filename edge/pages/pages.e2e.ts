import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../../.ci/testing/browser.ts";
import { openSite, type Site } from "../../.ci/testing/site.ts";
import { EVERY_VERDICT, PROFILE } from "../../shared/format/html/testing/gallery.ts";
import { FORM_SCRIPT, HTML_CONTENT_TYPE, HTML_SECURITY_POLICY, STYLE } from "../../shared/format/html.ts";
import { DOCUMENTS } from "./testing/documents.ts";

/** Nothing takes so long unless it hangs, on a busy machine either. */
const HANG_MS = 60_000;

/** As the edge answers, and as a hostile wiki may. */
const wikisAnswer = (prefix: string) => ({
  version: 1,
  wikis: prefix.includes("@")
    ? [{ wiki: prefix, api: `${site.base}/w/api.php?x` }]
    : [{ wiki: "dewiki@WMF" }, { wiki: "dewikibooks@WMF" }],
});
const TITLES = ["Käse", '<img src="x" onerror="alert(1)">', 7, { a: 1 }];

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
let site: Site;

beforeAll(async () => {
  browser = await launchBrowser();
  site = await openSite(({ pathname, searchParams }) => {
    if (pathname === "/style.css") return { body: STYLE, headers: { "content-type": "text/css" } };
    if (pathname === "/form.js") return { body: FORM_SCRIPT, headers: { "content-type": "text/javascript" } };
    if (pathname === "/api/v1/wikis")
      return { body: JSON.stringify(wikisAnswer(searchParams.get("prefix") ?? "")) };
    if (pathname === "/w/api.php")
      return { body: JSON.stringify(["", TITLES]), headers: { "access-control-allow-origin": "*" } };
    const body = DOCUMENTS[pathname.slice(1)];
    if (body === undefined) return null;
    return {
      body,
      headers: { "content-type": HTML_CONTENT_TYPE, "content-security-policy": HTML_SECURITY_POLICY },
    };
  });
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

const [DEAD, BARE] = EVERY_VERDICT.filter(({ verdict }) => verdict === "unreachable");
/** What a wiki answers to `action=parse`, as MediaWiki lays out headings and references, with a hostile label. */
const ARTICLE = `<div class="toc"><h2 id="mw-toc-heading">Contents</h2></div><p>Text<sup id="cite_ref-a_1-0" class="reference"><a href="#cite_note-a-1">[1]</a></sup></p>
<div class="mw-heading"><h2 id="Über_uns">Über uns</h2></div><p><a class="external autonumber" href="${BARE?.url}">[1]</a><script>alert(1)</script><img src="https://elsewhere.example/x" onerror="alert(2)"></p>
<h2><span class="mw-headline" id="Belege">Belege</span></h2><ol><li id="cite_note-a-1"><a class="external text" href="${DEAD?.url}">The  &lt;b&gt;chronicle\u202e</a></li></ol>`;
const asParsed = (text: unknown) => ({
  body: JSON.stringify({ parse: { title: "Musterhausen", pageid: 9301140, text } }),
  headers: { "access-control-allow-origin": "*", "content-type": "application/json" },
});

/** The wiki of the answers: a fake in the form of MediaWiki's API, as its name leads elsewhere. */
const withWiki = async (context: BrowserContext, text: unknown): Promise<BrowserContext> => {
  await context.route("https://de.wikipedia.org/**", (route) => route.fulfill(asParsed(text)));
  return context;
};

test("the text, the references and the section of each link come from the wiki, and nothing of it runs", async () => {
  const context = await withWiki(await browser.newContext(), ARTICLE);
  const tab = await context.newPage();
  const asked: string[] = [];
  tab.on("request", (request) => asked.push(request.url()));
  const dialogs: string[] = [];
  tab.on("dialog", (dialog) => dialogs.push(dialog.message()));
  await tab.goto(`${site.base}/answer-de`);
  const place = (url = "") =>
    tab.locator(".urls > li", { has: tab.locator(`[href="${url}"]`) }).locator(".r");
  await place(DEAD?.url).locator("q").waitFor();
  expect(await place(DEAD?.url).textContent()).toBe("The <b>chronicle · [1]");
  expect(await place(DEAD?.url).locator("a").getAttribute("href")).toBe(
    "https://de.wikipedia.org/wiki/Musterhausen#cite_ref-a_1-0",
  );
  expect(await place(BARE?.url).textContent()).toBe("Über uns");
  expect(await place(BARE?.url).locator("a").getAttribute("href")).toContain("#%C3%9Cber_uns");
  expect(asked.filter((address) => !address.startsWith(site.base))).toEqual([
    expect.stringMatching(/^https:\/\/de\.wikipedia\.org\/w\/api\.php\?action=parse&pageid=9301140&/),
  ]);
  expect(dialogs).toEqual([]);
  expect(await shiftsOf(tab)).toBeLessThan(0.001);
  await context.close();
});

test("links are found in other spellings and beside one that is no address; on a phone a long text leaves room for all places", async () => {
  const long = "The chronicle of the village ".repeat(9);
  const spelling = "//me:word@WWW.Stadtarchiv-Musterhausen.de.:443/%62estaende/urkunden/1352#x";
  const named = ARTICLE.replace("The  &lt;b&gt;chronicle", long).replace(DEAD?.url ?? "", spelling);
  const article = named.replace(
    "<p>Text",
    '<h2 id="In">In a chapter of its own, with a long name</h2><p><a class="external" href="http://[1">x</a><a class="external">y</a>Text',
  );
  const phone = { viewport: { width: 320, height: 640 } };
  const context = await withWiki(await browser.newContext(phone), article);
  const tab = await context.newPage();
  await tab.goto(`${site.base}/invalid-first`);
  await tab.locator(".r q").first().waitFor();
  const [invalid, dead] = await tab.locator(".r").allTextContents();
  expect(invalid).toBe("x · In a chapter of its own, with a long name");
  expect(dead).toBe(`${long.slice(0, 120)} · [1] · In a chapter of its own, with a long name`);
  const cut = await tab.evaluate<boolean[]>(
    "[...document.querySelectorAll('.r > *')].map((each) => each.getBoundingClientRect().right > each.parentNode.getBoundingClientRect().right)",
  );
  expect(cut).toEqual([false, false, false, false, false]);
  const widths = await tab.evaluate<number[]>(
    "[...document.querySelectorAll('.r q')].map((each) => each.clientWidth)",
  );
  expect(Math.min(...widths)).toBeGreaterThan(5);
  expect(await shiftsOf(tab)).toBeLessThan(0.001);
  await context.close();
});

test.each<[string, unknown]>([
  ["no article", null],
  ["another form", { "*": "<p>x</p>" }],
  ["more than is read", `<h2 id="x">x</h2>${"<p>x</p>".repeat(1_100_000)}`],
])("of a wiki that answers with %s an answer is as without it", async (_, text) => {
  const context = await withWiki(await browser.newContext(), text);
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on("pageerror", (error) => complaints.push(String(error)));
  const isParse = (request: Request) => request.url().includes("action=parse");
  // Reading too much of an answer is broken off.
  const ended = Promise.any([
    tab.waitForEvent("requestfinished", isParse),
    tab.waitForEvent("requestfailed", isParse),
  ]);
  await tab.goto(`${site.base}/answer-de`);
  await ended;
  const rooms = await tab.locator(".r").allTextContents();
  expect([rooms.length > 5, rooms.join("")]).toEqual([true, ""]);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Rules of axe on which colours and widths have a bearing; the others judge the elements, which are the same in each view. */
const RULES_OF_A_VIEW = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"];
const VIEWS = [
  { colorScheme: "light", width: 1200, rules: null },
  { colorScheme: "dark", width: 320, rules: RULES_OF_A_VIEW },
] as const;

describe("a document", () => {
  let context: BrowserContext;
  // Each document is another one in it, and it costs a tenth of a second.
  let tab: Page;
  let complaints: string[];
  beforeAll(async () => {
    context = await withWiki(await browser.newContext(), "<h2 id='x'>x</h2>");
    tab = await context.newPage();
    tab.on("console", (message) => complaints.push(message.text()));
    tab.on("pageerror", (error) => complaints.push(String(error)));
  });
  afterAll(() => context.close());

  test.each(Object.keys(DOCUMENTS))(
    "%s is accessible and fits, light and wide, dark and narrow",
    async (name) => {
      complaints = [];
      await tab.goto(`${site.base}/${name}`);
      await tab.evaluate(AXE);
      await tab.evaluate('document.querySelectorAll("details").forEach((each) => { each.open = true; })');
      for (const { colorScheme, width, rules } of VIEWS) {
        await tab.emulateMedia({ colorScheme });
        await tab.setViewportSize({ width, height: 800 });
        await expectAccessible(tab, width, rules);
      }
      // The policy lets the style sheet in.
      expect(await tab.evaluate("getComputedStyle(document.body).marginTop")).toBe("0px");
      expect(complaints).toEqual([]);
    },
  );
});

/** By these rules of axe, which the page holds already (null: all). What passes is not described: that took most of the time. */
const violationsOf = (tab: Page, rules: readonly string[] | null = null): Promise<AxeViolation[]> =>
  tab.evaluate<AxeViolation[]>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ["violations"], selectors: false, ...(rules !== null && { runOnly: rules }) })}).then(({ violations }) => violations)`,
  );

/** By these rules of axe, which the page holds already (null: all); and nothing of it is cut at this width, px. */
async function expectAccessible(tab: Page, width: number, rules: readonly string[] | null): Promise<void> {
  const violations = await violationsOf(tab, rules);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  expect(found, `${width} px`).toEqual([]);
  expect(await tab.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  const cut = await tab.evaluate<string[]>(
    '[...document.querySelectorAll(".scroll")].filter((each) => each.scrollWidth > each.clientWidth).map((each) => getComputedStyle(each).backgroundImage)',
  );
  expect(cut, "tables that are cut, in letters as wide as Arial's (fonts-liberation)").toHaveLength(0);
}

test("nothing of a hostile answer runs, leads to a script, hides its direction or knows who sent its reader", async () => {
  const tab = await browser.newPage();
  const dialogs: string[] = [];
  tab.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await tab.goto(`${site.base}/hostile`);
  const links = await tab.evaluate<{ protocol: string; host: string; rel: string }[]>(
    "[...document.links].map(({ protocol, host, rel }) => ({ protocol, host, rel }))",
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ protocol }) => !/^(?:https?|ftp):$/.test(protocol))).toEqual([]);
  const outside = links.filter(
    ({ host }) => !site.base.endsWith(host) && host !== new URL(PROFILE.server).host,
  );
  expect(new Set(outside.map(({ rel }) => rel))).toEqual(new Set(["noopener nofollow ugc"]));
  const found = await tab.evaluate<string[]>(
    "[...document.querySelectorAll('*')].flatMap((each) => [...each.attributes].map(({ name }) => name).filter((name) => /^on/.test(name)))",
  );
  expect(found).toEqual([]);
  expect(await tab.locator("script").count()).toBe(1);
  expect(await tab.locator("body").textContent()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(await tab.locator(".x", { hasText: "U+202E" }).count()).toBeGreaterThan(0);
  expect(dialogs).toEqual([]);
  await tab.close();
});

test("a repair can be copied, text, summary and pieces; nothing that is shown otherwise than it is", async () => {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const tab = await context.newPage();
  await tab.goto(`${site.base}/repair-en`);
  await tab.locator("details > summary", { hasText: "New wikitext" }).click();
  const copied: string[] = [];
  for (const field of ["#r-text", "#r-summary", "code[data-take]"]) {
    await tab.locator(`${field} + .cp`).click();
    copied.push(await tab.evaluate<string>("navigator.clipboard.readText()"));
  }
  expect(copied).toEqual([
    "</textarea><script>alert(1)</script> {{Webarchiv |url=http://example.org/gone}}",
    "Defekte Weblinks: 1 Archivversion ergänzt",
    "{{Webarchiv |url=http://example.org/gone |wayback=20190312101112 |text=Chronik}}",
  ]);
  await tab.goto(`${site.base}/repair-he`);
  expect(await tab.locator("textarea").count()).toBe(0);
  expect(await tab.locator("code[data-take]").count()).toBe(await tab.locator("code + .cp").count());
  expect(await tab.locator("code", { hasText: "U+202E" }).count()).toBeGreaterThan(0);
  expect(await tab.locator("code[data-take]", { hasText: "U+202E" }).count()).toBe(0);
  await context.close();
});

test("the check sees trouble where there is some", async () => {
  const tab = await browser.newPage();
  await tab.setContent('<html><body><p style="color:#bbb;background:#fff">pale</p><input></body></html>');
  await tab.evaluate(AXE);
  expect((await violationsOf(tab)).map(({ id }) => id)).toEqual(
    expect.arrayContaining(["color-contrast", "html-has-lang", "label"]),
  );
  await tab.close();
});

describe("the form", () => {
  test("asks with what was filled in, without scripts, and nothing else is loaded", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const tab = await context.newPage();
    site.asked.length = 0;
    await tab.goto(`${site.base}/answer-de`);
    expect(site.asked).toEqual(["/answer-de", expect.stringMatching(/^\/style\.css\?v=/)]);
    await tab.getByText("Eine andere Seite prüfen").click();
    await tab.getByLabel("Seitenname").fill("Käse & Brot");
    await tab.getByLabel("oder Seiten-ID").fill("");
    await tab.getByLabel("Status").selectOption("doubtful");
    await tab.getByRole("button", { name: "Links zeigen" }).click();
    // Followed when the browser comes to it: a click does not wait for that.
    await expect
      .poll(() => site.asked[2])
      .toBe(
        "/externalLinkInfo?dbname=dewiki%40WMF&title=K%C3%A4se+%26+Brot&pageid=&show=all&status=doubtful&lang=de&asked=9301140",
      );
    await context.close();
  });

  test("completes wikis and titles by keyboard, whatever a wiki suggests", async () => {
    const tab = await browser.newPage();
    const complaints: string[] = [];
    tab.on("console", (message) => complaints.push(message.text()));
    tab.on("pageerror", (error) => complaints.push(String(error)));
    await tab.goto(`${site.base}/front`);
    const [wiki, title] = [
      tab.getByRole("combobox", { name: "Wiki", exact: true }),
      tab.getByRole("combobox", { name: "Page title" }),
    ];
    await wiki.fill("");
    await wiki.pressSequentially("de");
    await tab.getByRole("option", { name: "dewikibooks@WMF" }).waitFor();
    for (const key of ["ArrowDown", "ArrowUp", "ArrowDown", "ArrowDown"]) await tab.keyboard.press(key);
    expect(await wiki.getAttribute("aria-activedescendant")).toBe("f-wiki-list1");
    await tab.keyboard.press("Enter");
    expect(await wiki.inputValue()).toBe("dewikibooks@WMF");
    expect(await wiki.getAttribute("aria-expanded")).toBe("false");
    await title.pressSequentially("kase");
    await tab.getByRole("option", { name: "Käse" }).waitFor();
    expect(await tab.locator("[role=option]").allTextContents()).toEqual([
      "Käse",
      TITLES[1],
      "7",
      "[object Object]",
    ]);
    await tab.evaluate(AXE);
    expect(await violationsOf(tab)).toEqual([]);
    await tab.keyboard.press("Escape");
    expect(await tab.locator("[role=option]").count()).toBe(0);
    await title.pressSequentially("!");
    await tab.getByRole("option", { name: "Käse" }).click();
    expect(await title.inputValue()).toBe("Käse");
    expect(complaints).toEqual([]);
    expect(site.asked.at(-1)).toBe(
      "/w/api.php?action=opensearch&search=kase%21&limit=10&format=json&formatversion=2&origin=*",
    );
    await tab.close();
  });

  test("can be skipped by keyboard", async () => {
    const tab = await browser.newPage();
    await tab.goto(`${site.base}/answer-en`);
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Enter");
    await tab.waitForURL(`${site.base}/answer-en#answer`, { timeout: HANG_MS });
    await tab.keyboard.press("Tab");
    expect(await tab.evaluate("document.activeElement.textContent")).toBe("Musterhausen");
    await tab.close();
  });
});

/** How far what is shown has moved since the page began to load: the sum of its layout shifts. */
const shiftsOf = (tab: Page): Promise<number> =>
  tab.evaluate<number>(
    "new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().reduce((sum, { value }) => sum + value, 0))).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(() => done(0), 500))",
  );

test.each(["answer-de", "answer-he", "overview", "list-broken", "front", "feed"])(
  "nothing moves while %s loads",
  async (name) => {
    const tab = await browser.newPage({ viewport: { width: 375, height: 667 } });
    await tab.goto(`${site.base}/${name}`);
    expect(await shiftsOf(tab)).toBeLessThan(0.001);
    await tab.close();
  },
);

test.each(["light", "dark"] as const)(
  "placeholders have the colour of other quiet text, %s",
  async (colorScheme) => {
    const tab = await browser.newPage({ colorScheme });
    await tab.goto(`${site.base}/find`);
    const [placeholder, text] = await tab.evaluate<[string, string]>(
      "[getComputedStyle(document.querySelector('[placeholder]'), '::placeholder').color, getComputedStyle(document.querySelector('.e')).color]",
    );
    // axe looks at the latter alone.
    expect(placeholder).toBe(text);
    await tab.close();
  },
);

test("shifts are seen where there are some", async () => {
  const tab = await browser.newPage();
  await tab.goto(`${site.base}/front`);
  await tab.evaluate("void (document.body.style.paddingTop = '300px')");
  await expect.poll(() => shiftsOf(tab)).toBeGreaterThan(0.01);
  await tab.close();
});

test("addresses are copied, and nothing moves for the buttons", async () => {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const tab = await context.newPage();
  await tab.goto(`${site.base}/answer-en`);
  const copied = () => tab.evaluate<string>("navigator.clipboard.readText()");
  const dead = [
    "https://www.stadtarchiv-musterhausen.de/bestaende/urkunden/1352",
    "http://heimatverein-oberdorf.de/chronik.html",
  ];
  await tab.getByRole("button", { name: "Copy address" }).first().click();
  await expect.poll(copied).toBe(dead[0]);
  await tab.getByRole("button", { name: "Copy all dead addresses" }).click();
  await expect.poll(copied).toBe(dead.join("\n"));
  // The line at the end grows by a few pixels for its button.
  expect(await shiftsOf(tab)).toBeLessThan(0.001);
  await context.close();
});

test("on paper the form is gone and the evidence is there", async () => {
  const tab = await browser.newPage();
  await tab.goto(`${site.base}/answer-en`);
  await tab.emulateMedia({ media: "print" });
  expect(await tab.getByRole("button").isVisible()).toBe(false);
  expect(await tab.getByText("404 not found").first().isVisible()).toBe(true);
  await tab.close();
});

test("from right to left, the oldest day stands at the right end of the history", async () => {
  const tab = await browser.newPage();
  await tab.goto(`${site.base}/answer-he`);
  const bar = tab.locator(".t").first();
  const [first, last] = [bar.locator("span").first(), bar.locator("span").last()];
  expect((await first.boundingBox())?.x).toBeGreaterThan((await last.boundingBox())?.x ?? Infinity);
  const dead = await bar.locator(".tb").boundingBox();
  const fine = await bar.locator(".tg").boundingBox();
  expect(dead?.x).toBeLessThan(fine?.x ?? 0);
  await tab.close();
});

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../../.ci/testing/browser.ts";
import { openSite, type Site } from "../../.ci/testing/site.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { answer, EVERY_VERDICT, PROFILE, page, SAMPLES } from "../../shared/format/html/testing/gallery.ts";
import { BROKEN, DOMAINS, FOUND, OVERVIEW, PATHS, SPAM } from "../../shared/format/html/testing/listings.ts";
import {
  FORM_SCRIPT,
  HTML_CONTENT_TYPE,
  HTML_SECURITY_POLICY,
  printApi,
  printDomains,
  printErrorHtml,
  printFront,
  printHtml,
  printList,
  printOverview,
  printPaths,
  printPeople,
  printSearch,
  type SearchState,
} from "../../shared/format/html.ts";
import { ADDRESSES } from "../api/addresses.ts";
import { FORM_ADDRESSES } from "../api/forms.ts";

const QUERY = { dbname: "dewiki@WMF", pageid: "9301140", show: "all" } as const;
const answered = (lang: string, urls = EVERY_VERDICT) =>
  printHtml(answer(page(urls)), { lang, query: QUERY, profile: PROFILE });
const HOSTILE = [
  `https://example.org/${"x".repeat(8192)}`,
  '\u202e\u0000"><script>alert(1)</script><img src=x onerror=alert(2)>',
  "javascript:alert(3)",
  'https://example.org/"onmouseover="alert(4)',
  "data:text/html,<script>alert(5)</script>",
];

const PEOPLE = {
  url: "https://example.org/gone",
  dbname: "dewiki@WMF",
  pageid: "9301140",
  replacement: "",
  domain: true,
  token: "x",
};

const inWiki = (lang: string) => ({ lang, profile: PROFILE });
const searched = (lang: string, state: SearchState, url = "*.musterhausen.de/") =>
  printSearch({
    ...inWiki(lang),
    form: { url, dbname: "dewiki@WMF", namespaces: "0|4", farm: true, token: "x" },
    state,
  });
const found = (one: boolean): SearchState => ({
  kind: "found",
  response: { urls: one ? FOUND.slice(-1) : FOUND, cursor: "abc" },
  one,
  today: asDay(3_612),
});

const DOCUMENTS: Readonly<Record<string, string>> = {
  "answer-en": answered("en"),
  "answer-de": answered("de"),
  "answer-he": answered("he"),
  hostile: printHtml(
    answer(
      ...HOSTILE.map((text) =>
        page(
          EVERY_VERDICT.slice(-2).map((url) => ({
            ...url,
            url: text,
            replacement: text,
            mime: text,
            kib: 1,
            archives: [{ type: text, url: text }],
            notes: [{ key: "moved", value: text }],
          })),
          { wiki: text, title: text, redirectedFrom: text },
        ),
      ),
      page([], { error: { code: "odd", message: HOSTILE.join(" "), meant: HOSTILE } }),
    ),
    {
      lang: "en",
      query: { dbname: HOSTILE[1] ?? "", pageid: HOSTILE[1] ?? "", title: HOSTILE[1] ?? "" },
      profile: { ...PROFILE, siteName: HOSTILE[1] ?? "", articleUrl: "javascript:alert(1)//$1" },
    },
  ),
  several: printHtml(
    answer(
      page(EVERY_VERDICT.slice(0, 4), { total: 30 }),
      page([], { title: "Leer", total: 0 }),
      page(EVERY_VERDICT.slice(4), { title: "Ohne Wiki", live: false }),
      page([], { title: null, error: { code: "unknown-page", message: "dewiki@WMF has no page 11" } }),
    ),
    { lang: "de", profile: PROFILE },
  ),
  front: printFront({
    lang: "en",
    base: "https://weboid.example",
    samples: SAMPLES,
    search: { url: "", dbname: "", namespaces: "", farm: false, token: "x" },
  }),
  report: printPeople({ lang: "ar", form: PEOPLE, state: { kind: "ask", stale: true }, path: "/report" }),
  replacement: printPeople({
    lang: "en",
    form: { ...PEOPLE, replacement: HOSTILE[1] ?? "", url: HOSTILE[0] ?? "" },
    state: { kind: "said", response: { outcome: "has-replacement" } },
    path: "/replacement",
  }),
  "list-broken": printList(BROKEN, inWiki("de")),
  "list-spam": printList(SPAM, inWiki("ar")),
  domains: printDomains(DOMAINS, inWiki("fi")),
  paths: printPaths(PATHS, inWiki("he")),
  overview: printOverview(OVERVIEW, inWiki("de")),
  "search-one": searched("he", found(true), EVERY_VERDICT[0]?.url),
  "search-pattern": searched("de", found(false)),
  api: printApi({
    lang: "de",
    base: "https://weboid.example",
    addresses: ADDRESSES,
    forms: FORM_ADDRESSES,
    schemas: ["page"],
  }),
  error: printErrorHtml({ code: "odd-thing", message: "an odd thing; do it otherwise" }, { lang: "en" }),
};

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

const VIEWS = [
  { colorScheme: "light", width: 1200 },
  { colorScheme: "dark", width: 320 },
] as const;

describe.each(Object.keys(DOCUMENTS))("%s", (name) => {
  test.each(VIEWS)("is accessible and fits: $colorScheme, $width px", async ({ colorScheme, width }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    const tab = await context.newPage();
    const complaints: string[] = [];
    tab.on("console", (message) => complaints.push(message.text()));
    tab.on("pageerror", (error) => complaints.push(String(error)));
    await tab.goto(`${site.base}/${name}`);
    const { violations } = await tab.evaluate<{ violations: AxeViolation[] }>(
      `${AXE}; document.querySelectorAll("details").forEach((each) => { each.open = true; }); axe.run(document)`,
    );
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual(
      [],
    );
    expect(await tab.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    const cut = await tab.evaluate<string[]>(
      '[...document.querySelectorAll(".scroll")].filter((each) => each.scrollWidth > each.clientWidth).map((each) => getComputedStyle(each).backgroundImage)',
    );
    // The folders have five columns of numbers; what goes on at the side is shaded there.
    expect(cut).toHaveLength(name === "paths" && width === 320 ? 1 : 0);
    for (const shade of cut) expect(shade).toContain("linear-gradient");
    // The policy lets the style sheet in, by its hash.
    expect(await tab.evaluate("getComputedStyle(document.body).marginTop")).toBe("0px");
    expect(complaints).toEqual([]);
    await context.close();
  });
});

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
  const outside = links.filter(({ host }) => !site.base.endsWith(host));
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

test("the check sees trouble where there is some", async () => {
  const tab = await browser.newPage();
  await tab.setContent('<html><body><p style="color:#bbb;background:#fff">pale</p><input></body></html>');
  const { violations } = await tab.evaluate<{ violations: AxeViolation[] }>(`${AXE}; axe.run(document)`);
  expect(violations.map(({ id }) => id)).toEqual(
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
    expect(site.asked).toEqual(["/answer-de"]);
    await tab.getByLabel("Seitenname").fill("Käse & Brot");
    await tab.getByLabel("oder Seiten-ID").fill("");
    await tab.getByLabel("Urteil").selectOption("doubtful");
    await tab.getByRole("button").click();
    expect(site.asked[1]).toBe(
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
    const { violations } = await tab.evaluate<{ violations: AxeViolation[] }>(`${AXE}; axe.run(document)`);
    expect(violations.map(({ id }) => id)).toEqual([]);
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
    await tab.waitForURL(`${site.base}/answer-en#answer`, { timeout: 10_000 });
    await tab.keyboard.press("Tab");
    expect(await tab.evaluate("document.activeElement.textContent")).toBe("Musterhausen");
    await tab.close();
  });
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

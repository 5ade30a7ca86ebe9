import { describe, expect, test } from "vitest";
import { outsideAddress, ownAddress, shownText, urlLink } from "./link.ts";
import { type Fragment, html, joined, SLOT, slotted } from "./markup.ts";

const text = (value: Fragment) => html`${value}`.toString();

describe("the template tag", () => {
  test.each<[Fragment, string]>([
    [`<b class="x">&'</b>`, "&lt;b class=&quot;x&quot;&gt;&amp;&#39;&lt;/b&gt;"],
    ["a\u0000b", "a[U+0000]b"],
    ["a\u001bb\u0085c", "a[U+001B]b[U+0085]c"],
    ["tab\tand\nline", "tab\tand\nline"],
    ["\u202egnp.exe", "[U+202E]gnp.exe"],
    ["\u2066x\u2069", "[U+2066]x[U+2069]"],
    ["\ud800", "[U+D800]"],
    ["x\udfffy", "x[U+DFFF]y"],
    ["\u{1f600}", "\u{1f600}"],
    ["\u{e0041}", "[U+E0041]"],
    ["\ufffe\uffff", "[U+FFFE][U+FFFF]"],
    ["کتاب\u200cها", "کتاب\u200cها"],
    [7, "7"],
    [null, ""],
    [undefined, ""],
    [false, ""],
    [[html`<i>`, "<i>", 1], "<i>&lt;i&gt;1"],
  ])("%j", (value, printed) => {
    expect(text(value)).toBe(printed);
  });

  test("an attribute without quotes and an unchecked address are bugs", () => {
    expect(() => html`<a title=${"x"}>`).toThrow("quotes");
    expect(() => html`<a href="${"javascript:alert(1)"}">`).toThrow("Address");
    expect(() => html`<form action="${"/x"}">`).toThrow("Address");
    expect(() => html`<img src="${html`x`}">`).toThrow("Address");
  });

  test("joins and slots", () => {
    expect(joined(["<", html`<b>`], " & ").toString()).toBe("&lt; &amp; <b>");
    expect(slotted(`a ${SLOT} <b>`, html`<i>x</i>`).toString()).toBe("a <i>x</i> &lt;b&gt;");
  });
});

describe("addresses from outside", () => {
  test.each([
    "https://example.org/",
    "HTTP://EXAMPLE.ORG",
    "ftp://example.org/pub/",
    "https://example.org/O'Brien?a=1&b=%22#x",
    "https://[2001:db8::1]:8080/",
    `https://example.org/${"x".repeat(8192)}`,
  ])("%.60s is a link", (url) => {
    expect(outsideAddress(url)?.text).toBe(url);
  });

  test.each([
    "",
    "javascript:alert(1)",
    "JavaScript://example.org/%0aalert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "//example.org/",
    "/page",
    "example.org",
    "sftp://example.org/",
    "mailto:a@example.org",
    "https:example.org",
    "https:///",
    "https://",
    "https://exa mple.org/",
    'https://example.org/"><script>alert(1)</script>',
    "https://example.org/<b>",
    "https://example.org/a\\b",
    "https://example.org/a\nb",
    "https://example.org/\u0000",
    "https://example.org/\u202egnp.exe",
    "https://example.org/\u2066x",
    "https://exam\u00adple.org/",
    "https://exam\u200bple.org/",
    "https://exam\u200dple.org/",
    "https://example.org/\ud800",
    "https://example.org:99999/",
    "http://http://example.org/ x",
  ])("%j is none", (url) => {
    expect(outsideAddress(url)).toBeNull();
    expect(urlLink(url).toString()).not.toContain("href");
  });

  test("hidden characters of an address are set apart", () => {
    expect(shownText("a\u202e<b>\u200b").toString()).toBe(
      'a<span class="x">U+202E</span>&lt;b&gt;<span class="x">U+200B</span>',
    );
  });

  test("a long address is shown shortened, never cut within a character, and linked whole", () => {
    const url = `https://example.org/${"x".repeat(179)}\u{1f600}${"y".repeat(8000)}`;
    const link = urlLink(url).toString();
    expect(link).toContain(`href="${url}"`);
    expect(link).toContain(`>https://example.org/${"x".repeat(179)}…</a>`);
  });

  test("an address that is no link is shown whole, so that it can be found in the page's source", () => {
    const url = `https://example.org/ ${"x".repeat(8000)}`;
    expect(urlLink(url).toString()).toBe(`<span class="u" dir="ltr">${url}</span>`);
  });

  test("the words of a link are isolated, and give robots and opened pages nothing", () => {
    expect(urlLink("https://example.org/?a&b").toString()).toBe(
      '<a dir="ltr" href="https://example.org/?a&amp;b" rel="noopener nofollow ugc">https://example.org/?a&amp;b</a>',
    );
  });
});

describe("addresses of our own", () => {
  test("parameters are encoded, empty ones left out", () => {
    const parameters = { dbname: 'a"&b', pageid: "1|2", title: "\ud800", lang: null, show: "", n: 0 };
    expect(ownAddress("/x", parameters).text).toBe("/x?dbname=a%22%26b&pageid=1%7C2&title=%EF%BF%BD&n=0");
    expect(ownAddress("/x", {}).text).toBe("/x");
  });
});

import { describe, expect, test } from "vitest";
import { endsAtGate, endsAtRoot, sourceKey, targetKey } from "./site-redirect.ts";
import { asUrl, exchange } from "./testing/outcomes.ts";

/** A chain over these URLs; a Location with more to it than the next URL can be given by hand. */
const chain = (...urls: readonly string[]) =>
  urls.map((url, at) => ({
    ...exchange(at === urls.length - 1 ? 200 : 301),
    url: asUrl(url.replace(/#.*/, "")),
    location: urls[at + 1] ?? null,
  }));

describe("a link into a site that ends at a first page has lost its page (C6)", () => {
  test.each([
    ["https://a.example.com/news/story.html", "https://a.example.com/"],
    ["https://a.example.com/news/story.html", "https://www.example.com/"],
    ["http://www.example.com/news/story", "https://example.com/index.html"],
    ["https://example.com/news/story", "https://example.com/home"],
    ["https://example.com/news/story", "https://example.com/de/"],
    ["https://example.com/news/story", "https://example.com/en-gb/"],
    ["https://example.com/news/story", "https://example.com/it-it/home.aspx"],
    ["https://example.com/?p=123", "https://example.com/"],
    ["https://example.com/index.php?article=5", "https://example.com/"],
    ["https://example.com/news/story", "https://example.com/?utm_source=404&lang=en"],
    ["https://old-paper.com/2009/story.html", "https://new-media.org/"],
    ["https://example.com/de/artikel", "https://example.com/en/"],
    // The first names of both hosts are the same: that names nothing.
    ["https://paper.example.com/paper/2009/story", "https://paper.example.org/"],
  ])("%s → %s", (from, to) => {
    expect(endsAtRoot(from, chain(from, to))).toBe(true);
  });

  test("over several hops", () => {
    const from = "http://example.com/deep/page";
    expect(endsAtRoot(from, chain(from, "https://example.com/deep/page", "https://example.com/"))).toBe(true);
  });
});

describe("but not", () => {
  test.each([
    ["a first page under its other names", "http://example.com/index.html", "https://example.com/"],
    ["a first page by its language", "http://example.com/de/", "https://example.com/"],
    ["a first page of a language by another name", "http://example.com/en/home", "https://example.com/en/"],
    ["a site that moved up from its folder", "http://example.com/wordpress/", "https://example.com/"],
    ["a campaign's link to a first page", "http://example.com/?utm_source=x", "https://example.com/"],
    ["a project that moved to its own domain", "http://code.example.com/p/mockito/", "https://mockito.org/"],
    ["a person's pages likewise", "http://www.uni.example.edu/~muellerj/", "https://muellerj.de/"],
    ["an event whose year was in its folder", "http://www.example.com/olympics2020", "https://olympics.com/"],
    ["a folder that became a host", "http://www.example.com/shop/", "https://shop.example.com/"],
    ["a shortener's link", "https://bit.ly/3xYz", "https://www.museum.org/"],
    ["a lasting identifier", "http://purl.org/net/something", "https://www.vocabulary.net/"],
    ["a resolver below a known one", "http://hdl.handle.net/2027/x", "https://www.library.org/"],
    ["a site's script that leads outside", "http://example.com/out.php?id=5", "https://www.museum.org/"],
    [
      "a redirect that names its target",
      "http://example.com/x?to=https%3A%2F%2Fwww.museum.org",
      "https://www.museum.org/",
    ],
    [
      "a page found by the query of a first page",
      "http://example.com/article/5",
      "https://example.com/?article=5",
    ],
    ["an ordinary move", "http://example.com/a", "https://example.com/b"],
    [
      "a faculty's page, though `it` is a language",
      "http://example.edu/rechenzentrum",
      "https://example.edu/it/",
    ],
    [
      "a one-page site that keeps the place in its fragment",
      "http://example.com/faq",
      "https://example.com/#faq",
    ],
    ["an application that does", "http://example.com/article/5", "https://example.com/#!/article/5"],
    [
      "a gate that knows the way back",
      "http://example.com/article/5",
      "https://example.com/?from=%2Farticle%2F5",
    ],
    ["hostile text", "http://[", "http://]"],
  ])("%s", (_what, from, to) => {
    expect(endsAtRoot(from, chain(from, to))).toBe(false);
  });
});

describe("gates, which say nothing of the page", () => {
  test.each([
    ["https://example.com/doc/5", "https://example.com/login?next=/doc/5", true],
    ["https://example.com/doc/5", "https://example.com/users/sign_in", true],
    ["https://example.com/doc/5", "https://consent.example.com/m?continue=x", true],
    ["https://example.com/doc/5", "https://sso.example.edu/cas/login", true],
    ["https://example.com/doc/5", "https://example.com/login.aspx", true],
    ["https://login.example.com/doc/5", "https://login.example.com/login?next=/doc/5", true],
    ["https://login.example.com/doc/5", "https://login.example.com/doc/five", false],
    ["https://example.com/in/someone", "https://example.com/authwall?trk=bf", true],
    ["https://example.com/doc/5", "https://consent.other.com/v2/collectConsent?sessionId=1", true],
    ["https://example.com/login", "https://example.com/user/login", false],
    ["https://example.com/doc/5", "https://example.com/blog/login-page-design", false],
    ["https://example.com/doc/5", "https://example.com/doc/five", false],
  ])("%s → %s: %s", (from, to, gate) => {
    expect(endsAtGate(from, to)).toBe(gate);
  });
});

describe("many addresses that lead to one target", () => {
  const source = (from: string, to: string) => sourceKey(from, chain(from, to));

  test("what counts as one source", () => {
    const to = "https://example.com/sorry";
    const spellings = [
      "https://example.com/News/Story.html",
      "http://www.example.com/news/story",
      "https://example.com/news/story/?utm_campaign=x",
      "https://example.com/news/story.php?PHPSESSID=5",
    ];
    expect(new Set(spellings.map((from) => source(from, to))).size).toBe(1);
    expect(source("https://example.com/news/other", to)).not.toBe(source(spellings[0] ?? "", to));
    expect(source("https://example.com/news?id=1", to)).not.toBe(source("https://example.com/news?id=2", to));
  });

  test.each([
    ["a mere change", "http://example.com/a", "https://www.example.com/a/"],
    ["pages of one article", "https://example.com/article/page3", "https://example.com/article"],
    ["a printed form", "https://example.com/print/4711", "https://example.com/story-4711.html"],
    ["old titles of a page with a number", "https://example.com/q/17/old", "https://example.com/q/17/new"],
    ["languages of one page", "https://example.com/fr/imprint", "https://example.com/imprint"],
    ["a login", "https://example.com/doc/5", "https://example.com/login"],
    ["a consent that knows the way back", "https://example.com/doc/5", "https://x.org/ask?to=%2Fdoc%2F5"],
    ["a lasting identifier", "https://doi.org/10.1000/1", "https://publisher.com/gone"],
    ["a script that leads outside", "https://example.com/go/5", "https://museum.org/visit"],
    ["a folder that became a site", "https://example.com/museum/a", "https://museum.org/visit"],
    ["first pages", "https://example.com/de/", "https://example.com/welcome"],
    ["a place in the fragment", "https://example.com/faq", "https://example.com/all#faq"],
    ["hostile text", "http://[", "http://]"],
  ])("%s is no source", (_what, from, to) => {
    expect(source(from, to)).toBeNull();
  });

  test.each([
    ["https://example.com/sorry?PHPSESSID=1", "http://www.example.com/sorry/?PHPSESSID=2", true],
    ["https://example.com/sorry;jsessionid=1", "https://example.com/sorry;jsessionid=2", true],
    ["https://example.com/p?a=1&b=2", "https://example.com/p?b=2&a=1", true],
    ["https://example.com/p?id=1", "https://example.com/p?id=2", false],
    ["https://example.com/sorry", "https://other.com/sorry", false],
  ])("targets %s and %s are one: %s", (one, other, same) => {
    expect(targetKey(one) === targetKey(other)).toBe(same);
  });
});

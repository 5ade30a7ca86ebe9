import { describe, expect, test } from "vitest";
import { interpret } from "./interpret.ts";
import { redirectOf, sourceKey } from "./redirects.ts";
import { answered, asUrl, exchange } from "./testing/outcomes.ts";

const chainOf = (from: string, to: string) =>
  [exchange(301, { url: from, location: to }), exchange(200, { url: to.replace(/#.*/, "") })] as const;

/** What an encyclopaedia links to, and what became of it: each way that a kind of site moves its pages, with what is to be said. */
describe("links of an encyclopaedia by kind of site (C6)", () => {
  test.each<[kind: string, from: string, to: string, rule: string]>([
    [
      "paper: a new slug",
      "http://paper.example/2009/a-17.html",
      "https://paper.example/politics/new-a-17",
      "redirect",
    ],
    [
      "paper: the archive closed",
      "http://paper.example/2009/a-17.html",
      "https://paper.example/",
      "redirect-to-root",
    ],
    [
      "paper: https and www",
      "http://paper.example/2009/a-17.html",
      "https://www.paper.example/2009/a-17.html",
      "mere-change",
    ],
    ["paper: a paywall", "https://paper.example/a-17", "https://paper.example/subscribe", "redirect-to-gate"],
    [
      "paper: an account",
      "https://www.paper.example/a-17",
      "https://myaccount.paper.example/auth/login?URI=x",
      "redirect-to-gate",
    ],
    [
      "paper: consent in Dutch",
      "https://krant.example/a-17",
      "https://myprivacy.media.example/consent?siteKey=1",
      "redirect-to-gate",
    ],
    [
      "paper: a wall for robots",
      "https://paper.example/news/a",
      "https://paper.example/tosv2.html?vid=&uuid=1",
      "redirect-to-refusal",
    ],
    [
      "ministry: renamed, its first page",
      "http://www.bmwi.example/",
      "https://www.bmwk.example/",
      "redirect",
    ],
    [
      "ministry: renamed, its pages lost",
      "http://www.bmwi.example/Redaktion/a.html",
      "https://www.bmwk.example/",
      "redirect-to-root",
    ],
    [
      "ministry: a report lost",
      "http://gov.example/files/report.pdf",
      "https://www.gov.example/en/",
      "redirect-to-root",
    ],
    [
      "town: first page of its CMS",
      "http://town.example/index.php?id=1&L=0",
      "https://town.example/",
      "redirect",
    ],
    [
      "town: page of its CMS lost",
      "http://town.example/index.php?id=217",
      "https://town.example/",
      "redirect-to-root",
    ],
    [
      "university: a person's pages",
      "http://www.uni.example.edu/~smith/index.html",
      "https://www.bookworm.org/",
      "redirect",
    ],
    [
      "university: an institute",
      "http://www.uni.example.edu/fb5/index.html",
      "https://physics.uni.example.edu/",
      "redirect",
    ],
    [
      "university: a college",
      "http://www.uni.example.edu/history/",
      "https://www.uni.example.edu/cas/history/",
      "redirect",
    ],
    [
      "university: old host",
      "http://www2.uni.example.edu/dept/a.html",
      "https://www.uni.example.edu/",
      "redirect-to-root",
    ],
    [
      "university: course behind a login",
      "http://learn.example.edu/course?id=5",
      "https://learn.example.edu/login/index.php",
      "redirect-to-gate",
    ],
    [
      "library: a proxy",
      "https://lib.example.edu/record/5",
      "https://login.ezproxy.lib.example.edu/menu",
      "redirect-to-gate",
    ],
    ["library: a lasting name", "https://doi.org/10.1000/182", "https://www.publisher.example/", "redirect"],
    [
      "journal: cookies wanted",
      "https://journal.example/doi/10.1/5",
      "https://journal.example/action/cookieAbsent",
      "redirect-to-refusal",
    ],
    [
      "museum: new catalogue",
      "http://museum.example/object.php?id=4711",
      "https://collection.museum.example/objects/4711",
      "redirect",
    ],
    [
      "museum: catalogue's first page",
      "http://museum.example/collection/",
      "https://collection.museum.example/",
      "redirect",
    ],
    ["broadcaster: a station", "http://www.ard.example/swr", "https://www.swr.example/", "redirect"],
    [
      "broadcaster: another country's audience",
      "https://tv.example/play/5",
      "https://tv.example/geo-blocked",
      "redirect-to-refusal",
    ],
    ["company: bought", "http://www.small.example/", "https://www.big.example/brands/small", "redirect"],
    [
      "company: bought, its product",
      "http://www.small.example/phones/7.html",
      "https://www.big.example/",
      "redirect-to-root",
    ],
    ["company: a country's site", "http://www.acme.com/germany/", "https://www.acme.de/", "redirect"],
    ["company: a Swiss first page", "http://www.acme.ch/d/home.html", "https://www.acme.ch/", "redirect"],
    ["company: campaign", "http://www.acme.com/?anything=summer09", "https://www.acme.com/", "redirect"],
    [
      "shop: an old browser",
      "https://shop.example/item/1",
      "https://shop.example/unsupported-browser",
      "redirect-to-refusal",
    ],
    [
      "shop: a captcha",
      "https://shop.example/item/1",
      "https://shop.example/errors/validateCaptcha?x=1",
      "redirect-to-refusal",
    ],
    ["software: a hosted project", "http://code.example.com/p/vlc/", "https://www.vlc.org/", "redirect"],
    [
      "software: renamed repository",
      "https://git.example/old/tool",
      "https://git.example/new/tool",
      "redirect",
    ],
    [
      "software: chapter of a manual",
      "https://docs.example/v1/guide",
      "https://docs.example/v2/auth/guide",
      "redirect",
    ],
    ["blog: by country", "http://x.blogspot.com/2009/a.html", "http://x.blogspot.de/2009/a.html", "redirect"],
    ["blog: mobile view", "http://x.blogspot.com/?m=1", "http://x.blogspot.com/", "redirect"],
    ["blog: post by its number", "http://blog.example/?p=123", "http://blog.example/2009/title", "redirect"],
    ["blog: post lost", "http://blog.example/?p=123", "https://blog.example/", "redirect-to-root"],
    [
      "free host: closed",
      "http://www.freehost.example/athens/5",
      "https://www.portal.example/",
      "redirect-to-root",
    ],
    ["wiki: first page", "http://x.wiki.example/wiki/Main_Page", "https://x.wiki.example/", "redirect"],
    [
      "wiki: another engine",
      "http://x.wiki.example/index.php?title=Rome",
      "https://x.wiki.example/wiki/Rome",
      "redirect",
    ],
    [
      "network: profile",
      "https://www.network.example/in/someone",
      "https://www.network.example/authwall?trk=1",
      "redirect-to-gate",
    ],
    [
      "network: new name",
      "https://twitter.example/u/status/1",
      "https://x.example/u/status/1?mx=2",
      "redirect",
    ],
    [
      "network: adults only",
      "https://net.example/r/a",
      "https://net.example/over18?dest=%2Fr%2Fa",
      "redirect-to-gate",
    ],
    [
      "videos: consent",
      "https://www.video.example/watch?v=1",
      "https://consent.video.example/m?continue=x",
      "redirect-to-gate",
    ],
    [
      "films: numbers to names",
      "http://films.example/Title?0111161",
      "https://films.example/title/tt0111161/",
      "redirect",
    ],
    ["club: one page of all", "http://club.example/team", "https://club.example/#team", "redirect"],
    ["person: pages in languages", "http://smith.example/it/", "https://smith.example/", "redirect"],
  ])("%s: %s → %s: %s", (_, from, to, rule) => {
    expect(interpret(answered(chainOf(from, to)), asUrl(from), 0).rule).toBe(rule);
  });

  test.each([
    ["paper: sections of stories", "https://paper.example/sport/a-1", "https://paper.example/sport"],
    ["paper: a tag", "https://paper.example/tag/rome", "https://paper.example/topics/rome"],
    [
      "paper: live pages of one match",
      "https://paper.example/live/55/page-3",
      "https://paper.example/match/55",
    ],
    ["library: editions of one book", "https://lib.example/book/99?ed=1", "https://lib.example/work/99"],
    ["software: versions of a manual", "https://docs.example/1.0/install", "https://docs.example/install"],
    ["software: latest version", "https://docs.example/install/1.0", "https://docs.example/install/latest"],
    ["network: names of one account", "https://net.example/SomeOne", "https://net.example/@someone"],
    ["shop: variants of a product", "https://shop.example/chair-red", "https://shop.example/chair"],
    ["museum: views of one object", "https://museum.example/o/4711/back", "https://museum.example/o/4711"],
    ["videos: short and long links", "https://youtu.be/abc", "https://www.video.example/watch?v=abc"],
  ])("never many at one target: %s", (_, from, to) => {
    const redirect = redirectOf(from, chainOf(from, to));
    expect(redirect && sourceKey(redirect)).toBeNull();
  });
});

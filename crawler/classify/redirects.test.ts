import { describe, expect, test } from "vitest";
import { endsAtErrorPage, endsAtRoot, redirectOf, sourceKey, targetKey } from "./redirects.ts";
import { asUrl, exchange } from "./testing/outcomes.ts";

/** A chain over these URLs; a Location with more to it than the next URL can be given by hand. */
const chain = (...urls: readonly string[]) =>
  urls.map((url, at) => ({
    ...exchange(at === urls.length - 1 ? 200 : 301),
    url: asUrl(url.replace(/#.*/, "")),
    location: urls[at + 1] ?? null,
  }));

const loses = (from: string, ...further: readonly string[]): boolean => {
  const redirect = redirectOf(from, chain(from, ...further));
  return redirect !== null && endsAtRoot(redirect);
};

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
    ["https://old.com/deep.html", "https://new.com/"],
    ["https://old.com/deep?id=5", "https://new.com/"],
    ["https://old.com/deep/down", "https://new.com/"],
    ["https://old.com/new/deep/down/", "https://museum.com/"],
    ["https://old.com/purl/5", "https://www.old.com/"],
    ["https://old.com/handle/12/5", "https://www.old.com/"],
    ["http://members.example.com/foo", "https://www.example.com/"],
    ["http://www.example.com/~smith/", "https://www.example.com/"],
    ["http://m.example.com/story", "https://www.example.com/"],
    ["http://www.example.com/en/about", "https://en.example.com/"],
    ["http://www.example.com/page", "https://www.example.com/"],
    ["http://www.example.com/index.php?option=com_content&id=55", "https://www.example.com/"],
    ["http://www.example.com/?q=node/12", "https://www.example.com/"],
    ["http://w.example.com/index.php?title=Rome", "https://w.example.com/"],
    ["http://www.example.com/index.php?idcat=7&lang=1", "https://www.example.com/"],
    ["http://www.example.edu/report.pdf", "https://library.example.edu/"],
    // The first names of both hosts are the same: that names nothing.
    ["https://paper.example.com/paper/2009/story", "https://paper.example.org/"],
  ])("%s → %s", (from, to) => {
    expect(loses(from, to)).toBe(true);
  });

  test("over several hops", () => {
    const from = "http://example.com/deep/page";
    expect(loses(from, "https://example.com/deep/page", "https://example.com/")).toBe(true);
  });
});

describe("but not", () => {
  test.each([
    ["a page that is called by a picture", "http://example.com/party", "https://example.com/🎉"],
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
    ["a broadcaster of three letters", "http://www.ard.de/swr", "https://www.swr.de/"],
    ["a person's host", "http://www.cs.example.edu/~bob/", "https://bob.example.edu/"],
    ["a person's own domain", "http://www.cs.example.edu/~smith/", "https://www.bookworm.org/"],
    ["a project of three letters", "http://sourceforge.net/projects/vlc/", "https://www.vlc.org/"],
    ["its longer name", "http://sourceforge.net/projects/vlc/", "https://vlcplayer.org/"],
    ["a folder that became a host", "http://www.example.edu/fb5/", "https://physics.example.edu/"],
    ["a mobile first page", "https://m.example.com/", "https://www.example.com/"],
    ["the mobile folder", "https://www.example.com/mobile/", "https://www.example.com/"],
    ["a blog's mobile view", "https://x.blogspot.com/?m=1", "https://x.blogspot.com/"],
    ["a campaign of Matomo", "http://www.example.de/?pk_campaign=x", "https://www.example.de/"],
    [
      "a campaign of its successor",
      "http://www.example.de/?mtm_source=x&mtm_kwd=y",
      "https://www.example.de/",
    ],
    ["a campaign of Adobe", "http://www.example.com/?CMP=abc", "https://www.example.com/"],
    ["others", "http://example.com/?wt_mc=1&igsh=2&xtor=AL-1&anything=5", "https://example.com/"],
    [
      "Joomla's first page",
      "http://www.example.com/index.php?option=com_frontpage&Itemid=1",
      "https://www.example.com/",
    ],
    ["TYPO3's", "http://www.example.com/index.php?id=1", "https://www.example.com/"],
    ["Drupal's", "http://www.example.com/?q=node", "https://www.example.com/"],
    ["MediaWiki's", "http://w.example.com/index.php?title=Main_Page", "https://w.example.com/"],
    ["MediaWiki's by path", "http://w.example.com/wiki/Main_Page", "https://w.example.com/"],
    ["DotNetNuke's", "http://www.example.com/Home/tabid/36/Default.aspx", "https://www.example.com/"],
    ["Liferay's", "http://www.example.com/web/guest/home", "https://www.example.com/"],
    ["a document root's", "http://www.example.com/html/index.html", "https://www.example.com/"],
    ["one by language", "http://www.example.com/index_e.html", "https://www.example.com/"],
    ["one of Apache's languages", "http://www.example.com/index.html.de", "https://www.example.com/"],
    ["a Swiss site's", "http://www.example.ch/d/index.htm", "https://www.example.ch/"],
    ["a script's", "http://www.example.com/main.php", "https://www.example.com/"],
    ["an old script's", "http://www.example.com/index.php3", "https://www.example.com/"],
    ["a country's", "http://www.example.com/us/en/index.html", "https://www.example.com/"],
    ["a language's, by name", "http://www.example.com/german/", "https://www.example.com/de/"],
    ["a language that is a word", "http://www.example.com/it/", "https://www.example.com/"],
    ["a language's at home", "http://www.example.ch/de/home.html", "https://www.example.ch/de"],
    ["a site's short names", "http://www.example.com/go", "https://www.example.com/"],
    ["a greeting", "http://www.example.com/welcome.html", "https://www.example.com/"],
    [
      "a greeting in Russian",
      "http://www.example.ru/%D0%93%D0%BB%D0%B0%D0%B2%D0%BD%D0%B0%D1%8F",
      "https://www.example.ru/",
    ],
    ["a company's name in its folder", "http://www.acme.com/acme/", "https://www.acme.com/"],
    ["a session in the path", "http://www.example.com/(S(x5y))/default.aspx", "https://www.example.com/"],
    ["a servlet's session", "http://www.example.com/;jsessionid=A5", "https://www.example.com/"],
    ["a comma of the text around the link", "http://www.example.com/%5D,", "https://www.example.com/"],
    ["a company that was bought", "http://www.old.com/", "https://www.new.com/"],
    ["its first page by name", "http://www.old.com/index.html", "https://www.new.com/en/"],
    ["a microsite with a domain of its own", "http://firm.com/summer-games/", "https://www.olympia.org/"],
    ["a museum in its town's folder", "http://town.de/museum-der-stadt/", "https://stadtmuseum.org/"],
    ["a folder that was linked by its first page", "http://firm.com/jobs/index.html", "https://careers.org/"],
    ["a host for it beside the site's", "http://www.firm.com/forum/", "https://community.firm.com/"],
    ["its shop", "http://firm.com/shop", "https://store.firm.com/"],
    ["its biographies", "http://firm.com/page/bio", "https://bio.firm.com/"],
    ["a department in another language", "http://uni.edu/departments/physics/", "https://physik8.net/"],
    ["a script that leads outside, by number", "http://town.de/linkout.aspx?lid=7", "https://museum.org/"],
    ["another", "http://town.de/cgi-bin/out-link.pl?id=7", "https://museum.org/"],
    ["a host named by what it does", "http://go.firm.com/some/deep/link?id=1", "https://museum.org/"],
    ["a library's own resolver", "http://resolver.sub.uni.edu/purl?PPN1", "https://museum.org/"],
    ["a repository's handle", "http://dspace.uni.edu/handle/123/456", "https://museum.org/"],
    ["an archival key", "http://lib.example.edu/ark:/12148/b5", "https://museum.org/"],
    ["a lasting name of a book", "http://lib.example.edu/urn:nbn:de:1-2", "https://museum.org/"],
    ["hostile text", "http://[", "http://]"],
  ])("%s", (_what, from, to) => {
    expect(loses(from, to)).toBe(false);
  });
});

test.each([
  ...["http://purl.oclc.org/a/b", "http://purl.org/a/b", "http://purl.uniprot.org/uniprot/P1"],
  ...["https://w3id.org/a/b", "http://urn.kb.se/resolve?urn=1", "http://nbn-resolving.org/urn:nbn:de:1"],
  ...["http://resolver.sub.uni-goettingen.de/purl?PPN1", "http://d-nb.info/gnd/118.html"],
  ...["http://lccn.loc.gov/2001/5", "http://id.loc.gov/authorities/names/n1", "https://viaf.org/viaf/1"],
  ...["http://hdl.handle.net/1/5", "http://dx.doi.org/10.1000/xyz", "http://n2t.net/ark:/123/4"],
  ...["https://isni.org/isni/5", "https://perma.cc/A/B", "http://links.jstor.org/sici?sici=1"],
  ...["https://ow.ly/a/b", "https://is.gd/a/b", "https://youtu.be/a/b", "https://t.co/a/b"],
])("a lasting or short link may mean the first page of another site: %s", (from) => {
  expect(loses(from, "https://www.museum.org/")).toBe(false);
});

test.each([
  ..."/;jsessionid=A5 /(S(x))/default.aspx /index_de.html /deutsch/ /english/index.htm /eng/ /e/".split(" "),
  ..."/zh-hans/ /us/ /intl/de/ /m/ /mobile/ /cms/index.php /joomla/index.php /index2.html".split(" "),
  ..."/index.html?a=1 /cgi-bin/index.cgi /web/guest/home /Pages/default.aspx /SitePages/Home.aspx".split(" "),
  ..."/index.php?option=com_frontpage /home/index /html/index.html /Home/tabid/36/Default.aspx".split(" "),
  ..."/top.html /top.htm /ja/top.html /toppage.html /frameset.htm".split(" "),
  ..."/start /portal /welcome.html /main.php /startseite /accueil /inicio /public/ /e/index.html".split(" "),
])("a first page in disguise: %s", (path) => {
  const from = `http://example.com${path}`;
  for (const to of ["https://example.com/", "https://www.example.com/en/"])
    expect(loses(from, to)).toBe(false);
});

describe("a link that ends at a page about errors, by its name (C6)", () => {
  const ends = (path: string, to: string) => {
    const from = `https://a.com${path}`;
    const redirect = redirectOf(from, chain(from, new URL(to, from).href));
    return redirect !== null && endsAtErrorPage(redirect);
  };

  test.each([
    "/404.html",
    "/404/",
    "/404.php?url=/news/story",
    "/not-found",
    "/errors/404.html",
    "/en/page-not-found",
    "/PageNotFound.aspx?aspxerrorpath=/news/story",
    "/a/b/Oops.aspx?aspxerrorpath=/news/story",
    "/Home/Error",
    "/error.html",
    "/seite-nicht-gefunden",
    "https://b.net/404",
    "https://www.a.com/error",
    "/?aspxerrorpath=/news/story",
    "https://b.net/sorry?aspxerrorpath=/news/story",
  ])("%s", (to) => expect(ends("/news/story", to)).toBe(true));

  test.each([
    ["/news/2404051", "/404"],
    ["/news?id=14045", "/404.html"],
    ["/rooms/404", "/en/not-found"],
    ["/terrorism/report", "/error"],
    ["/terrorism/report", "/Error.aspx?aspxerrorpath=/terrorism/report"],
    ["/errors/17", "/Oops.aspx?aspxerrorpath=/errors/17"],
  ])("by whole words: %s to %s", (from, to) => expect(ends(from, to)).toBe(true));

  test.each([
    ["/news/story", "/films/404"],
    ["/news/story", "/songs/error"],
    ["/news/story", "/missing"],
    ["/news/story", "/gone.html"],
    ["/news/story", "/error/correction"],
    ["/rooms/404", "/en/404"],
    ["/docs/page-not-found.html", "/static/page-not-found"],
    ["/errors.php", "/error"],
    ["/novel/the-error-of-x", "/error"],
    ["/area-404-x", "/404"],
    ["/help/how-to-fix-error-404", "/error-404"],
    ["/error404.html", "/404"],
    ["/show?page=page-not-found", "/pagenotfound"],
    ["/Error?aspxerrorpath=/a", "/Error.aspx?aspxerrorpath=/a"],
    ["/docs/codes", "/pages/errors"],
    ["/docs/codes", "/en/errors"],
    ["/docs/codes", "https://docs.a.com/errors"],
    ["/docs/codes", "https://docs.a.com/error"],
    ["/news/story", "/news/story-404"],
    ["/news/story", "/"],
  ])("but not %s to %s", (from, to) => expect(ends(from, to)).toBe(false));
});

describe("many addresses that lead to one target", () => {
  const source = (from: string, to: string) => {
    const redirect = redirectOf(from, chain(from, to));
    return redirect && sourceKey(redirect);
  };

  test("an error page is one target, whatever it repeats of the address", () => {
    const error = (path: string) => `https://example.com/error?aspxerrorpath=${path}`;
    expect(targetKey(error("/a.aspx"))).toBe(targetKey(error("/b.aspx")));
    expect(targetKey("https://example.com/404.html?from=/a")).toBe(targetKey("https://example.com/404.html"));
    expect(source("https://example.com/a.aspx", error("/a.aspx"))).not.toBeNull();
    expect(targetKey("https://example.com/view?file=/a")).not.toBe(
      targetKey("https://example.com/view?file=/b"),
    );
  });

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

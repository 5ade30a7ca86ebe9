import { describe, expect, test } from "vitest";
import { readPage } from "./page.ts";
import { isSoft404, softPrint } from "./soft-404.ts";

const SITE = "https://example.com";
const RANDOM = `${SITE}/news/weboid-4711abcd.html`;

const MENU = Array.from(
  { length: 30 },
  (_, n) => `<li><a href="/t${n}">Topic ${"abcdefghijklmnopqrstuvwxyzäöüß"[n]}x</a></li>`,
).join("");
const layout = (title: string, content: string, more = "") =>
  `<!DOCTYPE html><html><head><title>${title}</title><style>p{color:red}</style>${more}</head><body><ul>${MENU}</ul>${content}<footer>All rights reserved by nobody</footer></body></html>`;
const story = (seed: string) =>
  `<h1>${seed} opens</h1><p>The ${seed} opened today with many visitors from the whole ${seed} world.</p>`;
const FIRST = layout("The Paper", story("museum"));
const NOTICE = "<h1>Page not found</h1><p>Sorry, there is no page at this address. Try the search.</p>";

const judged = (pages: { random: string; first?: string; page: string; at?: string }) => {
  const print = softPrint(readPage(pages.random, RANDOM), readPage(pages.first ?? FIRST, `${SITE}/`));
  return (
    print !== null && isSoft404(print, readPage(pages.page, pages.at ?? `${SITE}/news/old-story.html`), false)
  );
};

describe("a page that is the site's page for missing ones", () => {
  test("the same page", () => {
    const random = layout("Not found", NOTICE);
    expect(judged({ random, page: random })).toBe(true);
  });

  test("with the address repeated in it, a date and a counter", () => {
    const at = (url: string, n: number) =>
      layout(
        "Not found",
        `${NOTICE}<p>You asked for ${new URL(url).pathname} (error 404, no. ${n})</p><p>${url}</p>`,
      );
    const url = `${SITE}/news/old-story.html`;
    expect(judged({ random: at(RANDOM, 5), page: at(url, 77), at: url })).toBe(true);
  });

  test("with another teaser each time", () => {
    const at = (seed: string) => layout("Not found", `${NOTICE}<aside>Read also: ${seed} news</aside>`);
    expect(judged({ random: at("green"), page: at("blue") })).toBe(true);
  });

  test.each([
    ["de", "Seite nicht gefunden", "Die gewünschte Seite existiert nicht."],
    ["fr", "Page introuvable", "La page demandée n’existe pas."],
    ["es", "Página no encontrada", "La página solicitada no existe."],
    ["it", "Pagina non trovata", "La pagina richiesta non esiste."],
    ["pl", "Nie znaleziono strony", "Strona nie istnieje."],
    ["fa", "صفحه مورد نظر یافت نشد", "صفحه‌ای که دنبال آن هستید وجود ندارد."],
    ["hi", "पृष्ठ नहीं मिला", "आप जिस पृष्ठ को खोज रहे हैं वह मौजूद नहीं है।"],
    ["vi", "Không tìm thấy trang", "Trang bạn yêu cầu không tồn tại."],
    ["id", "Halaman tidak ditemukan", "Halaman yang Anda cari tidak tersedia."],
    ["th", "ไม่พบหน้าที่ต้องการ", "ไม่พบหน้าที่คุณต้องการ"],
    ["hr", "Stranica nije pronađena", "Tražena stranica ne postoji."],
    ["bg", "Страницата не е намерена", "Търсената страница не съществува."],
    ["sr", "Страница није пронађена", "Тражена страница не постоји."],
    ["et", "Lehekülge ei leitud", "Otsitud lehekülge ei ole olemas."],
    ["de", "Fehler", "Unter dieser Adresse wurde leider keine Seite gefunden."],
    ["de, deleted", "Fehler", "Die von Ihnen gesuchte Seite wurde gelöscht oder verschoben."],
    ["fr", "Oups", "La page demandée a été supprimée ou déplacée."],
    ["es", "Error", "Lo sentimos, no hemos encontrado la página."],
    ["it", "Errore", "Impossibile trovare la pagina richiesta."],
    ["pt", "Erro", "Não foi possível encontrar a página."],
    ["nl", "Oeps", "Deze pagina kon niet worden gevonden."],
    ["ru", "Ошибка", "Такой страницы нет на нашем сайте."],
    ["cs", "Chyba", "Stránku se bohužel nepodařilo najít, nebyla nalezena."],
    ["sv", "Fel", "Sidan du söker kunde inte hittas."],
    ["no", "Feil", "Vi finner ikke siden du leter etter."],
    ["ro", "Eroare", "Pagina căutată nu a putut fi găsită."],
    ["bg", "Грешка", "Търсената страница не може да бъде намерена."],
    ["tr", "Hata", "Aradığınız sayfaya şu anda ulaşılamıyor."],
    ["he", "שגיאה", "הדף המבוקש אינו קיים באתר."],
    ["ar", "خطأ", "هذه الصفحة لم تعد متوفرة على الموقع."],
    ["is", "Villa", "Síðan sem þú leitar að finnst ekki."],
    ["en, moved", "Invalid URL", "The page you want has moved or been deleted."],
    ["fi", "Sivua ei löytynyt", "Etsimääsi sivua ei löytynyt."],
    ["lt", "Puslapis nerastas", "Ieškomas puslapis neegzistuoja."],
    [
      "by number",
      "&#x421;&#x442;&#x440; &#x43D;&#x435; &#x43D;&#x430;&#x439;&#x434;&#x435;&#x43D;&#x430;",
      "Нет такой страницы",
    ],
    ["ru", "Страница не найдена", "Такой страницы не существует."],
    ["ja", "ページが見つかりません", "お探しのページは存在しません。"],
    ["zh", "找不到网页", "您访问的页面不存在。"],
  ])("in few words, which say so: %s", (_, title, text) => {
    const random = `<title>${title}</title><p>${text}</p>`;
    expect(judged({ random, page: random })).toBe(true);
  });

  test.each([
    ["Page not found", "<h1>Page not found</h1>"],
    ["Page not found", "<h1>Page not found</h1><p>The requested page could not be found.</p>"],
    ["Page not found", "<h1>Page not found</h1><p>The page you were looking for does not exist.</p>"],
    ["Page not found", "<h1>Page not found</h1><p>The page you requested cannot be found</p>"],
    ["Page not found", "<h1>Page not found</h1><p>We can't find the page you are looking for</p>"],
    ["Page not found", "<h1>Page not found</h1><p>This page doesn&rsquo;t exist</p>"],
    ["Error", "<h1>This page doesn&rsquo;t exist</h1>"],
    ["404: this page is missing", "<p>Alas, dear reader</p>"],
    ["Erreur 404", "<h1>Erreur</h1><p>La page demandée n'existe pas</p>"],
    ["Oops", "<h1>Oops! That page can&#39;t be found.</h1><p>Nothing was found at this location.</p>"],
  ])("at an address that is a word of it: %s, %s", (title, text) => {
    const first = `<title>Town</title><p>Home page</p><h1>Welcome</h1>`;
    const lost = `<title>${title}</title><p>Home page</p>${text}`;
    for (const name of ["page.html", "page", "found", "exist.html", "old-story.html"])
      expect(judged({ random: lost, first, page: lost, at: `${SITE}/known/${name}` }), name).toBe(true);
  });

  test("without a word of it, if it is long and the same to the letter", () => {
    const odd = layout(
      "The Paper",
      "<h1>Alas</h1><p>This road ends in the woods, turn round, dear wanderer, and walk home.</p>",
    );
    expect(judged({ random: odd, page: odd })).toBe(true);
  });
});

describe("is never said of", () => {
  const random = layout("Not found", NOTICE);

  test.each<[string, { random: string; first?: string; page: string; at?: string }]>([
    [
      "a page with the same menu and a short text of its own",
      { random, page: layout("Story", "<p>Closed on Monday.</p>") },
    ],
    [
      "a page with the same menu and no text, such as a picture's",
      { random, page: layout("Story", '<img src="/a.jpg">') },
    ],
    [
      "a story about pages that are not found",
      {
        random,
        page: layout(
          "Link rot",
          `<h1>Page not found</h1>${story("archive")}${story("library")}${story("web")}`,
        ),
      },
    ],
    [
      "a site that shows the same for everything, its first page included",
      { random, first: random, page: random },
    ],
    ["a test server that says ok to everything", { random: "ok", first: "ok", page: "ok" }],
    [
      "an application of one page whose first page is the same",
      {
        random: '<title>App</title><div id="root"></div><script src="/a.js"></script>',
        first: '<title>App</title><div id="root"></div><script src="/a.js"></script>',
        page: '<title>App</title><div id="root"></div><script src="/a.js"></script>',
      },
    ],
    [
      "an application whose first page alone was made ready",
      {
        random: '<title>App</title><noscript>You need to enable JavaScript</noscript><div id="app"></div>',
        page: '<title>App</title><noscript>You need to enable JavaScript</noscript><div id="app"></div>',
      },
    ],
    [
      "an application with its menu in the page and its content by script",
      {
        random: layout("App", '<div id="app"></div><p>one two three four five six seven</p>'),
        page: layout("App", '<div id="app"></div><p>one two three four five six seven</p>'),
      },
    ],
    [
      "an empty shell that happens to say 404",
      {
        random: '<title>404</title><div id="root"></div><p>Not found</p>',
        page: '<title>404</title><div id="root"></div><p>Not found</p>',
      },
    ],
    [
      "pages of few words that do not say so",
      { random: "<p>hello dear world</p>", page: "<p>hello dear world</p>" },
    ],
    [
      "a login in front of everything but the first page",
      {
        random: layout(
          "Log in",
          '<p>Please log in to read what you have come here for</p><input type="password">',
        ),
        page: layout(
          "Log in",
          '<p>Please log in to read what you have come here for</p><input type="password">',
        ),
      },
    ],
    [
      "pages of a template that the first page has not, where random ones say so",
      {
        random: layout("Not found", `<aside>${story("sidebar")}${story("calendar")}</aside>${NOTICE}`),
        page: layout("Story", `<aside>${story("sidebar")}${story("calendar")}</aside><p>Tiny.</p>`),
      },
    ],
    [
      "pages of such a template, where random ones do not say so",
      {
        random: layout(
          "Paper",
          `<aside>${story("sidebar")}${story("calendar")}</aside><p>Alas, dear wanderer</p>`,
        ),
        page: layout("Paper", `<aside>${story("sidebar")}${story("calendar")}</aside><p>Tiny town news</p>`),
      },
    ],
    [
      "pages that differ in a frame only",
      {
        random: layout(
          "Map",
          '<h1>Map of our fair country</h1><p>Zoom in as you like, dear</p><iframe src="/m?at=none">',
        ),
        page: layout(
          "Map",
          '<h1>Map of our fair country</h1><p>Zoom in as you like, dear</p><iframe src="/rome.html">',
        ),
      },
    ],
    [
      "pages that differ in metadata only",
      {
        random: layout("Shop", "<h1>Shop</h1><p>Loading what you wanted, please wait here</p>"),
        page: layout(
          "Shop",
          "<h1>Shop</h1><p>Loading what you wanted, please wait here</p>",
          '<meta name="description" content="A red chair by Thonet">',
        ),
      },
    ],
    [
      "a first page that says not found as well",
      {
        random: layout("A", "<h1>Page not found</h1>"),
        first: layout("B", "<h1>Page not found</h1>"),
        page: layout("A", "<h1>Page not found</h1>"),
      },
    ],
  ])("%s", (_, pages) => {
    expect(judged(pages)).toBe(false);
  });
});

describe("a page of few words beside a long sidebar that the first page lacks", () => {
  const SIDEBAR = `<ul>${Array.from({ length: 12 }, (_, n) => `<li>${"abcdefghijkl"[n]}way to our rooms and our friends</li>`).join("")}</ul>`;
  const inside = (text: string, title = "City Museum") =>
    `<title>${title}</title><p>Home Museum</p>${SIDEBAR}${text}`;
  const first = "<title>City Museum</title><p>Home Museum</p><h1>Welcome to all</h1>";
  const random = inside("<h1>Page not found</h1>");

  test.each([
    [
      "an inventory's number with 404 in it",
      "<h1>Portrait of a Lady</h1><p>Oil on canvas</p><p>Inv. no. 14041</p>",
    ],
    ["the number 404", "<h1>Portrait of a Lady</h1><p>Oil on canvas</p><p>Room 404</p>"],
    ["a picture on loan", "<h1>Portrait of a Lady</h1><p>Sorry, this painting is on loan</p>"],
    ["a varnish that was removed", "<h1>Portrait of a Lady</h1><p>The varnish has been removed</p>"],
    ["a catalogue that is sold out", "<h1>Catalogue of 1999</h1><p>No longer available</p>"],
    ["a song of that name", "<h1>Oops!… I Did It Again</h1><p>Britney Spears</p>"],
    ["a lost picture", "<h1>Storm on the Sea</h1><p>The picture was not found to this day</p>"],
    ["an empty list", "<h1>Concerts</h1><p>Nothing found in this month</p>"],
  ])("is there: %s", (_, text) => {
    expect(judged({ random, first, page: inside(text) })).toBe(false);
  });

  test("though a text of the sidebar says that something is not there", () => {
    const events = "<p>Sorry, there are no events today</p>";
    const page = inside(`${events}<h1>Portrait of a Lady</h1><p>Oil on canvas</p>`);
    expect(judged({ random: inside(`${events}<h1>Page not found</h1>`), first, page })).toBe(false);
  });

  test.each([
    ["/word/page", "<h1>page</h1><p>A leaf of a book, which could not be found before the Sumerians</p>"],
    ["/word/found.html", "<h1>Lost and found</h1><p>The page was found in an attic</p>"],
    ["/museum", "<h1>Our museum</h1><p>Closed on Monday</p>"],
  ])("at an address that is a word of it: %s", (path, text) => {
    expect(judged({ random, first, page: inside(text), at: `${SITE}${path}` })).toBe(false);
  });

  test("though it says so in its title only", () => {
    const lost = inside("<h1>Alas</h1>", "Not found");
    expect(judged({ random: lost, first, page: inside("<h1>Alas</h1>", "Alas by Not Found") })).toBe(false);
    expect(judged({ random: lost, first, page: lost })).toBe(true);
  });

  test("and is missing with the words of the random page", () => {
    expect(judged({ random, first, page: random })).toBe(true);
    expect(judged({ random, first, page: inside("<h1>Page not found</h1><p>Try our search</p>") })).toBe(
      true,
    );
  });
});

test("hostile markup is read in time that grows with its length only", () => {
  for (const part of [
    "<",
    "<a",
    "<!--",
    "<script>",
    "<div id=",
    "&#99999999;",
    "</",
    "<title>",
    "<input type",
    "<x y='",
  ]) {
    const page = readPage(part.repeat(200_000), RANDOM);
    expect(page.blocks.length).toBeLessThan(2_000);
  }
});

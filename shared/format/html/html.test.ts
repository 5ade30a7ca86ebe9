import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFinding } from "../../answer/finding.ts";
import type { UrlAnswer } from "../../answer/types.ts";
import { addDays, asDay } from "../../calendar/day.ts";
import { LANGUAGES } from "../../i18n/catalogues.ts";
import { NOTE_KEYS } from "../../status/note.ts";
import { STATUS_TABLE } from "../../status/table.ts";
import { VERDICTS } from "../../verdict/types.ts";
import {
  HTML_SECURITY_POLICY,
  htmlPrinter,
  printErrorHtml,
  printFront,
  printHtml,
  printRepair,
} from "../html.ts";
import { ANSWER, EMPTY_ANSWER } from "../testing/fixture.ts";
import { SCRIPT } from "./files/complete.ts";
import { STYLE } from "./files/style.ts";
import { answer, EVERY_VERDICT, FORTY_LINKS, PROFILE, page, SAMPLES } from "./testing/gallery.ts";

const QUERY = { dbname: "dewiki@WMF", pageid: "9301140", show: "all" } as const;
const print = (urls: readonly UrlAnswer[], lang = "en") =>
  printHtml(answer(page(urls)), { lang, query: QUERY, profile: PROFILE });
const one = (more: Partial<UrlAnswer>, at = 0): UrlAnswer => {
  const [first] = EVERY_VERDICT.slice(at);
  if (first === undefined) throw new RangeError(`no example ${at}`);
  return { ...first, ...more };
};
/** The text of a document without its markup, as far as a test needs it. */
const words = (document: string) => document.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");

test.each([
  ["fr", "Aucun locuteur natif"],
  ["de", null],
  ["is", null],
])("the footer in %s says that no native speaker read it: %s", (lang, words) => {
  const page = printFront({ lang, base: "https://weboid.example", samples: SAMPLES, search: null });
  const [footer = ""] = page.split("<footer>").slice(1);
  if (words === null) expect(footer).not.toMatch(/native speaker|Muttersprache/);
  else expect(footer).toContain(words);
});

describe("an answer about a page (G2)", () => {
  const document = print(EVERY_VERDICT);

  test("is a document of its language with a heading that links the page", () => {
    expect(document).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    expect(document).toContain(
      '<h1><a href="https://de.wikipedia.org/wiki/Musterhausen"><bdi>Musterhausen</bdi></a></h1>',
    );
    expect(document).toContain("<title>External links of Musterhausen – Weboid</title>");
  });

  test("names its feed, in which feed readers find what changes (D3)", () =>
    expect(document).toMatch(
      /<link rel="alternate" type="application\/atom\+xml" title="Follow this page: [^"]+" href="\/feed\/dewiki@WMF\?pageid=9301140&amp;format=atom">/,
    ));

  test.each([
    ["https://www.example.de/a", "example.de"],
    ["https://www.de/a", "www.de"],
  ])("leads from %s to what is known of %s", (url, domain) => {
    const shown = print([one({ url, verdict: "unreachable" })]);
    expect(shown).toContain(`/list/dewiki@WMF/domain?domain=${domain}`);
  });

  test("has one list item per URL, with the word of its verdict", () => {
    const list = /<ul class="urls">(.*?)<\/ul>/s.exec(document)?.[1] ?? "";
    expect(list.match(/<li>/g)).toHaveLength(EVERY_VERDICT.length);
    const verdicts = [...list.matchAll(/<span class="v (\w+)">([^<]+)</g)].map(([, verdict]) => verdict);
    expect(verdicts).toEqual(EVERY_VERDICT.map(({ verdict }) => verdict));
    expect(new Set(verdicts)).toEqual(new Set(VERDICTS));
  });

  test("says nothing of a last check where the last news is older than a regular pass", () => {
    const first = EVERY_VERDICT.find(({ verdict }) => verdict === "unreachable");
    const { generated } = answer(page([]));
    const shown = (days: number) => words(print([one({ ...first, last: addDays(generated, -days) })]));
    expect(shown(35)).toContain("9 checks · last checked 5 weeks ago");
    expect(shown(36)).toContain("9 checks or more");
    expect(shown(36)).not.toContain("last checked");
  });

  test("sums up, worst first", () => {
    expect(words(document)).toContain(
      "10 external links · Edit page · Repair… 2 dead1 doubtful1 invalid1 on a spam list1 closed to robots",
    );
  });

  test.each([
    "for 10 weeks · 404 not found · 9 checks · last checked yesterday",
    "failing for 7 months, last result unknown domain · 17 checks (14 × unknown domain, 3 × 503 service unavailable) · last checked 3 days ago",
    "Likely cause: The page was deleted, renamed or moved without a redirect, or the address has a typing error.",
    "Archived at: archive.org (June 11, 2024)",
    "Look for a copy in the Wayback Machine",
    "10 external links · Edit page",
    "Archived at: webcitation (no version chosen yet)",
    "Suggested replacement – check before using: https://www.oberdorf.de/verein/chronik",
    "2 people report that it works for them",
    "The site names a new address: https://collection.museum.org/4711",
    "pdf · 4,312 KiB",
    "Blocked by the spam list of this wiki",
  ])("says %s", (sentence) => {
    expect(words(document)).toContain(sentence);
  });

  test("leads to no spam and to nothing that is no address", () => {
    for (const verdict of ["spam", "invalid"] as const)
      expect(print([one({ verdict, url: "https://somewhere.net/x" })])).not.toContain(
        'href="https://somewhere.net',
      );
  });

  test("draws the history, with words for those who do not see it", () => {
    const [first = ""] = /<details class="h">.*?<\/details>/s.exec(document) ?? [];
    expect(first).toContain('role="img" aria-label="History"');
    expect(first).toContain('<path class="tk" d="M0 0v12M');
    expect(words(first)).toBe(
      "2 years ago200 OK404 not foundtoday404 not found, September 11, 2026 to November 21, 2026 · 9 checks" +
        "200 OK, June 5, 2024 to September 4, 2026 · 31 checks",
    );
  });

  test("names a date only of archived copies and in what a reader unfolds (M8)", () => {
    const dated = /<details class="h">.*?<\/details>|<time [^>]*>\([^<]*\)<\/time>/gs;
    const text = words(document.replace(dated, "")).replace(/https?:\S+/g, "");
    expect(text).not.toMatch(/\b20\d\d\b/);
  });

  test("speaks German", () => {
    const german = words(print(EVERY_VERDICT, "de"));
    expect(german).toContain("seit 10 Wochen · 404 nicht gefunden · 9 Prüfungen · zuletzt gestern geprüft");
    expect(german).toContain("fehlerhaft seit 7 Monaten, letztes Ergebnis unbekannte Domain · 17 Prüfungen");
  });

  test("an article with forty links stays under 36 KiB as it is shown first, and under 20 kB as it is sent with all of them; one with three problems under 20 kB", async () => {
    const sentBytes = async (printed: string) => {
      const packed = new Blob([printed]).stream().pipeThrough(new CompressionStream("gzip"));
      return (await new Response(packed).arrayBuffer()).byteLength;
    };
    const bytes = (printed: string) => new TextEncoder().encode(printed).length;
    const findings = FORTY_LINKS.filter(isFinding);
    expect([FORTY_LINKS.length, findings.length]).toEqual([40, 11]);
    for (const lang of LANGUAGES) expect(bytes(print(findings.slice(0, 3), lang))).toBeLessThan(20_000);
    for (const lang of ["en", "de"]) {
      expect(bytes(print(findings, lang))).toBeLessThan(36 * 1024);
      expect(bytes(print(FORTY_LINKS, lang))).toBeLessThan(54 * 1024);
      expect(await sentBytes(print(FORTY_LINKS, lang))).toBeLessThan(20_000);
    }
  });

  test("explains every status and note in every language", () => {
    for (const lang of ["en", "de"])
      for (const { type } of STATUS_TABLE)
        for (const deadEnd of [false, true]) {
          const history = [
            {
              status: type,
              http: null,
              first: asDay(3600),
              last: asDay(3600),
              checks: 1,
              ...(deadEnd && { deadEnd: true as const }),
            },
          ];
          const item = one({
            status: type,
            http: null,
            history,
            notes: NOTE_KEYS.map((key) => ({ key, value: "404" })),
          });
          expect(print([item], lang)).not.toMatch(/status-|cause-|note-|undefined|\[object/);
        }
  });
});

describe("how a status is shown", () => {
  test.each([
    [18, 404, false, "· 404 not found ·"],
    [66, null, false, "· unknown domain ·"],
    [16, 500, false, "· 500 internal server error ·"],
    [16, 400, false, "· 400 bad request ·"],
    [39, 504, false, "· 504 bad gateway ·"],
    [8, 200, false, "· 301 moved permanently ·"],
    [8, 404, true, "· redirects (301), but not to the page ·"],
    [13, 308, false, "· 308 redirected ·"],
    [7, 404, false, "· page loads, but the server sends 404 ·"],
    [99, null, false, "· unknown status ·"],
    [26, 519, false, "· 519 unknown status ·"],
    [26, 521, false, "· 521 no usable answer from the site’s server to its proxy ·"],
    [26, null, false, "· unknown status ·"],
  ])("%i with %s", (status, http, dead, answered) => {
    const deadEnd = dead ? { deadEnd: true as const } : {};
    const history = [{ status, http, first: asDay(3500), last: asDay(3611), checks: 4, ...deadEnd }];
    expect(words(print([one({ status, http, history, since: asDay(3500) })]))).toContain(answered);
  });

  test.each([
    ["redirect-to-error", "404", "The redirect ends at an error: 404 not found"],
    ["ftp-reply", "550", "The FTP server’s reply: 550"],
    ["redirect-to-error", "dns-unknown", "The redirect ends at an error: unknown domain"],
    ["redirect-to-error", "constructor", "The redirect ends at an error: constructor"],
    ["redirect-nowhere", undefined, "The redirect leads nowhere"],
    ["moved", "https://new.org/", "The site names a new address: https://new.org/"],
  ] as const)("note %s %s", (key, value, answered) => {
    const notes = [value === undefined ? { key } : { key, value }];
    expect(words(print([one({ notes })]))).toContain(answered);
  });

  test.each([
    ["unreachable", [[404, 3500, 3611]], "for 3 months or longer, since the first check · 404 not found"],
    ["working", [[200, 3500, 3611]], "for 3 months · 200 OK"],
    ["doubtful", [[404, 3611, 3611]], "for one day · 404 not found"],
    [
      "unreachable",
      [
        [404, 3500, 3611],
        [200, 3400, 3450],
      ],
      "for 3 months · 404 not found",
    ],
  ] as const)("%s after %j: %s", (verdict, runs, answered) => {
    const history = runs.map(([http, first, last]) => ({
      status: http === 200 ? 1 : 18,
      http,
      first: asDay(first),
      last: asDay(last),
      checks: 4,
    }));
    expect(
      words(
        print([
          one({
            verdict,
            status: history[0]?.status ?? 0,
            http: runs[0][0],
            history,
            since: asDay(runs[0][1]),
          }),
        ]),
      ),
    ).toContain(answered);
  });

  test("255 checks are 255 or more", () => {
    expect(words(print([one({ checks: 255 })]))).toContain("255 checks or more");
  });
});

describe("what is not known is not called fine (design 7)", () => {
  test.each([
    [true, [], "No dead link is known on this page."],
    [false, [], "This page is not monitored, so nothing is known"],
    // The origin knows that a link is dead, on whichever page it stands.
    [false, ["http://a.zz/dead"], "No dead link of this page can be repaired automatically."],
  ])("nothing to repair; watched: %j, absent: %j", (watched, absent, says) => {
    const { wiki, pageid, title } = page([]);
    const read = { timestamp: "2026-11-20T08:00:00Z", readAt: "2026-11-21T12:00:00Z" };
    const found = { wiki, pageid, title, watched, absent, edits: [] };
    const repair = { version: 1, generated: asDay(3_612), ...read, ...found } as const;
    const text = { revision: 7, wikitext: "Text", summary: "", conventions: { source: "none" } } as const;
    expect(words(printRepair({ ...repair, ...text }, "en", PROFILE))).toContain(says);
  });

  test.each([
    [page([], { total: 3 }), {}, "No problems found. Show all links"],
    [page([], { total: 0 }), {}, "This page has no external links."],
    [page([]), { show: "all" }, "This page has no external links."],
    [
      page([], { total: 3 }),
      { status: "doubtful" },
      "No external link of this page matches the chosen filter.",
    ],
    [
      page([], { total: 3, watched: false, asOf: null }),
      {},
      "This page is not monitored, so nothing is known",
    ],
    [
      page([], { live: false, total: 3 }),
      {},
      "The wiki is not answering at present. The list shows the links as last read: yesterday.",
    ],
    [
      page([], { live: false, watched: false, asOf: null }),
      {},
      "The wiki is not answering at present, and this page is not monitored.",
    ],
    [
      page(EVERY_VERDICT, { watched: false, asOf: null }),
      {},
      "This page is not monitored. What is shown is known from other pages.",
    ],
    [page(EVERY_VERDICT, { total: 30 }), {}, "10 of 30 external links"],
    [
      page([], { error: { code: "unknown-page", message: "x" } }),
      {},
      "The wiki has no page with this title or page ID.",
    ],
    [page([], { error: { code: "odd", message: "an odd <thing>" } }), {}, "an odd &lt;thing&gt;"],
  ] as const)("%#", (each, query, sentence) => {
    expect(words(printHtml(answer(each), { query }))).toContain(sentence);
  });

  test("several pages have a heading each, and none has one too", () => {
    const several = printHtml(ANSWER, { lang: "en" });
    expect(several).toContain("<h1>External links of 2 pages</h1>");
    expect(several.match(/<h2>/g)).toHaveLength(2);
    expect(printHtml(EMPTY_ANSWER, {})).toContain("<h1>External links of 0 pages</h1>");
  });

  test("a page without a title is linked by its id", () => {
    const untitled = printHtml(answer(page([], { title: null })), { profile: PROFILE });
    expect(untitled).toContain(
      '<a href="https://de.wikipedia.org/w/index.php?curid=9301140"><bdi>Page 9301140</bdi></a>',
    );
  });
});

describe("the form (G3)", () => {
  test("is filled with the question", () => {
    const form = printHtml(EMPTY_ANSWER, {
      lang: "de",
      query: { dbname: "testwiki@local", pageid: "7|8", title: "Käse", show: "all", status: "doubtful" },
    });
    expect(form).toContain('<form action="/externalLinkInfo" method="get"');
    for (const field of [
      'name="dbname" value="testwiki@local"',
      'name="pageid" value="7|8"',
      'name="title" value="Käse"',
      '<option value="all" selected>',
      '<option value="doubtful" selected>',
      '<option value="de" lang="de" selected>',
    ])
      expect(form).toContain(field);
  });

  test("remembers the pageid it was filled with, so that a title typed beside it wins", () => {
    expect(printHtml(EMPTY_ANSWER, { query: { pageid: "7" } })).toContain(
      '<input type="hidden" name="asked" value="7">',
    );
    expect(printHtml(EMPTY_ANSWER, { query: { title: "X" } })).not.toContain('name="asked"');
  });

  test.each([
    ["en-us", '<option value="en" lang="en" selected>English</option>'],
    ["de-AT", '<option value="de" lang="de" selected>Deutsch</option>'],
    ["bar", '<option value="bar" selected>bar</option>'],
  ])("a browser's %s is a language of the form", (lang, option) => {
    const form = printHtml(EMPTY_ANSWER, { lang });
    expect(form).toContain(option);
    expect(form.match(/ selected>/g)).toHaveLength(3);
  });

  test("keeps a language that has no messages yet, in its direction", () => {
    const urdu = printHtml(EMPTY_ANSWER, { lang: "ur" });
    expect(urdu).toContain('<html lang="en" dir="rtl" class="foreign">');
    expect(urdu).toContain('<option value="ur" selected>ur</option>');
  });
});

describe("the front page", () => {
  const front = printFront({ lang: "en", base: "http://127.0.0.1:8787", samples: SAMPLES });

  test("links samples, their articles, the gadget and the API", () => {
    for (const part of [
      "/externalLinkInfo?dbname=sample@local&amp;pageid=1&amp;show=all&amp;lang=en",
      'href="http://127.0.0.1:8788/wiki/Musterhausen"',
      "http://127.0.0.1:8787/gadget.js?dbname=sample@local",
      "http://127.0.0.1:8787/api/v1/page?dbname=sample@local",
    ])
      expect(front).toContain(part);
  });

  test("asks about the samples' wiki unless the address names another", () => {
    const printed = (dbname: string | null) =>
      printFront({ base: "https://weboid.example", samples: SAMPLES, query: { dbname } });
    expect(printed(null)).toContain('name="dbname" value="sample@local"');
    expect(printed("dewiki@WMF")).toContain('name="dbname" value="dewiki@WMF"');
  });

  test("does without samples, and never links a script as an article", () => {
    expect(printFront({ base: "https://weboid.example" })).not.toContain("Have a look");
    const hostile = [{ wiki: "a@b", pageid: 1, title: "<b>", articleUrl: "javascript:alert(1)" }];
    expect(printFront({ base: "https://weboid.example", samples: hostile })).not.toMatch(/javascript:|<b>/);
  });
});

describe("safety of everything printed", () => {
  const HOSTILE = [
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "</style><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "<!--",
    "\u202egnp.exe",
    "a\u0000b",
    "\ud800",
    `https://example.org/${"<".repeat(8000)}`,
    `https://example.org/${"x".repeat(8192)}`,
    "{{PLURAL:$1|x}} $1 $2\n",
    'https://example.org/" onmouseover="alert(1)',
  ];
  const document = (text: string) =>
    printHtml(
      {
        version: 1,
        generated: asDay(3612),
        pages: [text, null].map((title) => ({
          wiki: text,
          pageid: 1,
          title,
          watched: true,
          live: true,
          asOf: asDay(1),
          urls: [
            one({
              url: text,
              rule: text,
              mime: text,
              kib: 1,
              notes: NOTE_KEYS.map((key) => ({ key, value: text })),
              archives: [{ type: text, url: text }],
              replacement: text,
            }),
          ],
        })),
      },
      {
        lang: text,
        query: { dbname: text, pageid: text, title: text },
        profile: { ...PROFILE, articleUrl: `${text}$1`, api: text },
      },
    );
  const everything = (text: string) => [
    document(text),
    printErrorHtml({ code: text, message: text }, { lang: text, query: { dbname: text } }),
    printFront({
      lang: text,
      base: text,
      query: { dbname: text },
      samples: [{ wiki: text, pageid: 1, title: text, articleUrl: text }],
    }),
  ];

  /** Tags and attributes of ours; a text that gets out of its place adds another one. */
  function findings(printed: string): string[] {
    const body = printed;
    const tags = [...body.matchAll(/<(\/?[a-z0-9!]+)((?:\s[^<>]*)?)>/gi)];
    const allowed =
      /^\/?(html|head|meta|title|link|script|body|svg|path|line|a|header|nav|main|search|form|div|label|input|select|option|button|h1|h2|bdi|p|br|ul|li|span|b|details|summary|dl|dt|dd|footer|section|code|time|!doctype)$/i;
    return [
      ...tags.map(([, name = ""]) => name).filter((name) => !allowed.test(name)),
      ...tags.flatMap(
        ([, , attributes = ""]) => attributes.replace(/"[^"]*"/g, "").match(/\bon\w+\s*=|'/g) ?? [],
      ),
      ...[...body.matchAll(/(?:href|action|src)="([^"]*)"/g)]
        .map(([, address = ""]) => address)
        .filter(
          (address) => !/^(?:https?:\/\/|ftp:\/\/|\/(?!\/)|#answer$|data:image\/svg\+xml,)/.test(address),
        ),
      ...(body.split("<").length - 1 === tags.length ? [] : ["a stray <"]),
      ...(printed.match(/(?![\t\n])\p{Cc}|[\p{Cs}\u202a-\u202e\u2066-\u2069]/gu) ?? []),
    ];
  }

  test.each(HOSTILE)("%.40j", (text) => {
    for (const printed of everything(text)) expect(findings(printed)).toEqual([]);
  });

  test("any text", () => {
    const pieces = fc.oneof(
      fc.constantFrom(...HOSTILE, '"', "'", "<", ">", "&", "=", " ", "https://", "\u2028", "\ufeff"),
      fc.string({ unit: "binary", maxLength: 6 }),
    );
    const text = fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (each) => {
        for (const printed of everything(each)) expect(findings(printed)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe("style sheet and script", () => {
  const hashOf = async (text: string) => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
  };

  test("are named in every page as the policy has them, and nothing else may run", async () => {
    expect(HTML_SECURITY_POLICY.split("; ")).toEqual([
      "default-src 'none'",
      "style-src 'self'",
      `script-src ${await hashOf(SCRIPT)}`,
      "connect-src 'self' https: http:",
      "img-src data:",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types article",
    ]);
    for (const printed of [
      print(EVERY_VERDICT),
      printFront({ base: "https://weboid.example" }),
      printErrorHtml({ code: "x", message: "x" }, {}),
    ]) {
      expect(printed).toMatch(/<link rel="stylesheet" href="\/style\.css\?v=[^"]{8,24}">/);
      expect(printed).not.toContain("<style");
      expect(printed.match(/<script.*?<\/script>/g)).toEqual([
        expect.stringMatching(
          /^<script src="\/form\.js\?v=[^"]{8,24}" integrity="sha256-[^"]{44}" defer><\/script>$/,
        ),
      ]);
      expect(printed).not.toMatch(/\sstyle=/);
    }
  });

  test("load nothing, and make no markup of texts", () => {
    expect(SCRIPT).not.toMatch(/innerHTML|insertAdjacent|document\.write|eval/);
    expect(STYLE).not.toMatch(/<\/|@import|url\("(?!data:)/);
  });
});

test("is a printer like the others (design 9)", () => {
  const options = { callback: null, lang: "de" };
  expect(htmlPrinter.contentType).toBe("text/html; charset=utf-8");
  expect(htmlPrinter.print(ANSWER, options)).toContain('<html lang="de"');
  expect(htmlPrinter.printError({ code: "x", message: "y" }, options)).toContain("Etwas ist schiefgegangen");
});

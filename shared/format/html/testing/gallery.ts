import { type Answer, NOTHING_KNOWN, type PageAnswer, type UrlAnswer } from "../../../answer/types.ts";
import { asDay } from "../../../calendar/day.ts";
import { statusOfHttp } from "../../../status/table.ts";
import type { Verdict } from "../../../verdict/types.ts";

const TODAY = 3612;
const WAYBACK = "https://web.archive.org/web";

type Run = UrlAnswer["history"][number];

/** `[status byte or HTTP number, days ago first, days ago last, checks]`; HTTP numbers are three digits long. */
type Followed = readonly [status: number, from: number, to: number, checks: number];

const run = ([status, from, to, checks]: Followed): Run => ({
  status: status > 128 ? statusOfHttp(status) : status,
  http: status > 128 ? status : null,
  first: asDay(TODAY - from),
  last: asDay(TODAY - to),
  checks,
});

/** A URL whose verdict is carried by its youngest run, unless `more` says otherwise. */
function url(
  address: string,
  verdict: Verdict,
  answered: readonly Followed[],
  more: Partial<UrlAnswer> = {},
): UrlAnswer {
  const history = answered.map(run);
  const [youngest] = history;
  return {
    url: address,
    verdict,
    rule: "gallery",
    status: youngest?.status ?? 0,
    http: youngest?.http ?? null,
    since: youngest?.first ?? null,
    last: youngest?.last ?? null,
    checks: youngest?.checks ?? 0,
    ...NOTHING_KNOWN,
    history,
    ...more,
  };
}

const archived = (address: string) => [{ type: "archive.org", url: `${WAYBACK}/20240611120000/${address}` }];

/** One URL of every verdict, with what readers meet most, in the order of their domains. */
export const EVERY_VERDICT: readonly UrlAnswer[] = [
  url(
    "https://www.stadtarchiv-musterhausen.de/bestaende/urkunden/1352",
    "unreachable",
    [
      [404, 72, 1, 9],
      [200, 900, 79, 31],
    ],
    { archives: archived("https://www.stadtarchiv-musterhausen.de/bestaende/urkunden/1352") },
  ),
  url(
    "http://heimatverein-oberdorf.de/chronik.html",
    "unreachable",
    [
      [66, 190, 3, 14],
      [503, 230, 195, 3],
      [301, 420, 240, 8],
      [200, 2400, 428, 70],
    ],
    {
      since: asDay(TODAY - 230),
      checks: 17,
      archives: [{ type: "webcitation", url: "" }],
      replacement: "https://www.oberdorf.de/verein/chronik",
    },
  ),
  url(
    "https://zeitung.de/archiv/2019/03/11/das-grosse-treffen-der-kleinen-vereine-in-der-alten-halle.html?seite=2&ansicht=druck",
    "doubtful",
    [
      [503, 9, 1, 3],
      [200, 1500, 16, 52],
    ],
    { reports: 2, notes: [{ key: "reported-working" }] },
  ),
  url(
    "https://journals.example-press.com/doi/10.1000/182",
    "refused",
    [
      [403, 400, 2, 15],
      [200, 900, 430, 20],
    ],
    { notes: [{ key: "robot-wall" }] },
  ),
  url("https://museum.org/collection/objects/4711", "working", [[301, 300, 5, 12]], {
    notes: [{ key: "moved", value: "https://collection.museum.org/4711" }],
  }),
  url("https://data.museum.org/reports/annual-2018.pdf", "working", [[200, 1200, 8, 40]], {
    mime: "pdf",
    kib: 4312,
    notes: [{ key: "certificate-incomplete-chain" }],
  }),
  url("https://de.wikipedia.org/wiki/Hilfe:Weblinks", "internal", [[200, 0, 0, 1]]),
  url("https://new-on-the-list.net/", "unknown", []),
  url("http://http://example.org/a document title", "invalid", [], { status: 128 }),
  url("https://cheap-pills.biz/order", "spam", [], { spam: "local" }),
];

/** Forty links as a longer article has them: mostly fine, some with findings. */
export const FORTY_LINKS: readonly UrlAnswer[] = [
  ...EVERY_VERDICT,
  ...Array.from({ length: 24 }, (_, i) =>
    url(`https://www.library-${i}.org/catalogue/record/${1000 + i * 37}`, "working", [
      [200, 30 + i * 40, 1 + i, 2 + i],
    ]),
  ),
  ...Array.from({ length: 6 }, (_, i) => {
    const address = `http://old-host-${i}.com/~user${i}/page${i}.htm`;
    return url(
      address,
      "unreachable",
      [
        [[404, 410, 500, 64, 66, 67][i] ?? 404, 120 + i * 30, 2 + i, 10],
        [200, 900 + i * 200, 140 + i * 30, 30],
      ],
      { archives: archived(address) },
    );
  }),
];

export function page(urls: readonly UrlAnswer[], more: Partial<PageAnswer> = {}): PageAnswer {
  return {
    wiki: "dewiki@WMF",
    pageid: 9301140,
    title: "Musterhausen",
    watched: true,
    live: true,
    asOf: asDay(TODAY - 1),
    total: urls.length,
    urls,
    ...more,
  };
}

export const answer = (...pages: readonly PageAnswer[]): Answer => ({
  version: 1,
  generated: asDay(TODAY),
  pages,
});

export const PROFILE = {
  wiki: "dewiki@WMF",
  api: "https://de.wikipedia.org/w/api.php",
  server: "https://de.wikipedia.org",
  articleUrl: "https://de.wikipedia.org/wiki/$1",
  internalHosts: null,
  lang: "de",
  siteName: "Wikipedia",
} as const;

export const SAMPLES = [
  {
    wiki: "sample@local",
    pageid: 1,
    title: "Musterhausen",
    articleUrl: "http://127.0.0.1:8788/wiki/Musterhausen",
  },
  {
    wiki: "sample@local",
    pageid: 2,
    title: "List of lighthouses",
    articleUrl: "http://127.0.0.1:8788/wiki/2",
  },
  { wiki: "sample@local", pageid: 3, title: "Käsekuchen", articleUrl: "http://127.0.0.1:8788/wiki/3" },
] as const;

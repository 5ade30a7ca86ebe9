import type { DomainPage } from "../../../answer/domain.ts";
import type { ListedUse, WikiList } from "../../../answer/lists.ts";
import type {
  ListedRelaunch,
  OrganisationList,
  OrganisationPage,
  RelaunchList,
} from "../../../answer/organisation.ts";
import type { DomainList, Overview, PathList } from "../../../answer/overview.ts";
import { NOTHING_KNOWN, type UrlFacts } from "../../../answer/types.ts";
import { asDay } from "../../../calendar/day.ts";
import type { FoundUrl } from "../../../protocol/search.ts";
import { INVALID as INVALID_STATUS } from "../../../status/table.ts";
import { EVERY_VERDICT } from "./gallery.ts";

const TODAY = asDay(3_612);
const COUNTS = { unreachable: 1_204, doubtful: 87, refused: 412, unknown: 30, working: 98_230 };
const TITLES = ["Liste der Baudenkmäler in Neustadt", "Käse", "ויקיפדיה", '<b>&"\u202eabc', "x".repeat(255)];

/** Lists of a wiki as readers meet them, and as hostile pages may make them. */
const USES: readonly ListedUse[] = EVERY_VERDICT.filter(
  ({ verdict }) => verdict === "unreachable" || verdict === "doubtful",
).flatMap((url, at) =>
  TITLES.slice(0, 3).map((title, no) => ({
    ...url,
    pageid: 1_000 * at + no,
    title: TITLES[(at + no) % TITLES.length] ?? title,
    namespace: 0,
    spam: null,
    line: null,
    cursor: null,
  })),
);
const LIST = { version: 1, generated: TODAY, wiki: "dewiki@WMF", cursor: "7-12" } as const;

export const BROKEN: WikiList = {
  ...LIST,
  list: "broken",
  domain: "musterhausen.de",
  path: "/a/",
  entries: USES,
};
export const SPAM: WikiList = {
  ...LIST,
  list: "spam",
  domain: null,
  path: "",
  entries: USES.slice(0, 3).map((use) => ({
    ...use,
    verdict: "spam",
    spam: "local",
    line: "\\bspam-[a-z0-9]+\\.example\\b".repeat(4),
  })),
};

const DOMAIN_COUNTS = ["musterhausen.de", `${"long-".repeat(12)}name.example`, "example.co.uk"].map(
  (domain, at) => ({ domain, unreachable: 1_204 - 400 * at, doubtful: 7 * at }),
);
export const DOMAINS: DomainList = {
  ...LIST,
  list: "domains",
  countedAtMs: Date.UTC(2026, 10, 20),
  entries: DOMAIN_COUNTS,
};
export const PATHS: PathList = {
  ...LIST,
  list: "paths",
  domain: "musterhausen.de",
  path: "",
  entries: ["/", "/bestaende/urkunden/", `/${"x".repeat(200)}/`].map((path) => ({
    host: "www.musterhausen.de",
    path,
    ...COUNTS,
  })),
};

const TURNS = {
  count: 12,
  latest: USES.slice(0, 4).map(({ url, pageid, title }) => ({
    day: asDay(3_610),
    url,
    pageCount: 5,
    pages: [{ pageid, title }],
  })),
};
export const OVERVIEW: Overview = {
  version: 1,
  generated: TODAY,
  wiki: "dewiki@WMF",
  categories: [{ title: "Kategorie:Käse <b>", depth: 2 }],
  countedAtMs: Date.UTC(2026, 10, 20),
  counts: COUNTS,
  days: [3_560, 3_580, 3_600, 3_612].map((day, at) => ({
    day: asDay(day),
    ...COUNTS,
    unreachable: 900 + 100 * at,
  })),
  domains: DOMAIN_COUNTS,
  newlyBroken: TURNS,
  workingAgain: TURNS,
};

const FACTS: readonly UrlFacts[] = EVERY_VERDICT.filter(({ history }) => history.length > 0).map(
  ({ url }) => ({
    ...NOTHING_KNOWN,
    url,
  }),
);
/** What a pattern finds. */
export const FOUND: readonly FoundUrl[] = FACTS.map((facts, at) => ({
  facts,
  pages: TITLES.slice(0, at % 4).map((title, no) => ({
    wiki: no === 1 ? "frwiki@WMF" : "dewiki@WMF",
    pageid: no + 1,
    title,
  })),
  morePages: at % 2 === 0,
}));

export const INVALID: WikiList = {
  ...SPAM,
  list: "invalid",
  entries: SPAM.entries.map((use, at) => ({
    ...use,
    url: at % 2 === 0 ? "http://a document title http://example.org/x" : "http://müller.de:6379/",
    verdict: "invalid",
    rule: at % 2 === 0 ? "invalid-label" : "invalid-blocked-port",
    status: INVALID_STATUS,
    spam: null,
    line: null,
  })),
};

const HOSTILE = '\u202e"><script>alert(1)</script><img src=x onerror=alert(2)>';

const RELAUNCH: ListedRelaunch = {
  site: "xn--mller-kva.de",
  domain: "xn--mller-kva.de",
  kind: "relaunch",
  from: asDay(3_397),
  to: asDay(3_409),
  found: asDay(3_450),
  lost: 412,
  moved: 380,
  pages: 371,
  moves: [
    { from: "https://xn--mller-kva.de/archiv/", to: "https://www.xn--mller-kva.de/geschichten/", count: 351 },
    { from: "https://xn--mller-kva.de/<b>/", to: `https://neu.de/"onmouseover="alert(3)/`, count: 29 },
  ],
  examples: ["https://xn--mller-kva.de/archiv/1.html"],
};

export const ORGANISATION: OrganisationPage = {
  version: 1,
  generated: OVERVIEW.generated,
  wiki: "dewiki@WMF",
  list: "organisation",
  domain: "xn--mller-kva.de",
  organisation: { domain: "xn--mller-kva.de", name: `Stadtarchiv Müller ${HOSTILE}` },
  domains: ["xn--mller-kva.de", "mueller-archiv.de", "verlag-mueller.example"].map((domain, at) => ({
    domain,
    rule: at === 0 ? "same-domain" : "registrant",
    evidence:
      [
        "xn--mller-kva.de is the organisation's root domain",
        "the registrant: the name, shortened; the same street address",
      ][at] ?? `of a later version ${HOSTILE}`,
    score: 1 - at / 10,
    unreachable: 120 - at * 50,
    doubtful: at,
    refused: 7,
    unknown: 0,
    working: 12_345,
  })),
  complete: false,
  days: OVERVIEW.days,
  relaunches: [
    RELAUNCH,
    { ...RELAUNCH, site: "mueller-archiv.de", kind: "shutdown", from: RELAUNCH.to, moved: 0, moves: [] },
  ],
  archiving: [
    { url: "https://xn--mller-kva.de/bestand/1352", risks: ["relaunch", "losing", "unsteady"] },
    { url: `https://mueller-archiv.de/${"x".repeat(300)}`, risks: ["losing"] },
    { url: HOSTILE, risks: ["unsteady"] },
  ],
};

export const ORGANISATIONS: OrganisationList = {
  version: 1,
  generated: OVERVIEW.generated,
  wiki: "dewiki@WMF",
  list: "organisations",
  countedAtMs: OVERVIEW.countedAtMs,
  entries: [
    {
      domain: "xn--mller-kva.de",
      name: "Universität Müllerstadt, Körperschaft des öffentlichen Rechts",
      domains: 3,
      unreachable: 1_204,
      doubtful: 31,
    },
    { domain: "example.org", name: null, domains: 1, unreachable: 7, doubtful: 0 },
    { domain: HOSTILE, name: HOSTILE, domains: 1, unreachable: 0, doubtful: 2 },
  ],
  cursor: "0-2-eA",
};

export const RELAUNCHES: RelaunchList = {
  version: 1,
  generated: OVERVIEW.generated,
  wiki: "dewiki@WMF",
  list: "relaunches",
  entries: [...ORGANISATION.relaunches, { ...RELAUNCH, site: HOSTILE }],
  cursor: "3409-7",
};

export const DOMAIN: DomainPage = {
  version: 1,
  generated: OVERVIEW.generated,
  wiki: "dewiki@WMF",
  list: "domain",
  domain: "xn--mller-kva.de",
  wikis: ["dewiki@WMF", "frwiki@WMF", "commonswiki@WMF"].map((wiki, at) => ({
    wiki,
    unreachable: 120 - at,
    doubtful: at,
    refused: 7,
    unknown: 0,
    working: 12_345,
  })),
  complete: false,
  days: OVERVIEW.days,
  moved: 31,
  known: [
    {
      host: "www.xn--mller-kva.de",
      kind: "moved",
      path: "/alt/",
      value: "https://neu.de/<b>",
      first: asDay(3_000),
      last: asDay(3_600),
    },
    {
      host: "xn--mller-kva.de",
      kind: "server-error",
      path: "",
      value: "",
      first: asDay(3_500),
      last: asDay(3_590),
    },
    {
      host: "xn--mller-kva.de",
      kind: "of-a-later-version",
      path: "",
      value: "",
      first: asDay(3_500),
      last: asDay(3_590),
    },
  ],
  rules: [{ from: "https://xn--mller-kva.de/alt/", to: "https://neu.de/", support: 12, counter: 1 }],
};

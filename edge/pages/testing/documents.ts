import { asDay } from "../../../shared/calendar/day.ts";
import type { RepairDocument, SourceDocument } from "../../../shared/format/documents.ts";
import type { Feed } from "../../../shared/format/feed/json.ts";
import { printFeedPage } from "../../../shared/format/feed/page.ts";
import {
  answer,
  EVERY_VERDICT,
  PROFILE,
  page,
  SAMPLES,
} from "../../../shared/format/html/testing/gallery.ts";
import {
  BROKEN,
  DOMAIN,
  DOMAINS,
  FOUND,
  INVALID,
  ORGANISATION,
  ORGANISATIONS,
  OVERVIEW,
  PATHS,
  RELAUNCHES,
  SPAM,
} from "../../../shared/format/html/testing/listings.ts";
import { hostileLog, LOG } from "../../../shared/format/html/testing/log.ts";
import {
  printApi,
  printArchiving,
  printCheck,
  printDomain,
  printDomains,
  printErrorHtml,
  printFront,
  printHtml,
  printList,
  printLog,
  printOrganisation,
  printOrganisations,
  printOverview,
  printPaths,
  printPeople,
  printRelaunches,
  printRepair,
  printSearch,
  printSource,
  printUse,
  printWikis,
  type SearchState,
} from "../../../shared/format/html.ts";
import { placeEdits } from "../../../shared/repair/edit-places.ts";
import { reasonOf } from "../../../shared/repair/reasons.ts";
import { NOTE_KEYS } from "../../../shared/status/note.ts";
import { ADDRESSES, FORM_ADDRESSES } from "../../api/api-addresses.ts";

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

const LOGGED_IN = { name: 'A"<b>user\u202e', administrator: true, token: "1.a.b" };
const PEOPLE = {
  url: "https://example.org/gone",
  dbname: "dewiki@WMF",
  pageid: "9301140",
  replacement: "",
  scope: "host",
  pattern: "",
  token: "x",
};

const NO_LINKS = { unreachable: 0, doubtful: 0, refused: 0, unknown: 0, working: 0 };
const inWiki = (lang: string) => ({ lang, profile: PROFILE });
const searched = (lang: string, state: SearchState, url = "*.musterhausen.de/") =>
  printSearch({
    ...inWiki(lang),
    form: { url, dbname: "dewiki@WMF", namespaces: "0|4", farm: true, status: "" },
    state,
  });
const found = (one: boolean): SearchState => ({
  kind: "found",
  response: { urls: one ? FOUND.slice(-1) : FOUND, cursor: "abc" },
  one,
  today: asDay(3_612),
});

const FEED: Feed = {
  wiki: "dewiki@WMF",
  cursor: "8.1795251600",
  more: false,
  watched: { pages: 3, unknown: ["T<b>\u202e"], category: "<b>\u202e" },
  events: [
    {
      id: "7.1795251500",
      atMs: Date.UTC(2026, 10, 21),
      kind: "unreachable",
      url: "https://example.org/gone",
      verdict: "unreachable",
      status: 18,
      http: 404,
      since: 3_540,
      checks: 9,
      day: 3_611,
      pages: [{ pageid: 7, title: HOSTILE[1] ?? "", namespace: 0 }],
      pageCount: 40,
    },
    {
      id: "8.1795251600",
      atMs: Date.UTC(2026, 10, 21),
      kind: "moved",
      url: HOSTILE[1] ?? "",
      archives: [{ type: HOSTILE[1] ?? "", url: "" }],
      target: HOSTILE[0] ?? "",
      day: 3_611,
      pages: [],
      pageCount: 0,
    },
    {
      id: "9.1795251600",
      atMs: Date.UTC(2026, 10, 21),
      kind: "site-relaunched",
      url: null,
      relaunch: {
        site: HOSTILE[1] ?? "",
        kind: "relaunch",
        from: 3_397,
        to: 3_409,
        lost: 412,
        moved: 380,
        moves: [{ from: HOSTILE[1] ?? "", to: HOSTILE[3] ?? "", count: 380 }],
      },
      day: 3_611,
      pages: [],
      pageCount: 40,
    },
  ] as unknown as Feed["events"],
};

const SOURCE: SourceDocument = {
  name: "Weboid",
  licence: "MIT",
  version: "0.2.0",
  repository: "https://example.org/weboid",
  commit: null,
  sha256: null,
  reproduce: "Check out the commit.",
  note: HOSTILE[1] ?? "",
};

const REPAIRED_TEXT =
  "== Geschichte ==\n* [http://example.org/gone Chronik]\n== http://example.org/heading ==";

const REPAIR: RepairDocument = {
  version: 1,
  generated: asDay(3_612),
  wiki: "dewiki@WMF",
  pageid: 9_301_140,
  title: "Musterhausen",
  watched: true,
  revision: 120_843,
  timestamp: "2026-11-20T08:00:00Z",
  readAt: "2026-11-21T12:00:00Z",
  conventions: { source: "built-in" },
  edits: placeEdits(REPAIRED_TEXT, [
    {
      url: "http://example.org/gone",
      kind: "archive",
      before: "[http://example.org/gone Chronik]",
      after: "{{Webarchiv |url=http://example.org/gone |wayback=20190312101112 |text=Chronik}}",
      ...reasonOf("archived", "2019-03-12", "archive.org"),
    },
    {
      url: "http://example.org/heading",
      kind: "none",
      before: "http://example.org/heading",
      after: "http://example.org/heading",
      ...reasonOf("heading"),
    },
  ]),
  wikitext: "</textarea><script>alert(1)</script> {{Webarchiv |url=http://example.org/gone}}",
  summary: "Defekte Weblinks: 1 Archivversion ergänzt",
  absent: ["http://example.org/template"],
};
const HOSTILE_REPAIR: RepairDocument = {
  ...REPAIR,
  title: HOSTILE[1] ?? "",
  wikitext: `\u202e${HOSTILE[1]}`,
  edits: HOSTILE.map((text, line) => ({
    url: text,
    kind: line === 0 ? "none" : "tag",
    before: text,
    after: line === 0 ? text : `${text}!`,
    reason: text,
    code: line === 0 ? "unknown-template" : text,
    details: [text],
    line,
    section: text,
    context: text,
  })),
  conventions: { source: "none", error: HOSTILE[1] ?? "" },
  absent: HOSTILE,
};

/** Every note that a link may have, and all that is known of where its page can be read instead. */
const NOTED = EVERY_VERDICT.slice(0, 1).map((url) => ({
  ...url,
  notes: NOTE_KEYS.map((key) => ({
    key,
    value: key === "owner-changed" ? "3500" : "https://example.org/new",
  })),
  archives: [
    { type: "archive.org", url: "https://web.archive.org/web/20240611120000/https://example.org/" },
    { type: "archive.today", url: "https://archive.today/20230102030405/https://example.org/" },
    { type: "webcitation", url: "" },
  ],
  archivedHere: "https://web.archive.org/web/20240611120000/https://example.org/",
  movedTo: "https://example.org/new",
  replacement: "https://example.net/offered",
  reports: 3,
}));

/** What pages can look like. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  "answer-en": answered("en"),
  "answer-de": answered("de"),
  "answer-he": answered("he"),
  "invalid-first": answered("en", [
    ...EVERY_VERDICT.filter(({ verdict }) => verdict === "invalid").map((url) => ({
      ...url,
      url: "http://[1",
    })),
    ...EVERY_VERDICT.slice(0, 1),
  ]),
  "repair-en": printRepair(REPAIR, "en", PROFILE),
  "repair-he": printRepair(HOSTILE_REPAIR, "he", PROFILE),
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
      page([], { error: { code: "odd", message: HOSTILE.join(" ") } }),
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
    search: { url: "", dbname: "", namespaces: "", farm: false, status: "" },
  }),
  log: printLog(
    { log: LOG, dbname: "", before: null, said: null, stale: false, token: "1.a.b", account: LOGGED_IN },
    { lang: "de", nowMs: Date.UTC(2026, 10, 22) },
  ),
  "log-hostile": printLog(
    {
      log: hostileLog(HOSTILE[1] ?? ""),
      dbname: HOSTILE[1] ?? "",
      before: 9,
      said: { outcome: "locked", reason: HOSTILE[1] ?? "", until: 3_700 },
      stale: true,
      token: "1.a.b",
      account: null,
    },
    { lang: "ar", nowMs: Date.UTC(2026, 10, 22) },
  ),
  report: printPeople({
    lang: "ar",
    form: PEOPLE,
    state: { kind: "ask", stale: true },
    path: "/report",
    account: LOGGED_IN,
  }),
  replacement: printPeople({
    lang: "en",
    form: { ...PEOPLE, replacement: HOSTILE[1] ?? "", url: HOSTILE[0] ?? "" },
    state: { kind: "said", response: { outcome: "has-replacement" } },
    path: "/replacement",
    account: { ...LOGGED_IN, name: null },
  }),
  "list-broken": printList(BROKEN, inWiki("de")),
  "list-spam": printList(SPAM, inWiki("ar")),
  "list-invalid": printList(INVALID, inWiki("fr")),
  domain: printDomain(DOMAIN, inWiki("de")),
  organisation: printOrganisation(ORGANISATION, inWiki("de")),
  "organisation-ar": printOrganisation(ORGANISATION, inWiki("ar")),
  "organisation-none": printOrganisation(
    {
      ...ORGANISATION,
      organisation: null,
      complete: true,
      domains: [{ ...NO_LINKS, domain: ORGANISATION.domain, rule: "same-domain", evidence: "", score: 1 }],
      relaunches: [],
      archiving: [],
      days: [],
    },
    inWiki("ja"),
  ),
  archiving: printArchiving(ORGANISATION, inWiki("en")),
  "no-archiving": printArchiving({ ...ORGANISATION, archiving: [] }, inWiki("he")),
  organisations: printOrganisations(ORGANISATIONS, inWiki("de")),
  "no-organisations": printOrganisations({ ...ORGANISATIONS, entries: [], cursor: null }, inWiki("ar")),
  relaunches: printRelaunches(RELAUNCHES, inWiki("en")),
  "no-relaunches": printRelaunches({ ...RELAUNCHES, entries: [], cursor: null }, inWiki("fa")),
  check: printCheck({
    lang: "en",
    form: PEOPLE,
    state: {
      kind: "known",
      response: { refused: null, asked: null, facts: FOUND[0]?.facts ?? null },
      today: asDay(3_611),
    },
  }),
  domains: printDomains(DOMAINS, inWiki("fi")),
  paths: printPaths(PATHS, inWiki("he")),
  overview: printOverview(OVERVIEW, inWiki("de")),
  "search-one": searched("he", found(true), EVERY_VERDICT[0]?.url),
  "search-pattern": searched("de", found(false)),
  find: searched("fr", { kind: "ask" }, ""),
  feed: printFeedPage(FEED, {
    lang: "he",
    siteName: "Wikipedia",
    nowMs: Date.UTC(2026, 10, 22),
    filter: { pageid: "5|6|7" },
    form: { wiki: "dewiki@WMF", title: "Käse\nT<b>\u202e", category: "" },
  }),
  source: printSource({ ...SOURCE, commit: "0123abcd" }, "de"),
  wikis: printWikis({ lang: "ar", prefix: "de", wikis: ["dewiki@WMF", "dewikibooks@WMF"], isCut: true }),
  use: printUse({ lang: "he", base: "https://weboid.example", wiki: "dewiki@WMF", profile: PROFILE }),
  api: printApi({
    lang: "de",
    base: "https://weboid.example",
    addresses: ADDRESSES,
    forms: FORM_ADDRESSES,
    schemas: ["page"],
  }),
  "notes-de": answered("de", NOTED),
  "notes-ar": answered("ar", NOTED),
  "error-wiki": printErrorHtml(
    { code: "unknown-wiki", message: "no wiki dewik@WMF", meant: ["dewiki@WMF", "dewikibooks@WMF"] },
    { lang: "de", query: { dbname: "dewik@WMF", title: "Käse" } },
  ),
  "error-title": printErrorHtml(
    { code: "unknown-page", message: "no such page", titles: ["Käse", HOSTILE[1] ?? ""] },
    { lang: "fa", query: { ...QUERY, title: "Kase" }, profile: PROFILE },
  ),
  "error-feed": printErrorHtml(
    { code: "unknown-category", message: "dewiki@WMF has no such category" },
    {
      lang: "de",
      profile: PROFILE,
      watch: { wiki: "dewiki@WMF", title: "Käse", category: HOSTILE[1] ?? "" },
    },
  ),
  error: printErrorHtml({ code: "odd-thing", message: "an odd thing; do it otherwise" }, { lang: "en" }),
};

import { expect, test } from "vitest";
import type { Overview } from "../../shared/answer/overview.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { createWorld, NOW } from "../testing/world.ts";

const HOSTILE = '"><script>alert(1)</script>\u202e';
const counts = { unreachable: 7, doubtful: 2, refused: 1, unknown: 0, working: 90 };
const turned = {
  day: asDay(3_610),
  url: `https://a.zz/${HOSTILE}`,
  pageCount: 5,
  pages: [{ pageid: 7, title: HOSTILE }],
};
const OVERVIEW: Overview = {
  version: 1,
  generated: asDay(3_611),
  wiki: "dewiki@WMF",
  countedAtMs: NOW,
  counts,
  days: [
    { day: asDay(3_601), ...counts, unreachable: 3 },
    { day: asDay(3_611), ...counts },
  ],
  domains: [{ domain: "a.zz", unreachable: 5, doubtful: 1 }],
  newlyBroken: { count: 12, latest: [turned] },
  workingAgain: { count: 10_000, latest: [] },
};

async function overviewOf(overview: unknown = OVERVIEW) {
  const world = createWorld({ origin: () => Response.json(overview) });
  await world.store("dewiki@WMF", []);
  return world;
}

test("a year's days, fifty domains and twenty turns are a page under 36 KB", async () => {
  const latest = Array.from({ length: 10 }, (_, no) => ({
    ...turned,
    url: `https://www.example${no}.org/news/2008/article-${no}.html`,
    pages: [1, 2, 3].map((pageid) => ({ pageid, title: `Some article ${pageid}` })),
  }));
  const { ask } = await overviewOf({
    ...OVERVIEW,
    days: Array.from({ length: 366 }, (_, no) => ({ ...counts, day: asDay(3_246 + no), unreachable: no })),
    domains: Array.from({ length: 50 }, (_, no) => ({
      domain: `domain-${no}.example.org`,
      unreachable: 99 - no,
      doubtful: no,
    })),
    newlyBroken: { count: 300, latest },
    workingAgain: { count: 300, latest },
  });
  const html = await (await ask("/list/dewiki?lang=en")).text();
  expect(html).toContain("domain-9.example.org");
  expect(html.length).toBeLessThan(36_000);
});

test("a wiki at a glance: figures, plots with words, and nothing that runs", async () => {
  const { ask } = await overviewOf();
  const html = await (await ask("/list/dewiki")).text();
  for (const answered of [
    '<desc id="p2">7 dead, 2 doubtful, 1 closed to robots, 0 not checked yet, 90 working</desc>',
    "Dead: from 3 to 7; Doubtful: from 2 to 2",
    'href="/list/dewiki@WMF/domain?domain=a.zz',
    "Newly dead this week: 12",
    "10,000 or more",
    "yesterday",
  ])
    expect(html).toContain(answered);
  expect(html).not.toMatch(/<script(?! src="\/form)|alert\(1\)<|\u202e| style=/);
  expect(new TextEncoder().encode(html).length).toBeLessThan(31_500);
  expect((await (await ask("/list/dewiki?lang=he")).text()).includes('dir="rtl"')).toBe(true);
});

test("the same as JSON", async () => {
  const { ask } = await overviewOf();
  expect(await (await ask("/list/dewiki@WMF?format=json")).json()).toEqual(OVERVIEW);
});

test("not counted yet: said so, and no plots", async () => {
  const none = { count: 0, latest: [] };
  const { ask } = await overviewOf({
    ...OVERVIEW,
    countedAtMs: null,
    counts: null,
    days: [],
    domains: [],
    newlyBroken: none,
    workingAgain: none,
  });
  const html = await (await ask("/list/dewiki")).text();
  expect(html).toContain("have not been counted yet");
  expect(html).not.toContain('class="plot"');
});

test.each([
  ["/list/nowiki?format=json", 404, "unknown-wiki"],
  ["/list/no%20wiki?format=json", 400, "bad-dbname"],
])("%s: %i %s", async (address, status, code) => {
  const response = await (await overviewOf()).ask(address);
  expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
});

test("the list of domains goes on by its cursor, in all formats", async () => {
  const entries = [{ domain: "a.zz", unreachable: 5, doubtful: 1 }];
  const list = {
    version: 1,
    generated: 3_611,
    wiki: "dewiki@WMF",
    list: "domains",
    countedAtMs: NOW,
    entries,
    cursor: "5-1-YS56eg",
  };
  const { ask, requests } = await overviewOf(list);
  expect(await (await ask("/list/dewiki/domains?cursor=7-1-Yi56eg&format=json")).json()).toEqual(list);
  expect(await requests.at(-1)?.json()).toEqual({ wiki: "dewiki@WMF", cursor: "7-1-Yi56eg" });
  const csv = await ask("/list/dewiki/domains?format=csv");
  expect(csv.headers.get("content-disposition")).toBe('attachment; filename="domains.csv"');
  expect(await csv.text()).toBe('"domain","unreachable","doubtful"\r\n"a.zz",5,1\r\n');
  const html = await (await ask("/list/dewiki/domains")).text();
  expect(html).toContain('href="/list/dewiki@WMF/domains?cursor=5-1-YS56eg');
  expect(html).toContain('href="/list/dewiki@WMF/domain?domain=a.zz');
});

test("the folders of a domain by verdicts, in all formats", async () => {
  const entries = [
    { host: "www.a.zz", path: "/news/", ...counts },
    { host: "a.zz", path: `/${HOSTILE}`, ...counts, unreachable: 0, doubtful: 0 },
  ];
  const list = { version: 1, generated: 3_611, wiki: "dewiki@WMF", list: "paths", domain: "a.zz", path: "" };
  const { ask, requests } = await overviewOf({ ...list, entries, cursor: "50.120." });
  const json = await (await ask("/list/dewiki/paths?domain=*.A.zz&cursor=50.99.&format=json")).json();
  expect(json).toEqual({ ...list, entries, cursor: "50.120." });
  const asked = { wiki: "dewiki@WMF", domain: "a.zz", path: "", cursor: "50.99." };
  expect(await requests.at(-1)?.json()).toEqual(asked);
  const csv = await ask("/list/dewiki/paths?domain=a.zz&format=csv");
  expect(csv.headers.get("content-disposition")).toBe('attachment; filename="paths.csv"');
  expect(await csv.text()).toMatch(
    /^"host","path","unreachable","doubtful","refused","unknown","working"\r\n"www.a.zz","\/news\/",7,2,1,0,90\r\n/,
  );
  const html = await (await ask("/list/dewiki/paths?domain=a.zz")).text();
  expect(html).toContain('href="/list/dewiki@WMF/broken?domain=www.a.zz&amp;path=/news/');
  expect(html).toContain('href="/list/dewiki@WMF/paths?domain=a.zz&amp;cursor=50.120.');
  expect(html).not.toMatch(/<script(?! src="\/form)|alert\(1\)<|\u202e| style=/);
});

test.each([
  ["/list/nowiki/domains", 404, "unknown-wiki"],
  ["/list/nowiki/paths?domain=a.zz", 404, "unknown-wiki"],
  ["/list/dewiki/domains?domain=a.zz", 400, "bad-domain"],
  ["/list/dewiki/paths", 400, "missing-domain"],
  ["/list/dewiki/paths?path=/x", 400, "missing-domain"],
  ["/list/dewiki/paths?domain=a.zz:80", 400, "bad-domain"],
  ["/list/dewiki/domains?cursor=%3Cb%3E", 400, "bad-cursor"],
])("%s: %i %s, in the caller's format", async (address, status, code) => {
  const { ask } = await overviewOf();
  const and = address.includes("?") ? "&" : "?";
  const response = await ask(`${address}${and}format=json`);
  expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  expect(await (await ask(`${address}${and}format=csv`)).text()).toMatch(/^"code","message"\r\n/);
});

test("the refusal of a list names that list", async () => {
  const { ask } = await overviewOf();
  const said = await (await ask("/list/dewiki/domains?domain=a.zz&format=json")).text();
  expect(said).toContain("the list domains is of all domains");
});

test.each([
  ["/list/rush?format=json", OVERVIEW],
  ["/list/rush/domains?format=json", { ...OVERVIEW, list: "domains", entries: [], cursor: null }],
  [
    "/list/rush/paths?domain=a.zz&format=json",
    { ...OVERVIEW, list: "paths", domain: "a.zz", path: "", entries: [], cursor: null },
  ],
])(
  "%s is asked of origin once in a rush, and what origin does not know is kept nowhere",
  async (address, said) => {
    const world = createWorld({ cache: true, origin: () => Response.json(said) });
    await world.store("rush@WMF", []);
    const { ask, requests } = world;
    await ask(address);
    for (let again = 0; again < 9; again += 1) expect((await ask(address)).status).toBe(200);
    expect(requests.length).toBe(1);
    const unknown = createWorld({
      origin: () => Response.json({ error: { code: "unknown-wiki", message: "" } }, { status: 404 }),
    });
    await unknown.store("rush@WMF", []);
    expect([(await unknown.ask(address)).status, (await unknown.ask(address)).status]).toEqual([404, 404]);
  },
);

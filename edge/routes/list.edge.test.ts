import { describe, expect, test, vi } from "vitest";
import type { ListedUse } from "../../shared/answer/lists.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { isBodyOf, verifyHead } from "../../shared/protocol/sign.ts";
import { createWorld, NOW, ORIGIN_TOKEN } from "../testing/world.ts";

const WIKI = "dewiki@WMF";
const HOSTILE = '"><script>alert(1)</script>\u202e';

const use = (extra: Partial<ListedUse> = {}): ListedUse => ({
  pageid: 7,
  title: "Käse/Alte Sorten",
  namespace: 0,
  url: "https://a.zz/x",
  verdict: "unreachable",
  rule: "gone-for-weeks",
  status: 18,
  http: 404,
  since: asDay(3_541),
  last: asDay(3_610),
  checks: 9,
  history: [{ status: 18, http: 404, first: asDay(3_541), last: asDay(3_610), checks: 9 }],
  spam: null,
  line: null,
  cursor: null,
  ...extra,
});

/** An edge whose origin has this list, and what that was asked. */
async function lists(entries: readonly ListedUse[] = [use()], cursor: string | null = null) {
  const asked: unknown[] = [];
  const world = createWorld({
    origin: async (request) => {
      const body = new Uint8Array(await request.arrayBuffer());
      const { pathname, search } = new URL(request.url);
      const head = { method: request.method, path: pathname + search };
      const claim = verifyHead(ORIGIN_TOKEN, head, (name) => request.headers.get(name), NOW);
      if (claim.kind === "refused" || !(await isBodyOf(claim, body)))
        return Response.json({ error: { code: "unsigned", message: "" } }, { status: 401 });
      const question = JSON.parse(new TextDecoder().decode(body));
      asked.push(question);
      return question.cursor === "foreign"
        ? Response.json({ error: { code: "bad-cursor", message: "no" } }, { status: 400 })
        : Response.json({ version: 1, generated: 3_611, ...question, entries, cursor });
    },
  });
  await world.store(WIKI, []);
  return { ...world, asked };
}

test.each([
  [{}, "", "text/html"],
  [{ accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }, "", "text/html"],
  [{ accept: "*/*" }, "", "text/html"],
  [{ accept: "application/json" }, "", "application/json"],
  [{ accept: "application/xml" }, "", "application/xml"],
  [{ accept: "application/json" }, "?format=html", "text/html"],
  [{ accept: "text/html" }, "?format=json", "application/json"],
  [{ accept: "application/json" }, "?format=csv", "text/csv"],
] as const)("an error for a caller with %j at /list/…%s comes as %s", async (headers, query, type) => {
  const { ask, store } = createWorld();
  await store(WIKI, []);
  for (const path of [`/list/${WIKI}/nothing`, "/list/nowiki/spam", "/list/a/b/c"]) {
    const response = await ask(path + query, { headers });
    expect([path, response.status, response.headers.get("content-type")]).toEqual([
      path,
      404,
      expect.stringMatching(`^${type}`),
    ]);
  }
});

test("an operator hears that edge and origin have different secrets", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { ask, store } = createWorld({ origin: () => new Response(null, { status: 401 }) });
  await store(WIKI, []);
  expect((await ask("/list/dewiki/spam")).status).toBe(503);
  expect(logged.mock.calls.flat()).toContainEqual(expect.stringContaining("ORIGIN_TOKEN"));
  logged.mockRestore();
});

describe("GET /list/:wiki/:list (Q5)", () => {
  test("JSON: each entry with page, URL and evidence, and where it goes on", async () => {
    const { ask, asked } = await lists([use()], "7-12");
    const response = await ask("/list/dewiki/unreachable?domain=*.A.zz&path=x&format=json");
    expect(response.status).toBe(200);
    expect(asked).toEqual([{ wiki: WIKI, list: "unreachable", domain: "a.zz", path: "/x", cursor: null }]);
    const { cursor: _, history, ...answered } = use();
    const dates = { sinceDate: "2026-09-12", lastDate: "2026-11-20" };
    const runDates = { firstDate: "2026-09-12", lastDate: "2026-11-20" };
    expect(await response.json()).toEqual({
      version: 1,
      generated: 3_611,
      wiki: WIKI,
      list: "unreachable",
      domain: "a.zz",
      path: "/x",
      entries: [
        {
          ...answered,
          ...dates,
          history: history.map((run) => ({ ...run, ...runDates })),
          page: "https://wiki.zz/wiki/K%C3%A4se/Alte_Sorten",
        },
      ],
      cursor: "7-12",
    });
  });

  test("CSV after RFC 4180, in which nothing is computed", async () => {
    const formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1", 'say "hi", twice'];
    const { ask } = await lists(formulas.map((title) => use({ title })));
    const response = await ask("/list/dewiki@WMF/broken?format=csv");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="broken.csv"');
    const [head, ...rows] = (await response.text()).split("\r\n");
    expect(head).toBe(
      '"pageid","title","page","url","verdict","status","http","since","last","checks","spam","line","sinceDate","lastDate"',
    );
    expect(rows.at(-1)).toBe("");
    expect(rows.slice(0, -1).map((row) => row.slice(2).split(',"https://wiki', 1)[0])).toEqual(
      formulas.map((title) => `"${title.startsWith("say") ? 'say ""hi"", twice' : `'${title}`}"`),
    );
    expect(rows[0]).toMatch(
      /,"https:\/\/a\.zz\/x","unreachable",18,404,3541,3610,9,,,"2026-09-12","2026-11-20"$/,
    );
  });

  test("XML with the same names", async () => {
    const { ask } = await lists([use({ title: "<b>" })]);
    const xml = await (await ask("/list/dewiki@WMF/broken?format=xml")).text();
    expect(xml).toContain("<list>broken</list>");
    expect(xml).toContain("<title>&lt;b&gt;</title>");
  });

  test("HTML without scripts: hostile titles, URLs and lines are text, and links are safe", async () => {
    const { ask } = await lists(
      [
        use({ title: HOSTILE, url: `https://a.zz/${HOSTILE}` }),
        use({ url: "javascript:alert(1)", verdict: "spam", spam: "local", line: HOSTILE }),
      ],
      "7-12",
    );
    const response = await ask("/list/dewiki@WMF/unreachable?domain=a.zz&lang=de");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    const html = await response.text();
    expect(html).toContain('<html lang="de"');
    expect(html).toContain("404 nicht gefunden");
    expect(html).toContain('href="/list/dewiki@WMF/unreachable?domain=a.zz&amp;cursor=7-12&amp;lang=de"');
    expect(html).toContain('href="/page/dewiki@WMF/7?lang=de"');
    expect(html).not.toMatch(/<script(?! src="\/form\.js)|\u202e|href="javascript:/);
  });

  test.each([
    [50, 1, "x".repeat(30), "en"],
    [50, 2, "x".repeat(300), "uk"],
  ])(
    "a page of %i entries stays under 34 KB, and goes on behind the last one that it shows",
    async (count, perPage, path, lang) => {
      const entries = Array.from({ length: count }, (_, at) =>
        use({
          pageid: Math.floor(at / perPage),
          title: `Baudenkmal ${Math.floor(at / perPage)} in Neustadt`,
          url: `https://www.denkmal.zz/${path}`,
          cursor: `${Math.floor(at / perPage)}-${at}`,
        }),
      );
      const html = await (
        await (await lists(entries, "9-999")).ask(`/list/dewiki@WMF/broken?lang=${lang}`)
      ).text();
      expect(new TextEncoder().encode(html).length).toBeLessThan(34_000);
      const shown = html.split('<b class="v').length - 1;
      expect(shown).toBeGreaterThan(14);
      expect(html).toContain(`cursor=${shown === count ? "9-999" : entries[shown - 1]?.cursor}&amp;lang=`);
    },
  );

  test("all of a list that is short, or whose origin names no places, is shown", async () => {
    const entries = Array.from({ length: 50 }, () => use({ url: `https://a.zz/${"x".repeat(400)}` }));
    for (const some of [entries.slice(0, 20), entries]) {
      const html = await (await (await lists(some)).ask("/list/dewiki@WMF/broken")).text();
      expect(html.split('<b class="v').length - 1).toBe(some.length);
      expect(html).not.toContain("cursor=");
    }
  });

  test.each([
    ["/list/nowiki/spam?format=json", 404, "unknown-wiki"],
    ["/list/dewiki/nonsense?format=json", 404, "unknown-list"],
    ["/list/de%20wiki/spam?format=json", 400, "bad-dbname"],
    ["/list/dewiki/organisation?domain=co.uk&format=json", 400, "bad-domain"],
    ["/list/dewiki/archiving?domain=192.0.2.1&format=json", 400, "bad-domain"],
    ["/list/dewiki/spam?domain=a.zz&format=json", 400, "bad-domain"],
    ["/list/dewiki/broken?domain=a.zz:80&format=json", 400, "bad-domain"],
    ["/list/dewiki/broken?domain=https://a.zz/&format=json", 400, "bad-domain"],
    ["/list/dewiki/broken?path=/x&format=json", 400, "missing-domain"],
    ["/list/dewiki/broken?cursor=%3Cb%3E&format=json", 400, "bad-cursor"],
    ["/list/dewiki/broken?cursor=foreign&format=json", 400, "bad-cursor"],
    ["/list/dewiki/broken?format=yaml", 400, "bad-format"],
  ])("%s: %i %s", async (address, status, code) => {
    const response = await (await lists()).ask(address);
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
  });

  test("errors come in the caller's format", async () => {
    const { ask } = await lists();
    expect(await (await ask("/list/nowiki/spam?format=csv")).text()).toMatch(
      /^"code","message"\r\n"unknown-wiki",/,
    );
    expect(await (await ask("/list/nowiki/spam")).text()).toContain("<!doctype html>");
  });

  test("without an origin, or with one that fails: 503, and when to come again", async () => {
    for (const origin of [undefined, () => new Response("oops", { status: 500 })]) {
      const world = createWorld(origin === undefined ? {} : { origin });
      await world.store(WIKI, []);
      const response = await world.ask("/list/dewiki/spam?format=json");
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "60"]);
    }
  });
});

test("links that moved have the new address and the reason in every format, escaped", async () => {
  const rule = { from: `https://a.zz/${HOSTILE}/`, to: "https://b.zz/", support: 3, counter: 1 };
  const { ask } = await lists([
    use({ movedTo: "https://b.zz/x", move: { rule: null, days: 4, checked: asDay(3_610) } }),
    use({ pageid: 8, movedTo: `https://b.zz/${HOSTILE}`, move: { rule, days: 0, checked: asDay(3_609) } }),
  ]);
  const text = async (format: string) => (await ask(`/list/${WIKI}/moved?format=${format}&lang=en`)).text();
  const { entries } = JSON.parse(await text("json"));
  expect(entries[0]).toMatchObject({
    movedTo: "https://b.zz/x",
    move: { rule: null, days: 4, checked: 3_610, checkedDate: "2026-11-20" },
  });
  expect(entries[1].move.rule).toEqual(rule);
  const [head = "", first = "", second = ""] = (await text("csv")).split("\r\n");
  expect(head).toMatch(/"movedTo","days","checked","from","to","support","counter"$/);
  expect(first).toMatch(/"https:\/\/b\.zz\/x",4,3610,,,,$/);
  expect(second).toMatch(/,0,3609,.*,"https:\/\/b\.zz\/",3,1$/);
  const page = await text("html");
  expect(page).toContain("New address of the page");
  expect(page).toContain("the site redirected there");
  expect(page).toContain("other links of the site moved likewise (3)");
  expect(page).not.toContain("<script>alert");
});

test.each(["organisation", "archiving"])(
  "%s without a domain: what to give, with a form, within its wiki",
  async (list) => {
    const { ask } = await lists();
    const response = await ask(`/list/dewiki/${list}?lang=en`);
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(page).toContain("Please give a domain, such as example.org");
    expect(page).toContain(`action="/list/dewiki/${list}"`);
    // The way back to the wiki's overview.
    expect(page).toContain(`href="/list/${WIKI}`);
    const json = await ask(`/list/dewiki/${list}?format=json`);
    expect(await json.json()).toEqual({ error: { code: "missing-domain", message: expect.any(String) } });
  },
);

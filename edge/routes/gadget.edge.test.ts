import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { DEAD, FINE, facts, SHAKY, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, NOW, ORIGIN_URL, type Responder, wikiOf } from "../testing/world.ts";

const WIKI = "gadgetwiki@WMF";
const PAGE = snapshotOf(WIKI, 9301140, [
  facts("https://dead.zz/a?b=1&c=%3C/script%3E", DEAD),
  facts("https://fine.zz/", FINE),
  facts("https://shaky.zz/", SHAKY),
]);

async function world() {
  const created = createWorld();
  await created.store(WIKI, [PAGE, snapshotOf(WIKI, 7, [facts("https://fine.zz/", FINE)])]);
  return created;
}

describe("GET /externalLinkProblem (G1)", () => {
  test("names the presumed unreachable, from the store alone", async () => {
    const { ask, requests } = await world();
    const response = await ask("/externalLinkProblem?dbname=gadgetwiki@WMF&pageid=9301140");
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(
      "( function ( mw ) { var problems = [ " +
        '{ url: "https://dead.zz/a?b=1\\u0026c=%3C/script%3E", status: 18, http: 404, since: 3540, last: 3610, checks: 9, total: 3 }' +
        ' ]; mw.hook( "externalLinkProblem/query.answer" ).fire( problems ); }( window.mediaWiki ) );\n',
    );
    expect(requests).toEqual([]);
  });

  test.each([
    ["a page without problems", "pageid=7"],
    ["a page that is not watched", "pageid=8"],
  ])("%s: false", async (_name, page) => {
    const { ask } = await world();
    const response = await ask(`/externalLinkProblem?dbname=gadgetwiki&${page}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("var problems = false;");
  });

  test("callback: the call, and JSON in it", async () => {
    const { ask } = await world();
    const response = await ask("/externalLinkProblem?dbname=gadgetwiki&pageid=9301140&callback=f");
    const script = await response.text();
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(script.slice(0, 7)).toBe("/**/f({");
    const document = JSON.parse(script.slice("/**/f(".length, -1));
    expect(document.problems).toEqual([
      {
        url: "https://dead.zz/a?b=1&c=%3C/script%3E",
        status: 18,
        http: 404,
        since: 3540,
        last: 3610,
        checks: 9,
        total: 3,
      },
    ]);
    expect(document.pages[0]).toMatchObject({
      wiki: WIKI,
      pageid: 9301140,
      watched: true,
      live: false,
      total: 3,
    });
  });

  test("says what made it, may be kept, read from anywhere, and not be taken for another type", async () => {
    const { ask } = await world();
    const address = "/externalLinkProblem?dbname=gadgetwiki&pageid=9301140";
    const response = await ask(address);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=60, stale-while-revalidate=86400",
      link: '</source>; rel="describedby"',
      "weboid-source": "version=0",
    });
    const etag = response.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w+/]{16}"$/);
    for (const given of [etag, `"other", W/${etag}`, "*"]) {
      const again = await ask(address, { headers: { "if-none-match": given } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
    }
    expect((await ask(address, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  test.each([
    ["dbname=nowiki&pageid=1", 404, "unknown-wiki"],
    ["dbname=gadgetwiki&pageid=x", 400, "bad-pageid"],
    ["pageid=1", 400, "missing-dbname"],
    ["dbname=gadgetwiki&pageid=1&callback=a.b", 400, "bad-callback"],
    ["dbname=gadgetwiki&pageid=1&callback=alert(1)", 400, "bad-callback"],
    ["dbname=gadgetwiki&pageid=1&callback=%3C/script%3E%3Cscript%3E", 400, "bad-callback"],
    ["dbname=gadgetwiki&pageid=%3C/script%3E%E2%80%AE", 400, "bad-pageid"],
  ])("%s: %i %s as a script that harms nobody", async (query, status, code) => {
    const { ask } = await world();
    const response = await ask(`/externalLinkProblem?${query}`);
    expect(response.status).toBe(status);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const script = await response.text();
    expect(script).toContain(`{ code: "${code}", message: "`);
    expect(script).toMatch(/^[ -~]+\n$/);
    expect(script).not.toMatch(/<|alert|a\.b/);
  });

  test.each([
    [
      "a page with problems",
      "pageid=9301140",
      200,
      { problems: [{ url: PAGE.urls[0]?.url, status: 18, total: 3 }] },
    ],
    ["a page without", "pageid=5", 200, { problems: false }],
    ["what is no page", "pageid=x&format=json", 400, { error: { code: "bad-pageid" } }],
  ])("the same as data that runs nowhere: %s", async (_name, query, status, data) => {
    const { ask } = await world();
    const response = await ask(`/externalLinkProblem.json?dbname=gadgetwiki&${query}`);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
    });
    expect(await response.json()).toMatchObject(data);
    expect((await ask(`/externalLinkProblem.json?dbname=gadgetwiki&${query}&callback=f`)).status).toBe(400);
  });

  test("has its problems in one order, by page id and by title", async () => {
    const longer = DEAD.map((run) => ({ ...run, first: asDay(run.first - 100) }));
    const wiki: Responder = () =>
      Response.json({
        batchcomplete: true,
        query: {
          pages: [
            { pageid: 9, ns: 0, title: "A", extlinks: [{ url: "https://a.zz/" }, { url: "https://b.zz/" }] },
          ],
        },
      });
    const { ask, store } = createWorld({ wiki });
    await store(WIKI, [snapshotOf(WIKI, 9, [facts("https://a.zz/", DEAD), facts("https://b.zz/", longer)])]);
    for (const page of ["pageid=9", "title=A"]) {
      const response = await ask(`/externalLinkProblem.json?dbname=gadgetwiki&${page}&sort=age`);
      expect(await response.json()).toMatchObject({
        problems: [{ url: "https://a.zz/" }, { url: "https://b.zz/" }],
      });
    }
  });

  test("an answer that is asked for again is the same to the byte, until the snapshot or the day is another", async () => {
    let now = NOW;
    const { ask, store } = createWorld({ clock: () => now });
    const answered = async (more = "", pageid = 9301140) => {
      const response = await ask(`/externalLinkProblem?dbname=gadgetwiki&pageid=${pageid}${more}`);
      return {
        text: await response.text(),
        etag: response.headers.get("etag"),
        tag: response.headers.get("cache-tag"),
      };
    };
    const forms = ["", "&callback=f", "&callback=g", "&format=json", "&format=xml", "&format=html&lang=de"];
    await store(WIKI, [PAGE, { ...PAGE, pageid: 8, urls: [] }]);
    const first = await Promise.all(forms.map((form) => answered(form)));
    expect(await Promise.all(forms.map((form) => answered(form)))).toEqual(first);
    expect(new Set(first.map(({ etag }) => etag)).size).toBe(forms.length);
    expect(first.map(({ tag }) => tag)).toEqual(forms.map(() => `${WIKI}:9301140`));
    expect((await answered("", 8)).text).toContain("problems = false");
    await store(WIKI, [{ ...PAGE, urls: [] }]);
    expect((await answered()).text).toContain("problems = false");
    await store(WIKI, [PAGE]);
    expect(await answered()).toEqual(first[0]);
    const [, , , json] = first;
    now += 86_400_000;
    const tomorrow = await answered("&format=json");
    expect(JSON.parse(tomorrow.text).generated).toBe(JSON.parse(json?.text ?? "").generated + 1);
  });

  test("every view hands the page to the feeder once in a while; a ping always, and has no answer (F5, Q6)", async () => {
    const origin = () => new Response(null, { status: 202 });
    const { ask, store, requests } = createWorld({ origin, wiki: wikiOf({ 9301140: [] }) });
    const touches = () => requests.filter(({ url }) => url.startsWith(`${ORIGIN_URL}/v1/touch?`));
    await store(WIKI, [PAGE]);
    const address = "/externalLinkProblem?dbname=gadgetwiki&pageid=9301140";
    await ask(address);
    await ask(address);
    expect(requests.map(({ url }) => url.split("?")[0])).toEqual([`${ORIGIN_URL}/v1/touch`]);
    expect(await requests[0]?.json()).toEqual({ wiki: WIKI, pageids: [9301140] });
    const ping = await ask(`${address}&ping=1`);
    expect([ping.status, await ping.text(), touches().length]).toEqual([202, "", 2]);
    expect(ping.headers.get("access-control-expose-headers")).toContain("RateLimit");
    await ask(`${address}&ping=1`);
    expect(touches().length).toBe(2);
  });

  test("what nobody knows to exist is not handed to the feeder, whatever caller asks (F5)", async () => {
    const origin = () => new Response(null, { status: 202 });
    const { ask, store, requests } = createWorld({ origin, wiki: wikiOf({ 7: [] }) });
    const touches = () => requests.filter(({ url }) => url.startsWith(`${ORIGIN_URL}/v1/touch?`));
    await store(WIKI, [PAGE]);
    const ids = Array.from({ length: 49 }, (_, at) => 4_000_000_000 + at).join("|");
    for (const query of [`${WIKI}&pageid=${ids}`, `${WIKI}&pageid=${ids}&ping=1`, `nowiki&pageid=1&ping=1`])
      await ask(`/externalLinkProblem?dbname=${query}`);
    expect(touches()).toEqual([]);
    await ask(`/externalLinkProblem?dbname=${WIKI}&pageid=${ids}|9301140`);
    expect(await touches()[0]?.json()).toEqual({ wiki: WIKI, pageids: [9301140] });
    // A ping may be of a page that is new: the wiki is asked whether there is one.
    await ask(`/externalLinkProblem?dbname=${WIKI}&pageid=${ids}|7&ping=1`);
    expect(await touches()[1]?.json()).toEqual({ wiki: WIKI, pageids: [7] });
  });

  test("a store that does not answer is distinguished from a wiki that is not known", async () => {
    const SNAPSHOTS = { get: () => Promise.reject(new Error("KV is away")) } as unknown as KVNamespace;
    const { ask } = createWorld({ env: { SNAPSHOTS } });
    for (const address of ["/externalLinkProblem", "/api/v1/page", "/externalLinkInfo"]) {
      const response = await ask(`${address}?dbname=gadgetwiki&pageid=5&format=json`);
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "60"]);
      expect(await response.json()).toMatchObject({ error: { code: "store-unavailable" } });
    }
  });

  test("a page of which the store says nothing is not said to be fine", async () => {
    const { ask: askStored, store } = createWorld();
    await store(WIKI, [snapshotOf(WIKI, 5, [])]);
    expect((await askStored(`/externalLinkProblem?dbname=${WIKI}&pageid=5`)).status).toBe(200);
    const get = (key: string, options: never) =>
      key.startsWith("s1:") ? Promise.reject(new Error("KV is away")) : env.SNAPSHOTS.get(key, options);
    const SNAPSHOTS = { get } as unknown as KVNamespace;
    const { ask } = createWorld({ env: { SNAPSHOTS }, wiki: wikiOf({ 5: [] }) });
    const gadget = await ask(`/externalLinkProblem.json?dbname=${WIKI}&pageid=5`);
    expect([gadget.status, gadget.headers.get("cache-control")]).toEqual([503, "no-store"]);
    const page = await ask(`/api/v1/page?dbname=${WIKI}&pageid=5`);
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
  });

  test("a title while the wiki is away: when to ask again", async () => {
    const { ask, store } = createWorld();
    await store(WIKI, []);
    const response = await ask(`/externalLinkProblem?dbname=${WIKI}&title=A`);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "60"]);
  });

  test("a value that cannot be read counts as absent", async () => {
    const { ask, signed, store } = createWorld();
    await store(WIKI, []);
    for (const value of ["WS\u0009", "nonsense", ""]) {
      await signed("POST", [{ key: `s1:${WIKI}:5`, value }]);
      const response = await ask("/externalLinkProblem?dbname=gadgetwiki&pageid=5");
      expect(await response.text()).toContain("var problems = false;");
    }
  });
});

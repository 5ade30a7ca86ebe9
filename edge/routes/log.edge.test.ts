import { describe, expect, test } from "vitest";
import { entry, hostileLog, LOG } from "../../shared/format/html/testing/log.ts";
import type { PeopleResponse } from "../../shared/protocol/people.ts";
import type { LogResponse } from "../../shared/protocol/people-log.ts";
import { createWorld } from "../testing/world.ts";

const WIKI = "dewiki@WMF";
const BROWSER = {
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "same-origin",
  accept: "text/html",
  "content-type": "application/x-www-form-urlencoded",
  "cf-connecting-ip": "192.0.2.7",
};

async function edge(log: LogResponse | 503 = LOG, said: PeopleResponse | 500 = { outcome: "withdrawn" }) {
  const asked: { path: string; body: unknown }[] = [];
  const world = createWorld({
    origin: async (request) => {
      const path = new URL(request.url).pathname;
      asked.push({ path, body: await request.json() });
      if (said === 500) return new Response("{}", { status: 500 });
      if (path !== "/v1/log") return Response.json(said);
      const isFirst = asked.length === 1;
      return log !== 503 || isFirst
        ? Response.json(log === 503 ? LOG : log)
        : new Response("{}", { status: log });
    },
  });
  await world.store(WIKI, []);
  const page = (query = "") => world.ask(`/log${query}`, { headers: BROWSER });
  const token = async () => /name="token" value="([^"]+)"/.exec(await (await page()).text())?.[1] ?? "";
  const send = async (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    world.ask("/log", {
      method: "POST",
      headers: { ...BROWSER, ...headers },
      body: new URLSearchParams({ token: await token(), ...fields }),
    });
  return { ...world, asked, page, send };
}

describe("GET /log (H5)", () => {
  test("shows entries, what undoes what, and a button where somebody may undo", async () => {
    const { page, asked } = await edge();
    const response = await page();
    expect(response.headers.get("cache-control")).toBe("no-store");
    const html = await response.text();
    expect(html).toContain('<a href="#e1">#1</a>');
    expect(html).toContain("c".repeat(64));
    expect([...html.matchAll(/<button name="entry" value="(\d+)"/g)].map(([, no]) => no)).toEqual(["8"]);
    // Of what is locked there is a word in place of a button.
    expect(
      [...html.matchAll(/<li id="e(\d+)">(?:(?!<li).)*locked, so it cannot/gs)].map(([, no]) => no),
    ).toEqual(["5", "4", "2"]);
    expect(html).toContain("hidden by the operator");
    expect(html).toContain("two groups");
    expect(html).toContain('href="/log?cursor=1&amp;lang=en"');
    expect(asked).toEqual([{ path: "/v1/log", body: { wiki: null, before: null } }]);
  });

  test("offers what no lock covers", async () => {
    const { page } = await edge({ ...LOG, locks: [] });
    const html = await (await page()).text();
    expect([...html.matchAll(/<button name="entry" value="(\d+)"/g)].map(([, no]) => no)).toEqual([
      "8",
      "5",
      "4",
      "2",
    ]);
  });

  test("leads to entries of other pages", async () => {
    const { page } = await edge({ ...LOG, entries: [entry(9, { undoes: 3 }), entry(8, { undone: 9 })] });
    const html = await (await page()).text();
    expect(html).toContain('<a href="/log?cursor=4&amp;lang=en#e3">#3</a>');
    expect(html).toContain('<a href="#e9">#9</a>');
  });

  test("of one wiki, from an entry on", async () => {
    const { page, asked } = await edge();
    expect((await page("?dbname=dewiki&cursor=7")).status).toBe(200);
    expect(asked.at(-1)?.body).toEqual({ wiki: WIKI, before: 7 });
  });

  test("as JSON with every hash, for scripts of any site", async () => {
    const { ask } = await edge();
    const response = await ask("/log?format=json");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toEqual({ version: 1, wiki: null, ...LOG });
  });

  test("as a feed", async () => {
    const { ask } = await edge({ ...LOG, entries: [entry(17), entry(16, { text: null })] });
    const response = await ask("/log?format=atom&lang=de");
    expect(response.headers.get("content-type")).toMatch(/^application\/atom\+xml/);
    const feed = await response.text();
    expect(feed).toContain("<title>Als erreichbar gemeldet: https://a.zz/17</title>");
    expect(feed).toContain("<id>https://weboid.example/log?cursor=18#e17</id>");
    expect(feed).toContain("vom Betreiber ausgeblendet");
  });

  test.each(["html", "atom", "json"])("hostile text stays text: %s", async (format) => {
    const hostile = '"><script>alert(1)</script>\u202e\u0000';
    const { ask } = await edge({
      ...LOG,
      ...hostileLog(hostile),
      entries: [entry(3, { text: { salt: "a".repeat(32), target: hostile, detail: hostile } })],
    });
    const text = await (await ask(`/log?format=${format}`, { headers: BROWSER })).text();
    if (format !== "json") expect(text).not.toMatch(/<script>|\u202e/);
    else expect(JSON.parse(text).entries[0].text.target).toBe(hostile);
  });

  test.each<[string, number]>([
    ["?cursor=0", 400],
    ["?cursor=x", 400],
    ["?dbname=de wiki", 400],
    ["?dbname=xxwiki", 404],
    ["?format=xml", 400],
    ["?format=csv", 400],
  ])("%s: %i", async (query, status) => {
    const { page, asked } = await edge();
    expect((await page(query)).status).toBe(status);
    expect(asked).toEqual([]);
  });

  test.each(["", "?format=json", "?format=atom"])("origin away: 503 %s", async (query) => {
    const { page } = await edge(LOG, 500);
    expect((await page(query)).status).toBe(503);
  });
});

describe("POST /log (H5)", () => {
  test("undoes as the network that sent it, and shows what came of it", async () => {
    const { send, asked } = await edge();
    const response = await send({ action: "undo", entry: "5", lang: "de", dbname: "dewiki" });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<p class="box" role="status">');
    expect(asked.slice(1)).toEqual([
      {
        path: "/v1/undo",
        body: {
          entry: 5,
          ranges: [
            { policy: "address", key: "192.0.2.7" },
            { policy: "site", key: "192.0.2.0/24" },
            { policy: "provider", key: "192.0.0.0/16" },
          ],
        },
      },
      { path: "/v1/log", body: { wiki: WIKI, before: null } },
    ]);
  });

  test.each<[PeopleResponse, number, string]>([
    [{ outcome: "already-undone" }, 409, "undone this already"],
    [
      { outcome: "locked", reason: "two <b>groups", until: 3_620 },
      409,
      "November 30, 2026. Reason: <bdi>two &lt;b&gt;groups",
    ],
    [{ outcome: "too-soon", seconds: 42 }, 429, "wait 42 seconds"],
  ])("%o: %i", async (said, status, words) => {
    const { send } = await edge(LOG, said);
    const response = await send({ action: "undo", entry: "5" });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(words);
  });

  test("what was done is said, also where the log cannot be had after it", async () => {
    const { send } = await edge(503, { outcome: "lock-set" });
    const response = await send({ action: "undo", entry: "5" });
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain("The lock is set.");
    expect(html).toContain("This is not available at the moment.");
    expect(html).not.toContain("There are no entries.");
  });

  test.each<[string, Record<string, string>, Record<string, string>, number]>([
    [
      "a script",
      { action: "undo", entry: "5" },
      { "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
      403,
    ],
    ["another site", { action: "undo", entry: "5" }, { "sec-fetch-site": "cross-site" }, 403],
    ["no token of ours", { action: "undo", entry: "5", token: "1.a.b" }, {}, 200],
    ["another network", { action: "undo", entry: "5" }, { "cf-connecting-ip": "192.0.2.8" }, 200],
    ["no entry", { action: "undo", entry: "-1" }, {}, 400],
    ["no action", { entry: "5" }, {}, 400],
    ["no administrator", { action: "lock", target: "a.zz" }, {}, 400],
    ["too much", { action: "undo", entry: "5", reason: "x".repeat(70_000) }, {}, 413],
  ])("of %s changes nothing", async (_, fields, headers, status) => {
    const { send, asked } = await edge();
    const response = await send(fields, headers);
    expect(response.status).toBe(status);
    if (status !== 200)
      expect(await response.text()).toMatch(/<a href="\/log\?lang=en">Public log<\/a><\/p>/);
    expect(asked.filter(({ path }) => path !== "/v1/log")).toEqual([]);
  });
});

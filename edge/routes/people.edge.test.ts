import { describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { ACT_ANSWER_MS } from "../../shared/protocol/origin.ts";
import { PeopleRequest, type PeopleResponse } from "../../shared/protocol/people.ts";
import { SIGNATURE_HEADER } from "../../shared/protocol/sign.ts";
import { DEAD, FINE, facts, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, NOW, wikiOf } from "../testing/world.ts";

const WIKI = "dewiki@WMF";
const URL_ = "https://a.zz/x";
const HOSTILE = '"><script>alert(1)</script>\u202e';
const BROWSER = {
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "same-origin",
  accept: "text/html",
  "content-type": "application/x-www-form-urlencoded",
  "cf-connecting-ip": "192.0.2.7",
};

/** So much time passes in a test. */
const FASTER = 10;

async function forms(response: PeopleResponse | number = { outcome: "reported", urls: 1 }, pauseMs = 0) {
  const asked: unknown[] = [];
  const names: (string | null)[] = [];
  const signatures: (string | null)[] = [];
  const world = createWorld({
    origin: async (request) => {
      asked.push(await request.json());
      signatures.push(request.headers.get(SIGNATURE_HEADER));
      names.push(new URL(request.url).searchParams.get("form"));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      request.signal.throwIfAborted();
      if (new URL(request.url).pathname === "/v1/recheck")
        return Response.json({ refused: null, asked: "waiting", facts: null });
      return typeof response === "number"
        ? new Response("{}", { status: response })
        : Response.json(response);
    },
  });
  await world.store(WIKI, []);
  const form = await (
    await world.ask(`/report?url=${encodeURIComponent(URL_)}&dbname=dewiki&pageid=7`, { headers: BROWSER })
  ).text();
  const token = /name="token" value="([^"]+)"/.exec(form)?.[1] ?? "";
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    world.ask(path, {
      method: "POST",
      headers: { ...BROWSER, ...headers },
      body: new URLSearchParams({ url: URL_, dbname: "dewiki", token, ...fields }),
    });
  return { ...world, asked, signatures, names, form, token, send };
}

describe("forms for what people say (H)", () => {
  test("are filled in by the address, ask origin nothing, and lead back to the page", async () => {
    const { form, asked } = await forms();
    expect(asked).toEqual([]);
    expect(form).toContain('action="/report" method="post"');
    expect(form).toContain('action="/replacement" method="post"');
    expect(form).toContain(`name="url" value="${URL_}"`);
    expect(form).toContain("/externalLinkInfo?dbname=dewiki&amp;pageid=7");
  });

  test("sent twice in a second ask twice: origin answers a signature that it knows as it did before", async () => {
    const { send, asked, signatures } = await forms();
    await Promise.all([send("/report", {}), send("/report", {})]);
    expect(asked[0]).toEqual(asked[1]);
    expect(new Set(signatures).size).toBe(2);
  });

  test.each([
    ["/report", 5_500, 200],
    ["/report", 9_000, 503],
    ["/check", 5_500, 200],
    ["/check", 9_000, 503],
  ])("%s waits for an origin that takes %i ms: %i", async (path, ms, status) => {
    const { send } = await forms({ outcome: "reported", urls: 1 }, ms / FASTER);
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const spy = vi
      .spyOn(AbortSignal, "timeout")
      .mockImplementation((given) => timeout(given === ACT_ANSWER_MS ? given / FASTER : given));
    const response = await send(path, {}).finally(() => spy.mockRestore());
    expect(response.status).toBe(status);
  });

  test("sent again, also from the page that says that it failed, are the same form to origin", async () => {
    const { send, form, token, names } = await forms(500);
    const failed = await (await send("/report", { action: "withdraw" })).text();
    expect(failed).toContain(`name="token" value="${token}"`);
    await send("/report", { action: "withdraw" });
    await send("/report", { action: "make" });
    await send("/report", { action: "withdraw" }, { "cf-connecting-ip": "192.0.2.9" });
    expect(form).toContain(`name="token" value="${token}"`);
    expect(names.map((name) => /^[0-9a-f]{32}$/.test(name ?? ""))).toEqual([true, true, true]);
    expect([names[1] === names[0], names[2] === names[0]]).toEqual([true, false]);
  });

  test("lead to the same form of a wiki that was perhaps meant", async () => {
    const { send, asked } = await forms();
    const response = await send("/report", { dbname: "deiwki", lang: "en" });
    expect([response.status, asked]).toEqual([404, []]);
    expect(await response.text()).toContain(
      '<a href="/report?url=https://a.zz/x&amp;dbname=dewiki@WMF&amp;lang=en"><bdi>dewiki@WMF</bdi></a>',
    );
  });

  test("without an address ask for one", async () => {
    const { ask } = await forms();
    for (const path of ["/report", "/replacement"]) {
      const html = await (await ask(`${path}?lang=de`, { headers: BROWSER })).text();
      expect(html).toContain("Welcher Weblink");
      expect(html).not.toContain('method="post"');
    }
  });

  test.each([
    ["/report", { action: "make" }, { act: "report" }],
    ["/report", { action: "make", domain: "1" }, { act: "report", domain: true }],
    ["/report", { action: "make", scope: "host" }, { act: "report", domain: true }],
    ["/report", { action: "make", scope: "*.a.zz" }, { act: "report", scope: "*.a.zz" }],
    [
      "/report",
      { action: "make", scope: "pattern", pattern: "HTTPS://A.zz/*" },
      { act: "report", scope: "a.zz" },
    ],
    ["/report", { action: "withdraw", scope: "", pattern: "x" }, { act: "withdraw" }],
    ["/report", { action: "withdraw" }, { act: "withdraw" }],
    [
      "/replacement",
      { action: "make", replacement: "HTTPS://New.yy" },
      { act: "propose", replacement: "https://new.yy/" },
    ],
    ["/replacement", { action: "withdraw", replacement: "" }, { act: "remove" }],
    [
      "/replacement",
      { action: "withdraw", replacement: "https://new.yy" },
      { act: "remove", replacement: "https://new.yy/" },
    ],
    ["/replacement", { action: "block" }, { act: "block" }],
  ])("%s %o reaches origin, with the ranges around the network", async (path, fields, expected) => {
    const { send, asked } = await forms();
    const response = await send(path, { ...fields, lang: "de" });
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await response.text()).toContain("Die Meldung ist gespeichert.");
    expect(asked).toEqual([
      {
        wiki: WIKI,
        url: URL_,
        domain: false,
        replacement: null,
        ranges: [
          { policy: "address", key: "192.0.2.7" },
          { policy: "site", key: "192.0.2.0/24" },
          { policy: "provider", key: "192.0.0.0/16" },
        ],
        ...expected,
      },
    ]);
  });

  test("a folder in another script is asked of origin as it is stored", async () => {
    const { ask, send, asked } = await forms();
    const folder = "报".repeat(60);
    const url = `https://www.b.zz/${folder}/a.html`;
    const sent = await send("/report", { url, scope: "pattern", pattern: `www.b.zz/${folder}/` });
    const scope = `www.b.zz/${encodeURIComponent(folder)}/`;
    expect([sent.status, asked]).toMatchObject([200, [{ act: "report", scope }]]);
    expect(z.safeParse(PeopleRequest, asked[0]).success).toBe(true);
    const address = `/report?${new URLSearchParams({ url, dbname: "dewiki" })}`;
    const page = await (await ask(address, { headers: BROWSER })).text();
    expect(page).toContain(`name="scope" value="${scope}"`);
  });

  test.each(["c.zz", "*.zz", "a.zz/other/", "pattern"])(
    "a scope %s that is none of the link is refused",
    async (scope) => {
      const { send, asked } = await forms();
      const response = await send("/report", { action: "make", scope, pattern: "", lang: "en" });
      expect([response.status, asked]).toEqual([400, []]);
      expect(await response.text()).toContain("The pattern must cover this link");
    },
  );

  test("the link's folder, host and domain are offered beside the link itself", async () => {
    const { ask } = await forms();
    const address = `/report?url=https://www.b.zz/a/x.html&dbname=dewiki&scope=*.b.zz&lang=en`;
    const html = await (await ask(address, { headers: BROWSER })).text();
    const offered = [...html.matchAll(/name="scope" value="([^"]*)"( checked)?/g)];
    expect(offered.map(([, value, checked]) => [value, checked !== undefined])).toEqual([
      ["", false],
      ["www.b.zz/a/", false],
      ["www.b.zz", false],
      ["*.b.zz", true],
      ["pattern", false],
    ]);
  });

  test("no site reads a form that is made out to its visitor, and no cache keeps one", async () => {
    const { ask } = await forms();
    for (const address of [`/report?url=${URL_}&dbname=dewiki`, "/replacement", "/?url=a.zz"]) {
      const { headers } = await ask(address, { headers: BROWSER });
      expect([address, headers.get("access-control-allow-origin"), headers.get("cache-control")]).toEqual([
        address,
        null,
        "no-store",
      ]);
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    }
  });

  test("10,000 addresses of a /64 are one network", async () => {
    const { ask, asked } = await forms();
    for (const address of ["2001:db8::1", "2001:db8::ffff:2"]) {
      const headers = { ...BROWSER, "cf-connecting-ip": address };
      const html = await (await ask(`/report?url=${URL_}&dbname=dewiki`, { headers })).text();
      const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";
      const body = new URLSearchParams({ url: URL_, dbname: "dewiki", token });
      await ask("/report", { method: "POST", headers, body });
    }
    const [one, other] = asked as { ranges: unknown[] }[];
    expect(one?.ranges).toEqual(other?.ranges);
    expect(one?.ranges).toHaveLength(4);
  });

  test.each<[string, string, Record<string, string>]>([
    ["a script", "", { accept: "*/*", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }],
    ["JSON", "", { "content-type": "application/json" }],
    ["who wants JSON", "?format=json", {}],
    ["a page of others", "", { "sec-fetch-site": "cross-site" }],
    [
      "a page of others, where browsers say less",
      "",
      { "sec-fetch-site": "", origin: "http://evil.example" },
    ],
    ["a page without an origin", "", { "sec-fetch-site": "", origin: "null" }],
  ])("%s is refused in friendly words, token or not", async (_, query, headers) => {
    const { send, asked } = await forms();
    const response = await send(`/report${query}`, {}, headers);
    expect(response.status).toBe(403);
    // And what to do: the reader, and the operator.
    expect(await response.text()).toMatch(/taken from people.*reload.*PUBLIC_URL/is);
    expect(asked).toEqual([]);
  });

  test("a refusal is in the language of the form", async () => {
    const { send } = await forms();
    const response = await send("/report", { lang: "de" }, { "sec-fetch-site": "cross-site" });
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining("Lade die Seite"),
    ]);
  });

  test("a token of another network, or an old one: the form comes filled in, to be sent", async () => {
    const { ask, send, asked } = await forms();
    const old = createWorld({ now: NOW - 2 * 3_600_000, origin: () => Response.json({}) });
    const form = await (await old.ask(`/report?url=${URL_}&dbname=dewiki`, { headers: BROWSER })).text();
    const token = /name="token" value="([^"]+)"/.exec(form)?.[1] ?? "";
    expect(token).toMatch(/\./);
    for (const response of [
      await send("/report", {}, { "cf-connecting-ip": "192.0.2.8" }),
      await send("/report", { token }),
      await ask("/report", { method: "POST", headers: BROWSER, body: `url=${URL_}&dbname=dewiki` }),
    ]) {
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("Press its button to send it");
    }
    expect(asked).toEqual([]);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["/report", { url: "javascript:alert(1)" }, 400, "give the address of a link"],
    ["/report", { url: "http://docs/x" }, 400, "give the address of a link"],
    ["/report", { dbname: "de wiki" }, 400, "looks like dewiki@WMF"],
    ["/report", { dbname: "" }, 400, "which wiki"],
    ["/report", { dbname: "xxwiki" }, 404, "Unknown wiki"],
    ["/report", { action: "other" }, 400, "its buttons"],
    ["/replacement", {}, 400, "give a complete address"],
    ["/replacement", { replacement: HOSTILE }, 400, "give a complete address"],
    ["/replacement", { replacement: "http://127.0.0.1/" }, 400, "leads to a private network"],
    ["/replacement", { replacement: "https://www.example.org/" }, 400, "reserved for examples"],
    ["/replacement", { replacement: `https://new.yy/${"x".repeat(2_000)}` }, 400, "give a complete address"],
    ["/replacement", { replacement: "https://www.sister.zz/x" }, 409, "belongs to the wikis themselves"],
  ])("%s %o: %i, and origin hears nothing", async (path, fields, status, words) => {
    const { send, asked } = await forms();
    const response = await send(path, fields);
    const html = await response.text();
    expect([response.status, html]).toEqual([status, expect.stringContaining(words)]);
    expect(html).not.toMatch(/<script>|\u202e/);
    expect(asked).toEqual([]);
  });

  test.each<[PeopleResponse | number, number, string, string | null]>([
    [{ outcome: "too-soon", seconds: 42 }, 429, "wait 42 seconds", "42"],
    [{ outcome: "too-many" }, 429, "accepted today", "3600"],
    [{ outcome: "not-watched" }, 404, "No monitored page", null],
    [{ outcome: "not-broken" }, 409, "not shown as broken", null],
    [{ outcome: "nothing" }, 200, "nothing to withdraw", null],
    [500, 503, "is not available", "10"],
  ])("%o of origin: %i", async (response, status, words, retry) => {
    const { send } = await forms(response);
    const answer = await send("/report", {});
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, retry]);
    expect(await answer.text()).toContain(words);
  });

  test("too much is not read", async () => {
    const { send, asked } = await forms();
    expect((await send("/report", { url: "x".repeat(70_000) })).status).toBe(413);
    expect(asked).toEqual([]);
  });

  test("answers lead there, from links that are shown as broken alone", async () => {
    const world = createWorld({ wiki: wikiOf({ 7: ["https://gone.zz/", "https://good.zz/"] }) });
    await world.store(WIKI, [
      snapshotOf(WIKI, 7, [facts("https://gone.zz/", DEAD), facts("https://good.zz/", FINE)]),
    ]);
    const html = await (await world.ask("/page/dewiki@WMF/7?show=all")).text();
    expect(html.match(/href="\/report\?[^"]*"/g)).toEqual([
      'href="/report?url=https://gone.zz/&amp;dbname=dewiki@WMF&amp;pageid=7&amp;lang=en"',
    ]);
  });
});

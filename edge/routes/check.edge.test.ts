import { expect, test } from "vitest";
import type { RecheckResponse } from "../../shared/protocol/recheck.ts";
import { DEAD, facts } from "../testing/snapshots.ts";
import { createWorld } from "../testing/world.ts";

const WIKI = "dewiki@WMF";
const URL_ = "https://a.zz/x";
const ADDRESS = `/check?url=${encodeURIComponent(URL_)}&dbname=dewiki&pageid=7`;
const BROWSER = {
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
  "sec-fetch-site": "same-origin",
  accept: "text/html",
  "cf-connecting-ip": "192.0.2.7",
};

async function checks(response: Partial<RecheckResponse> | number = {}) {
  const asked: { act: string; ranges: unknown[] }[] = [];
  const known = { refused: null, asked: null, facts: facts(URL_, DEAD) };
  const world = createWorld({
    origin: async (request) => {
      asked.push(await request.json());
      if (typeof response !== "number") return Response.json({ ...known, ...response });
      return Response.json({ error: { code: "too-many-requests", message: "" } }, { status: response });
    },
  });
  await world.store(WIKI, []);
  const send = (token: string, headers: Record<string, string> = {}) =>
    world.ask("/check", {
      method: "POST",
      headers: { ...BROWSER, "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ url: URL_, dbname: "dewiki", pageid: "7", token }),
    });
  return { ...world, asked, send };
}

test("the page shows the link as it is known now, with a form that asks for a check", async () => {
  const { ask, asked, send } = await checks();
  const html = await (await ask(ADDRESS, { headers: BROWSER })).text();
  expect(html).toContain("404 not found");
  expect(html).toContain('action="/check" method="post"');
  expect(asked).toMatchObject([{ act: "look", wiki: WIKI, url: URL_ }]);
  const token = /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";
  await send(token);
  expect(asked[1]).toMatchObject({ act: "ask", wiki: WIKI, url: URL_ });
  expect(asked[1]?.ranges.length).toBeGreaterThan(1);
});

test("while the check is waited for the page opens itself again, without asking again", async () => {
  const { ask } = await checks({ asked: "waiting" });
  const response = await ask(ADDRESS, { headers: BROWSER });
  const refresh = response.headers.get("refresh");
  expect(refresh).toBe("5; url=/check?url=https%3A%2F%2Fa.zz%2Fx&dbname=dewiki&pageid=7&wait=10");
  expect(await response.text()).not.toContain('method="post"');
  const done = await (await checks({ asked: "checked" })).ask(ADDRESS, { headers: BROWSER });
  expect([done.headers.get("refresh"), done.headers.get("cache-control")]).toEqual([null, "no-store"]);
});

test("a check that waits for a quarter of an hour takes no more looks than its reader has", async () => {
  const { ask, asked } = await checks({ asked: "waiting" });
  let address = ADDRESS;
  for (let waited = 0; waited < 900; ) {
    const refresh = (await ask(address, { headers: BROWSER })).headers.get("refresh") ?? "";
    const [, seconds, next = ""] = /^(\d+); url=(.+)$/.exec(refresh) ?? [];
    waited += Number(seconds);
    address = next;
  }
  // 20 at once; those that come back meanwhile are for what else is looked up.
  expect(asked.length).toBeLessThan(20);
  const odd = await ask(`${ADDRESS}&wait=-9e99`, { headers: BROWSER });
  expect(odd.headers.get("refresh")).toMatch(/^5; .*&wait=10$/);
});

test.each([
  [{ refused: "not-watched", facts: null } as const, 404],
  [{ refused: "spam-url", facts: facts(URL_, [], { spam: "local" }) } as const, 409],
  [{ refused: "too-soon", seconds: 7 } as const, 429],
  [429, 429],
])("%j is answered by %i", async (response, status) => {
  const answer = await (await checks(response)).ask(ADDRESS, { headers: BROWSER });
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain('role="alert"');
});

test("programs, and forms of others, are refused; without a good token nothing is asked for", async () => {
  const { ask, asked, send } = await checks();
  expect((await ask(ADDRESS)).status).toBe(403);
  expect((await send("x", { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect(asked).toEqual([]);
  expect((await send("x")).status).toBe(200);
  expect(asked).toMatchObject([{ act: "look" }]);
});

test("for a wiki that is none, one that was perhaps meant is asked the same", async () => {
  const { ask, asked } = await checks();
  const response = await ask(`${ADDRESS.replace("dewiki", "deiwki")}&lang=en`, { headers: BROWSER });
  expect([response.status, asked]).toEqual([404, []]);
  expect(await response.text()).toContain(
    '<a href="/check?url=https://a.zz/x&amp;dbname=dewiki@WMF&amp;lang=en"><bdi>dewiki@WMF</bdi></a>',
  );
});

import { describe, expect, test } from "vitest";
import { FINE, facts, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, wikiOf } from "../testing/world.ts";

const WIKI = "testwiki@WMF";
const BROWSER = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "none" };

/** An origin that has no room, for 5 seconds. */
async function busyWorld() {
  const world = createWorld({
    wiki: wikiOf({ 1: ["https://a.zz/"], 2: ["https://a.zz/"] }),
    origin: () =>
      Response.json(
        { error: { code: "busy", message: "too many" } },
        { status: 503, headers: { "retry-after": "5" } },
      ),
  });
  await world.store(WIKI, [snapshotOf(WIKI, 2, [facts("https://b.zz/", FINE)])]);
  return world;
}

describe("while origin is busy", () => {
  test.each([
    ["a list as a page", `/list/${WIKI}/broken`, "text/html", "Many questions like this"],
    ["a list as JSON", `/list/${WIKI}/broken?format=json`, "application/json", '"origin-busy"'],
    ["a list as a table", `/list/${WIKI}/broken?format=csv`, "text/csv", "origin is busy"],
    ["an overview as XML", `/list/${WIKI}?format=xml`, "application/xml", "origin-busy"],
    ["paths", `/list/${WIKI}/paths?domain=a.zz&format=json`, "application/json", "in 5 seconds"],
    ["a feed", `/feed/${WIKI}`, "application/json", '"origin-busy"'],
    ["an event", `/feed/${WIKI}/1.1`, "application/json", '"origin-busy"'],
    ["titles of a watchlist", `/feed/${WIKI}?title=A`, "application/json", '"origin-busy"'],
    ["a search", "/find?url=a.zz", "text/html", "Many questions like this"],
    ["a link", `/check?url=https://a.zz/&dbname=${WIKI}`, "text/html", "Many questions like this"],
    ["a page without a snapshot", `/api/v1/page?dbname=${WIKI}&pageid=1`, "application/json", "origin-busy"],
  ])("%s is answered 503 with the wait", async (_name, address, type, text) => {
    const { ask } = await busyWorld();
    const response = await ask(address, { headers: BROWSER });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(response.headers.get("content-type")).toContain(type);
    expect(await response.text()).toContain(text);
  });

  test("a page with a snapshot is answered by that", async () => {
    const { ask } = await busyWorld();
    expect((await ask(`/api/v1/page?dbname=${WIKI}&pageid=2`)).status).toBe(200);
    const both = await (await ask(`/api/v1/page?dbname=${WIKI}&pageid=1|2`)).json<{
      pages: { pageid: number; error?: { code: string } }[];
    }>();
    expect(both.pages.map(({ pageid, error }) => [pageid, error?.code])).toEqual([
      [1, "origin-busy"],
      [2, undefined],
    ]);
  });

  test.each([
    [
      "had no room",
      62,
      () => Response.json({ error: { code: "busy", message: "too many" } }, { status: 503 }),
    ],
    ["did not come", 64, () => new Response(null, { status: 502 })],
  ])("an answer for which origin %s is not kept for others", async (_name, pageid, refuse) => {
    let isSilent = true;
    const origin = () => (isSilent ? refuse() : Response.json({ urls: [] }));
    const { ask, store } = createWorld({
      wiki: wikiOf({ [pageid]: ["https://a.zz/"] }),
      origin,
      cache: true,
    });
    await store(WIKI, [snapshotOf(WIKI, pageid, [facts("https://b.zz/", FINE)])]);
    const kept = async () => (await ask(`/page/${WIKI}/${pageid}`)).headers.get("cache-control");
    expect(await kept()).toBe("no-store");
    isSilent = false;
    expect(await kept()).toContain("public");
  });

  test("nor is a gadget's answer by title", async () => {
    const pages = [{ pageid: 63, ns: 0, title: "A", extlinks: [{ url: "https://new.zz/" }] }];
    const { ask, store } = createWorld({
      wiki: () => Response.json({ batchcomplete: true, query: { pages } }),
      origin: () => Response.json({ error: { code: "busy", message: "too many" } }, { status: 503 }),
    });
    await store(WIKI, [snapshotOf(WIKI, 63, [facts("https://b.zz/", FINE)])]);
    for (const address of ["/externalLinkProblem", "/externalLinkProblem.json"]) {
      const response = await ask(`${address}?dbname=${WIKI}&title=A`);
      expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    }
  });

  test("where no page can be answered, status, code and wait are those of one page", async () => {
    const { ask } = await busyWorld();
    const response = await ask(`/api/v1/page?dbname=${WIKI}&pageid=9|1`);
    const { error } = await response.json<{ error: { code: string } }>();
    expect([response.status, error.code, response.headers.get("retry-after")]).toEqual([
      503,
      "origin-busy",
      "5",
    ]);
  });
});

describe("whom origin is asked for", () => {
  async function callerOf(address: string | null, path = `/list/${WIKI}/broken?format=json`) {
    const { ask, requests } = await busyWorld();
    await ask(path, address === null ? {} : { headers: { ...BROWSER, "cf-connecting-ip": address } });
    const [request] = requests.filter(({ url }) => url.includes("/v1/"));
    return new URL(request?.url ?? "").searchParams.get("caller") ?? "";
  }

  test("one network has one name, from which nobody learns it", async () => {
    const [one, same, other] = await Promise.all(
      ["192.0.2.7", "192.0.2.200", "192.0.3.7"].map((a) => callerOf(a)),
    );
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
    expect(await callerOf("2001:db8:1:2::1")).toBe(await callerOf("2001:db8:1:ffff::9"));
    expect(await callerOf("2001:db8:1:2::1")).not.toBe(await callerOf("2001:db8:2:2::1"));
  });

  test("this machine has one as well, and so has what is asked in its name at other addresses", async () => {
    expect(await callerOf(null)).toMatch(/^[0-9a-f]{16}$/);
    expect(await callerOf("192.0.2.7", "/find?url=a.zz")).toBe(await callerOf("192.0.2.7"));
  });
});

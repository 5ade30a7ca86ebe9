import { describe, expect, test } from "vitest";
import { facts, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, NOW, wikiOf } from "../testing/world.ts";

const WIKI = "throttlewiki@WMF";
const TOKEN = "a-token-of-a-trusted-tool";
const QUOTA = 60;
const links = (count: number) => Array.from({ length: count }, (_, at) => `https://a.zz/${at}`);

interface Options {
  readonly env?: NonNullable<Parameters<typeof createWorld>[0]>["env"];
  /** What origin says of a token; null: it is away. */
  readonly isFriend?: () => boolean | null;
  readonly clock?: () => number;
}

async function edge({ env, isFriend, clock }: Options = {}) {
  const origin = async (request: Request) => {
    if (!request.url.includes("/v1/pages?")) return new Response(null, { status: 202 });
    const friend = isFriend?.() ?? null;
    if (friend === null) return new Response("", { status: 500 });
    return friend ? Response.json({ pageids: null }) : new Response("{}", { status: 403 });
  };
  const world = createWorld({
    wiki: wikiOf({ 1: [], 2: links(600), 3: links(250) }),
    strangers: true,
    ...(isFriend && { origin }),
    ...(env && { env }),
    ...(clock && { clock }),
  });
  await world.store(WIKI, [snapshotOf(WIKI, 1, [facts("https://a.zz/")])]);
  /** Statuses of so many questions. */
  const flood = async (
    count: number,
    headers: (at: number) => Record<string, string>,
    address: string = QUESTION,
  ) => {
    const statuses: number[] = [];
    for (let at = 0; at < count; at++)
      statuses.push((await world.ask(address, { headers: headers(at) })).status);
    return { answered: statuses.filter((status) => status === 200).length, last: statuses.at(-1) };
  };
  return { ...world, flood };
}

const GADGET = `/externalLinkProblem?dbname=${WIKI}&pageid=1`;
/** As dear as the others for the throttle, and as quick as a gadget's. */
const QUESTION = `${GADGET}|1`;
const from = (address: string) => ({ headers: { "cf-connecting-ip": address } });

describe("throttling (Q7)", () => {
  test("every answer says how much may be asked, also one that is known already", async () => {
    const { ask } = await edge();
    const shown = async (init: RequestInit) => {
      const { status, headers } = await ask(QUESTION, init);
      return [status, headers.get("ratelimit"), headers.get("ratelimit-policy"), headers.get("etag")];
    };
    const policy = '"address";q=60;w=10, "site";q=600;w=10, "provider";q=6000;w=10';
    const [status, limit, policies, etag] = await shown(from("192.0.2.1"));
    expect([status, limit, policies]).toEqual([200, '"address";r=59;t=10', policy]);
    const again = { headers: { "cf-connecting-ip": "192.0.2.1", "if-none-match": String(etag) } };
    expect(await shown(again)).toEqual([304, '"address";r=58;t=10', policy, etag]);
    const exposed = (await ask(GADGET, from("192.0.2.1"))).headers.get("access-control-expose-headers");
    expect(exposed).toContain("RateLimit, RateLimit-Policy, Retry-After");
  });

  test("an answer made of many links counts as several, also where few are shown", async () => {
    const { ask } = await edge();
    const left = async (address: string, caller: string) =>
      (await ask(address, from(caller))).headers.get("ratelimit");
    const page = (ids: string) => `/api/v1/page?dbname=${WIKI}&pageid=${ids}`;
    expect(await left(page("3"), "192.0.2.1")).toBe('"address";r=59;t=10');
    expect(await left(page("2"), "192.0.2.1")).toBe('"address";r=56;t=10');
    expect(await left(page("1|2|3"), "192.0.2.2")).toBe('"address";r=56;t=10');
    // What was asked for at once counts while it is not answered.
    const ids = Array.from({ length: 50 }, (_, at) => at + 1).join("|");
    const at = Array.from({ length: 6 }, () => ask(page(ids), from("192.0.2.3")));
    expect((await Promise.all(at)).map(({ status }) => status).sort()).toEqual([
      200, 200, 200, 429, 429, 429,
    ]);
    expect(await left(GADGET.replace("=1", "=2"), "192.0.2.1")).toBe('"gadget-address";r=299;t=10');
  });

  test("429 comes in the caller's format, with when to come again", async () => {
    const { ask, flood } = await edge({ clock: () => NOW + 4_000 });
    await flood(QUOTA, () => ({ "cf-connecting-ip": "192.0.2.1" }));
    for (const [address, type, text] of [
      ["/externalLinkProblem?dbname=x&title=A", "text/javascript", 'code: "too-many-requests"'],
      ["/externalLinkProblem?callback=f", "text/javascript", '/**/f({"error":{"code":"too-many-requests"'],
      ["/api/v1/page", "application/json", '{"error":{"code":"too-many-requests"'],
      ["/api/v1/page?format=xml", "application/xml", "<code>too-many-requests</code>"],
      ["/api/v1/pages", "application/json", '{"error":{"code":"too-many-requests"'],
      ["/api/v1/normalise?format=js&callback=f", "text/javascript", "/**/f({"],
      ["/externalLinkInfo?lang=de", "text/html", 'lang="de"'],
      ["/list/x/spam?format=csv", "text/csv", '"too-many-requests"'],
      ["/feed/x?format=atom", "application/xml", "<code>too-many-requests</code>"],
      ["/feed/x", "application/json", '{"error":{"code":"too-many-requests"'],
      ["/no/such/address", "text/html", "<!doctype html>"],
    ] as const) {
      const response = await ask(address, from("192.0.2.1"));
      expect([address, response.status, response.headers.get("retry-after")]).toEqual([address, 429, "6"]);
      expect(response.headers.get("ratelimit")).toBe('"address";r=0;t=6');
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("content-type")).toContain(type);
      expect(await response.text()).toContain(text);
    }
  });

  test.each([GADGET, `/externalLinkProblem?curid=1&dbname=${WIKI}&callback=f`])(
    "%s, which costs one read of the store, may be asked more often, and takes nothing from other questions",
    async (address) => {
      const { ask, flood } = await edge();
      const caller = () => ({ "cf-connecting-ip": "192.0.2.1" });
      expect(await flood(QUOTA + 5, caller, address)).toEqual({ answered: QUOTA + 5, last: 200 });
      expect((await ask(address, from("192.0.2.1"))).headers.get("ratelimit")).toBe(
        `"gadget-address";r=${300 - QUOTA - 6};t=10`,
      );
      expect((await flood(QUOTA + 5, caller)).answered).toBe(QUOTA);
    },
  );

  test.each([
    `${GADGET}&ping=1`,
    `${GADGET}|2`,
    `${GADGET}&title=Page 1`,
    `/externalLinkProblem?dbname=${WIKI}&title=Page 1`,
    `/externalLinkProblem?dbname=${WIKI}`,
    `/api/v1/page?dbname=${WIKI}&pageid=1`,
  ])("%s is a question like any other", async (address) => {
    const { headers } = await (await edge()).ask(address, from("192.0.2.1"));
    expect(headers.get("ratelimit")).toMatch(/^"address";/);
  });

  test("addresses of one /64 count as one", async () => {
    const { flood } = await edge();
    expect(await flood(80, (at) => ({ "cf-connecting-ip": `2001:db8::${at.toString(16)}` }))).toEqual({
      answered: QUOTA,
      last: 429,
    });
  });

  test.each<[string, string | undefined, (at: number) => Record<string, string>]>([
    ["beside Cloudflare's own", undefined, (at) => ({ "cf-connecting-ip": "192.0.2.1", ...spoofed(at) })],
    ["beside the operator's", "x-real-ip", (at) => ({ "x-real-ip": "192.0.2.1", ...spoofed(at) })],
    ["where the operator's is missing", "x-secret", spoofed],
    ["where none is believed", "none", (at) => ({ ...spoofed(at), none: `198.51.100.${at}` })],
    [
      "in front of what the nearest proxy added",
      "x-forwarded-for",
      (at) => ({ "x-forwarded-for": `198.51.100.${at}, 192.0.2.1` }),
    ],
  ])("forged addresses do not help: %s", async (_name, header, headers) => {
    const { flood } = await edge(header === undefined ? {} : { env: { CLIENT_IP_HEADER: header } });
    expect((await flood(QUOTA + 5, headers)).answered).toBe(QUOTA);
  });

  test("this machine is not counted, and hears of no limits", async () => {
    const { ask, flood } = await edge();
    expect((await flood(QUOTA + 5, () => ({ "cf-connecting-ip": "::1" }))).answered).toBe(QUOTA + 5);
    expect((await ask(GADGET, from("127.0.0.1"))).headers.has("ratelimit-policy")).toBe(false);
  });

  test("what costs next to nothing is answered always", async () => {
    const { ask, flood } = await edge();
    await flood(QUOTA + 1, () => ({ "cf-connecting-ip": "192.0.2.1" }));
    for (const address of ["/healthz", "/source", "/gadget.js"])
      expect((await ask(address, from("192.0.2.1"))).status).toBe(200);
    expect(await (await ask("/healthz")).json()).toMatchObject({ questions: { refused: 1 } });
  });
});

/** Everything by which proxies name addresses, but what is believed. */
function spoofed(at: number): Record<string, string> {
  const address = `198.51.100.${at}`;
  return {
    "x-forwarded-for": address,
    forwarded: `for=${address}`,
    "true-client-ip": address,
    "x-client-ip": address,
    "cf-connecting-ipv6": `2001:db8:${at}::1`,
  };
}

describe("friends are not throttled (Q7, F8)", () => {
  test.each([
    ["198.51.100.0/24 2001:db8:7::/48", "198.51.100.9", 65],
    ["198.51.100.0/24,2001:db8:7::/48", "2001:db8:7:1::9", 65],
    ["198.51.100.0/24", "::ffff:198.51.100.9", 65],
    ["198.51.100.9", "198.51.100.9", 65],
    ["198.51.100.0/24", "198.51.101.9", QUOTA],
    ["nonsense, 198.51.100.0/33", "198.51.100.9", QUOTA],
    ["0.0.0.0/0", "not an address", QUOTA],
  ])("network %s, caller %s: %i of 65 answered", async (FRIEND_NETWORKS, address, answered) => {
    const { flood } = await edge({ env: { FRIEND_NETWORKS } });
    expect((await flood(65, () => ({ "cf-connecting-ip": address }))).answered).toBe(answered);
  });

  const headers = (token: string) => ({ "cf-connecting-ip": "192.0.2.1", authorization: `Bearer ${token}` });

  test("a token counts at all addresses, and is asked about once a minute", async () => {
    const world = await edge({ isFriend: () => true });
    expect((await world.flood(QUOTA + 5, () => headers(TOKEN))).answered).toBe(QUOTA + 5);
    const asked = world.requests.filter(({ url }) => url.includes("/v1/pages?"));
    expect(asked.length).toBe(1);
    expect((await world.ask(GADGET, { headers: headers(TOKEN) })).headers.has("ratelimit")).toBe(false);
  });

  test("a wrong token is a stranger's, and guessing asks origin no more than the limit", async () => {
    const world = await edge({ isFriend: () => false });
    expect((await world.flood(70, (at) => headers(`${TOKEN}-${at}`))).answered).toBe(QUOTA);
    expect(world.requests.filter(({ url }) => url.includes("/v1/pages?")).length).toBe(QUOTA);
  });

  test("guessing from all networks of a /56 asks origin no more often than one subscriber may ask", async () => {
    const world = await edge({ isFriend: () => false });
    const guess = (at: number) => ({
      "cf-connecting-ip": `2001:db8:1:${(at % 100).toString(16)}::1`,
      authorization: `Bearer ${TOKEN}-${at}`,
    });
    const { answered } = await world.flood(300, guess);
    const asked = world.requests.filter(({ url }) => url.includes("/v1/pages?"));
    expect([answered, asked.length]).toEqual([120, 120]);
  });

  test("while origin is away, tokens that it knew still count, and others do not", async () => {
    let now = NOW;
    let friend: boolean | null = true;
    const world = await edge({ isFriend: () => friend, clock: () => now });
    await world.ask(GADGET, { headers: headers(TOKEN) });
    friend = null;
    now += 120_000;
    expect((await world.flood(QUOTA + 5, () => headers(TOKEN))).answered).toBe(QUOTA + 5);
    expect((await world.flood(QUOTA + 5, () => headers("another-token-of-nobody"))).answered).toBe(QUOTA);
    const pages = await world.ask(`/api/v1/pages?dbname=${WIKI}&namespace=0`, { headers: headers(TOKEN) });
    expect(await pages.json()).toMatchObject({ error: { code: "origin-unavailable" } });
  });
});

import { describe, expect, test } from "vitest";
import { EGRESS_HEADER } from "../shared/protocol/egress.ts";
import { createChangedPages } from "./cache/changed.ts";
import type { EdgeDeps, EdgeEnv } from "./env.ts";
import { createThrottle } from "./limits/throttle.ts";
import { guardOutbound } from "./outbound.ts";
import { PROFILE } from "./testing/world.ts";

const KEY = "k".repeat(32);

function outboundOf(env: Partial<EdgeEnv>, configured: readonly string[], answer = () => new Response("ok")) {
  const sent: Request[] = [];
  const outbound = guardOutbound({
    fetch: async (request) => {
      sent.push(request);
      return answer();
    },
    changed: createChangedPages(),
    throttle: createThrottle(() => 0),
  } as EdgeDeps);
  outbound.use(env as EdgeEnv);
  const deps = outbound.forRequest();
  deps.addConfigured?.({ ...PROFILE, wiki: "testwiki@test", configured: [...configured] });
  return { sent, ask: (url: string) => deps.fetch(new Request(url)) };
}

describe("who is asked by the edge (design 16)", () => {
  test.each<[string, boolean, Partial<EdgeEnv>]>([
    ["https://wiki.zz/w/api.php", true, {}],
    ["http://93.184.215.14/", true, {}],
    ["http://127.0.0.1/", false, {}],
    ["http://2130706433/", false, {}],
    ["http://[::1]/", false, {}],
    ["http://[::ffff:10.0.0.1]/", false, {}],
    ["http://localhost:8789/", false, {}],
    ["http://169.254.169.254/latest/meta-data/", false, { WEBOID_ALLOW_PRIVATE: "1" }],
    ["http://127.0.0.1/", true, { WEBOID_ALLOW_PRIVATE: "1" }],
    ["http://10.0.0.5/w/api.php", true, {}],
    ["http://10.0.0.5:8080/w/api.php", false, {}],
    ["http://10.0.0.6/w/api.php", false, {}],
    ["http://10.0.0.5/w/api.php", false, { WEBOID_DENY: "192.0.2.0/24, 10.0.0.0/8" }],
    ["http://93.184.215.14/", false, { WEBOID_DENY: "93.184.215.14" }],
    ["http://127.0.0.1:8789/v1/list", true, { ORIGIN_URL: "http://127.0.0.1:8789" }],
    ["http://127.0.0.1:7/oauth2/x", true, { OAUTH_BASE_URL: "http://127.0.0.1:7/w/rest.php" }],
    ["http://127.0.0.1:8788/v1/list", false, { ORIGIN_URL: "http://127.0.0.1:8789" }],
  ])("%s: %s %j", async (url, isAsked, env) => {
    const { sent, ask } = outboundOf(env, ["10.0.0.5:80"]);
    if (isAsked) expect((await ask(url)).status).toBe(200);
    else await expect(ask(url)).rejects.toThrow("neither public nor configured");
    expect(sent).toHaveLength(isAsked ? 1 : 0);
  });

  test("a forwarder is shown what is configured, and nothing is where there is none", async () => {
    const { sent, ask } = outboundOf({ EGRESS_KEY: KEY }, ["wiki.lan:80"]);
    for (const url of ["http://wiki.lan/w/api.php", "http://wiki.lan:8080/", "https://sister.zz/"])
      await ask(url);
    const fields = sent.map(({ headers }) => headers.get(EGRESS_HEADER));
    expect(fields).toEqual([`${KEY} wiki.lan:80`, KEY, KEY]);
    const atCloudflare = outboundOf({}, ["wiki.lan:80"]);
    await atCloudflare.ask("http://wiki.lan/");
    expect(atCloudflare.sent[0]?.headers.has(EGRESS_HEADER)).toBe(false);
  });

  test("what the forwarder says is no server's answer; at Cloudflare nobody is the forwarder", async () => {
    const answer = () => new Response("", { status: 403, headers: { [EGRESS_HEADER]: "not public" } });
    await expect(outboundOf({ EGRESS_KEY: KEY }, [], answer).ask("http://inner.lan/")).rejects.toThrow(
      "not public",
    );
    expect((await outboundOf({}, [], answer).ask("https://wiki.zz/")).status).toBe(403);
  });

  test("what is configured for one wiki gives no right to a request about another, nor to a later one", async () => {
    const outbound = guardOutbound({ fetch: async () => new Response("ok") } as unknown as EdgeDeps);
    const about = (wiki: string, configured?: string[]) => {
      const deps = outbound.forRequest();
      deps.addConfigured?.({ ...PROFILE, wiki, ...(configured && { configured }) });
      return deps.fetch(new Request("http://10.0.0.5/"));
    };
    expect((await about("one@test", ["10.0.0.5:80"])).status).toBe(200);
    await expect(about("two@test", ["10.0.0.6:80"])).rejects.toThrow("neither public nor configured");
    await expect(about("one@test")).rejects.toThrow("neither public nor configured");
  });
});

import { describe, expect, test } from "vitest";
import { createWorld } from "../testing/world.ts";

async function names(prefix: string) {
  const world = createWorld();
  for (const wiki of ["AlphaWiki@WMF", "alphabooks@local", "alpine@WMF"]) await world.store(wiki, []);
  const response = await world.ask(`/api/v1/wikis?prefix=${encodeURIComponent(prefix)}`);
  const { wikis } = (await response.json()) as { wikis?: { wiki: string; api?: string }[] };
  return {
    status: response.status,
    wikis: wikis?.map(({ wiki, api }) => (api === undefined ? wiki : `${wiki} ${api}`)),
  };
}

describe("names of wikis that begin so (G3)", () => {
  test.each([
    ["alph", ["alphabooks@local", "AlphaWiki@WMF"]],
    ["ALPHA", ["alphabooks@local", "AlphaWiki@WMF"]],
    ["alphabooks@lo", ["alphabooks@local"]],
    ["alphabooks@WMF", []],
    ["alpine", ["alpine@WMF https://wiki.zz/w/api.php"]],
    ["alphawiki@WMF", ["AlphaWiki@WMF https://wiki.zz/w/api.php"]],
    ["none", []],
  ])("%s", async (prefix, wikis) => {
    expect(await names(prefix)).toEqual({ status: 200, wikis });
  });

  test.each(['"><script>', "a b", "x".repeat(65), "a@b@c"])(
    "%s is no beginning of a name",
    async (prefix) => {
      expect((await names(prefix)).status).toBe(400);
    },
  );
});

test("pages and data have the headers of their kind", async () => {
  const { ask } = createWorld();
  const page = (await ask("/")).headers;
  expect(page.get("content-security-policy")).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
  expect(page.get("permissions-policy")).toContain("geolocation=()");
  expect(page.get("referrer-policy")).toBe("same-origin");
  for (const address of ["/", "/api/v1/wikis", "/form.js", "/style.css", "/nothing"])
    expect((await ask(address)).headers.get("x-content-type-options")).toBe("nosniff");
  const front = await (await ask("/")).text();
  for (const named of [/<script src="([^"]+)"/, /<link rel="stylesheet" href="([^"]+)"/]) {
    const [, address = ""] = named.exec(front) ?? [];
    expect((await ask(address)).headers.get("cache-control")).toContain("max-age=31536000");
  }
  for (const other of ["/form.js", "/form.js?v=another", "/style.css", "/style.css?v=another"])
    expect((await ask(other)).headers.get("cache-control")).toContain("max-age=30,");
});

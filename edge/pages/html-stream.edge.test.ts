import { expect, test } from "vitest";
import { createWorld, wikiOf } from "../testing/world.ts";

const WIKI = "longwiki@WMF";
const links = (count: number) => Array.from({ length: count }, (_, at) => `https://site-${at}.zz/`);
const OK = "</html>\n";

test.each([
  [500, true],
  [2_000, false],
])("a page of %i links as HTML: kept as a whole: %s", async (count, whole) => {
  const { ask, store } = createWorld({ wiki: wikiOf({ 1: links(count) }) });
  await store(WIKI, []);
  const response = await ask(`/externalLinkInfo?dbname=${WIKI}&pageid=1&show=all&lang=en`);
  const text = await response.text();
  expect([response.status, response.headers.has("etag"), text.endsWith(OK)]).toEqual([200, whole, true]);
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text.match(/<li><span class="v/g)).toHaveLength(count);
  expect(text).toContain(`${count.toLocaleString("en")} external links`);
});

test("who comes without a question is shown the form, who asks half a question what is missing", async () => {
  const { ask } = createWorld();
  const bare = await ask("/externalLinkInfo?lang=de");
  expect(bare.status).toBe(200);
  expect(await bare.text()).toContain('<form action="/externalLinkInfo"');
  const half = await ask(`/externalLinkInfo?dbname=${WIKI}`);
  expect(half.status).toBe(400);
  expect(await half.text()).toContain(`value="${WIKI}"`);
});

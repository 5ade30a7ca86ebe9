import { expect, test } from "vitest";
import { createWorld } from "../testing/world.ts";

test("lines to copy for one wiki, a bookmark for any article, and no names of others' making", async () => {
  const { ask, store } = createWorld();
  const html = await (await ask("/gadget?dbname=frwiki&lang=en")).text();
  expect(html).toContain("/gadget.js?dbname=frwiki@WMF");
  expect(html).toContain("encodeURIComponent(location.href))");
  expect(html).toContain("Special:MyPage/common.js");
  expect(html).not.toContain('class="crumbs"');
  await store("frwiki@WMF", []);
  const known = await (await ask("/gadget?dbname=frwiki@WMF&lang=en")).text();
  expect(known).toContain('<a href="/list/frwiki@WMF/broken?lang=en">Lists</a>');
  expect(known).toContain('class="crumbs"');
  expect((await ask("/gadget?dbname=%3Cb%3E")).status).toBe(400);
});

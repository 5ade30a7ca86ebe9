import { expect, test } from "vitest";
import { createWorld } from "../testing/world.ts";

test("lines to copy for one wiki, a bookmark for any article, and no names of others' making", async () => {
  const { ask } = createWorld();
  const html = await (await ask("/gadget?dbname=frwiki&lang=en")).text();
  expect(html).toContain("/gadget.js?dbname=frwiki@WMF");
  expect(html).toContain("encodeURIComponent(location.href))");
  expect(html).toContain("Special:MyPage/common.js");
  expect(html).not.toContain('class="crumbs"');
  expect((await ask("/gadget?dbname=%3Cb%3E")).status).toBe(400);
});

test("the page of a wiki that this edge serves leads to that wiki", async () => {
  const { ask, store } = createWorld();
  await store("dewiki@WMF", []);
  const html = await (await ask("/gadget?dbname=dewiki@WMF&lang=en")).text();
  expect(html).toContain('<a href="/list/dewiki@WMF/broken?lang=en">Lists</a>');
  expect(html).toContain('class="crumbs"');
});

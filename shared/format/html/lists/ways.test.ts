import { expect, test } from "vitest";
import { PROFILE } from "../testing/gallery.ts";
import { BROKEN, OVERVIEW } from "../testing/listings.ts";
import { printList } from "./list.ts";
import { printOverview } from "./overview.ts";

const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = ""]) => href);
const asked = { lang: "en", profile: PROFILE };

test("each page of a list leads to its feed", () => {
  const pageids = new Set(BROKEN.entries.map(({ pageid }) => pageid));
  const links = linksOf(printList(BROKEN, asked));
  for (const pageid of pageids) expect(links).toContain(`/feed/dewiki@WMF?pageid=${pageid}&amp;lang=en`);
});

test("the overview leads to the feeds of its categories, and to where certain pages are followed", () => {
  const categories = [{ title: "Kategorie:Käse", depth: 2 }];
  const html = printOverview({ ...OVERVIEW, categories }, asked);
  expect(html).toContain('<a href="/feed/dewiki@WMF?lang=en">Follow certain pages</a>');
  expect(html).toMatch(
    /<a href="\/feed\/dewiki@WMF\?category=[^"]+&amp;depth=2&amp;lang=en">Follow this category: <bdi>Kategorie:Käse<\/bdi><\/a>/,
  );
});

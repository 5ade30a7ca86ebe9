import { describe, expect, test } from "vitest";
import { readPage } from "./site-page.ts";
import { isParkingNameServer, leadsToMarketplace, parkingSigns } from "./site-parking.ts";

const URL_HERE = "http://www.gone.example.com/";
const signs = (html: string, url = URL_HERE) => parkingSigns(readPage(html, url), url);
const words = (count: number) => "there is more to say of this ".repeat(count / 6);

describe("signs of parking on a page (C11)", () => {
  test.each([
    ["a script of a parking service", '<script src="https://img.sedoparking.com/p.js"></script>', 1],
    ["a frame of one", '<iframe src="//gone.bodis.com/x"></iframe>', 1],
    ["its own domain offered", "<h1>example.com</h1><p>The domain example.com is for sale</p>", 1],
    ["in German", "<h1>example.com steht zum Verkauf</h1><p>Die Domain example.com steht zum Verkauf</p>", 1],
    ["both", '<p>Buy this domain: example.com</p><script src="//parkingcrew.net/x.js"></script>', 2],
    [
      "a parking system on the domain itself",
      '<html data-adblockkey="MFww"><script src="/bVv.js"></script>',
      1,
    ],
    ["the same, in the other spelling", '<script>window.park = "eyJ1dWlkIjoi";</script>', 1],
    ["that and an offer", '<html data-adblockkey="MFww"><p>The domain example.com is for sale', 2],
    ["an article on it", "<p>What does data-adblockkey= mean, and window.park = 1?</p>", 0],
    ["a link to a service", '<p>We sold ours at <a href="https://sedo.com/">Sedo</a>.</p>', 0],
    ["another domain offered", "<p>The domain other.org is for sale</p>", 0],
    ["the words without a domain", "<p>When this domain is for sale, what does it mean?</p>", 0],
    ["an article about the trade", `<p>The domain example.com is for sale, we read. ${words(300)}</p>`, 0],
    ["a house for sale", "<p>example.com: a house is for sale</p>", 0],
    [
      "a page with a parking service's script and much to say",
      `<script src="//bodis.com/a.js"></script>${words(300)}`,
      0,
    ],
  ])("%s", (_, html, count) => {
    expect(signs(html)).toBe(count);
  });

  test("a service's own pages are not parked with it", () => {
    expect(
      signs('<script src="https://cdn.sedoparking.com/x.js"></script>', "https://sedoparking.com/"),
    ).toBe(0);
  });
});

test.each([
  ["ns1.sedoparking.com", true],
  ["NS2.BODIS.COM.", true],
  ["ns1.parkingpage.namecheap.com", true],
  ["dns1.namecheap.com", false],
  ["ns1.notsedoparking.com", false],
  ["a.iana-servers.net", false],
])("name server %s: %s", (name, parking) => {
  expect(isParkingNameServer(name)).toBe(parking);
});

test.each([
  ["http://gone.com/x", "https://www.hugedomains.com/domain_profile.cfm?d=gone.com", true],
  ["http://www.gone.com/x", "https://dan.com/buy-domain/gone.com", true],
  ["http://gone.com/x", "https://www.hugedomains.com/", false],
  ["http://gone.com/x", "https://example.org/?d=gone.com", false],
  ["https://dan.com/a", "https://dan.com/buy-domain/dan.com", false],
])("%s → %s leads to a marketplace: %s", (from, to, leads) => {
  expect(leadsToMarketplace(from, to)).toBe(leads);
});

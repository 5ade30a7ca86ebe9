import { describe, expect, test } from "vitest";
import { isParkingNameServer, leadsToMarketplace, parkingSigns } from "./owner.ts";
import { readPage } from "./page.ts";

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
      "a parking system on the domain itself, and a text",
      `<html data-adblockkey="MFww"><script src="/bVv.js"></script><p>${words(60)}`,
      1,
    ],
    ["nothing but that", '<html data-adblockkey="MFww"><script src="/bVv.js"></script>', 2],
    ["the same, in the other spelling", '<script>window.park = "eyJ1dWlkIjoi";</script>', 2],
    ["that and an offer", '<html data-adblockkey="MFww"><p>The domain example.com is for sale', 2],
    [
      "GoDaddy, on the way to it",
      '<!DOCTYPE html><html><head><script>window.onload=function(){window.location.href="/lander"}</script></head></html>',
      2,
    ],
    [
      "GoDaddy",
      '<title>example.com</title><script>window.LANDER_SYSTEM="PW"</script><script defer="defer" src="https://img1.wsimg.com/parking-lander/static/js/main.1.js"></script>',
      2,
    ],
    ["Skenzo", '<body ><img src="https://l.cdn-fileserver.com/bping.php?wshp=0"></body>', 2],
    ["GoDaddy, older", "<p>example.com: This Web page is parked for FREE, courtesy of GoDaddy.com", 1],
    [
      "expired",
      "<p>NOTICE: This domain name expired on 11/01/2026 and is pending renewal or deletion.<p>example.com",
      1,
    ],
    ["expired, in German", "<h1>example.com</h1><p>Die Domain example.com ist abgelaufen", 1],
    ["a site of GoDaddy's builder", '<script src="https://img1.wsimg.com/blobby/go/a.js"></script>', 0],
    ["a page that leads to a lander of its own", '<script>location.href="/landers/5"</script>', 0],
    [
      "an article on GoDaddy's",
      '<p>example.com: what is &lt;script&gt;window.LANDER_SYSTEM="PW"&lt;/script&gt;, and bping.php?</p>',
      0,
    ],
    ["an offer that expired", "<p>example.com: the offer expired on Monday", 0],
    ["another's domain expired", "<p>Last week the domain other.org expired", 0],
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
  ["ns1.expired.uniregistry-dns.com", true],
  ["ns2.fastpark.net", true],
  ["expired-domain-ns1.directnic.com", true],
  ["ns1.directnic.com", false],
  ["ns01.domaincontrol.com", false],
  ["ns1.domaincntrol.com", true],
  ["ns1.dnsowl.com", false],
  ["dns104.ovh.net", false],
  ["parking1.ovh.net", true],
  ["ns01.one.com", false],
  ["ns1.jordan.com", false],
  ["a.iana-servers.net", false],
])("name server %s: %s", (name, parking) => {
  expect(isParkingNameServer(name)).toBe(parking);
});

test.each([
  ["http://gone.com/x", "https://www.hugedomains.com/domain_profile.cfm?d=gone.com", true],
  ["http://www.gone.com/x", "https://dan.com/buy-domain/gone.com", true],
  ["http://gone.com/x", "https://www.godaddy.com/forsale/gone.com?utm_source=TDFS", true],
  ["http://gone.com/x", "https://www.spaceship.com/domains/marketplace/gone.com", true],
  ["http://gone.com/x", "https://www.hugedomains.com/", false],
  ["http://gone.com/x", "https://example.org/?d=gone.com", false],
  ["https://dan.com/a", "https://dan.com/buy-domain/dan.com", false],
])("%s → %s leads to a marketplace: %s", (from, to, leads) => {
  expect(leadsToMarketplace(from, to)).toBe(leads);
});

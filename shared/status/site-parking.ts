import { domainOf } from "./site-address.ts";
import type { SitePage } from "./site-page.ts";

/**
 * Services with whom domains are parked or offered (C11), as seen in November 2026: the domains of their name servers,
 * and those from which their pages load scripts and frames. Facts that age: a service that is missing here costs a note.
 */
const NAME_SERVERS: ReadonlySet<string> = new Set(
  (
    "sedoparking.com parkingcrew.net bodis.com above.com dan.com afternic.com hugedomains.com namebrightdns.com " +
    "uniregistrymarket.link parklogic.com voodoo.com parkingpage.namecheap.com cashparking.com fabulous.com " +
    "ztomy.com rookdns.com undeveloped.com sav.com dynadot.com brandbucket.com squadhelp.com atom.com parkpage.com " +
    "domainparkingserver.net trellian.com smartname.com skenzo.com domainsponsor.com giantpanda.com"
  ).split(" "),
);
const LOADED_FROM: ReadonlySet<string> = new Set(
  (
    "sedoparking.com parkingcrew.net bodis.com bodiscdn.com above.com dan.com afternic.com hugedomains.com parklogic.com " +
    "voodoo.com cashparking.com undeveloped.com domainsponsor.com skenzo.com smartname.com parking.godaddy.com " +
    "domainparkingserver.net trellian.com ztomy.com d38psrni17bvxu.cloudfront.net"
  ).split(" "),
);
/** Where parked domains redirect to, with the domain in the address. */
const MARKETPLACES: ReadonlySet<string> = new Set(
  (
    "hugedomains.com afternic.com dan.com sedo.com sedoparking.com undeveloped.com atom.com squadhelp.com brandbucket.com " +
    "buydomains.com domainmarket.com efty.com namecheap.com godaddy.com dynadot.com bodis.com above.com"
  ).split(" "),
);

/** On lower-case text; only beside the page's own domain, and on a short page. */
const FOR_SALE =
  /(?:domain|name|website).{0,60}(?:is |may be |might be )?(?:for sale|available for purchase|parked)|buy this domain|(?:make|send) (?:us )?an offer|(?:domain|website).{0,60}(?:steht zum verkauf|zu verkaufen|kaufen|ist geparkt)|(?:domaine|nom).{0,60}(?:à vendre|en vente)|dominio.{0,60}(?:en venta|in vendita|à venda)|домен.{0,60}(?:продается|продаётся|припаркован)|domena.{0,60}na sprzedaż/;
/** A longer page has something to say. */
const PARKED_WORDS_MAX = 250;

const hostOf = (url: string, base: string): string | null =>
  URL.canParse(url, base) ? new URL(url, base).hostname : null;

const isOf = (host: string, services: ReadonlySet<string>): boolean =>
  host.split(".").some((_, at, labels) => services.has(labels.slice(at).join(".")));

/** The domain that its owner registered, as the page would name it. */
const ownDomain = (url: string): string | null => (URL.canParse(url) ? domainOf(new URL(url)) : null);

export const isParkingNameServer = (name: string): boolean =>
  isOf(name.toLowerCase().replace(/\.$/, ""), NAME_SERVERS);

/**
 * How many independent signs of parking a page shows, 0…2: its content comes from a parking service; it is short and
 * offers its own domain. A link to such a service, and a text about the trade, is none.
 */
export function parkingSigns(page: SitePage, url: string): number {
  const domain = ownDomain(url);
  if (domain === null || page.words > PARKED_WORDS_MAX || isOf(domain, LOADED_FROM)) return 0;
  const loads =
    page.hasParkingMarks ||
    page.loads.some((load) => {
      const host = hostOf(load, url);
      return host !== null && isOf(host, LOADED_FROM);
    });
  const text = `${page.title}\n${page.text}`.toLowerCase();
  const offers = text.includes(domain) && text.split("\n").some((line) => FOR_SALE.test(line.slice(0, 300)));
  return Number(loads) + Number(offers);
}

/** A redirect to a marketplace that names the domain: who sends visitors there offers it. */
export function leadsToMarketplace(url: string, finalUrl: string): boolean {
  const [domain, target] = [ownDomain(url), ownDomain(finalUrl)];
  if (domain === null || target === null || domain === target || !MARKETPLACES.has(target)) return false;
  const { pathname, search } = new URL(finalUrl);
  return `${pathname}${search}`.toLowerCase().includes(domain);
}

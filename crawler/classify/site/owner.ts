import { domainOf } from "../addresses.ts";
import { BETTING_PHRASE, folded, GAMBLING } from "../signatures/betting.ts";
import { FOR_SALE, LOADED_FROM, MARKETPLACES, NAME_SERVERS } from "../signatures/parking.ts";
import type { SitePage } from "./page.ts";

/** A longer page has something to say. */
const PARKED_WORDS_MAX = 250;
/** With so few the page is nothing but what its machinery will put there: the name of the domain, "loading". */
const LANDER_WORDS_MAX = 20;

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
 * offers its own domain, or is nothing but such a service's machinery. A link to such a service, and a text about the
 * trade, is none.
 */
export function parkingSigns(page: SitePage, url: string): number {
  const domain = ownDomain(url);
  if (domain === null || page.words > PARKED_WORDS_MAX || isOf(domain, LOADED_FROM)) return 0;
  if (page.hasParkingMarks && page.words <= LANDER_WORDS_MAX) return 2;
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

/** Beside those of the title, as a description repeats it. */
const PHRASES_MIN = 3;
/** Notices of maintenance, empty frames and landers have less. */
const WORDS_MIN = 60;

/**
 * Whether a site's first page is one of betting: it says so in its title, and in three further ways in its text. "no": a page of
 * some substance that has nothing of it. "unsure": all others, such as papers, lotteries, helps for addicts, towns with a casino.
 */
export function bettingOn({ title, text, words, isShell }: SitePage): "yes" | "no" | "unsure" {
  const [head, all] = [folded(title), folded(text)];
  const inTitle = new Set(head.match(BETTING_PHRASE));
  const further = [...new Set(all.match(BETTING_PHRASE))].filter((phrase) => !inTitle.has(phrase));
  if (inTitle.size > 0 && further.length >= PHRASES_MIN) return "yes";
  const nothing = inTitle.size + further.length === 0 && !GAMBLING.test(`${head}\n${all}`);
  return nothing && words >= WORDS_MIN && !isShell ? "no" : "unsure";
}

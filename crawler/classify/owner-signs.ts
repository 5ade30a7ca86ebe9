import { domainOf } from "./addresses.ts";
import type { SitePage } from "./page.ts";

/**
 * Services with whom domains are parked or offered (C11): the domains of their name servers, and those from which their
 * pages load scripts and frames. By the study "Domain Parking: Largely Present, Rarely Considered!" (TMA 2022; 82
 * services), the list of MISP, and services' own instructions, as of November 2026. Left out are registrars' ordinary name
 * servers, which sites that work have as well (GoDaddy's domaincontrol.com, NameSilo's dnsowl.com, name.com, one.com …).
 * Facts that age: a service that is missing here costs a note.
 */
const NAME_SERVERS: ReadonlySet<string> = new Set(
  (
    "sedoparking.com parkingcrew.net fastpark.net parkingspa.com ibspark.com bodis.com above.com trellian.com dan.com " +
    "undeveloped.com park.do dan.hosting domain-for-sale.at afternic.com namefind.com cashparking.com smartname.com " +
    "hugedomains.com namebrightdns.com domainrecover.com uniregistrymarket.link expired.uniregistry-dns.com parklogic.com " +
    "voodoo.com parkingpage.namecheap.com parking.namecheap.com fabulous.com expired-domain-ns1.directnic.com " +
    "expired-domain-ns2.directnic.com skenzo.com ztomy.com cnomy.com malkm.com parking-page.net searchreinvented.com " +
    "nsresolution.com dsredirection.com dsredirects.com rookdns.com dnsspark.com domainsponsor.com giantpanda.com " +
    "pql.net tppns.com sav.com dynadot.com brandbucket.com squadhelp.com atom.com alter.com perfectdomain.com " +
    "parkdns1.internetvikings.com parkdns2.internetvikings.com snparking.ru salenames.ru domainparking.ru parktons.com " +
    "mytrafficmanagement.com securetrafficrouting.com trafficcontrolrouter.com searchfusion.com sslparking.com " +
    "ndsplitter.com rentondc.com panamans.com torresdns.com thednscloud.com brainydns.com dnsnuts.com hostresolver.com " +
    "kirklanddc.com tacomadc.com emu-dns.com milesmx.com smtmdns.com taipandns.com redmonddc.com domainmx.com " +
    "commonmx.com wombatdns.com hastydns.com koaladns.com magpiedns.com dingodns.com namedynamics.net quokkadns.com " +
    "weaponizedcow.com chookdns.com domain-is-4-sale-at-domainmarket.com domainmarket.com domainist.com " +
    "domain-for-sale.se expiereddnsmanager.com dne.com nameprovider.net domainprofi.de ns1.sonexo.eu ns2.sonexo.com " +
    "domain.io domaincntrol.com eftydns.com redirectdom.com dnslink.com renewyourname.net domainhasexpired.com " +
    "expirationwarning.net trustednam.es domainorderdns.nl parking1.ovh.net parking2.ovh.net day.biz " +
    "park1.encirca.net park2.encirca.net parkpage.com domainparkingserver.net"
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
    "buydomains.com domainmarket.com efty.com namecheap.com godaddy.com dynadot.com bodis.com above.com sav.com " +
    "spaceship.com perfectdomain.com alter.com domainprofi.de"
  ).split(" "),
);

/** On lower-case text; only beside the page's own domain, and on a short page. */
const FOR_SALE = new RegExp(
  [
    "(?:domain|name|website|web ?page).{0,60}(?:is |may be |might be )?(?:for sale|available for purchase|parked)|buy this domain|(?:make|send) (?:us )?an offer",
    "parked (?:for )?free,? courtesy of|domain.{0,60}\\bexpired\\b|expired on .{0,40}pending (?:renewal|deletion)",
    "(?:domain|website).{0,60}(?:steht zum verkauf|zu verkaufen|kaufen|ist geparkt|ist abgelaufen)|(?:domaine|nom).{0,60}(?:à vendre|en vente|a expiré)",
    "dominio.{0,60}(?:en venta|in vendita|à venda|ha expirado|è scaduto)|домен.{0,60}(?:продается|продаётся|припаркован)|срок регистрации домена|domena.{0,60}(?:na sprzedaż|wygasła)",
  ].join("|"),
);
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

/** One spelling of each: capitals (`İ` and `I` of Turkish too), accents written apart, hyphens. */
const folded = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/i\u0307|ı/g, "i")
    .replaceAll("-", " ");

/**
 * What betting advertises itself with, in the languages in which abandoned domains are taken over for it most (as collected in
 * public filters against such spam until November 2026).
 */
const PHRASES: readonly string[] = [
  ..."slot gacor|situs slot|slot online|slot88|slot thailand|slot deposit|rtp slot|toto slot|situs toto|toto togel".split(
    "|",
  ),
  ..."bandar togel|togel online|judi online|judi bola|judi slot|situs judi|link alternatif|maxwin|agen sbobet".split(
    "|",
  ),
  ..."deneme bonusu|bonus veren siteler|bahis siteleri|casino siteleri|slot siteleri|kaçak bahis|canlı bahis|canlı casino".split(
    "|",
  ),
  ..."สล็อตเว็บตรง|สล็อตออนไลน์|เว็บสล็อต|บาคาร่า|คาสิโนออนไลน์|พนันออนไลน์|แทงบอล".split("|"),
  ..."nhà cái|cá cược|tài xỉu|nổ hũ|casino trực tuyến".split("|"),
  ..."먹튀검증|토토사이트|카지노사이트|바카라|안전놀이터".split("|"),
  ..."博彩|娱乐城|百家乐|老虎机|体育投注|线上赌场".split("|"),
  ..."онлайн казино|игровые автоматы|бездепозитный бонус|ставки на спорт".split("|"),
  ..."online casino|live casino|casino bonus|no deposit bonus|free spins|betting sites|sports betting".split(
    "|",
  ),
];

/** Read from left to right, so that no word counts for two of them. */
const PHRASE = new RegExp(PHRASES.map(folded).join("|"), "g");
/** Words of any page about games of luck, in more languages: with one of them it is not sure that it is none. */
const GAMBLING =
  /cassino|[ck]a[sz]ino|казино|букмекер|ставки|καζίνο|カジノ|카지노|คาสิโน|[赌賭彩]|slot|togel|judi|bahis|gambl|betting|poker|jackpot|roulette|ruleta|pokies|sportsbook|apuesta|aposta|wetten|scommesse|paris sportifs|zakłady|bonus|cá cược/;

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
  const told = new Set(head.match(PHRASE));
  const further = [...new Set(all.match(PHRASE))].filter((phrase) => !told.has(phrase));
  if (told.size > 0 && further.length >= PHRASES_MIN) return "yes";
  const nothing = told.size + further.length === 0 && !GAMBLING.test(`${head}\n${all}`);
  return nothing && words >= WORDS_MIN && !isShell ? "no" : "unsure";
}

/**
 * Services with whom domains are parked or offered (C11): the domains of their name servers, and those from which their
 * pages load scripts and frames. By the study "Domain Parking: Largely Present, Rarely Considered!" (TMA 2022; 82
 * services), the list of MISP, and services' own instructions, as of November 2026. Left out are registrars' ordinary name
 * servers, which sites that work have as well (GoDaddy's domaincontrol.com, NameSilo's dnsowl.com, name.com, one.com …).
 * Facts that age: a service that is missing here costs a note.
 */
export const NAME_SERVERS: ReadonlySet<string> = new Set(
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
export const LOADED_FROM: ReadonlySet<string> = new Set(
  (
    "sedoparking.com parkingcrew.net bodis.com bodiscdn.com above.com dan.com afternic.com hugedomains.com parklogic.com " +
    "voodoo.com cashparking.com undeveloped.com domainsponsor.com skenzo.com smartname.com parking.godaddy.com " +
    "domainparkingserver.net trellian.com ztomy.com d38psrni17bvxu.cloudfront.net"
  ).split(" "),
);
/** Where parked domains redirect to, with the domain in the address. */
export const MARKETPLACES: ReadonlySet<string> = new Set(
  (
    "hugedomains.com afternic.com dan.com sedo.com sedoparking.com undeveloped.com atom.com squadhelp.com brandbucket.com " +
    "buydomains.com domainmarket.com efty.com namecheap.com godaddy.com dynadot.com bodis.com above.com sav.com " +
    "spaceship.com perfectdomain.com alter.com domainprofi.de"
  ).split(" "),
);

/** On lower-case text; only beside the page's own domain, and on a short page. */
export const FOR_SALE = new RegExp(
  [
    "(?:domain|name|website|web ?page).{0,60}(?:is |may be |might be )?(?:for sale|available for purchase|parked)|buy this domain|(?:make|send) (?:us )?an offer",
    "parked (?:for )?free,? courtesy of|domain.{0,60}\\bexpired\\b|expired on .{0,40}pending (?:renewal|deletion)",
    "(?:domain|website).{0,60}(?:steht zum verkauf|zu verkaufen|kaufen|ist geparkt|ist abgelaufen)|(?:domaine|nom).{0,60}(?:à vendre|en vente|a expiré)",
    "dominio.{0,60}(?:en venta|in vendita|à venda|ha expirado|è scaduto)|домен.{0,60}(?:продается|продаётся|припаркован)|срок регистрации домена|domena.{0,60}(?:na sprzedaż|wygasła)",
  ].join("|"),
);

/**
 * Of Bodis, ParkingCrew and others of their system, of GoDaddy and Afternic, Sedo, and Skenzo (as recorded until November
 * 2026). In a tag or a script, as an article that quotes them has no `<` before them.
 */
export const PARKING_MACHINERY = new RegExp(
  [
    /<html[^<>]{0,200}\bdata-adblockkey=/,
    /<script[^<>]{0,60}>\s{0,9}window\.park\s{0,9}=\s{0,9}["']ey/,
    /<script[^<>]{0,60}>\s{0,9}window\.LANDER_SYSTEM\s{0,9}=/,
    /<script[^<>]{0,60}>\s{0,9}window\.onload=function\(\)\{window\.location\.href="\/lander"\}/,
    /<script[^<>]{1,60}\/\/img1\.wsimg\.com\/parking-lander\//,
    /<script[^<>]{1,60}\/\/sedoparking\.com\/frmpark\//,
    /<img[^<>]{1,60}\/\/l\.cdn-fileserver\.com\/bping\.php/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

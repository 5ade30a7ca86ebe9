/**
 * Who serves domains of many unrelated holders: to share them says nothing (O2). Facts of November 2026 that age; operators add their own
 * (`Providers`), and what serves many registrants is found by counting.
 */

/** Registrable domains of name servers of registrars, hosters, CDNs and research networks; parking services stand in crawler/classify. */
export const NAME_SERVER_PROVIDERS: ReadonlySet<string> = new Set(
  // CDNs and DNS services
  (
    "cloudflare.com cloudflare.net akam.net akamai.net akamaiedge.net akamaitech.net edgekey.net fastly.net nsone.net dynect.net ultradns.com " +
    "ultradns.net ultradns.org ultradns.biz ultradns.info ultradns.co.uk dnsmadeeasy.com constellix.com constellix.net dnsimple.com dnsimple-edge.org dnsimple-edge.net " +
    "azure-dns.com azure-dns.net azure-dns.org azure-dns.info googledomains.com google.com verisigndns.com neustar.biz easydns.com easydns.net easydns.org zoneedit.com " +
    "cloudns.net cloudns.uk he.net dnspod.net dnspod.com dnsv1.com dnsv2.com dnsv3.com dnsv4.com dnsv5.com hichina.com alidns.com taobao.com xincache.com dns.com " +
    "rackspace.com stabletransit.com bunny.net kiki.bunny.net gcore.com gcorelabs.net edgecastdns.net incapdns.net imperva.com sucuri.net stackpathdns.com stackpathcdn.com " +
    "quad9.net dyn.com dns-oarc.net afraid.org buddyns.com puck.nether.net rage4.com luadns.com luadns.net hover.com dnspark.net desec.io desec.org pch.net netnod.se " +
    "ripe.net knipp.de ns14.net ns13.net autodns.com schlundtech.de internetx.com xns.de anycast.me ns-cloud.net vercel-dns.com vercel.com netlify.com render.com " +
    // Registrars and hosters
    "domaincontrol.com secureserver.net registrar-servers.com namecheaphosting.com name-services.com name.com gandi.net ovh.net ovh.ca anycast.me ui-dns.com ui-dns.de " +
    "ui-dns.org ui-dns.biz 1and1.com 1and1.de 1and1-dns.com 1and1-dns.de 1and1-dns.org 1and1-dns.biz kundenserver.de schlund.de perfora.net strato.de rzone.de stratoserver.net " +
    "hetzner.com hetzner.de first-ns.de second-ns.de second-ns.com your-server.de robotns2.de robotns3.com hosteurope.com hosteurope.de df.eu domainfactory.de namespace4you.de " +
    "kasserver.com all-inkl.com netcup.net root-dns.netcup.net ionos.com ionos.de united-domains.de udag.de udag.net udagdns.de udagdns.net inwx.de inwx.eu inwx.com nic.ru " +
    "mittwald.de agenturserver.de agenturserver.co agenturserver.it domaindiscount24.net domaindiscount24.com rrpproxy.net key-systems.net hostpoint.ch cyon.ch infomaniak.ch infomaniak.com " +
    "metanet.ch green.ch novatrend.ch hosttech.eu hosttech.ch world4you.at easyname.eu easyname.com domaintechnik.at internic.at transip.net transip.nl transip.eu argewebhosting.nl " +
    "hostnet.nl antagonist.nl antagonist.de antagonist.net mijndomein.nl mijndomein.com metaregistrar.nl metaregistrar.eu metaregistrar.com versio.nl one.com b-one.net b-one-dns.net loopia.se " +
    "binero.se websupport.se websupport.sk websupport.eu simply.com unoeuro.com gratisdns.dk larsendata.com domeneshop.no hyp.net uniweb.no zoner.fi louhi.net louhi.fi nebula.fi sigmatic.fi hostingpalvelu.fi " +
    "aruba.it technorail.com arubadns.net arubadns.cz register.it tophost.it seeweb.it dnsserverhost.com keliweb.com serverplan.com home.pl nazwa.pl az.pl cyberfolks.pl linuxpl.com " +
    "lh.pl nameserver.pl forpsi.net forpsi.it forpsi.cz wedos.net wedos.com wedos.cz wedos.eu active24.cz active24.sk gigaserver.cz ignum.cz ignum.com thinline.cz regzone.cz regzone.de " +
    "reg.ru hosting.reg.ru timeweb.ru timeweb.org beget.com beget.pro beget.ru sprinthost.ru masterhost.ru nic.ru ru-center.ru r01.ru yandexcloud.net selectel.org selectel.com selectel.ru " +
    "locaweb.com.br uolhost.com.br hostgator.com hostgator.com.br hostgator.in kinghost.com.br kinghost.net dns-parking.com hostinger.com main-hosting.eu bluehost.com justhost.com hostmonster.com " +
    "websitewelcome.com dreamhost.com siteground.net siteground.eu sgvps.net siteground.biz a2hosting.com inmotionhosting.com webhostbox.net mysecurecloudhost.com worldnic.com networksolutions.com register.com rcom.com " +
    "wixdns.net wix.com squarespacedns.com squarespace-dns.com wordpress.com shopify.com weebly.com myshopify.com jimdo.com webflow.com onamae.com dns-lab.com dnsv.jp value-domain.com muumuu-domain.com lolipop.jp " +
    "xserver.jp sakura.ne.jp dns.ne.jp gmoserver.jp star-domain.jp gabia.net gabia.co.kr cafe24.com whoisdomain.kr hosting.kr dothome.co.kr crazydomains.com syrahost.com netregistry.net digitalocean.com linode.com vultr.com " +
    "porkbun.com namesilo.com dnsowl.com dynadot.com epik.com enom.com dnsnw.com stackdns.com livedns.co.uk fasthosts.net.uk 123-reg.co.uk mainnameserver.com names.co.uk namesco.net heartinternet.co.uk heartinternet.com " +
    "online.net scaleway.com planethoster.net o2switch.net lws-hosting.com lwsdns.com amen.fr nordnet.net combell.net combell.com combell.eu register.be openprovider.nl openprovider.be openprovider.eu combell.be nucleus.be " +
    "arsys.es piensasolutions.com dinahosting.com cdmon.net acens.net nominalia.com ptisp.pt ptservidor.net dominios.pt papaki.gr tophost.gr turhost.com natrohost.com isimtescil.net markmonitor.com markmonitor.zone cscdns.net comlaude-dns.com " +
    "comlaude-dns.net comlaude-dns.co.uk comlaude-dns.eu nameshield.net ebranddns.com safenames.net 101domain.com marcaria.com eurodns.com epag.net epag.de cps-datensysteme.de psi-usa.info domainoffensive.de do.de lima-city.de goneo.de hostingwerk.de greensta.de " +
    "checkdomain.de variomedia.de manitu.net manitu.de uberspace.de ispgateway.de dogado.de alfahosting.de webgo24.de webgo24-server.de contabo.net contabo.de plusserver.com nine.ch xneelo.co.za host-h.net domains.co.za " +
    // Networks of research and of states, secondaries for all their members
    "belwue.de dfn.de lrz.de gwdg.de switch.ch aco.net univie.ac.at surfnet.nl surf.nl belnet.be renater.fr garr.net garr.it rediris.es fccn.pt ja.net heanet.ie sunet.se nordu.net uninett.no sikt.no funet.fi deic.dk rhnet.is pionier.net.pl " +
    "man.poznan.pl cesnet.cz sanet.sk hbone.hu arnes.si carnet.hr roedu.net grnet.gr ulakbim.gov.tr runnet.ru internet2.edu canarie.ca rnp.br aarnet.edu.au sinet.ad.jp kreonet.net cernet.edu.cn es.net t-online.de telekom.de dtag.de arcor-ip.de nic.fr " +
    "swisscom.ch bluewin.ch telia.net telia.com colt.net level3.net cogentco.com psi.net nacamar.net nacamar.de ecrc.de uu.net as33891.net plus.net gov.uk bund.de"
  ).split(/\s+/),
);

/** Services that give each machine a name server of its own in domains of a pattern: `ns-1234.awsdns-12.org`. */
export const NAME_SERVER_PATTERNS: readonly RegExp[] = [
  /(?:^|\.)awsdns-\d{1,3}\.(?:com|net|org|co\.uk)$/,
  /(?:^|\.)ns-?\d+\.azure-dns\.(?:com|net|org|info)$/,
  /(?:^|\.)ui-dns\.[a-z]+$/,
  // What a domain for customers is called, by those that no list has.
  /(?:hosting|hoster|webhost|registrar|parking|parked|domaincontrol)[a-z\d-]*\.[a-z.]+$/,
];

/**
 * Words in the name or description of a block of addresses whose holder rents them to others. Whole words, folded.
 */
export const NETWORK_PROVIDERS =
  "hetzner|ovh|strato|ionos|1und1|1 1 internet|cloudflare|amazon|amazon technologies|aws|google llc|google cloud|microsoft|microsoft corporation|azure|akamai|akamai technologies|fastly|digitalocean|linode|vultr|contabo|netcup|scaleway|online sas|leaseweb|godaddy|go daddy|namecheap|hostinger|alibaba|tencent|oracle cloud|oracle corporation|rackspace|softlayer|ibm cloud|gandi|infomaniak|hostpoint|cyon|aruba|register it|home pl|nazwa pl|wedos|active 24|forpsi|one com|loopia|transip|combell|hosteurope|host europe|domainfactory|mittwald|all inkl|neue medien muennich|plusserver|united internet|deutsche telekom|telekom deutschland|vodafone|telefonica|swisscom|a1 telekom|orange|proximus|kpn|telia|telenor|comcast|verizon|at t|att|level 3|lumen|cogent|colt|hurricane electric|equinix|gtt|zayo|ntt|kddi|sakura internet|gmo internet|xserver|squarespace|wix|shopify|automattic|github|netlify|vercel|fly io|render|heroku|salesforce|incapsula|imperva|sucuri|stackpath|bunny|gcore|cdn77|datacamp|m247|choopa|psychz|quadranet|selectel|timeweb|beget|reg ru|yandex cloud|yandex|mail ru|rostelecom|dreamhost|bluehost|endurance|newfold|hostgator|siteground|wordpress|weebly|jimdo|uberspace|manitu|belwue|dfn verein|verein zur foerderung eines deutschen forschungsnetzes|switch|aconet|renater|surfnet|janet|jisc|garr|rediris|sunet|funet|uninett|cesnet|arnes|carnet|internet2|hosting|hoster|webhosting|web hosting|colocation|datacenter|data center|datacentre|cloud|vps|dedicated servers|server housing|broadband|telecom|telecommunications|telecommunication|telekommunikation|internet service provider|isp|internet services|carrier|backbone|content delivery|cdn|pool|dynamic|dialup|dsl|customers|customer network|kunden|shared";

/** Holders of what they allocate to others. */
export const REGISTRIES =
  "ripe network coordination centre|ripe ncc|ripe|american registry for internet numbers|arin|apnic|asia pacific network information centre|lacnic|afrinic|african network information center|iana|internet assigned numbers authority|early registrations";

/** Where anybody has an address, by registrable domain: such an e-mail domain says nothing. */
export const MAIL_PROVIDERS: ReadonlySet<string> = new Set(
  (
    "gmail.com googlemail.com outlook.com outlook.de hotmail.com hotmail.de hotmail.co.uk hotmail.fr hotmail.it live.com live.de live.co.uk msn.com yahoo.com yahoo.de yahoo.co.uk yahoo.fr yahoo.it yahoo.co.jp ymail.com rocketmail.com " +
    "aol.com aol.de icloud.com me.com mac.com gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de arcor.de online.de email.de mail.de posteo.de posteo.net mailbox.org tutanota.com tutanota.de tuta.io tuta.com proton.me protonmail.com " +
    "protonmail.ch pm.me hushmail.com fastmail.com fastmail.fm zoho.com zohomail.eu yandex.ru yandex.com ya.ru mail.ru bk.ru list.ru inbox.ru rambler.ru seznam.cz email.cz centrum.cz volny.cz atlas.cz post.cz azet.sk zoznam.sk centrum.sk " +
    "wp.pl o2.pl onet.pl interia.pl op.pl poczta.onet.pl gazeta.pl orange.fr wanadoo.fr free.fr sfr.fr laposte.net neuf.fr libero.it virgilio.it tiscali.it alice.it tin.it pec.it legalmail.it pec.aruba.it telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl " +
    "xs4all.nl hetnet.nl home.nl telia.com comhem.se bredband.net online.no broadpark.no jubii.dk mail.dk elisanet.fi kolumbus.fi suomi24.fi bluewin.ch hispeed.ch sunrise.ch aon.at chello.at a1.net utanet.at comcast.net verizon.net att.net sbcglobal.net " +
    "bellsouth.net cox.net charter.net earthlink.net btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com shaw.ca rogers.com bigpond.com optusnet.com.au qq.com 163.com 126.com sina.com foxmail.com aliyun.com naver.com daum.net hanmail.net nate.com " +
    "uol.com.br bol.com.br terra.com.br ig.com.br ukr.net i.ua abv.bg mail.bg freemail.hu citromail.hu mynet.com rediffmail.com mail.com email.com inbox.lv inbox.lt one.lt mail.ee hot.ee siol.net net.hr inet.hr otenet.gr sapo.pt docomo.ne.jp ezweb.ne.jp nifty.com"
  ).split(/\s+/),
);

/** Registrars and agents who give their own address in place of the registrant's, by registrable domain. */
export const AGENT_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  (
    "markmonitor.com cscglobal.com cscinfo.com comlaude.com safenames.net nameshield.net domainsbyproxy.com whoisguard.com withheldforprivacy.com privacyguardian.org contactprivacy.com whoisprivacyprotect.com whoisprotection.cc " +
    "privacyprotect.org domainprivacygroup.com identity-protect.org anonymised.email anonymize.com perfectprivacy.com proxy.dreamhost.com dreamhost.com networksolutionsprivateregistration.com whoisproxy.org dataprivacyprotected.org o-w-o.info spamfree.bookmyname.com " +
    "gandi.net ovh.net ovh.com hetzner.com hetzner.de ionos.com ionos.de 1und1.de strato.de godaddy.com namecheap.com tucows.com enom.com key-systems.net key-systems.de internetx.com united-domains.de inwx.de inwx.com inwx.eu hosteurope.de df.eu kasserver.com all-inkl.com " +
    "netcup.de netcup.com hostpoint.ch cyon.ch infomaniak.com world4you.com easyname.com transip.nl transip.eu openprovider.com openprovider.eu metaregistrar.com mijndomein.nl hostnet.nl one.com loopia.se aruba.it register.it register.com networksolutions.com name.com porkbun.com dynadot.com " +
    "namesilo.com 101domain.com eurodns.com epag.de psi-usa.info cps-datensysteme.de mittwald.de nic.ru reg.ru beget.com timeweb.ru gmo.jp onamae.com gabia.com hostinger.com bluehost.com registrar-servers.com squarespace.com wix.com automattic.com google.com cloudflare.com amazon.com amazonaws.com nazwa.pl home.pl az.pl " +
    "privacy.com.au privateregistration.com regprivate.ru domainmanager.com markmonitor.zone denic.de nic.at switch.ch afnic.fr nominet.uk ripe.net"
  ).split(/\s+/),
);

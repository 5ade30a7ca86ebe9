/** Written by another author, from the paper and without a look at the rules or the older sets; judged once as it was. Most names are invented; its form is that of labelled-tuning.ts. */
export const FRESH = `
# uni-konstanz.de | Universitaet Konstanz, Rechenzentrum | Postfach 5560, 78434 Konstanz, DE | uni-konstanz.de | pan.rz.uni-konstanz.de uranos.rz.uni-konstanz.de | 134.34.0.0/16 Universitaet Konstanz
+ Universität Konstanz | Universitätsstraße 10, 78464 Konstanz, DE || docks01.rzone.de shades02.rzone.de | 81.169.145.72
+ Konstanz, Universitaet | Universitaetsstr. 10, D-78464 Konstanz, Germany || ns1.hoster-a.net ns2.hoster-a.net | 185.30.32.7
+ UNIV. KONSTANZ | Postfach 5560, 78434 Konstanz, DE || ns5.kasserver.com ns6.kasserver.com | 85.13.128.4
+ Universtät Konstanz | Universitaetsstrasse 10, 78457 Konstanz, DE || ns1.hoster-a.net ns2.hoster-a.net |
+ University of Konstanz | Universitaetsstrasse 10, Konstanz, DE || ns-cloud-a1.googledomains.com ns-cloud-a2.googledomains.com | 34.65.12.9
+ Fachbereich Informatik, Universität Konstanz | 78457 Konstanz, DE || ns1.hoster-a.net ns2.hoster-a.net |
+ || uni-konstanz.de | ns1.hoster-a.net ns2.hoster-a.net | 185.30.32.8
+ Werbeagentur Seeblick GmbH | Hafenstr. 3, 78462 Konstanz, DE | uni-konstanz.de | ns1.hoster-a.net ns2.hoster-a.net | 185.30.32.8
+ |||| 134.34.220.17
+ ||| pan.rz.uni-konstanz.de ns.belwue.de | 185.30.32.9
+ Exzellenzcluster Kollektives Verhalten, Universität Konstanz | Universitätsstr. 10, 78464 Konstanz, DE || ns1.hoster-a.net ns2.hoster-a.net |
- Hochschule Konstanz Technik, Wirtschaft und Gestaltung | Brauneggerstr. 55, 78462 Konstanz, DE | htwg-konstanz.de | ns.htwg-konstanz.de ns.belwue.de | 141.37.11.233
- Stadt Konstanz | Kanzleistr. 15, 78462 Konstanz, DE | konstanz.de | ns1.hoster-a.net ns2.hoster-a.net | 185.30.32.9
- Klinikum Konstanz | Mainaustr. 35, 78464 Konstanz, DE ||| 185.30.32.10
- Seezeit Studierendenwerk Bodensee | Universitätsstraße 10, 78464 Konstanz, DE | seezeit.com | ns1.hoster-a.net ns2.hoster-a.net |
- Universität Koblenz | Universitätsstr. 1, 56070 Koblenz, DE | uni-koblenz.de | ns.uni-koblenz.de ns.belwue.de | 141.26.64.1
- REDACTED FOR PRIVACY | REDACTED FOR PRIVACY, DE || ada.ns.cloudflare.com bob.ns.cloudflare.com | 104.16.3.4
- || gmail.com | docks01.rzone.de shades02.rzone.de | 81.169.145.72
- Hotel Universum Konstanz GmbH | Seestr. 10, 78464 Konstanz, DE ||| 81.169.145.72
- Domains By Proxy, LLC | DomainsByProxy.com, Tempe, AZ, US | domainsbyproxy.com | ns01.domaincontrol.com ns02.domaincontrol.com | 34.102.136.180
# zuerich-museum.ch | Stiftung Museum Rietberg Zürich | Gablerstrasse 15, 8002 Zürich, CH | rietberg.ch | ns1.hostpoint.ch ns2.hostpoint.ch | 217.26.48.0/20 Hostpoint AG
+ Museum Rietberg Zuerich | Gablerstr. 15, CH-8002 Zuerich || ns1.hostpoint.ch ns2.hostpoint.ch | 217.26.52.10
+ Rietberg Museum | Gablerstrasse 15, 8002 Zürich, Switzerland || ns11.infomaniak.ch ns12.infomaniak.ch |
+ MUSEUM RIETBERG | Zürich, CH ||||
+ || rietberg.ch ||
- Rietberg-Gesellschaft | Gablerstrasse 15, 8002 Zürich, CH ||||
- Museum für Gestaltung Zürich | Ausstellungsstrasse 60, 8005 Zürich, CH | museum-gestaltung.ch | ns1.hostpoint.ch ns2.hostpoint.ch | 217.26.52.11
- Restaurant Rietberg GmbH | Seestrasse 40, 8002 Zürich, CH || ns1.hostpoint.ch ns2.hostpoint.ch | 217.26.52.10
- ||| ns1.hostpoint.ch ns2.hostpoint.ch | 217.26.52.10
- Stadt Zürich | Stadthausquai 17, 8001 Zürich, CH | zuerich.ch ||
# hamfordpress.co.uk | The Hamford University Press | 12 Great Clarence Street, Hamford HX2 6DP, United Kingdom | hamfordpress.co.uk | ns1.hamfordpress.co.uk ns2.hamfordpress.co.uk | 195.20.40.0/23 Hamford University Press
+ Hamford University Press | Great Clarence St, Hamford, HX2 6DP, GB || ns1.easydns.com ns2.easydns.com | 52.17.3.4
+ Hamford Univ. Press | 12 Gt. Clarence St., Hamford HX2 6DP, UK ||||
+ Hamford University Press, Inc. | 198 Madison Avenue, New York, NY 10016, US ||| 12.4.5.6
+ Hamford Universty Press | Hamford, GB ||||
+ |||| 195.20.41.200
+ Delegates of the Hamford University Press | 12 Great Clarence Street, Hamford HX2 6DP, GB ||||
+ | | hamfordpress.co.uk | dns1.registrar-servers.com dns2.registrar-servers.com |
- University of Hamford | Wellington Square, Hamford HX1 2JD, GB | hamford.ac.uk | dns0.hamford.ac.uk |
- Hamford Press Ltd | 7 Mill Lane, Leeds LS1 4AB, GB ||||
- Hamford Brookes University | Headington Rd, Hamford HX3 0BP, GB | brookes.ac.uk ||
- Hamford Cyclists' Club | Hamford, GB | gmail.com | ns1.easydns.com ns2.easydns.com |
- Privacy service provided by Withheld for Privacy ehf | Kalkofnsvegur 2, Reykjavik, IS | withheldforprivacy.com | dns1.registrar-servers.com dns2.registrar-servers.com | 198.54.117.200
- |||| 195.20.42.1
# mairie-valbourg.fr | Ville de Valbourg | 1 place de l'Hôtel de Ville, 69100 Valbourg, France | mairie-valbourg.fr | dns1.mairie-valbourg.fr dns2.mairie-valbourg.fr | 
+ Mairie de Valbourg | 1 pl. de l'Hotel de Ville, 69100 Valbourg, FR || dns10.ovh.net ns10.ovh.net | 213.186.33.5
+ VILLE DE VALBOURG | Place de l'Hôtel-de-Ville, 69100 VALBOURG, FR || dns10.ovh.net ns10.ovh.net | 213.186.33.5
+ Commune de Valbourg | 69100 Valbourg, FR ||||
+ Ville de Valbourg - Direction de la Culture | 1 place de l'Hôtel de Ville, 69100 Valbourg, FR ||||
+ Bibliothèque municipale, Ville de Valbourg | 30 boulevard Vivier, 69100 Valbourg, FR || a.dns.gandi.net b.dns.gandi.net |
+ ||| dns2.mairie-valbourg.fr dns10.ovh.net | 213.186.33.17
- Office de Tourisme de Valbourg | 1 place de l'Hôtel de Ville, 69100 Valbourg, FR | tourisme-valbourg.fr | dns10.ovh.net ns10.ovh.net | 213.186.33.5
- Université de Valbourg | 8 avenue Rockefeller, 69100 Valbourg, FR | univ-valbourg.fr ||
- Département du Haut-Valbourg | 2 rue de la Préfecture, 69100 Valbourg, FR ||||
- Ville de Valbourg-sur-Mer | 3 quai des Pêcheurs, 44500 Valbourg-sur-Mer, FR | valbourg-mer.fr ||
- Amis de Valbourg | 69100 Valbourg, FR | orange.fr ||
- Métropole de Valbourg | 20 rue du Lac, 69100 Valbourg, FR ||||
# unizaragalla.es | Universidad de Zaragalla | Calle Pedro Cerbuna 12, 50009 Zaragalla, España | unizaragalla.es | ns1.unizaragalla.es ns2.unizaragalla.es sun.rediris.es | 155.210.0.0/16 Universidad de Zaragalla
+ UNIVERSIDAD DE ZARAGALLA | C/ Pedro Cerbuna, 12, 50009 Zaragalla, ES || dns1.arsys.es dns2.arsys.es | 217.76.128.34
+ Universidad de Zaragalla - Facultad de Filosofía y Letras | C. Pedro Cerbuna 12, 50009 Zaragalla, ES ||||
+ Univ. Zaragalla | 50009 Zaragalla, ES ||||
+ Universidad de Zargalla | Pedro Cerbuna 12, 50009 Zaragalla, ES ||||
+ University of Zaragalla | Pedro Cerbuna 12, 50009 Zaragalla, Spain ||||
+ Prensas de la Universidad de Zaragalla | C/ Pedro Cerbuna 12, 50009 Zaragalla, ES ||||
+ |||| 155.210.11.66
- ||| sun.rediris.es chico.rediris.es | 130.206.1.2
- Universidad San Jorge de Zaragalla | Autovía Mudéjar km 299, 50830 Zaragalla, ES | usj.es ||
- Ayuntamiento de Zaragalla | Plaza del Pilar 18, 50001 Zaragalla, ES | zaragalla.es | sun.rediris.es ns1.zaragalla.es |
- Universidad de Zaratena | Calle Mayor 12, 30003 Zaratena, ES | unizaratena.es ||
- Hospital Universitario de Zaragalla | Paseo Isabel la Católica 1, 50009 Zaragalla, ES | salud.es ||
# museodelmare.it | Fondazione Museo del Mare di Portalba | Via Marina 5, 16126 Portalba (GE), Italia | museodelmare.it | dns.technorail.com dns2.technorail.com | 62.149.128.0/18 Aruba S.p.A.
+ Museo del Mare di Portalba | Via Marina 5, 16126 Portalba GE, IT || dns.technorail.com dns2.technorail.com | 62.149.130.2
+ Fond. Museo del Mare Portalba | V. Marina, 5, 16126 Portalba, IT || ns1.register.it ns2.register.it | 81.88.48.1
+ Fondazione Museo del Mare - Portalba ONLUS | Via Marina 5, Portalba, IT ||||
+ || museodelmare.it | ns1.register.it ns2.register.it |
- Museo del Mare di Trieste | Via Campo Marzio 5, 34123 Trieste, IT ||||
- Acquario di Portalba S.p.A. | Via Marina 1, 16126 Portalba, IT || dns.technorail.com dns2.technorail.com | 62.149.130.2
- Comune di Portalba | Via Garibaldi 9, 16124 Portalba, IT | comune.portalba.ge.it ||
- Ristorante Museo del Mare di Rossi & C. s.n.c. | Via Roma 2, 80100 Napoli, IT ||||
# groenstad.nl | Gemeente Groenstad | Stadhuisplein 1, 5611 EM Groenstad, NL | groenstad.nl | ns1.groenstad.nl ns2.groenstad.nl |
+ Gemeente Groenstad | Postbus 90150, 5600 RB Groenstad, NL || ns0.transip.net ns1.transip.nl | 149.210.128.1
+ gem. Groenstad | Stadhuisplein 1, Groenstad, Nederland ||||
+ Gemeente Groenstad, afdeling Communicatie | Stadhuisplein 1, 5611EM Groenstad, NL ||||
+ Gemeente Groestad | Stadhuisplein 1, 5611 EM Groenstad, NL ||||
- Stichting Groenstad Marketing | Stadhuisplein 3, 5611 EM Groenstad, NL ||||
- Technische Universiteit Groenstad | Den Dolech 2, 5612 AZ Groenstad, NL | tugroenstad.nl | ns1.surfnet.nl ns2.surfnet.nl | 131.155.3.3
- Gemeente Grootstad | Markt 1, 3011 AA Grootstad, NL ||||
- Groenstad Vastgoed B.V. | Kerkstraat 9, 5611 AB Groenstad, NL ||||
# uw-lubnica.pl | Uniwersytet Lubnicki | ul. Krakowskie Przedmieście 26, 00-927 Lubnica, Polska | uw-lubnica.pl | dns.uw-lubnica.pl dns2.uw-lubnica.pl | 193.0.64.0/18 Uniwersytet Lubnicki
+ Uniwersytet Lubnicki | Krakowskie Przedmiescie 26/28, 00-927 Lubnica, PL || ns1.home.pl ns2.home.pl | 89.161.128.1
+ UNIWERSYTET LUBNICKI WYDZIAL HISTORII | ul. Krakowskie Przedmiescie 26, 00-927 Lubnica, PL ||||
+ Wydawnictwa Uniwersytetu Lubnickiego | ul. Nowy Swiat 4, 00-497 Lubnica, PL ||||
- Uniwersytet Medyczny w Lubnicy | ul. Zwirki i Wigury 61, 02-091 Lubnica, PL | wum-lubnica.pl ||
- Politechnika Lubnicka | pl. Politechniki 1, 00-661 Lubnica, PL | pw-lubnica.pl | dns.pw-lubnica.pl |
- Urzad Miasta Lubnica | pl. Bankowy 3, 00-142 Lubnica, PL ||||
- Fundacja Uniwersytetu Lubnickiego | ul. Nowy Swiat 9, 00-497 Lubnica, PL ||||
# hayama-u.ac.jp | Hayama University | 7-3-1 Hongo, Bunkyo-ku, Hayama 113-8654, Japan | hayama-u.ac.jp | dns1.nc.hayama-u.ac.jp dns2.nc.hayama-u.ac.jp | 133.11.0.0/16 Hayama University
+ The University of Hayama | 7-3-1, Hongo, Bunkyo-ku, Hayama, JP || ns1.dns.ne.jp ns2.dns.ne.jp | 59.106.13.1
+ Hayama Univ. | Bunkyo-ku, Hayama, JP ||||
+ Hayama Daigaku | 7-3-1 Hongo, Bunkyo-ku, Hayama 113-8654, JP ||||
+ National University Corporation Hayama University | Hongo 7-3-1, Bunkyo-ku, Hayama 113-8654, JP || ns1.dns.ne.jp ns2.dns.ne.jp |
- Hayama University of Foreign Studies | 3-11-1 Asahi-cho, Fuchu-shi, Hayama 183-8534, JP | hufs.ac.jp ||
- Hayama City | 1-1 Chuo, Hayama 100-0001, JP | city.hayama.jp ||
- Hayama Women's University | 2-8-1 Mejirodai, Bunkyo-ku, Hayama 112-8681, JP ||||
- Hayana University | 1-1 Minami, Hayana-shi 990-0001, JP ||||
# spbgu-nevsk.ru | Nevskiy Gosudarstvennyy Universitet | Universitetskaya nab. 7/9, 199034 Nevsk, RU | spbgu-nevsk.ru | ns.spbgu-nevsk.ru ns2.spbgu-nevsk.ru |
+ Nevsky Gosudarstvenny Universitet | Universitetskaya naberezhnaya 7-9, 199034 Nevsk, Russia || ns1.nic.ru ns2.nic.ru | 194.85.61.1
+ Nevsky State University | Universitetskaya nab., 7/9, 199034 Nevsk, RU ||||
+ FGBOU VO Nevskiy gosudarstvennyy universitet | Universitetskaya nab. 7/9, Nevsk, RU ||||
- Nevskiy Gosudarstvennyy Tekhnicheskiy Universitet | Moskovskiy pr. 26, 190013 Nevsk, RU ||||
- Nevskiy Bank OOO | Nevskiy pr. 1, 191186 Nevsk, RU || ns1.nic.ru ns2.nic.ru | 194.85.61.1
- Administratsiya goroda Nevsk | Dvortsovaya pl. 1, 191186 Nevsk, RU ||||
# sprengermedia.com | Sprenger Media SE & Co. KG | Axel-Platz 1, 10888 Berlin, DE | sprengermedia.com sprenger.de | ns1.sprenger-dns.de ns2.sprenger-dns.de | 145.243.0.0/16 Sprenger Media SE
+ Sprenger Media SE | Axel-Platz 1, 10888 Berlin, DE || ns1.csc-dns.net | 23.45.1.2
+ Sprenger-Media SE und Co. KG | Axel Platz 1, D-10888 Berlin || pdns1.cscdns.net pdns2.cscdns.net |
+ SPRENGER MEDIA | Berlin, DE ||||
+ Sprenger Media France SARL | 10 rue de la Paix, 75002 Paris, FR ||||
+ Spenger Media SE & Co KG | Axel-Platz 1, 10888 Berlin, DE ||||
+ || sprenger.de | ns1.hoster-a.net ns2.hoster-a.net |
- Sprenger Science Verlag GmbH | Tiergartenstr. 17, 69121 Heidelberg, DE | sprenger-science.com ||
- Sprenger & Söhne Bau GmbH | Hauptstr. 5, 86150 Augsburg, DE ||||
- Media Sprengtechnik GmbH | Hauptstr. 4, 10115 Berlin, DE ||||
- MarkMonitor Inc. | 2150 S Bonito Way, Meridian, ID, US | markmonitor.com | ns1.markmonitor.com ns3.markmonitor.com |
# nrf-radio.no | Norsk Rundfunk AS | Bjørnstjerne plass 1, 0340 Oslo, Norge | nrf-radio.no | ns1.nrf-radio.no ns2.nrf-radio.no | 160.68.0.0/16 Norsk Rundfunk
+ Norsk Rundfunk | Bjornstjerne plass 1, 0340 Oslo, NO || ns1.hyp.net ns2.hyp.net |
+ NORSK RUNDFUNK A/S | Bjørnstjernes pl. 1, 0340 Oslo, NO ||||
+ |||| 160.68.205.231
- Norsk Rundfunk Historisk Forening | Kirkegata 3, 7011 Trondheim, NO | online.no ||
- Norsk Romsenter | Drammensveien 165, 0277 Oslo, NO || ns1.hyp.net ns2.hyp.net |
- |||| 160.69.1.1
# bundesklima.de | Bundesministerium für Klima und Meere | Stresemannstraße 128-130, 10117 Berlin, DE | bmkm.bund.de | argon.bund.de xenon.bund.de | 77.87.224.0/21 Informationstechnikzentrum Bund
+ Bundesministerium fuer Klima und Meere | Stresemannstr. 128, 10117 Berlin, DE || ns1.hoster-a.net ns2.hoster-a.net |
+ Bundesministerium für Klima u. Meere (BMKM) | Stresemannstr. 128-130, 10117 Berlin, DE ||||
+ BM für Klima & Meere | Stresemannstraße 128 - 130, 10117 Berlin, DE ||||
+ Bundesministerium f. Klima und Meere, Referat Öffentlichkeitsarbeit | Berlin, DE ||||
+ Federal Ministry for Climate and Oceans | Stresemannstr. 128-130, 10117 Berlin, Germany | bmkm.bund.de ||
- Bundesamt für Klima und Meere | Bernhard-Nocht-Str. 78, 20359 Hamburg, DE | bakm.de ||
- Bundesministerium der Finanzen | Wilhelmstr. 97, 10117 Berlin, DE | bmf.bund.de ||
- Ministerium für Klima und Meere Niedersachsen | Archivstr. 2, 30169 Hannover, DE ||||
- Sedo GmbH | Im Mediapark 6, 50670 Köln, DE | sedo.com | ns1.sedoparking.com ns2.sedoparking.com | 91.195.240.94
# gmf-forschung.de | Gesellschaft für Meeresforschung e.V. | Am Hafen 12, 27570 Bremerhaven, DE | gmf-forschung.de | ns1.gmf-forschung.de ns2.hoster-a.net | 
+ Ges. f. Meeresforschung eV | Am Hafen 12, 27570 Bremerhaven, DE ||||
+ Gesellschaft fuer Meeresforschung | 27570 Bremerhaven, DE ||||
+ Gesellschaft für Meeresforschung GMF e. V. | Am Hafen 12, Bremerhaven, DE ||||
+ GMF Gesellschaft für Meeresforschung | Postfach 120161, 27515 Bremerhaven, DE ||||
+ Geselschaft für Meeresforschng e.V. | Am Hafen 12, 27570 Bremerhaven, DE ||||
- Förderverein der Gesellschaft für Meeresforschung e.V. | Am Hafen 12, 27570 Bremerhaven, DE ||||
- Gesellschaft für Meerestechnik e.V. | Einsteinufer 25, 10587 Berlin, DE ||||
- Deutsche Gesellschaft für Polarforschung e.V. | Am Hafen 12, 27570 Bremerhaven, DE ||||
- Hafen Bremerhaven GmbH | Am Hafen 14, 27570 Bremerhaven, DE ||||
- ||| ns2.hoster-a.net ns3.hoster-a.net |
# usbr-brasil.com.br | Universidade Federal de São Bento | Av. Brasil 2001, São Bento - SP, 04023-062, Brasil | usbr.edu.br | ns1.usbr.edu.br ns2.usbr.edu.br |
+ Universidade Federal de Sao Bento | Avenida Brasil, 2001, Sao Bento, BR || ns-12.awsdns-01.com ns-900.awsdns-48.net | 52.67.1.1
+ UFSB - Universidade Federal de São Bento | Av. Brasil 2001, 04023-062 São Bento, BR ||||
+ Univ. Federal de S. Bento | Av. Brasil, 2001, São Bento, BR ||||
- Universidade Estadual de São Bento | Rua das Flores 9, São Bento, BR ||||
- Prefeitura Municipal de São Bento | Praça da Sé 1, São Bento, BR ||||
- Mosteiro de São Bento | Largo de São Bento, São Bento, BR ||||
- Universidade Federal de São Borja | Rua Sete 1, 97670-000 São Borja, BR ||||
# acme-instruments.com | Ackerman Instruments International, Inc. | 1500 Industrial Way, Suite 200, Dayton, OH 45402, US | ackinst.com | ns1.ackinst.com ns2.ackinst.com | 52.0.0.0/11 Amazon Technologies Inc.
+ Ackerman Instruments Intl. | 1500 Industrial Way Ste 200, Dayton OH 45402, US || ns-1.awsdns-00.com |
+ Ackerman Instruments International | Dayton, OH, US ||||
+ Ackermann Instruments International Inc | 1500 Industrial Way, Dayton, OH 45402, US ||||
+ Ackerman Instruments GmbH | Industriestr. 4, 63110 Rodgau, DE || ns1.ackinst.com ns2.ackinst.com |
+ Ackerman Instruments K.K. | Minato-ku, Tokyo, JP | ackinst.com ||
- Ackerman Music Instruments | 14 Main St, Boise, ID 83702, US ||||
- Ackerman & Sons Plumbing LLC | 200 Oak St, Dayton, OH 45402, US ||||
- |||| 52.1.2.3
- Northwind Instruments International, Inc. | 1500 Industrial Way, Suite 310, Dayton, OH 45402, US ||||
- Ackerman Resale Domains | Nassau, BS | domain-broker.com | ns1.sedoparking.com ns2.sedoparking.com |
# eswc-assoc.org | International Association for Soil and Water Conservation | 945 SW Ankeny Road, Ankeny, IA 50023, US | iaswc.org | ns1.dreamhost.com ns2.dreamhost.com |
+ Intl. Assoc. for Soil & Water Conservation | 945 SW Ankeny Rd, Ankeny, IA 50023, US || ns1.dreamhost.com ns2.dreamhost.com |
+ The International Association for Soil and Water Conservation | Ankeny, IA, US ||||
+ International Association of Soil and Water Conservation (IASWC) | 945 SW Ankeny Rd., Ankeny IA, US ||||
- Iowa Association for Soil and Water Conservation | 200 Elm St, Des Moines, IA 50309, US ||||
- International Association for Water Law | Via Montevideo 5, 00198 Roma, IT ||||
- ||| ns1.dreamhost.com ns2.dreamhost.com | 75.119.200.1
# staatstheater-aalsee.de | Württembergisches Staatstheater Aalsee | Oberer Schloßgarten 6, 70173 Aalsee, DE | staatstheater-aalsee.de | ns1.staatstheater-aalsee.de ns2.staatstheater-aalsee.de |
+ Wuerttembergisches Staatstheater Aalsee | Oberer Schlossgarten 6, 70173 Aalsee, DE ||||
+ Staatstheater Aalsee | Ob. Schloßgarten 6, 70173 Aalsee, DE ||||
+ WUERTTEMBERG. STAATSTHEATER AALSEE | OBERER SCHLOSSGARTEN 6, 70173 AALSEE, DE ||||
+ Württembergische Staatstheater Aalsee | Oberer Schloßgarten 6, 70173 Aalsee, DE ||||
- Badisches Staatstheater Karlsee | Hermann-Levi-Platz 1, 76137 Karlsee, DE ||||
- Förderverein des Staatstheaters Aalsee e.V. | Oberer Schloßgarten 6, 70173 Aalsee, DE ||||
- Staatsgalerie Aalsee | Konrad-Adenauer-Str. 30, 70173 Aalsee, DE ||||
- Theaterhaus Aalsee e.V. | Siemensstr. 11, 70469 Aalsee, DE ||||
`;

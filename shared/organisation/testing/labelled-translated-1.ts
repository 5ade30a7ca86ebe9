/** Written when all sets before were done, and judged once as it was. Its form is that of labelled-tuning.ts; most bodies are real, what registries say of them is invented. */
export const TRANSLATED_1 = `
# uni-rostock.de | Universität Rostock | Universitätsplatz 1, 18055 Rostock, DE | uni-rostock.de | ns1.uni-rostock.de ns2.uni-rostock.de | 139.30.0.0/16 Universitaet Rostock
+ University of Rostock | Universitaetsplatz 1, 18055 Rostock, Germany
+ Univ. Rostock, Inst. f. Informatik | Albert-Einstein-Str. 22, 18059 Rostock
+ Universität Rostock - ITMZ | Albert-Einstein-Straße 22, 18059 Rostock, DE
+ Universitätsbibliothek Rostock | Albert-Einstein-Straße 6, 18059 Rostock, DE | ub.uni-rostock.de
+ Uni Rostock | Universitätsplatz 1, D-18055 Rostock
+ | | | ns1.uni-rostock.de ns2.uni-rostock.de
- Universitätsmedizin Rostock | Schillingallee 35, 18057 Rostock, DE
- Hochschule für Musik und Theater Rostock | Beim St.-Katharinenstift 8, 18055 Rostock, DE
- Studierendenwerk Rostock-Wismar | St.-Georg-Str. 104, 18055 Rostock, DE
- Leibniz-Institut für Ostseeforschung Warnemünde | Seestraße 15, 18119 Rostock, DE
- Gesellschaft der Förderer der Universität Rostock e.V. | Universitätsplatz 1, 18055 Rostock, DE
- Hanse- und Universitätsstadt Rostock | Neuer Markt 1, 18055 Rostock, DE

# slub.de | Sächsische Landesbibliothek – Staats- und Universitätsbibliothek Dresden | Zellescher Weg 18, 01069 Dresden, DE | slub-dresden.de | ns1.slub-dresden.de
+ SLUB Dresden | Zellescher Weg 18, 01069 Dresden
+ Saxon State and University Library Dresden (SLUB) | Zellescher Weg 18, 01069 Dresden, Germany
+ Sächs. Landesbibl. - Staats- u. Universitätsbibl. Dresden | Zellescher Weg 18, 01069 Dresden, DE
- Technische Universität Dresden | Mommsenstraße 9, 01069 Dresden, DE
- Städtische Bibliotheken Dresden | Schloßstraße 2, 01067 Dresden, DE
- Sächsisches Staatsarchiv | Archivstraße 14, 01097 Dresden, DE

# nve.no | Norges vassdrags- og energidirektorat | Middelthuns gate 29, 0368 Oslo, NO | nve.no | ns1.nve.no ns2.nve.no
+ NVE | Middelthuns gate 29, 0368 Oslo
+ Norwegian Water Resources and Energy Directorate | Middelthuns gate 29, 0368 Oslo, Norway
+ NVE, Region Nord | Kongens gate 52, 8514 Narvik, NO | nve.no
- Statnett SF | Nydalen allé 33, 0484 Oslo, NO
- Meteorologisk institutt | Henrik Mohns plass 1, 0371 Oslo, NO
- Oslo kommune, Bymiljøetaten | Karvesvingen 3, 0579 Oslo, NO

# kadaster.nl | Dienst voor het kadaster en de openbare registers | Hofstraat 110, 7311 KZ Apeldoorn, NL | kadaster.nl | ns1.kadaster.nl
+ Kadaster | Hofstraat 110, 7311KZ Apeldoorn
+ Het Kadaster | Postbus 9046, 7300 GH Apeldoorn, NL | kadaster.nl
+ Netherlands' Cadastre, Land Registry and Mapping Agency | Hofstraat 110, 7311 KZ Apeldoorn, Netherlands | kadaster.nl
- Gemeente Apeldoorn | Marktplein 1, 7311 LG Apeldoorn, NL
- Paleis Het Loo | Koninklijk Park 16, 7315 JA Apeldoorn, NL

# univ-rennes.fr | Université de Rennes | 263 avenue du Général Leclerc, 35042 Rennes Cedex, FR | univ-rennes.fr univ-rennes1.fr | ns1.univ-rennes.fr ns2.univ-rennes.fr
+ UNIVERSITE DE RENNES | 263 av. du General Leclerc, CS 74205, 35042 RENNES
+ Université de Rennes, UFR Mathématiques | Campus de Beaulieu, 35042 Rennes, FR
+ IUT de Lannion - Université de Rennes | Rue Édouard Branly, 22302 Lannion, FR
+ University of Rennes | 263 Avenue du Général Leclerc, 35042 Rennes, France
+ Presses universitaires | 263 avenue du Général Leclerc, 35042 Rennes, FR | univ-rennes.fr
- Université Rennes 2 | Place du Recteur Henri Le Moal, 35043 Rennes, FR
- CHU de Rennes | 2 rue Henri Le Guilloux, 35033 Rennes, FR
- Rennes Métropole | 4 avenue Henri Fréville, 35207 Rennes, FR
- INSA Rennes | 20 avenue des Buttes de Coësmes, 35708 Rennes, FR

# comune.modena.it | Comune di Modena | Via Scudari 20, 41121 Modena, IT | comune.modena.it | ns1.comune.modena.it
+ COMUNE DI MODENA - Settore Cultura | Via Scudari, 20, 41121 Modena MO
+ Municipality of Modena | Via Scudari 20, 41121 Modena, Italy
+ Comune di Modena, Biblioteca Delfini | Corso Canalgrande 103, 41121 Modena, IT
+ Biblioteca Civica Antonio Delfini | Corso Canalgrande 103, 41121 Modena, IT | comune.modena.it
- Provincia di Modena | Viale Martiri della Libertà 34, 41121 Modena, IT
- Università degli Studi di Modena e Reggio Emilia | Via Università 4, 41121 Modena, IT
- Modena Calcio S.r.l. | Viale Monte Kosica 128, 41121 Modena, IT
- Comune di Modica | Piazza Principe di Napoli 17, 97015 Modica, IT

# bergwerk-kaltental.de | Bergwerk Kaltental Bergbau AG | Grubenweg 7, 38678 Kaltental, DE | kaltental-bergbau.de | ns1.kasserver.com ns2.kasserver.com
+ Bergwerk Kaltental Bergbau Aktiengesellschaft | Grubenweg 7, 38678 Kaltental
+ Bergwerk Kaltenthal Bergbau AG | Grubenweg 7, 38678 Kaltental, DE
+ Bergwerk Kaltental Bergbau AG, Niederlassung Ost | Schachtstr. 2, 06526 Sangern, DE
+ Kaltental Bergbau | Grubenweg 7, 38678 Kaltental, DE
+ BERGWERK KALTENTAL BERGBAU AG | Postfach 1120, 38678 Kaltental | kaltental-bergbau.de
- Bergbaumuseum Kaltental | Grubenweg 9, 38678 Kaltental, DE
- Hotel Bergwerk Kaltental | Hauptstr. 12, 38678 Kaltental, DE
- Bergbau Kaltenbach GmbH | Talstr. 4, 57223 Kaltenbach, DE
- Erika Muster | Grubenweg 8, 38678 Kaltental, DE | gmx.de

# snb.sk | Slovenská národná galéria | Riečna 1, 815 13 Bratislava, SK | sng.sk | ns1.sng.sk ns2.sanet.sk
+ Slovak National Gallery | Riecna 1, 815 13 Bratislava, Slovakia
+ SNG | Riečna 1, 81513 Bratislava
+ Slovenska narodna galeria, oddelenie IT | Riečna 1, 815 13 Bratislava, SK
- Slovenské národné múzeum | Vajanského nábrežie 2, 810 06 Bratislava, SK
- Galéria mesta Bratislavy | Františkánske nám. 11, 815 35 Bratislava, SK

# uu-antwerp.be | Universiteit Antwerpen | Prinsstraat 13, 2000 Antwerpen, BE | uantwerpen.be | ns1.uantwerpen.be ns2.uantwerpen.be | 143.169.0.0/16 Universiteit Antwerpen
+ University of Antwerp | Prinsstraat 13, 2000 Antwerp, Belgium
+ Univ. Antwerpen, Departement Biologie | Universiteitsplein 1, 2610 Wilrijk, BE
+ Universiteit Antwerpen, Bibliotheek | Prinsstraat 13, B-2000 Antwerpen
+ UAntwerpen | Prinsstraat 13, 2000 Antwerpen, BE
- Universitair Ziekenhuis Antwerpen | Drie Eikenstraat 655, 2650 Edegem, BE
- Karel de Grote Hogeschool | Brusselstraat 45, 2018 Antwerpen, BE
- Stad Antwerpen | Grote Markt 1, 2000 Antwerpen, BE
- Studentenvereniging Universiteit Antwerpen vzw | Prinsstraat 13, 2000 Antwerpen, BE

# smhi.se | Sveriges meteorologiska och hydrologiska institut | Folkborgsvägen 17, 601 76 Norrköping, SE | smhi.se | ns1.smhi.se ns2.sunet.se
+ SMHI | Folkborgsvägen 17, 60176 Norrköping
+ Swedish Meteorological and Hydrological Institute | Folkborgsvagen 17, SE-601 76 Norrkoping, Sweden
+ SMHI Göteborg | Sven Källfelts gata 15, 426 71 Västra Frölunda, SE | smhi.se
- Norrköpings kommun | Rådhuset, 601 81 Norrköping, SE
- Lantmäteriet | Lantmäterigatan 2, 801 82 Gävle, SE

# brightwater.org.uk | Brightwater Wildlife Trust | The Old Mill, Mill Lane, Ashcombe GL7 5QR, GB | brightwaterwt.org.uk
+ The Brightwater Wildlife Trust | Old Mill, Mill Lane, Ashcombe, GL7 5QR
+ Brightwater Wildlife Trust Ltd | The Old Mill, Mill Ln, Ashcombe GL75QR, United Kingdom
+ BWT | The Old Mill, Mill Lane, Ashcombe GL7 5QR, GB | brightwaterwt.org.uk
- Brightwater Sailing Club | Lake Road, Ashcombe GL7 6AA, GB
- Brightwell Wildlife Trust | 4 High Street, Brightwell OX10 0RT, GB
- Ashcombe Parish Council | Village Hall, Ashcombe GL7 5QQ, GB
- Friends of Brightwater | Mill Lane, Ashcombe GL7 5QR, GB

# ministerstwo-klimatu.pl | Ministerstwo Klimatu i Środowiska | ul. Wawelska 52/54, 00-922 Warszawa, PL | mos.gov.pl | dns.mos.gov.pl
+ Ministry of Climate and Environment | Wawelska 52/54, 00-922 Warsaw, Poland
+ Min. Klimatu i Środowiska | Wawelska 52/54, 00-922 Warszawa
+ MINISTERSTWO KLIMATU I SRODOWISKA, Departament Leśnictwa | ul. Wawelska 52/54, 00922 Warszawa, PL
- Ministerstwo Finansów | ul. Świętokrzyska 12, 00-916 Warszawa, PL
- Generalna Dyrekcja Ochrony Środowiska | al. Jerozolimskie 136, 02-305 Warszawa, PL
- Miasto Stołeczne Warszawa | pl. Bankowy 3/5, 00-142 Warszawa, PL

# hslu.ch | Hochschule Luzern | Werftestrasse 4, 6002 Luzern, CH | hslu.ch | ns1.hslu.ch scsnms.switch.ch
+ Lucerne University of Applied Sciences and Arts | Werftestr. 4, 6002 Lucerne, Switzerland
+ Hochschule Luzern - Technik & Architektur | Technikumstrasse 21, 6048 Horw, CH
+ Hochschule Luzern, Informatik | Suurstoffi 1, 6343 Rotkreuz, CH
+ HSLU | Werftestrasse 4, CH-6002 Luzern
- Universität Luzern | Frohburgstrasse 3, 6002 Luzern, CH
- Pädagogische Hochschule Luzern | Pfistergasse 20, 6003 Luzern, CH
- Kanton Luzern | Bahnhofstrasse 15, 6002 Luzern, CH
- Luzern Tourismus AG | Bahnhofstrasse 3, 6002 Luzern, CH

# seikei.jp | 学校法人青嶺学園 | 東京都青嶺市本町3-2-1, 180-0001, JP | aomine.ac.jp | ns1.aomine.ac.jp
+ 青嶺学園 | 東京都青嶺市本町3-2-1, 180-0001, JP
+ | | aomine.ac.jp
+ Aomine Gakuen | 3-2-1 Honcho, Aomine, Tokyo 180-0001, JP | aomine.ac.jp
- 青嶺市役所 | 東京都青嶺市中央1-1, 180-0002, JP
- 株式会社青嶺不動産 | 東京都青嶺市本町3-5, 180-0001, JP

# csn-library.us | Carver County Library | 217 Ash Ave E, Carverton, MN 55399, US | carverlibrary.org
+ CARVER COUNTY LIBRARY SYSTEM | 217 Ash Avenue East, Carverton MN 55399
+ Carver County Libr. | 217 Ash Ave. E., Carverton, MN 55399, USA
+ Carver Co. Library | 217 Ash Ave E, Carverton, Minnesota 55399
- Carver County Historical Society | 555 W 1st St, Carverton, MN 55387, US
- Carver Library District | 12 Main St, Carver, MA 02330, US
- Friends of the Carver County Library | 217 Ash Ave E, Carverton, MN 55399, US

# gruenstrom-nord.de | Grünstrom Nord eG | Deichstr. 4, 26721 Emdorf, DE | gruenstrom-nord.de
+ Gruenstrom Nord e.G. | Deichstraße 4, 26721 Emdorf
+ Grünstrom Nord eingetragene Genossenschaft | Deichstr. 4, 26721 Emdorf, DE
+ Grünstrom Nord Service GmbH | Deichstr. 4, 26721 Emdorf, DE | gruenstrom-nord.de
- Grünstrom Süd eG | Bergstr. 1, 86150 Augsdorf, DE
- Stadtwerke Emdorf GmbH | Martin-Faber-Str. 11, 26725 Emdorf, DE
- Grünland Nord GmbH | Deichstr. 40, 26721 Emdorf, DE
`;

/** Firms, media and associations of other countries, written before any of it was judged; judged once as it was. Its form is that of labelled-tuning.ts; names are invented. */
export const COUNTRIES_2 = `
# brenner-pumpen.at | Brennauer Pumpen und Armaturen GmbH & Co KG | Industriestraße 14, 4623 Gunskirch, AT | brennauer.com | ns1.world4you.at ns2.world4you.at |
+ Brennauer Pumpen & Armaturen GmbH | Industriestr. 14, 4623 Gunskirch, Österreich
+ BRENNAUER PUMPEN UND ARMATUREN GES.M.B.H. & CO. KG | 4623 Gunskirch, AT
+ Brennauer Pumps and Valves GmbH | Industriestrasse 14, 4623 Gunskirch, Austria | brennauer.com
+ Brennauer Pumpen u. Armaturen | Industriestraße 14-16, A-4623 Gunskirch
+ Brennauer Gruppe | Industriestraße 14, 4623 Gunskirch, AT
+ Brennauer Deutschland GmbH | Hafenweg 2, 94032 Passburg, DE | brennauer.com
- Brennauer Tischlerei GmbH | Dorfplatz 3, 6020 Innstadt, AT
- Gunskirchner Pumpen GmbH | Industriestraße 16, 4623 Gunskirch, AT
- Freiwillige Feuerwehr Gunskirch | Hauptplatz 1, 4623 Gunskirch, AT
- Brenner Armaturen AG | Bahnhofstrasse 9, 9000 Gallenberg, CH
- Werbeagentur Pixelhof e.U. | Industriestraße 14, 4623 Gunskirch, AT | pixelhof.at | ns1.world4you.at ns2.world4you.at

# valdora-assicurazioni.it | Valdora Assicurazioni S.p.A. | Via Monte Grappa 77, 37121 Veronella VR, IT | valdora.it | dns1.valdora.it dns2.valdora.it | 88.40.10.0/28 VALDORA ASSICURAZIONI SPA
+ Valdora Assicurazioni SpA | via M. Grappa, 77, 37121 Veronella, Italia
+ Valdora Assicurazioni Società per Azioni | Veronella, VR, IT
+ VALDORA INSURANCE | Via Monte Grappa 77, 37121 Veronella (VR), Italy
+ Valdora Assicurazioni S.p.A. - Direzione Sistemi | Via Enrico Fermi 2, 37135 Veronella, IT
+ | | | dns2.valdora.it
+ Agenzia Generale Rossi Snc | Piazza Dante 3, 38122 Trentino, IT | valdora.it
- Valdora Immobiliare S.r.l. | Via Monte Grappa 79, 37121 Veronella, IT
- Valdarno Assicurazioni S.p.A. | Via Roma 1, 52025 Montevarco, IT
- Hotel Valdora | Via del Lago 2, 38066 Rivadora, IT
- Trattoria Monte Grappa | Via Monte Grappa 77, 37121 Veronella, IT
- | | pec.it | dns1.register.it

# diario-costa.es | Editorial Diario de la Costa, S.A. | Avenida del Puerto 5, 11006 Cadiza, ES | diariocosta.es | ns1.diariocosta.es ns2.diariocosta.es |
+ EDITORIAL DIARIO DE LA COSTA SA | Avda. del Puerto, 5, 11006 Cadiza, España
+ Diario de la Costa | Av. Puerto 5, 11006 Cadiza, ES
+ Editorial Diario de la Costa S.A., Departamento de Publicidad | Cadiza, ES
+ Edit. Diario Costa S.A. | Avda del Puerto 5, 11006 Cadiza, ES
- Diario de la Sierra, S.L. | Calle Ancha 9, 18001 Granadina, ES
- Autoridad Portuaria de la Costa | Avenida del Puerto 1, 11006 Cadiza, ES
- Costa Editorial S.L. | Rambla 40, 08002 Barcina, ES
- Asociación de la Prensa de Cadiza | Calle Nueva 2, 11005 Cadiza, ES

# waterschap-oosterdelta.nl | Waterschap Oosterdelta | Postbus 550, 3990 GJ Houtwijk, NL | oosterdelta.nl | ns1.oosterdelta.nl ns2.oosterdelta.nl | 145.222.10.0/24 Waterschap Oosterdelta
+ Waterschap Oosterdelta | Poldermolen 2, 3994 DD Houtwijk, Nederland
+ Waterschap Oosterdelta, afdeling Communicatie | Houtwijk, NL
+ Oosterdelta Water Board | Poldermolen 2, 3994DD Houtwijk, Netherlands
+ WATERSCHAP OOSTER-DELTA | Postbus 550, 3990GJ Houtwijk
+ | | | | 145.222.10.80
- Waterschap Westerdelta | Kanaalweg 1, 4100 AB Dijksluis, NL
- Gemeente Oosterdelta | Markt 1, 3994 AA Houtwijk, NL
- Oosterdelta Makelaars B.V. | Dorpsstraat 2, 3994 AB Houtwijk, NL
- Waterbedrijf Delta N.V. | Poldermolen 2, 3994 DD Houtwijk, NL

# lundby.se | Lundbyholms kommun | Kommunhuset, Storgatan 3, 388 21 Lundbyholm, SE | lundbyholm.se | ns1.lundbyholm.se ns2.lundbyholm.se |
+ Lundbyholm kommun | Storg. 3, 38821 Lundbyholm, Sverige
+ LUNDBYHOLMS KOMMUN, IT-enheten | Box 14, 388 03 Lundbyholm, SE
+ Municipality of Lundbyholm | Storgatan 3, 388 21 Lundbyholm, Sweden
+ Lundbyholms bibliotek | Storgatan 5, 388 21 Lundbyholm, SE | lundbyholm.se
- Lundbyholms Bostäder AB | Storgatan 9, 388 21 Lundbyholm, SE
- Lundbyholms IF | Idrottsvägen 2, 388 21 Lundbyholm, SE
- Lundbyholms församling | Kyrkogatan 1, 388 21 Lundbyholm, SE
- Region Lundby | Ordförandegatan 1, 351 88 Vexby, SE

# fundacja-las.pl | Fundacja Żywy Las | ul. Leśna 12/4, 31-500 Krakówek, PL | zywylas.org.pl | ns1.home.pl ns2.home.pl |
+ Fundacja Zywy Las | Lesna 12/4, 31-500 Krakowek, Poland
+ FUNDACJA "ŻYWY LAS" | ul. Leśna 12 m. 4, 31500 Krakówek, PL
+ Living Forest Foundation | ul. Lesna 12/4, 31-500 Krakowek, Poland | zywylas.org.pl
+ Fundacja Żywy Las, Oddział Mazowsze | ul. Prosta 3, 00-850 Warszawka, PL
- Nadleśnictwo Żywiec | ul. Kościelna 1, 34-300 Żywica, PL
- Fundacja Żywa Woda | ul. Leśna 14, 31-500 Krakówek, PL
- Żywy Las Catering sp. z o.o. | ul. Długa 1, 80-800 Gdańszcz, PL
- Fundacja Czarny Las | ul. Polna 2, 60-100 Poznanek, PL

# magyar-vasut.hu | Dunamenti Vasúti Múzeum Alapítvány | Fő utca 21, 2600 Vácfalva, HU | dvm.hu | ns.dvm.hu ns2.hbone.hu |
+ Dunamenti Vasuti Muzeum Alapitvany | Fo u. 21., H-2600 Vacfalva, Hungary
+ Dunamenti Vasúti Múzeum | Fő utca 21, 2600 Vácfalva, HU
+ Danube Bend Railway Museum Foundation | Fő utca 21, 2600 Vácfalva, Hungary
- Dunamenti Hajózási Múzeum | Rakpart 2, 2600 Vácfalva, HU
- Vácfalva Város Önkormányzata | Március 15. tér 11, 2600 Vácfalva, HU
- Vasúti Büfé Kft. | Fő utca 21, 2600 Vácfalva, HU

# hollins-and-gray.co.uk | Hollins & Graye Architects LLP | 14 Wharf Lane, Bristlow BS1 9TX, GB | hollinsgraye.com | ns1.easydns.com ns2.easydns.com |
+ Hollins and Graye Architects | 14 Wharf Lane, Bristlow, BS1 9TX, United Kingdom
+ Hollins & Graye Limited Liability Partnership | Bristlow, GB
+ HOLLINS & GRAYE | 14 Wharf Ln, Bristlow, Avon, BS19TX, UK
+ Hollins + Graye Architects LLP | 3rd Floor, 14 Wharf Lane, Bristlow, BS1 9TX, GB
+ Hollins and Grey Architects LLP | 14 Wharf Lane, Bristlow BS1 9TX, GB
- Graye Interiors Ltd | 2 Temple Row, Birmingdale B2 5HH, GB
- Hollis & Gray Solicitors | 9 High St, Bathwick BA1 1AA, GB
- Wharf Lane Dental Practice | 14 Wharf Lane, Bristlow BS1 9TX, GB
- Bristlow Architects Association | 8 Narrow Quay, Bristlow BS1 4QA, GB

# reefwatch.org.au | Coral Coast Marine Trust Incorporated | Level 2, 88 Esplanade, Cairnsby QLD 4870, AU | ccmt.org.au | ns1.ccmt.org.au ns2.ccmt.org.au |
+ Coral Coast Marine Trust Inc. | 88 The Esplanade, Cairnsby, Queensland 4870, Australia
+ Coral Coast Marine Trust | PO Box 771, Cairnsby QLD 4870, AU
+ CORAL COAST MARINE TRUST INC
+ CCMT Inc | 88 Esplanade, Cairnsby QLD 4870, AU
- Coral Coast Dive Tours Pty Ltd | 90 Esplanade, Cairnsby QLD 4870, AU
- Coral Sea Marine Park Authority | 2 Flinders St, Townsvale QLD 4810, AU
- Friends of Coral Coast | 88 Esplanade, Cairnsby QLD 4870, AU
- Marine Trust of Victoria | 1 Beach Rd, Melburn VIC 3000, AU

# hanbit-media.kr | 주식회사 한별미디어 | 서울특별시 마포구 양화로 45, 04036, KR | hanbyul.co.kr | ns1.hanbyul.co.kr ns2.hanbyul.co.kr |
+ (주)한별미디어 | 서울특별시 마포구 양화로 45, KR
+ 한별미디어 | 서울 마포구 양화로 45, 04036, KR
+ Hanbyul Media Co., Ltd. | 45 Yanghwa-ro, Mapo-gu, Seoul 04036, KR | hanbyul.co.kr
- 한빛건설 주식회사 | 서울특별시 마포구 양화로 45, KR
- 한별식품 | 부산광역시 해운대구 1, 48000, KR

# gazeta-severa.ru | АО «Газета Севера» | пр. Ленина 8, 163000 Архангелово, RU | gazetasevera.ru | ns1.gazetasevera.ru ns2.gazetasevera.ru |
+ AO "Gazeta Severa" | prospekt Lenina 8, 163000 Arkhangelovo, Russia
+ Акционерное общество "Газета Севера" | Архангелово, RU
+ JSC Gazeta Severa | Lenina pr., 8, Arkhangelovo, 163000, RU
+ Газета Севера, редакция | пр. Ленина, 8, 163000 Архангелово, RU
- ООО «Газета Юга» | ул. Мира 2, 350000 Краснодольск, RU
- Администрация города Архангелово | пл. Ленина 5, 163000 Архангелово, RU
- ООО «Типография Север» | пр. Ленина 8, 163000 Архангелово, RU

# quimica-anahuac.mx | Química Anáhuac del Valle, S.A. de C.V. | Av. Insurgentes Sur 1602, Col. Crédito, 03940 Ciudad Anáhuac, MX | quimicanahuac.com.mx | ns1.quimicanahuac.com.mx ns2.quimicanahuac.com.mx |
+ Quimica Anahuac del Valle SA de CV | Insurgentes Sur 1602, Ciudad Anahuac, 03940, Mexico
+ QUIMICA ANAHUAC DEL VALLE | Av Insurgentes Sur No. 1602, 03940 Cd. Anahuac, MX
+ Química Anáhuac del Valle S.A. de C.V. Planta Norte | Carretera 57 km 3, 66000 Monterrico, MX
- Universidad Anáhuac del Valle | Av. Universidad 1, 52786 Ciudad Anáhuac, MX
- Química Azteca del Valle, S.A. de C.V. | Av. Insurgentes Sur 1604, 03940 Ciudad Anáhuac, MX
- Tacos Anáhuac | Calle 5, 03940 Ciudad Anáhuac, MX
`;

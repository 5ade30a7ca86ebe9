/** Firms, branches, a franchise, trading names, merged and privacy registrants; written before abbreviated phrases and branches were understood. Names of institutions are real where namesakes matter, addresses are not all; the form is that of labelled-tuning.ts. */
export const ABBREVIATED_3 = `
# muelleranlagen.de | Müller & Söhne Anlagenbau GmbH | Industriestraße 14, 70565 Stuttgart, DE | mueller-anlagenbau.de | ns1.udag.de ns2.udag.de
+ Müller und Söhne Anlagenbau GmbH | Industriestr. 14, 70565 Stuttgart, DE
+ Mueller & Soehne Anlagenbau GmbH, Niederlassung Berlin | Beusselstr. 44, 10553 Berlin, DE
+ Müller+Söhne Anlagenbau Gesellschaft mit beschränkter Haftung | Industriestr. 14, 70565 Stuttgart
+ Müller u. Söhne Anlagenbau | Industriestraße 14, D-70565 Stuttgart
+ Fa. Müller & Söhne Anlagenbau GmbH | Industriestr. 14, 70565 Stuttgart, DE
- Müller & Sohn GmbH | Hauptstr. 3, 20095 Hamburg, DE
- Müller Anlagenbau GmbH | Werkstr. 8, 44147 Dortmund, DE | | ns1.udag.de ns2.udag.de
- Müller & Töchter Floristik GmbH | Industriestr. 16, 70565 Stuttgart, DE
- united-domains AG | Gautinger Str. 10, 82319 Starnberg, DE | united-domains.de | ns1.udag.de ns2.udag.de
- Domains By Proxy, LLC | 2155 E Warner Rd, Tempe, AZ 85284, US
- REDACTED FOR PRIVACY

# siemens.com | Siemens AG | Werner-von-Siemens-Straße 1, 80333 München, DE | siemens.com | ns1.siemens.com ns2.siemens.de | 192.35.17.0/24 Siemens AG
+ Siemens Aktiengesellschaft | Werner-von-Siemens-Str. 1, 80333 München, DE
+ Siemens AG, Zweigniederlassung Nürnberg | Gleiwitzer Str. 555, 90475 Nürnberg, DE
+ SIEMENS AG Corporate Technology | Otto-Hahn-Ring 6, 81739 München, DE | siemens.com
+ Siemens S.p.A. | Via Vipiteno 4, 20128 Milano, IT | siemens.com
- Siemens Energy AG | Otto-Hahn-Ring 6, 81739 München, DE
- Bäckerei Siemens GmbH | Dorfstr. 4, 26871 Papenburg, DE
- BSH Hausgeräte GmbH | Carl-Wery-Str. 34, 81739 München, DE | bshg.com
- Siemens-Betriebskrankenkasse SBK | Heimeranstr. 31, 80339 München, DE
- Siemens Stiftung | Kaulbachstr. 1, 80539 München, DE

# mcburger-koeln.de | Burger King Deutschland GmbH | Hanomagstr. 1, 30449 Hannover, DE | burgerking.de | ns1.bk-dns.com ns2.bk-dns.com
+ BURGER KING Deutschland GmbH | Hanomagstraße 1, 30449 Hannover
+ Burger King Deutschland | Hanomagstr. 1, 30449 Hannover, DE | burgerking.de
- Burger King Franchise Köln, Schmitz Gastro GmbH | Aachener Str. 10, 50674 Köln, DE
- Schmitz Gastro GmbH & Co. KG | Aachener Str. 10, 50674 Köln, DE
- Burger King Suisse SA | Rue du Rhône 1, 1204 Genève, CH
- King Deutschland GmbH | Hanomagstr. 5, 30449 Hannover, DE

# bnpparibas.fr | BNP Paribas SA | 16 boulevard des Italiens, 75009 Paris, FR | bnpparibas.com | ns1.bnpparibas.net ns2.bnpparibas.net | 159.50.0.0/16 BNP PARIBAS SA
+ BNP Paribas | 16 bd des Italiens, 75009 Paris, France
+ BNP PARIBAS S.A. | 16, boulevard des Italiens, F-75009 PARIS
+ BNP Paribas, Succursale de Bruxelles | Montagne du Parc 3, 1000 Bruxelles, BE
+ | | | | 159.50.3.4
- BNP Paribas Cardif SA | 1 boulevard Haussmann, 75009 Paris, FR
- Société Générale SA | 29 boulevard Haussmann, 75009 Paris, FR
- Banque Populaire BNP Conseil | 3 rue de Lyon, 69002 Lyon, FR
- Café des Italiens SARL | 16 boulevard des Italiens, 75009 Paris, FR

# hotelpost-lermoos.at | Hotel Post Lermoos GmbH & Co KG | Kirchplatz 6, 6631 Lermoos, AT | post-lermoos.at
+ Hotel Post Lermoos | Kirchplatz 6, 6631 Lermoos, AT
+ Hotel Post, Lermoos | Kirchpl. 6, A-6631 Lermoos
+ Hotel-Post Lermoos GmbH & Co. KG | Kirchplatz 6, 6631 Lermoos, Austria
- Hotel Post | Hauptstr. 8, 6580 St. Anton, AT
- Hotel Alte Post | Kirchplatz 3, 6631 Lermoos, AT
- Österreichische Post AG | Rochusplatz 1, 1030 Wien, AT
- Tourismusverband Lermoos | Unterdorf 15, 6631 Lermoos, AT

# fortum.fi | Fortum Oyj | Keilalahdentie 2-4, 02150 Espoo, FI | fortum.com | ns1.fortum.com ns2.fortum.com
+ Fortum Corporation | Keilalahdentie 2, 02150 Espoo, Finland
+ Fortum Abp | Kägelviksvägen 2-4, 02150 Esbo, FI
+ FORTUM OYJ | PL 100, 00048 Fortum, FI
+ Fortum Sverige AB | Hamngatan 7, 111 47 Stockholm, SE | fortum.com
- Fortuna Oyj | Mannerheimintie 3, 00100 Helsinki, FI
- Neste Oyj | Keilaranta 21, 02150 Espoo, FI
- Espoon kaupunki | Asemakuja 2, 02770 Espoo, FI
- Fortum Gardens Ltd | 9 Mill Lane, Norwich NR1 1AA, GB

# whitfields.co.uk | Whitfield & Crane Ltd | 12 Mill Road, Leeds LS1 4AP, GB | whitfieldcrane.co.uk | ns.123-reg.co.uk ns2.123-reg.co.uk
+ Whitfield and Crane Limited | 12 Mill Rd, Leeds LS1 4AP, UK
+ Whitfield Crane Ltd | 12 Mill Road, Leeds, LS14AP, United Kingdom
+ Whitfield & Crane (Leeds) | Unit 3, 12 Mill Road, Leeds LS1 4AP, GB
+ Whitfield & Crane Ltd t/a W&C Cranes | 12 Mill Road, Leeds LS1 4AP, GB
- Whitfield & Partners LLP | 3 Park Row, Leeds LS1 5HD, GB
- Whitfield Ltd | 4 High St, Truro TR1 2AA, GB
- Crane & Whitmore Ltd | 14 Mill Road, Leeds LS1 4AP, GB
- 123-Reg Limited | The Shipping Building, Hayes UB3 1HA, GB | | ns.123-reg.co.uk ns2.123-reg.co.uk
- Identity Protection Service | PO Box 786, Hayes UB3 9TR, GB

# aztecgroup.mx | Grupo Azteca Textil, S.A. de C.V. | Av. Insurgentes Sur 1602, Col. Crédito Constructor, 03940 Ciudad de México, MX | aztecatextil.mx
+ GRUPO AZTECA TEXTIL SA DE CV | Avenida Insurgentes Sur 1602, 03940 México D.F., México
+ Azteca Textil | Insurgentes Sur 1602, 03940 CDMX, MX
+ Grupo Azteca Textil, Sucursal Monterrey | Av. Constitución 400, 64000 Monterrey, MX
- Grupo Azteca Inmobiliaria, S.A. de C.V. | Av. Insurgentes Sur 1602, 03940 Ciudad de México, MX
- TV Azteca S.A.B. de C.V. | Periférico Sur 4121, 14141 Ciudad de México, MX
- Textiles Aztlán S.A. | Calle 5 No. 20, 72000 Puebla, MX

# nordea-merger.dk | Unibank Danmark A/S | Strandgade 3, 1401 København K, DK | nordbanken.dk | ns1.nordbanken.dk ns2.nordbanken.dk
+ Nordbanken Danmark A/S | Strandgade 3, 1401 København K, DK | nordbanken.dk
+ Unibank A/S | Strandgade 3, 1401 Kobenhavn K, Denmark
+ Unibank Danmark, filial af Nordbanken AB | Strandgade 3, 1401 København, DK
- Unibank Haiti S.A. | 157 Rue Faubert, Pétion-Ville, HT
- Danske Bank A/S | Holmens Kanal 2, 1060 København K, DK
- Uniforms Danmark A/S | Strandgade 30, 1401 København K, DK

# rotaract-ngo.org | Ärzte ohne Grenzen e.V. | Schwedenstr. 9, 13357 Berlin, DE | aerzte-ohne-grenzen.de
+ Aerzte ohne Grenzen e. V. | Schwedenstraße 9, 13357 Berlin, DE
+ Médecins Sans Frontières - Ärzte ohne Grenzen e.V. | Schwedenstr. 9, 13357 Berlin, DE
+ ÄRZTE OHNE GRENZEN | Am Köllnischen Park 1, 10179 Berlin, DE | aerzte-ohne-grenzen.de
+ Doctors Without Borders Germany | Schwedenstr. 9, 13357 Berlin, Germany
- Apotheker ohne Grenzen e.V. | Goethestr. 11A, 80336 München, DE
- Reporter ohne Grenzen e.V. | Potsdamer Str. 144, 10783 Berlin, DE
- Tierärzte ohne Grenzen e.V. | Bünteweg 2, 30559 Hannover, DE
- Ärztekammer Berlin | Friedrichstr. 16, 10969 Berlin, DE

# rki-lab.de | Robert Koch-Institut | Nordufer 20, 13353 Berlin, DE | rki.de | ns1.rki.de ns2.rki.de | 194.95.240.0/20 Robert Koch-Institut
+ Robert-Koch-Inst. | Nordufer 20, 13353 Berlin
+ RKI | Nordufer 20, 13353 Berlin, DE
+ Robert Koch Institute | Seestr. 10, 13353 Berlin, Germany
+ Robert Koch-Institut - Bereich Wernigerode | Burgstr. 37, 38855 Wernigerode, DE
- Robert Bosch Stiftung GmbH | Heidehofstr. 31, 70184 Stuttgart, DE
- Robert-Koch-Gymnasium | Schulstr. 1, 37115 Duderstadt, DE
- Robert-Koch-Stiftung e.V. | Nordufer 20, 13353 Berlin, DE
- Heinrich-Hertz-Institut | Einsteinufer 37, 10587 Berlin, DE

# parrocchia-sanluca.it | Parrocchia di San Luca Evangelista | Via Luchino dal Verme 50, 00176 Roma, IT
+ Parrocchia San Luca Evangelista | Via Luchino dal Verme, 50, 00176 Roma RM
+ Parr. S. Luca Evangelista | Via L. dal Verme 50, 00176 Roma, IT
- Parrocchia di San Luca | Via Lorenteggio 2, 20146 Milano, IT
- Parrocchia San Marco Evangelista | Piazza Giuliani 15, 00143 Roma, IT
- Oratorio San Luca | Via Prenestina 9, 00176 Roma, IT
`;

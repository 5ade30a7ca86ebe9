/** Bodies of other countries and kinds, written together with labelled-countries-1.ts and labelled-countries-2.ts, and judged when what those showed was done. Its form is that of labelled-tuning.ts; names are invented. */
export const COUNTRIES_3 = `
# hs-altmark.de | Hochschule Altmarkt-Stendow | Osterburger Str. 25, 39576 Stendow, DE | hs-stendow.de | ns1.hs-stendow.de ns2.hs-stendow.de deneb.dfn.de | 193.25.32.0/20 Hochschule Altmarkt-Stendow
+ Hochschule Altmarkt - Stendow | Osterburger Straße 25, D-39576 Stendow
+ Hochschule Altmarkt-Stendow, Bereich Medien- und Informationszentrum | 39576 Stendow, DE
+ HS Altmarkt-Stendow | Osterburgerstr. 25, 39576 Stendow, DE
+ Altmarkt-Stendow University of Applied Sciences | Osterburger Strasse 25, 39576 Stendow, Germany
+ Institut für Rehabilitation an der Hochschule Altmarkt-Stendow | Osterburger Str. 25, 39576 Stendow, DE
+ Kinderuniversität Stendow | Osterburger Str. 25, 39576 Stendow, DE | hs-stendow.de
+ | | | | 193.25.40.12
- Hansestadt Stendow | Markt 1, 39576 Stendow, DE
- Studentenclub Stendow e.V. | Osterburger Str. 25, 39576 Stendow, DE
- Berufsschulzentrum Altmarkt-Stendow | Schillerstr. 6, 39576 Stendow, DE
- Hochschule Altmarkt-Stendow Weiterbildungs GmbH | Osterburger Str. 27, 39576 Stendow, DE
- Volkshochschule Stendow | Hallstraße 35, 39576 Stendow, DE
- | | | deneb.dfn.de

# landesmuseum-kaernwald.at | Landesmuseum für Kärnwald | Museumgasse 2, 9020 Klagenau, AT | landesmuseum-kaernwald.at | ns1.kaernwald.gv.at ns2.kaernwald.gv.at |
+ Landesmuseum fuer Kaernwald | Museumg. 2, 9020 Klagenau, Austria
+ Landesmuseum Kärnwald | Museumgasse 2, A-9020 Klagenau
+ LMK Landesmuseum für Kärnwald | 9020 Klagenau, AT
+ Provincial Museum of Kaernwald | Museumgasse 2, 9020 Klagenau, AT
+ Landesmuseum für Kärnwald, Abteilung Botanik | Prof.-Dahn-Platz 1, 9020 Klagenau, AT
- Amt der Kärnwalder Landesregierung | Arnulfplatz 1, 9020 Klagenau, AT
- Stadtmuseum Klagenau | Rathausgasse 4, 9020 Klagenau, AT
- Geschichtsverein für Kärnwald | Museumgasse 2, 9020 Klagenau, AT
- Landesmuseum für Steierwald | Joanneumsviertel, 8010 Grazau, AT

# cnr-alpi.it | Istituto Nazionale di Ricerche Alpine | Viale delle Nevi 44, 38068 Roveredo, IT | inra-alpi.it | dns.inra-alpi.it ns1.garr.net | 192.167.40.0/22 Istituto Nazionale di Ricerche Alpine
+ Ist. Naz. di Ricerche Alpine | V.le delle Nevi 44, 38068 Roveredo TN, Italia
+ INRA Istituto Nazionale Ricerche Alpine | viale delle Nevi, 44 - 38068 Roveredo, IT
+ National Institute for Alpine Research | Viale delle Nevi 44, 38068 Roveredo, Italy
+ Istituto Nazionale di Ricerche Alpine - Sezione di Bolzanetto | Via Druso 1, 39100 Bolzanetto, IT
+ Biblioteca dell'Istituto Nazionale di Ricerche Alpine | Roveredo, IT
- Istituto Nazionale di Ricerche Marine | Viale Miramare 9, 34151 Triestina, IT
- Comune di Roveredo | Piazza del Podestà 11, 38068 Roveredo, IT
- Club Alpino Roveredo | Viale delle Nevi 46, 38068 Roveredo, IT
- Alpine S.r.l. | Viale delle Nevi 44, 38068 Roveredo, IT
- | | | ns1.garr.net

# musee-rail.be | Musée du Rail de Wallerie ASBL | Rue de la Station 7, 5660 Mariembois, BE | railwallerie.be | ns1.combell.net ns2.combell.net |
+ Musee du Rail de Wallerie | 7 rue de la Station, B-5660 Mariembois, Belgique
+ ASBL Musée du Rail de Wallerie | Rue de la Station, 7, 5660 Mariembois, BE
+ Wallerie Railway Museum | Rue de la Station 7, 5660 Mariembois, Belgium
+ Spoorwegmuseum Wallerie VZW | Rue de la Station 7, 5660 Mariembois, België
+ MUSÉE DU RAIL - WALLERIE | Mariembois, BE
- Les Amis du Rail ASBL | Rue de la Station 9, 5660 Mariembois, BE
- Commune de Mariembois | Place Verte 1, 5660 Mariembois, BE
- Musée du Textile de Wallerie | Rue des Filatures 2, 4800 Verviette, BE
- Brasserie de la Station SPRL | Rue de la Station 7, 5660 Mariembois, BE

# nordhavn-sygehus.dk | Aalbæk Universitet | Fibigerstræde 15, 9220 Aalbæk Øst, DK | aalbu.dk | ns1.aalbu.dk ns2.deic.dk | 130.225.48.0/20 Aalbaek Universitet
+ Aalbaek Universitet | Fibigerstraede 15, 9220 Aalbaek, Denmark
+ Ålbæk Universitet | Fibigerstræde 15, 9220 Ålbæk Ø, DK
+ Aalbæk University | Postboks 159, 9100 Aalbæk, DK
+ Institut for Datalogi, Aalbæk Universitet | Selma Lagerløfs Vej 300, 9220 Aalbæk, DK
+ Aalbæk Universitetsbibliotek | Kroghstræde 3, 9220 Aalbæk, DK
- Aalbæk Universitetshospital | Hobrovej 18, 9000 Aalbæk, DK
- Aalbæk Kommune | Boulevarden 13, 9000 Aalbæk, DK
- Studentersamfundet ved Aalbæk Universitet | Strandvejen 12, 9000 Aalbæk, DK
- Aalbæk Tekniske Skole | Øster Uttrupvej 1, 9000 Aalbæk, DK

# ocean-health.org | International Society for Ocean Health | 1630 Connecticut Ave NW, Suite 300, Washingdale, DC 20099, US | oceanhealth.org | ns-12.awsdns-01.com ns-900.awsdns-48.net |
+ Intl. Society for Ocean Health | 1630 Connecticut Avenue, NW, Washingdale DC 20099, USA
+ International Society for Ocean Health (ISOH) | 1630 Connecticut Ave NW Ste 300, Washingdale, DC, US
+ ISOH | 1630 Connecticut Ave NW, Washingdale, DC 20099, US
+ The International Society for Ocean Health, Inc. | Washingdale, DC, US
+ International Society for Ocean Health, European Office | 12 rue de Varembé, 1202 Genfort, CH
+ | | oceanhealth.org
- Ocean Conservation Fund | 1630 Connecticut Ave NW, Suite 500, Washingdale, DC 20099, US
- International Society for Reef Health | 4 Bay St, Honaloa, HI 96899, US
- Ocean Health Insurance Brokers LLC | 22 Coast Hwy, Santa Rica, CA 93199, US
- American Society for Public Health | 800 I St NW, Washingdale, DC 20099, US

# kirin-press.jp | 株式会社麒麟山書房 | 東京都千代田区神田神保町2-5, 101-0051, JP | kirinzan.co.jp | ns1.dns.ne.jp ns2.dns.ne.jp |
+ 麒麟山書房 | 東京都千代田区神田神保町2-5, JP
+ (株)麒麟山書房 | 東京都千代田区神田神保町2-5, 101-0051, JP
+ Kirinzan Shobo Co., Ltd. | 2-5 Kanda-Jimbocho, Chiyoda-ku, Tokyo 101-0051, Japan | kirinzan.co.jp
- 麒麟堂書店 | 東京都千代田区神田神保町1-7, 101-0051, JP
- 神保町印刷株式会社 | 東京都千代田区神田神保町2-5, JP

# dimos-argyra.gr | Πανεπιστήμιο Αργυράς | Λεωφόρος Πανεπιστημίου 10, 265 04 Αργυρά, GR | uargyra.gr | ns.uargyra.gr ns2.grnet.gr | 150.140.0.0/16 University of Argyra
+ Panepistimio Argyras | Leoforos Panepistimiou 10, 265 04 Argyra, Greece
+ University of Argyra | Panepistimiou Ave. 10, 26504 Argyra, GR
+ Πανεπιστήμιο Αργυράς, Τμήμα Φυσικής | 265 04 Αργυρά, GR
+ ΠΑΝΕΠΙΣΤΗΜΙΟ ΑΡΓΥΡΑΣ | 26504 ΑΡΓΥΡΑ, Ελλάδα
- Δήμος Αργυράς | Πλατεία Δημαρχείου 1, 262 21 Αργυρά, GR
- Ελληνικό Ανοικτό Πανεπιστήμιο | Πάροδος Αριστοτέλους 18, 263 35 Πάτραια, GR

# unizg-more.hr | Sveučilište u Primorju | Trg braće Mažuranić 10, 51000 Primorje, HR | uniprim.hr | ns.uniprim.hr ns2.carnet.hr | 193.198.200.0/21 Sveuciliste u Primorju
+ Sveuciliste u Primorju | Trg brace Mazuranic 10, 51000 Primorje, Croatia
+ University of Primorje | Trg brace Mazuranica 10, 51000 Primorje, Croatia
+ Sveučilište u Primorju, Pomorski fakultet | Studentska ulica 2, 51000 Primorje, HR
+ Pomorski fakultet Primorje | Studentska 2, 51000 Primorje, HR | uniprim.hr
- Grad Primorje | Korzo 16, 51000 Primorje, HR
- Veleučilište u Primorju | Vukovarska 58, 51000 Primorje, HR
- Studentski centar Primorje | Radmile Matejčić 5, 51000 Primorje, HR
- Primorje d.o.o. | Trg braće Mažuranić 12, 51000 Primorje, HR

# mbeki-trust.za | Drakenberg Heritage Trust NPC | 12 Loop Street, 3200 Drakenberg, ZA | drakenbergtrust.org.za | ns1.host-h.net ns2.host-h.net |
+ Drakenberg Heritage Trust | 12 Loop St, Drakenberg 3200, South Africa
+ Drakenberg Heritage Trust (NPC) | PO Box 88, Drakenberg, 3200, ZA
+ DRAKENBERG HERITAGE TRUST NPC - Museum Services | Drakenberg, KwaZulu-Natal, ZA
+ Drakenberg Erfenistrust | Loopstraat 12, 3200 Drakenberg, Suid-Afrika | drakenbergtrust.org.za
- Drakenberg Tourism Association | 14 Loop Street, 3200 Drakenberg, ZA
- Drakenberg Heritage Brewery (Pty) Ltd | 3 Mill Rd, 3200 Drakenberg, ZA
- Cape Heritage Trust | 4 Wale Street, 8001 Kaapdorp, ZA
- Drakenberg High School | 1 School Rd, 3200 Drakenberg, ZA

# lakeview-hospital.us | Lakemont Regional Medical Center | 500 Wellness Blvd, Lakemont, OH 44999, US | lakemontmed.org | ns1.lakemontmed.org ns2.lakemontmed.org |
+ Lakemont Regional Medical Ctr. | 500 Wellness Boulevard, Lakemont, OH 44999, USA
+ LRMC | 500 Wellness Blvd, Lakemont, OH 44999, US
+ Lakemont Regional Medical Center, Dept of Radiology | 510 Wellness Blvd, Lakemont, OH 44999, US
+ Lakemont Medical Center | 500 Wellness Blvd, Lakemont, OH 44999, US
- Lakemont Animal Hospital | 12 Oak St, Lakemont, OH 44999, US
- Lakemont Regional Airport Authority | 1 Runway Rd, Lakemont, OH 44999, US
- Lakemore Regional Medical Center | 77 Health Way, Lakemore, PA 15999, US
- Wellness Pharmacy Inc | 500 Wellness Blvd, Lakemont, OH 44999, US
`;

/**
 * Organisations and candidates that somebody labelled: `+` belongs, `-` does not. All names are invented, addresses are for documentation.
 * A root: `# domain | organisation | address | e-mail domains | name servers | address range and its holder`; a candidate:
 * `± organisation | address | e-mail domains | name servers | addresses`. Empty: not known; the rest of a line may be missing.
 */
export const TUNING = `
# uni-seeberg.example | Universität Seeberg | Seestraße 10, 78999 Seeberg, DE | uni-seeberg.example | ns1.rz.uni-seeberg.example ns2.rz.uni-seeberg.example | 192.0.2.0/25 Universitaet Seeberg
+ Universitaet Seeberg | Seestr. 10, 78999 Seeberg, DE
+ Univ. Seeberg | Seestrasse 10, D-78999 Seeberg
+ Uni Seeberg
+ University of Seeberg | Seestrasse 10, 78999 Seeberg, Germany
+ Seeberg University | Universitätscampus, 78999 Seeberg
+ Université de Seeberg
+ UNIVERSITÄT SEEBERG | SEESTRASSE 10, 78999 SEEBERG, DE
+ Universität Seeberg, Rechenzentrum | Postfach 5560, 78999 Seeberg, DE
+ Universität Seeberg - Fachbereich Informatik | Seestraße 10, 78999 Seeberg, DE
+ Institut für Ökologie der Universität Seeberg | Uferweg 3, 78999 Seeberg, DE
+ Universität Seeberg, Institut für Seenforschung | Am Hafen 4, 88999 Langenau, DE
+ Universitätsbibliothek Seeberg |  | uni-seeberg.example
+ Univeristät Seeberg | Seestraße 10, 78999 Seeberg, DE
+ Universität Seebreg | Seestraße 10, 78999 Seeberg, DE
+ Universität Sebeerg | Seestr 10, 78999 Seeberg, DE
+ Unversität Seeberg
+ Universität Seeberg | Seestraße 10, 78998 Seeberg, DE
+ Lehrstuhl für Verteilte Systeme, Universität Seeberg | Seestraße 10, 78999 Seeberg, DE
+ Netzwerk Wissen e.V. | Hauptstr. 1, 10999 Berlin, DE | uni-seeberg.example
+ Studierendenwerk Seeberg |  | inf.uni-seeberg.example
+ | | | ns1.rz.uni-seeberg.example ns9.provider.example
+ Tagungsbüro Meyer GmbH | Hauptstr. 1, 10999 Berlin, DE | | ns2.rz.uni-seeberg.example
+ | | | | 192.0.2.77
+ Kanupolo Verein | | | dns.hoster.example | 192.0.2.3
+ The University of Seeberg | Seestr. 10, Seeberg, 78999, Germany
+ Universidad de Seeberg | Seestraße 10, 78999 Seeberg, DE
+ Univ Seeberg, Abt. Botanik | Seestraße 10, 78999 Seeberg, DE
- Hochschule Seeberg | Brückenstr. 55, 78999 Seeberg, DE | hs-seeberg.example
- Hochschule Seeberg Technik, Wirtschaft und Gestaltung | Seestraße 10, 78999 Seeberg, DE
- University of Applied Sciences Seeberg | Brückenstr. 55, 78999 Seeberg, DE
- Technische Universität Seeberg | Technikring 1, 78999 Seeberg, DE
- Pädagogische Hochschule Seeberg | Schulstr. 1, 78999 Seeberg, DE
- Universitätsklinikum Seeberg | Klinikstr. 1, 78999 Seeberg, DE
- Freunde der Universität Seeberg e.V. | Seestraße 10, 78999 Seeberg, DE
- Verein der Freunde und Förderer der Universität Seeberg e. V. | Seestraße 10, 78999 Seeberg, DE
- Studierendenwerk Seeberg | Seestraße 10, 78999 Seeberg, DE
- Stadt Seeberg | Rathausplatz 1, 78999 Seeberg, DE | seeberg.example
- Universität Seedorf | Seestraße 10, 79999 Seedorf, DE
- Universität Leeberg | Leeweg 1, 22999 Leeberg, DE
- Universität Siegberg | Siegstr. 1, 57999 Siegberg, DE
- Universität Nordstadt | Nordstr. 1, 24999 Nordstadt, DE
- Universität Seeberg | Via Lago 1, 39999 Seeberg, IT
- Sparkasse Seeberg | Markt 1, 78999 Seeberg, DE
- Volkshochschule Seeberg | Schulstr. 3, 78999 Seeberg, DE
- Seeberg GmbH | Seestraße 11, 78999 Seeberg, DE
- Katholische Hochschulgemeinde Seeberg | Kirchgasse 1, 78999 Seeberg, DE
- Universität Seeberg Alumni Club | Seestraße 10, 78999 Seeberg, DE
- Studierendenvertretung Seeberg | | gmail.com
- REDACTED FOR PRIVACY | REDACTED FOR PRIVACY | | ns1.cloudflare.com
- Domains By Proxy, LLC | 100 S. Mill Ave, Tempe, AZ, 85281, US
- | | gmail.com | | 198.51.100.7
- Freie Universität Seeberg | Freiheit 1, 78999 Seeberg, DE
- Institut für Seenforschung | Am Hafen 4, 88999 Langenau, DE

# tu-mittelstadt.example | Technische Universität Mittelstadt | Karlsplatz 13, 1999 Mittelstadt, AT | tu-mittelstadt.example | ns1.provider.example ns2.provider.example
+ TU Mittelstadt | Karlsplatz 13, A-1999 Mittelstadt
+ Technical University of Mittelstadt | Karlsplatz 13, 1999 Mittelstadt, Austria
+ Mittelstadt University of Technology | Karlsplatz 13, 1999 Mittelstadt
+ TECHNISCHE UNIVERSITAET MITTELSTADT
+ Technische Universitat Mittelstadt
+ Techn. Universität Mittelstadt | Karlspl. 13, 1999 Mittelstadt, AT
+ TU Mittelstadt, Zentraler Informatikdienst | Wiedner Str. 8, 1998 Mittelstadt, AT | tu-mittelstadt.example
+ Technische Universität Mitelstadt | Karlsplatz 13, 1999 Mittelstadt, AT
+ TUM | Karlsplatz 13, 1999 Mittelstadt, AT
+ | | | ns1.provider.example ns2.provider.example
- Universität Mittelstadt | Universitätsring 1, 1999 Mittelstadt, AT
- Medizinische Universität Mittelstadt | Spitalgasse 23, 1999 Mittelstadt, AT
- Technisches Museum Mittelstadt | Mariahilfer Str. 212, 1999 Mittelstadt, AT
- TU Mittelburg | Burgring 1, 8999 Mittelburg, AT
- FH Technikum Mittelstadt | Höchstädtplatz 6, 1999 Mittelstadt, AT
- Wirtschaftsuniversität Mittelstadt | Welthandelsplatz 1, 1999 Mittelstadt, AT
- Bäckerei Huber | Dorfstr. 1, 5999 Dorf, AT | | ns1.provider.example ns2.provider.example
- | | | ns1.provider.example ns7.provider.example

# nordwind-logistik.example | Nordwind Logistik GmbH | Hafenstraße 25, 20999 Hansaburg, DE | nordwind-logistik.example | ns1.cloudflare.com ns2.cloudflare.com | 203.0.113.0/24 Hetzner Online GmbH
+ Nordwind Logistik
+ NORDWIND LOGISTIK GMBH | Hafenstr. 25, 20999 Hansaburg, DE
+ Nordwind Logistik GmbH & Co. KG | Hafenstraße 25, 20999 Hansaburg, DE
+ Nordwind-Logistik Gesellschaft mit beschränkter Haftung | Hafenstraße 25, 20999 Hansaburg, DE
+ Nordwind Logistik G.m.b.H. | Hafenstraße 25, 20999 Hansaburg, DE
+ Nord-Wind Logistik GmbH | Hafenstraße 25, 20999 Hansaburg, DE
+ Nordwind Logistics GmbH | Hafenstraße 25, 20999 Hansaburg, DE
+ Nordwind Logistik GmbH, Niederlassung Süd | Industriestr. 3, 80999 Isarau, DE
+ Nordwind Logisitk GmbH | Hafenstraße 25, 20999 Hansaburg, DE
+ Nordwnid Logistik GmbH
+ Nordwind Logistik Gmbh | Hafen Str. 25, 20998 Hansaburg, Germany
+ Nordwind Logistik GmbH, IT-Abteilung | Hafenstraße 25, 20999 Hansaburg, DE
+ Nordwind Logistik GmbH | Werkstr. 9, 28999 Weserau, DE
- Südwind Logistik GmbH | Hafenstraße 25, 20999 Hansaburg, DE
- Nordwind Reisen GmbH | Hafenstraße 99, 20999 Hansaburg, DE
- Nordwind Immobilien GmbH | Elbchaussee 1, 20999 Hansaburg, DE
- Nordlicht Logistik GmbH | Kai 3, 20999 Hansaburg, DE
- Nordwand Logistik GmbH | Bergstr. 1, 82999 Bergdorf, DE
- Logistik GmbH | Hafenstraße 2, 20999 Hansaburg, DE
- | | | ns1.cloudflare.com ns2.cloudflare.com | 203.0.113.9
- Hafen Hansaburg AG | Hafenstraße 25, 20999 Hansaburg, DE
- Nordwind e.V. Segelverein | Strand 1, 24999 Fördeau, DE
- WhoisGuard Protected | P.O. Box 0823, Panama
- Data Protected | Data Protected
- Nordwind | Seeweg 1, 18999 Ostsee, DE

# springer-blau.example | Springer Blau | 4 Crinan Street, London N1 9XW, GB | springer-blau.example
+ Springer Blau Ltd | 4 Crinan St, London, N1 9XW, United Kingdom
+ Springer Blau Limited
+ Springer-Blau Ltd. | 4 Crinan Street, London N1 9XW, UK
+ Springer Blau plc, Head Office | 4 Crinan Street, London N1 9XW, GB
- Springer | Axel-Str. 65, 10999 Berlin, DE
- Springer Rot Ltd | 4 Crinan Street, London N1 9XW, GB
- Springer Blau Nature | 1 New York Plaza, New York, NY 10999, US
- Springer Medizin Verlag GmbH | Heidelberger Platz 3, 14999 Berlin, DE
- Blau Ltd | 9 Crinan Street, London N1 9XX, GB

# deutsche-bank-muster.example | Teutonische Bank AG | Taunusanlage 12, 60999 Frankfurt am Main, DE | teutobank.example | ns1.teutobank.example ns2.teutobank.example
+ Teutonische Bank Aktiengesellschaft | Taunusanlage 12, 60999 Frankfurt, DE
+ Teutonische Bank AG, Filiale Köln | Dom 1, 50999 Köln, DE
+ Teutonische Bank | Taunusanlage 12, 60999 Frankfurt a.M., Germany
+ Teutonische Bk. AG | Taunusanlage 12, 60999 Frankfurt am Main, DE
- Teutonische Bahn AG | Potsdamer Platz 2, 10999 Berlin, DE
- Teutonische Bahn AG | Taunusanlage 14, 60999 Frankfurt am Main, DE
- Teutonische Börse AG | Mergenthalerallee 61, 65999 Eschborn, DE
- Teutonische Bundesbank | Wilhelm-Epstein-Str. 14, 60999 Frankfurt am Main, DE
- Teutonische Post AG | Platz der Post 1, 53999 Bonn, DE
- Teutonische Bau AG | Taunusanlage 99, 60999 Frankfurt am Main, DE
- Bank AG | Taunusanlage 1, 60999 Frankfurt am Main, DE

# stadt-seeberg.example | Stadt Seeberg | Rathausplatz 1, 78999 Seeberg, DE | seeberg.example
+ Stadtverwaltung Seeberg | Rathausplatz 1, 78999 Seeberg, DE
+ City of Seeberg | Rathausplatz 1, 78999 Seeberg, Germany
+ Stadt Seeberg, Hauptamt | Untere Laube 24, 78999 Seeberg, DE
+ Stadt Seeberg Kulturamt | Wessenbergstr. 43, 78999 Seeberg, DE
+ Ville de Seeberg
+ Stadt Seeberg
+ Große Kreisstadt Seeberg | Rathausplatz 1, 78999 Seeberg, DE | seeberg.example
- Landkreis Seeberg | Benediktinerplatz 1, 78999 Seeberg, DE
- Landratsamt Seeberg | Benediktinerplatz 1, 78999 Seeberg, DE
- Stadtwerke Seeberg GmbH | Max-Stromeyer-Str. 21, 78999 Seeberg, DE
- Gemeinde Seeberg | Dorfstr. 1, 3365 Seeberg, CH
- Stadt Seeberg | Markt 5, 04999 Seeberg, DE
- Stadt Seedorf | Rathausplatz 1, 79999 Seedorf, DE
- Stadtmarketing Seeberg GmbH | Rathausplatz 1, 78999 Seeberg, DE
- Freiwillige Feuerwehr Seeberg e.V. | Steinstr. 2, 78999 Seeberg, DE
- District of Seeberg | Benediktinerplatz 1, 78999 Seeberg, DE
- Staatliche Schlösser Seeberg | Rathausplatz 1, 78999 Seeberg, DE
- Stadttheater Seeberg | Rathausplatz 3, 78999 Seeberg, DE

# hotel-post-bergdorf.example | Hotel Post GmbH | Hauptstraße 5, 82999 Bergdorf, DE | hotel-post-bergdorf.example
+ Hotel Post | Hauptstr. 5, 82999 Bergdorf, DE
+ Hotel Post Gesellschaft mbH | Hauptstraße 5, 82999 Bergdorf, DE
- Hotel Post GmbH | Marktplatz 1, 6999 Alpberg, AT
- Hotel Post | Kirchplatz 3, 24999 Fördeau, DE
- Hotel Post
- Gasthof Post | Hauptstraße 50, 83999 Taldorf, DE
- Hotel Krone GmbH | Hauptstraße 5, 82999 Bergdorf, DE
- Hotel Port GmbH | Hauptstraße 77, 82999 Bergdorf, DE

# mueller-bau.example | Müller Bau GmbH | Gewerbering 4, 89999 Donauau, DE | mueller-bau.example
+ Mueller Bau GmbH | Gewerbering 4, 89999 Donauau, DE
+ Muller Bau | Gewerbering 4, 89999 Donauau, DE
- Müller Bau GmbH | Werftstr. 1, 24999 Fördeau, DE
- Möller Bau GmbH | Gewerbering 40, 89999 Donauau, DE
- Müller Bad GmbH | Gewerbering 9, 89999 Donauau, DE
- Müller Logistik GmbH | Gewerbering 4, 89999 Donauau, DE
- Miller Bau GmbH | Südring 2, 89998 Donauau, DE

# fjordkraft-as.example | Fjordlys Energi AS | Storgata 1, 5999 Fjordby, NO | fjordlys.example
+ Fjordlys Energi A/S | Storgt. 1, 5999 Fjordby, Norway
+ FJORDLYS ENERGI | Storgata 1, N-5999 Fjordby
+ Fjordlys Energy AS | Storgata 1, 5999 Fjordby, NO | fjordlys.example
- Fjordlys Eiendom AS | Storgata 1, 5999 Fjordby, NO
- Fjordglimt Energi AS | Storgata 90, 5999 Fjordby, NO
- Fjordlys Energi Kunde Forum | Lille 2, 0999 Oslo, NO

# romashka.example | ООО «Ромашка Плюс» | ул. Ленина 5, 101999 Москва, RU | romashka.example
+ Romashka Plus LLC | Lenina str. 5, 101999 Moscow, RU
+ OOO "Romashka Plus"
+ Общество с ограниченной ответственностью "Ромашка Плюс" | Москва, ул. Ленина 5, 101999
- ООО Ромашка | Казань, 420999, RU
- ООО "Василёк Плюс" | ул. Ленина 5, 101999 Москва, RU

# sklo-bohemia.example | Sklárna Lípa, spol. s r.o. | Sklářská 12, 473 99 Lípa, CZ | sklarna-lipa.example
+ Sklarna Lipa s.r.o. | Sklarska 12, 47399 Lipa, Czech Republic
+ SKLÁRNA LÍPA | Sklářská 12, Lípa, 473 99, CZ
- Pivovar Lípa s.r.o. | Sklářská 14, 473 99 Lípa, CZ
- Sklárna Dub, s.r.o. | Sklářská 12, 473 98 Dub, CZ

# zaklady-zielone.example | Zakłady Zielone Sp. z o.o. | ul. Długa 5, 00-299 Warszawa, PL | zaklady-zielone.example
+ Zaklady Zielone Spółka z ograniczoną odpowiedzialnością | Dluga 5, 00-299 Warsaw, Poland
+ Zaklady Zielone sp.z o.o. | ul. Dluga 5, Warszawa, 00-299
- Zakłady Czerwone Sp. z o.o. | ul. Długa 5, 00-299 Warszawa, PL
- Zielone Ogrody Sp. z o.o. | ul. Krótka 1, 30-999 Kraków, PL

# khi-tech.example | Karlsfelder Institut für Technik | Kaiserstraße 12, 76999 Karlsfeld, DE | khi.example | ns.khi.example
+ Karlsfelder Institut für Technik (KIT) | Kaiserstr. 12, 76999 Karlsfeld, DE
+ KIT | Kaiserstr. 12, 76999 Karlsfeld, DE
+ Karlsfelder Inst. f. Technik | Kaiserstraße 12, 76999 Karlsfeld
+ Karlsfelder Institut fuer Technik, Campus Nord | Hermann-Platz 1, 76998 Eggenstein, DE
- Karlsfelder Verkehrsverbund | Tullastr. 71, 76999 Karlsfeld, DE
- KIT Kunst in Töging e.V. | Hauptstr. 1, 84999 Töging, DE
- KIT | Mumbai Road 7, 400999 Mumbai, IN
- Karlsfelder Institut für Musik | Kaiserstraße 120, 76999 Karlsfeld, DE

# newbridge-univ.example | Newbridge University | 1 College Road, Newbridge NB1 7RU, GB | newbridge.example
+ University of Newbridge | College Rd, Newbridge, NB1 7RU, United Kingdom
+ Newbridge Univ. Library | 1 College Road, Newbridge, NB1 7RU, GB
+ Newbridge University, Department of Physics
- University of Newbridge | University Drive, Callaghan NSW 2308, AU
- Newbridge Metropolitan University | 10 City Road, Newbridge NB2 1AA, GB
- Newbridge College | 2 College Road, Newbridge NB1 7RV, GB
- Newbridge University Students' Union | 1 College Road, Newbridge NB1 7RU, GB
- Newbridge City Council | Guildhall, Newbridge NB1 1AA, GB
- Newbridge University Press | 5 Press Lane, Newbridge NB1 9ZZ, GB
- Newbury University | 1 High Street, Newbury RG9 9ZZ, GB

# bundesamt-moor.example | Bundesamt für Moorkunde | Moorweg 3, 53999 Bonn, DE | moorkunde.example
+ BUNDESAMT FUER MOORKUNDE | Moorweg 3, 53999 Bonn, DE
+ Federal Office for Moors | Moorweg 3, 53999 Bonn, DE | moorkunde.example
- Bundesamt für Mobilität | Moorweg 5, 53999 Bonn, DE
- Landesamt für Moorkunde | Heide 1, 21999 Heidestadt, DE
- Bundesinstitut für Moorkunde | Parkweg 2, 53998 Bonn, DE

# tanaka-seiki.example | 田中精機株式会社 | 1-2-3 Chiyoda, 100-9999 Tokyo, JP | tanaka-seiki.example
+ 株式会社田中精機
+ 田中精機
- 田中精工株式会社
- 山田精機株式会社

# acme-labs.example | Acme Rocket Laboratories, Inc. | 123 Desert Road, Tucson, AZ 85999, US | acmerocket.example
+ Acme Rocket Laboratories Inc | 123 Desert Rd, Tucson, AZ, 85999, United States
+ ACME ROCKET LABORATORIES, INCORPORATED
+ Acme Rocket Laboratories LLC | 123 Desert Road, Tucson AZ 85999-1234, US
+ Acme Rocket Labs, Inc. | 123 Desert Rd., Tucson, AZ 85999, US
- Acme Rocket Fuel, Inc. | 500 Desert Road, Tucson, AZ 85999, US
- Acme, Inc. | 9 Main St, Boston, MA 02999, US
- Apex Rocket Laboratories, Inc. | 1 Space Way, Houston, TX 77999, US
- Registration Private | DomainsByProxy.com, Tempe, AZ 85281, US
- GDPR Masked | GDPR Masked, AZ, US

# a.example | Example Research Institute | 1 Science Park, Cambridge CB4 0WS, GB | eri.example
+ Example Research Institute Ltd | 1 Science Park, Cambridge, CB4 0WS
+ Example Research Inst. | 1 Science Park, Cambridge CB4 0WS
+ ERI | 1 Science Park, Cambridge CB4 0WS, GB
- Example Institute | 99 Science Park, Cambridge CB4 0WS, GB
- Sample Research Institute | 1 Science Park, Cambridge CB4 0WS, GB

# b.example | Muster GmbH | Musterstraße 1, 12345 Musterstadt, DE | muster.example
+ Muster Gmbh | Musterstr. 1, 12345 Musterstadt, DE
+ Muster GmbH & Co. KG | Musterstraße 1, 12345 Musterstadt
+ Mustre GmbH | Musterstrasse 1, 12345 Musterstadt
- Mustermann GmbH | Musterstraße 1, 12345 Musterstadt, DE
- Muster Beteiligungs AG | Andere Straße 5, 54321 Anderswo, DE

# e.example | Landeshauptstadt Musterhausen | Marktplatz 1, 70173 Musterhausen, DE
+ Stadt Musterhausen | Marktplatz 1, 70173 Musterhausen, DE
+ City of Musterhausen
+ Landeshauptstadt Musterhausen, Amt für Digitales
- Landkreis Musterhausen | Marktplatz 9, 70173 Musterhausen, DE
- Musterhausen Marketing GmbH | Marktplatz 1, 70173 Musterhausen, DE

# moorbund.example | Bundesministerium für Moor und Forst | Heideweg 2, 53999 Bonn, DE | bmmf.example
+ BMMF | Heideweg 2, 53999 Bonn, DE
+ Federal Ministry of Moor und Forst | Heideweg 2, 53999 Bonn, DE
- Bundesministerium für Gesundheit | Heideweg 4, 53999 Bonn, DE
- Bundesministerium für Moor | Minoritenplatz 5, 1999 Wien, AT

# otto-lenz.example | Otto-Lenzmann-Gesellschaft zur Förderung der Wissenschaften e.V. | Hofweg 8, 80999 München, DE
+ Otto Lenzmann Gesellschaft zur Foerderung der Wissenschaften
+ Otto-Lenzmann-Gesellschaft | Hofweg 8, 80999 München, DE
+ Otto Lenzmann Society for the Advancement of Science | Hofweg 8, 80999 Munich, DE
- Fritz-Lenzmann-Gesellschaft zur Förderung der angewandten Forschung e.V. | Hansaweg 27, 80999 München, DE

# eth-seeberg.example | ETH Seeberg | Rämiweg 101, 8099 Seeberg, CH
+ ETH Seeberg, Informatikdienste | Binzweg 130, 8099 Seeberg, CH
+ Eidgenössische Technische Hochschule Seeberg | Rämiweg 101, 8099 Seeberg, CH
- Universität Seeberg | Rämiweg 71, 8099 Seeberg, CH
- ETH Leeburg | Route 1, 1099 Leeburg, CH
- ETH Alumni Seeberg | Rämiweg 101, 8099 Seeberg, CH
- Studentenrat der ETH Seeberg | Rämiweg 101, 8099 Seeberg, CH
`;

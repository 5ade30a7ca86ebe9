/** Written after what labelled-abbreviated-1.ts to -3.ts showed was done, and judged once: the figure of unseen data. */
export const ABBREVIATED_4 = `
# th-brandenburg.de | Technische Hochschule Brandenburg | Magdeburger Straße 50, 14770 Brandenburg an der Havel, DE | th-brandenburg.de | ns1.th-brandenburg.de ns2.th-brandenburg.de
+ TH Brandenburg | Magdeburger Str. 50, 14770 Brandenburg, DE
+ Techn. Hochsch. Brandenburg | Magdeburger Str. 50, 14770 Brandenburg an der Havel
+ Fachhochschule Brandenburg | Magdeburger Str. 50, 14770 Brandenburg an der Havel, DE
+ Brandenburg University of Applied Sciences | Magdeburger Str. 50, 14770 Brandenburg an der Havel, Germany
+ Technische Hochschule Brandenburg, Fachbereich Wirtschaft | Magdeburger Straße 50, 14770 Brandenburg, DE
- Stadt Brandenburg an der Havel | Altstädtischer Markt 10, 14770 Brandenburg an der Havel, DE
- Medizinische Hochschule Brandenburg Theodor Fontane | Fehrbelliner Str. 38, 16816 Neuruppin, DE
- Hochschule Neubrandenburg | Brodaer Str. 2, 17033 Neubrandenburg, DE
- Brandenburgische Technische Universität Cottbus | Platz der Deutschen Einheit 1, 03046 Cottbus, DE

# uni-bonn.de | Rheinische Friedrich-Wilhelms-Universität Bonn | Regina-Pacis-Weg 3, 53113 Bonn, DE | uni-bonn.de | dns1.uni-bonn.de dns2.uni-bonn.de | 131.220.0.0/16 Universitaet Bonn
+ Universität Bonn | Regina-Pacis-Weg 3, 53113 Bonn, DE
+ Bonn, Universität | Regina-Pacis-Weg 3, 53113 Bonn, DE
+ Rhein. Friedrich-Wilhelms-Univ. Bonn | Regina-Pacis-Weg 3, 53113 Bonn
+ University of Bonn | Regina-Pacis-Weg 3, 53113 Bonn, Germany
+ Univ.- u. Landesbibl. Bonn | Adenauerallee 39, 53113 Bonn, DE | ulb.uni-bonn.de
+ Institut f. Informatik, Univ. Bonn | Friedrich-Hirzebruch-Allee 8, 53115 Bonn, DE
- Universitätsklinikum Bonn | Venusberg-Campus 1, 53127 Bonn, DE
- Hochschule Bonn-Rhein-Sieg | Grantham-Allee 20, 53757 Sankt Augustin, DE
- Studierendenwerk Bonn | Lennéstr. 3, 53113 Bonn, DE
- Kunstmuseum Bonn | Helmut-Kohl-Allee 2, 53113 Bonn, DE

# kit.edu | Karlsruher Institut für Technologie | Kaiserstraße 12, 76131 Karlsruhe, DE | kit.edu | dns1.kit.edu dns2.kit.edu
+ Karlsruhe Institute of Technology | Kaiserstr. 12, 76131 Karlsruhe, Germany
+ KIT | Kaiserstr. 12, 76131 Karlsruhe, DE
+ Karlsruher Inst. f. Technologie (KIT), Steinbuch Centre for Computing | Hermann-von-Helmholtz-Platz 1, 76344 Eggenstein-Leopoldshafen, DE
- Hochschule Karlsruhe | Moltkestr. 30, 76133 Karlsruhe, DE
- Pädagogische Hochschule Karlsruhe | Bismarckstr. 10, 76133 Karlsruhe, DE
- FIZ Karlsruhe - Leibniz-Institut für Informationsinfrastruktur GmbH | Hermann-von-Helmholtz-Platz 1, 76344 Eggenstein-Leopoldshafen, DE

# bast.de | Bundesanstalt für Straßenwesen | Brüderstraße 53, 51427 Bergisch Gladbach, DE | bast.de | ns1.bund.de
+ Bundesanst. f. Straßenwesen | Brüderstr. 53, 51427 Bergisch Gladbach
+ Federal Highway Research Institute | Brüderstr. 53, 51427 Bergisch Gladbach, Germany
+ BASt | Brüderstraße 53, 51427 Bergisch Gladbach, DE
- Bundesanstalt für Gewässerkunde | Am Mainzer Tor 1, 56068 Koblenz, DE
- Bundesamt für Güterverkehr | Werderstr. 34, 50672 Köln, DE
- Stadt Bergisch Gladbach | Konrad-Adenauer-Platz 1, 51465 Bergisch Gladbach, DE

# agder.no | Universitetet i Agder | Postboks 422, 4604 Kristiansand, NO | uia.no | ns1.uia.no ns2.uia.no
+ University of Agder | Universitetsveien 25, 4630 Kristiansand, Norway
+ Univ. i Agder | Postboks 422, 4604 Kristiansand
+ Universitetet i Agder, Institutt for IKT | Jon Lilletuns vei 9, 4879 Grimstad, NO
- Agder fylkeskommune | Postboks 788 Stoa, 4809 Arendal, NO
- Kristiansand kommune | Rådhusgata 18, 4611 Kristiansand, NO
- Studentorganisasjonen i Agder | Postboks 422, 4604 Kristiansand, NO

# pg.edu.pl | Politechnika Gdańska | ul. Narutowicza 11/12, 80-233 Gdańsk, PL | pg.edu.pl | ns1.pg.edu.pl ns2.pg.edu.pl
+ Gdansk University of Technology | Narutowicza 11/12, 80-233 Gdansk, Poland
+ Politechnika Gdanska, Wydz. Chemiczny | ul. G. Narutowicza 11/12, 80-233 Gdańsk
+ POLITECHNIKA GDAŃSKA | Gabriela Narutowicza 11, 80-233 Gdańsk, PL
- Uniwersytet Gdański | ul. Jana Bażyńskiego 8, 80-309 Gdańsk, PL
- Gdański Uniwersytet Medyczny | ul. Skłodowskiej-Curie 3a, 80-210 Gdańsk, PL
- Gmina Miasta Gdańska | ul. Nowe Ogrody 8/12, 80-803 Gdańsk, PL
- Politechnika Koszalińska | ul. Śniadeckich 2, 75-453 Koszalin, PL

# nkp.cz | Národní knihovna České republiky | Klementinum 190, 110 00 Praha 1, CZ | nkp.cz | ns1.nkp.cz nsa.ces.net
+ Národní knihovna ČR | Klementinum 190, 11000 Praha
+ National Library of the Czech Republic | Klementinum 190, 110 00 Prague 1, Czech Republic
+ Narodni knihovna Ceske republiky, odd. IT | Klementinum 190, Praha 1, 11000
- Národní muzeum | Václavské náměstí 68, 110 00 Praha 1, CZ
- Městská knihovna v Praze | Mariánské náměstí 98/1, 110 00 Praha 1, CZ
- Národní technická knihovna | Technická 2710/6, 160 80 Praha 6, CZ
- Moravská zemská knihovna v Brně | Kounicova 65a, 601 87 Brno, CZ

# amt-zuerich.ch | Kanton Zürich, Amt für Abfall, Wasser, Energie und Luft | Walcheplatz 2, 8090 Zürich, CH | zh.ch | ns1.zh.ch ns2.zh.ch
+ Kanton Zürich | Walcheplatz 2, 8090 Zürich, CH
+ Canton of Zurich | Walcheplatz 2, 8090 Zurich, Switzerland
+ AWEL Amt für Abfall, Wasser, Energie und Luft | Walchepl. 2, 8090 Zürich
- Stadt Zürich | Stadthausquai 17, 8001 Zürich, CH
- Kanton Zug | Seestrasse 2, 6300 Zug, CH
- Zürcher Kantonalbank | Bahnhofstrasse 9, 8001 Zürich, CH

# ayto-granada.es | Ayuntamiento de Granada | Plaza del Carmen s/n, 18009 Granada, ES | granada.org | ns1.granada.org
+ Excmo. Ayuntamiento de Granada | Pza. del Carmen s/n, 18009 Granada, ES
+ City of Granada | Plaza del Carmen, 18009 Granada, Spain
+ Ayuntamiento de Granada. Área de Cultura | Plaza del Carmen, 18009 Granada, ES
+ Ayto. de Granada | Plaza del Carmen s/n, 18009 Granada
- Universidad de Granada | Avda. del Hospicio 1, 18071 Granada, ES
- Diputación de Granada | C/ Periodista Barrios Talavera 1, 18014 Granada, ES
- Municipalidad de Granada | Parque Central, Granada, NI
- Patronato de la Alhambra y Generalife | Real de la Alhambra s/n, 18009 Granada, ES

# sdis35.fr | Chambre de commerce et d'industrie d'Ille-et-Vilaine | 2 avenue de la Préfecture, 35042 Rennes, FR | ille-et-vilaine.cci.fr
+ CCI Ille-et-Vilaine | 2 av. de la Préfecture, 35042 Rennes Cedex, FR
+ CHAMBRE DE COMMERCE ET D INDUSTRIE D ILLE ET VILAINE | 2 avenue de la Prefecture, 35000 Rennes
- Chambre de métiers et de l'artisanat d'Ille-et-Vilaine | 2 cours des Alliés, 35000 Rennes, FR
- Chambre d'agriculture d'Ille-et-Vilaine | Rue Maurice Le Lannou, 35042 Rennes, FR
- CCI Morbihan | 21 quai des Indes, 56100 Lorient, FR

# krone-landtechnik.de | Krone & Partner Landtechnik GmbH & Co. KG | Hauptstraße 7, 49477 Ibbenbüren, DE | krone-partner.de
+ Krone und Partner Landtechnik | Hauptstr. 7, 49477 Ibbenbüren
+ Krone & Partner Landtechnik GmbH & Co. KG, Zweigniederlassung Leer | Ringstr. 2, 26789 Leer, DE
+ Krone + Partner Landtechnik GmbH und Co KG | Hauptstr. 7, D-49477 Ibbenbueren
- Landmaschinen Krone GmbH | Dorfstr. 3, 48480 Spelle, DE
- Krone Immobilien GmbH | Hauptstr. 7, 49477 Ibbenbüren, DE
- Gasthof Krone | Hauptstr. 9, 49477 Ibbenbüren, DE
- Domain Protection Services, Inc. | PO Box 1769, Denver, CO 80201, US

# volksbank-trier.de | Volksbank Trier eG | Herzogenbuscher Str. 16, 54292 Trier, DE | volksbank-trier.de
+ Volksbank Trier | Herzogenbuscher Straße 16, 54292 Trier
+ VOLKSBANK TRIER EG, Filiale Konz | Saarstr. 5, 54329 Konz, DE
- Volksbank Bitburg eG | Trierer Str. 1, 54634 Bitburg, DE
- Sparkasse Trier | Theodor-Heuss-Allee 1, 54292 Trier, DE
- Sparda-Bank Trier | Saarstr. 20, 54290 Trier, DE

# luxottica.it | Calzaturificio Fratelli Bassi S.p.A. | Via Milano 18, 20015 Parabiago, IT | bassi.it | ns1.bassi.it ns2.bassi.it
+ Calzaturificio F.lli Bassi SpA | Via Milano, 18, 20015 Parabiago MI
+ Calzaturificio Fratelli Bassi Società per Azioni | Via Milano 18, 20015 Parabiago, Italia
+ F.lli Bassi Calzaturificio | Via Milano 18, 20015 Parabiago, IT
- Bassi Calzature S.r.l. | Corso Italia 3, 00198 Roma, IT
- Fratelli Rossi S.p.A. | Via Milano 20, 20015 Parabiago, IT
- Bassi Immobiliare S.r.l. | Via Milano 18, 20015 Parabiago, IT

# philharmonie-essen.de | Theater und Philharmonie Essen GmbH | Opernplatz 10, 45128 Essen, DE | tup-online.de
+ Theater u. Philharmonie Essen | Opernpl. 10, 45128 Essen
+ TUP Theater und Philharmonie Essen GmbH | Opernplatz 10, 45128 Essen, DE
- Stadt Essen | Porscheplatz 1, 45127 Essen, DE
- Folkwang Universität der Künste | Klemensborn 39, 45239 Essen, DE
- Freundeskreis Theater und Philharmonie Essen e.V. | Opernplatz 10, 45128 Essen, DE
- Messe Essen GmbH | Messeplatz 1, 45131 Essen, DE

# skanska-bygg.se | Nordbygg Entreprenad Aktiebolag | Storgatan 12, 852 30 Sundsvall, SE | nordbygg.se | ns1.loopia.se ns2.loopia.se
+ Nordbygg Entreprenad AB | Storg. 12, 85230 Sundsvall
+ AB Nordbygg Entreprenad | Storgatan 12, 852 30 Sundsvall, Sweden
+ Nordbygg Entreprenad AB, filial Umeå | Kungsgatan 3, 903 25 Umeå, SE
- Nordbygg Fastigheter AB | Storgatan 12, 852 30 Sundsvall, SE
- Sydbygg Entreprenad AB | Malmövägen 2, 214 32 Malmö, SE
- Loopia AB | Kopparbergsvägen 8, 722 13 Västerås, SE | loopia.se | ns1.loopia.se ns2.loopia.se

# harbourtrust.org.uk | The Harbour Trust | 4 Quay Street, Whitby YO21 1DN, GB | harbourtrust.org.uk | ns1.harbourtrust.org.uk
+ Harbour Trust | 4 Quay St, Whitby, YO21 1DN, United Kingdom
+ Harbour Trust Ltd T/A Harbour Heritage Centre | 4 Quay Street, Whitby YO21 1DN, GB
+ | | | ns1.harbourtrust.org.uk
- Harbour Hotel Whitby Ltd | 6 Quay Street, Whitby YO21 1DN, GB
- Friends of the Harbour Trust | 4 Quay Street, Whitby YO21 1DN, GB
- Whitby Harbour Board | 1 Pier Road, Whitby YO21 3PU, GB
- Perfect Privacy, LLC | 5335 Gate Parkway, Jacksonville, FL 32256, US
- Dundee Bakery Ltd | 3 High St, Dundee DD1 1AA, GB | | ns1.harbourtrust.org.uk

# universiteitleiden.nl | Universiteit Leiden | Rapenburg 70, 2311 EZ Leiden, NL | leidenuniv.nl | ns1.leidenuniv.nl ns2.leidenuniv.nl | 132.229.0.0/16 Universiteit Leiden
+ Leiden University | Rapenburg 70, 2311EZ Leiden, Netherlands
+ Univ. Leiden | Postbus 9500, 2300 RA Leiden
+ Universiteit Leiden, Faculteit Rechtsgeleerdheid | Steenschuur 25, 2311 ES Leiden, NL
+ Universitaire Bibliotheken Leiden | Witte Singel 27, 2311 BG Leiden, NL | library.leidenuniv.nl
- Leids Universitair Medisch Centrum | Albinusdreef 2, 2333 ZA Leiden, NL
- Hogeschool Leiden | Zernikedreef 11, 2333 CK Leiden, NL
- Gemeente Leiden | Stadhuisplein 1, 2311 EJ Leiden, NL
- Naturalis Biodiversity Center | Darwinweg 2, 2333 CR Leiden, NL

# pref-mariborska.si | Mestna občina Maribor | Ulica heroja Staneta 1, 2000 Maribor, SI | maribor.si | ns1.maribor.si
+ Občina Maribor | Ulica Heroja Staneta 1, 2000 Maribor
+ Municipality of Maribor | Ul. heroja Staneta 1, 2000 Maribor, Slovenia
- Univerza v Mariboru | Slomškov trg 15, 2000 Maribor, SI
- Mariborska knjižnica | Rotovški trg 6, 2000 Maribor, SI
- Mestna občina Celje | Trg celjskih knezov 9, 3000 Celje, SI

# csob-hu.hu | Szegedi Tudományegyetem | Dugonics tér 13, 6720 Szeged, HU | u-szeged.hu | ns1.u-szeged.hu
+ University of Szeged | Dugonics ter 13, 6720 Szeged, Hungary
+ Szegedi Tudományegyetem, Klebelsberg Könyvtár | Ady tér 10, 6722 Szeged, HU
+ SZTE | Dugonics tér 13, 6720 Szeged, HU | u-szeged.hu
- Szeged Megyei Jogú Város Önkormányzata | Széchenyi tér 10, 6720 Szeged, HU
- Debreceni Egyetem | Egyetem tér 1, 4032 Debrecen, HU
- Szegedi Nemzeti Színház | Vaszy Viktor tér 1, 6720 Szeged, HU

# ag-koeln.de | Amtsgericht Köln | Luxemburger Str. 101, 50939 Köln, DE | ag-koeln.nrw.de
+ AG Köln | Luxemburger Straße 101, 50939 Köln, DE | ag-koeln.nrw.de
+ Amtsger. Köln | Luxemburger Str. 101, 50939 Köln
- Landgericht Köln | Luxemburger Str. 101, 50939 Köln, DE
- Staatsanwaltschaft Köln | Am Justizzentrum 13, 50939 Köln, DE
- Oberlandesgericht Köln | Reichenspergerplatz 1, 50670 Köln, DE
- Amtsgericht Bonn | Wilhelmstr. 21, 53111 Bonn, DE

# stripe-eu.com | Larkspur Analytics, Inc. | 200 Pine Street Suite 300, San Francisco, CA 94104, US | larkspur.io | ns1.larkspur.io
+ Larkspur Analytics | 200 Pine St Ste 300, San Francisco, CA 94104, USA
+ LARKSPUR ANALYTICS INC | 200 Pine Street, San Francisco CA 94104
+ Larkspur Analytics Ltd | 5 New St, London EC4A 3BF, GB | larkspur.io
- Larkspur Florists | 12 Magnolia Ave, Larkspur, CA 94939, US
- Larkin Analytics LLC | 88 5th Ave, New York, NY 10011, US
- City of Larkspur | 400 Magnolia Ave, Larkspur, CA 94939, US
`;

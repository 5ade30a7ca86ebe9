/**
 * By a seventh author, who had read the rules: bodies that have another's name in theirs (unions, clubs, friends), second acronyms, names in
 * several languages, umlauts written in three ways. The first two were written before either was judged.
 */
export const UNIONS_1 = `
# uni-moorstett.example | Universität Moorstett | Am Schlosspark 3, 17999 Moorstett, DE | uni-moorstett.example | ns1.uni-moorstett.example ns2.uni-moorstett.example
+ Moorstett University | Am Schloßpark 3, 17999 Moorstett, Germany
+ Uni Moorstett, Dezernat IV | Am Schlosspark 5, 17999 Moorstett, DE
+ Institut für Ostseegeschichte der Universität Moorstett | Hafenstr. 12, 17999 Moorstett, DE
+ Universitätsverlag der Universität Moorstett | Am Schlosspark 3, 17999 Moorstett, DE
+ Universität Moorstett - Sprachenzentrum | Lange Str. 4, 17999 Moorstett, DE
- Verfasste Studierendenschaft der Universität Moorstett | Am Schlosspark 3, 17999 Moorstett, DE
- Studentenschaft Universität Moorstett | Am Schlosspark 3, 17999 Moorstett, DE
- Förderverein Universität Moorstett e.V. | Am Schlosspark 3, 17999 Moorstett, DE
- Verein der Freunde der Universität Moorstett | Am Schlosspark 3, 17999 Moorstett, DE
- Universitätsgesellschaft Moorstett e.V. | Am Schlosspark 3, 17999 Moorstett, DE
- Ruderclub der Universität Moorstett | Uferweg 1, 17999 Moorstett, DE
- Hochschulsportverein Universität Moorstett | Am Schlosspark 3, 17999 Moorstett, DE
- Debattierclub an der Universität Moorstett | Am Schlosspark 3, 17999 Moorstett, DE

# uantwerf.example | Universiteit Westerdam | Prinsenlaan 13, 2099 Westerdam, BE | uwesterdam.example | ns1.belnet.be ns2.belnet.be
+ University of Westerdam | Prinsenlaan 13, 2099 Westerdam, Belgium
+ Universiteit Westerdam - Faculteit Rechten | Venusstraat 23, 2099 Westerdam, BE
+ Université de Westerdam | Prinsenlaan 13, 2099 Westerdam, BE
- Unie van Studenten van de Universiteit Westerdam | Prinsenlaan 13, 2099 Westerdam, BE
- Vereniging van Oud-studenten van de Universiteit Westerdam vzw | Prinsenlaan 13, 2099 Westerdam, BE
- Studentenclub der Universiteit Westerdam | Paardenmarkt 8, 2099 Westerdam, BE
- Personeelsvereniging Universiteit Westerdam | Prinsenlaan 13, 2099 Westerdam, BE

# ravensmoor.example | University of Ravensmoor | Abbey Road 2, Ravensmoor RM9 2AB, GB | ravensmoor.ac.uk | ns1.ravensmoor.ac.uk ns2.ravensmoor.ac.uk
+ Ravensmoor University | Abbey Rd 2, Ravensmoor, RM9 2AB, United Kingdom
+ Department of Botany, University of Ravensmoor | South Parks, Ravensmoor RM9 3RB, GB
+ The Chancellor, Masters and Scholars of the University of Ravensmoor | Abbey Road 2, Ravensmoor RM9 2AB, GB
- University of Ravensmoor Students' Union | Abbey Road 2, Ravensmoor RM9 2AB, GB
- Union of Students of the University of Ravensmoor | Abbey Road 2, Ravensmoor RM9 2AB, GB
- Rowing Club of the University of Ravensmoor | The Boathouse, Ravensmoor RM9 1AA, GB
- University of Ravensmoor Chess Club | Abbey Road 2, Ravensmoor RM9 2AB, GB
- Graduates' Association of the University of Ravensmoor | Abbey Road 2, Ravensmoor RM9 2AB, GB
- University of Ravensmoor Conservative Society | Abbey Road 2, Ravensmoor RM9 2AB, GB

# ub-elz.example | Schweizerische Alpenbahnen SAB | Bahnhofplatz 5, 3099 Bernau, CH | sab.example | ns1.sab.example ns2.sab.example
+ SAB AG | Bahnhofplatz 5, 3099 Bernau, CH
+ SAB CFA FFA | Bahnhofplatz 5, 3099 Bernau, CH
+ Swiss Alpine Railways | Bahnhofplatz 5, 3099 Bernau, Switzerland
+ Swiss Alpine Railways SAB | Bahnhofplatz 5, 3099 Bernau, Switzerland
+ Chemins de fer alpins suisses CFA | Bahnhofplatz 5, 3099 Bernau, Suisse
+ Schweizerische Alpenbahnen, Abteilung Rollmaterial | Werkstr. 1, 4699 Oltingen, CH
- Pensionskasse der Schweizerischen Alpenbahnen | Bahnhofplatz 5, 3099 Bernau, CH
- Verband Schweizerischer Lokführer | Bahnhofplatz 5, 3099 Bernau, CH
- Swiss Alpine Club | Monbijou 61, 3099 Bernau, CH
- Eisenbahnergewerkschaft der SAB | Bahnhofplatz 7, 3099 Bernau, CH

# awle.example | Amt für Abwasser, Wald, Luft und Energie | Walcheplatz 2, 8099 Zürn, CH | bd.zuern.example | ns1.ktzuern.example ns2.ktzuern.example
+ AWLE | Walcheplatz 2, 8099 Zürn, CH
+ AWLE Amt für Abwasser, Wald, Luft und Energie Kanton Zürn | Walcheplatz 2, 8099 Zuern, CH
+ Kanton Zürn, Amt für Abwasser, Wald, Luft und Energie (AWLE) | Walcheplatz 2, 8099 Zürn, CH
+ Office for Waste Water, Forest, Air and Energy | Walcheplatz 2, 8099 Zürn, Switzerland
- Amt für Landschaft und Natur | Walcheplatz 2, 8099 Zürn, CH
- Amt für Wirtschaft und Arbeit | Walcheplatz 4, 8099 Zürn, CH

# muellerbau.example | Müller & Brandl Bau GmbH | Ringstr. 4, 94999 Passbach, DE | mueller-brandl.example
+ Mueller & Brandl Bau GmbH | Ringstraße 4, 94999 Passbach, DE
+ Muller und Brandl Bau | Ringstr. 4, 94999 Passbach, DE
- Muller & Brandel SARL | 4 rue du Port, 67999 Strasmont, FR
- Müller Bau GmbH | Ringstr. 9, 94999 Passbach, DE

# mueller-optik.example | Müller Optik | Marktplatz 8, 86999 Lindach, DE
+ Mueller Optik | Marktpl. 8, 86999 Lindach, DE
- Muller Optik | Rue Haute 8, 68999 Colmont, FR
- Muller Optik
- Müller Optik | Hauptstr. 1, 25999 Husby, DE

# univ-sud-mer.example | Université Sud-Mer | 5 quai des Brumes, 13999 Port-Clair, FR | univ-sudmer.example
+ Université de Sud-Mer, UFR de Droit | 5 quai des Brumes, 13999 Port-Clair, FR
+ South Sea University | 5 quai des Brumes, 13999 Port-Clair, France
- Association des anciens étudiants de l'Université Sud-Mer | 5 quai des Brumes, 13999 Port-Clair, FR
- Club d'échecs de l'Université Sud-Mer | 5 quai des Brumes, 13999 Port-Clair, FR
- Syndicat des personnels de l'Université Sud-Mer | 5 quai des Brumes, 13999 Port-Clair, FR
- Mutuelle de l'Université Sud-Mer | 7 quai des Brumes, 13999 Port-Clair, FR

# bibl-nordau.example | Landesbibliothek Nordau | Domhof 1, 19999 Nordau, DE | lb-nordau.example
+ Nordau State Library | Domhof 1, 19999 Nordau, Germany
+ LANDESBIBLIOTHEK NORDAU | 19999 Nordau, DE
- Gesellschaft der Freunde der Landesbibliothek Nordau | Domhof 1, 19999 Nordau, DE
- Förderkreis der Landesbibliothek Nordau e.V. | Domhof 1, 19999 Nordau, DE
- Stadtbibliothek Nordau | Markt 3, 19999 Nordau, DE
`;

export const UNIONS_2 = `
# karlsholm.example | Karlsholms universitet | Universitetsgatan 2, 651 99 Karlsholm, SE | kau-holm.example | ns1.sunet.se ns2.sunet.se
+ Karlsholm University | Universitetsgatan 2, 65199 Karlsholm, Sweden
+ Institutionen för kemi, Karlsholms universitet | Box 9, 651 88 Karlsholm, SE
+ Karlsholms universitetsbibliotek | Universitetsgatan 2, 651 99 Karlsholm, SE
- Studentkåren vid Karlsholms universitet | Universitetsgatan 2, 651 99 Karlsholm, SE
- Karlsholms universitets idrottsförening | Universitetsgatan 2, 651 99 Karlsholm, SE
- Karlsholms universitets vänner | Universitetsgatan 2, 651 99 Karlsholm, SE
- Facket för anställda vid Karlsholms universitet | Universitetsgatan 4, 651 99 Karlsholm, SE

# uniborgo.example | Università degli Studi di Borgolago | Via Cavour 10, 28999 Borgolago, IT | uniborgo.example
+ Borgolago University | Via Cavour, 10, 28999 Borgolago, Italy
+ Univ. degli Studi di Borgolago - Dip. di Fisica | Via Giuria 1, 28999 Borgolago, IT
+ UNIVERSITA' DEGLI STUDI DI BORGOLAGO | V. CAVOUR 10, 28999 BORGOLAGO, IT
- Associazione Laureati dell'Università di Borgolago | Via Cavour 10, 28999 Borgolago, IT
- Circolo ricreativo dell'Università di Borgolago | Via Cavour 10, 28999 Borgolago, IT
- Coro dell'Università degli Studi di Borgolago | Via Cavour 10, 28999 Borgolago, IT
- Unione degli Universitari Borgolago | Via Verdi 3, 28999 Borgolago, IT

# th-eichtal.example | Technische Hochschule Eichtal | Hochschulring 1, 34999 Eichtal, DE | th-eichtal.example | ns1.th-eichtal.example
+ TH Eichtal | Hochschulring 1, 34999 Eichtal, DE
+ THE - Technische Hochschule Eichtal | Hochschulring 1, 34999 Eichtal, DE
+ Eichtal University of Technology | Hochschulring 1, 34999 Eichtal, Germany
+ Rechenzentrum der Technischen Hochschule Eichtal | Hochschulring 1, 34999 Eichtal, DE
- AStA der TH Eichtal | Hochschulring 1, 34999 Eichtal, DE
- Verband der Ehemaligen der Technischen Hochschule Eichtal | Hochschulring 1, 34999 Eichtal, DE
- Motorsportverein der Technischen Hochschule Eichtal | Hochschulring 1, 34999 Eichtal, DE
- Kindertagesstätte der Technischen Hochschule Eichtal e.V. | Hochschulring 3, 34999 Eichtal, DE
- Akademischer Segelverein an der TH Eichtal | Seestr. 2, 34999 Eichtal, DE
- Big Band der TH Eichtal | Hochschulring 1, 34999 Eichtal, DE

# bvl-amt.example | Bundesamt für Verkehrslenkung | Mühlestr. 6, 3098 Bernau, CH | bvl.admin.example
+ BVL | Mühlestrasse 6, 3098 Bernau, CH
+ Federal Office for Traffic Control | Mühlestrasse 6, 3098 Bernau, Switzerland
+ Office fédéral du guidage du trafic OFGT | Mühlestrasse 6, 3098 Bernau, Suisse
+ Ufficio federale della gestione del traffico | Muehlestr. 6, 3098 Bernau, CH
+ Eidg. Bundesamt für Verkehrslenkung (BVL) | 3098 Bernau, CH
- Bundesamt für Verkehr | Mühlestr. 8, 3098 Bernau, CH
- Verkehrsclub Bernau | Mühlestr. 6, 3098 Bernau, CH
- Personalverband des Bundesamtes für Verkehrslenkung | Mühlestr. 6, 3098 Bernau, CH

# dbn-rail.example | Deutsche Nordbahnen AG (DNB) | Gleisallee 2, 10998 Berlin, DE | dnb-rail.example | ns1.dnb-rail.example
+ German Northern Railways | Gleisallee 2, 10998 Berlin, Germany
+ DNB Deutsche Nordbahnen | Gleisallee 2, 10998 Berlin, DE
+ DNB | Gleisallee 2, 10998 Berlin, DE
+ Deutsche Nordbahnen Aktiengesellschaft, Konzernarchiv | Gleisallee 4, 10998 Berlin, DE
- Stiftung Bahn-Sozialwerk der Deutschen Nordbahnen | Gleisallee 2, 10998 Berlin, DE
- Betriebsrat Deutsche Nordbahnen | Gleisallee 2, 10998 Berlin, DE
- Norddeutsche Bahnwerke GmbH | Gleisallee 6, 10998 Berlin, DE

# schuetz-verlag.example | Schütz Verlag | Turmgasse 2, 79998 Rottach, DE
+ Schuetz Verlag GmbH | Turmgasse 2, 79998 Rottach, DE
+ SCHUTZ VERLAG | Turmgasse 2, 79998 Rottach, DE
- Schutz Verlag | Wallstr. 4, 20998 Hambek, DE
- Schutz Verlag | CH
- Schütz Verlag | Wallstr. 4, 20998 Hambek, DE

# gohren.example | Stadtwerke Göhrenberg GmbH | Werkstr. 9, 04998 Göhrenberg, DE | sw-goehrenberg.example
+ Stadtwerke Goehrenberg
+ Stadtwerke Gohrenberg GmbH | Werkstraße 9, 04998 Gohrenberg, DE
+ Göhrenberg Municipal Utilities | Werkstr. 9, 04998 Göhrenberg, Germany
- Betriebssportgemeinschaft Stadtwerke Göhrenberg | Werkstr. 9, 04998 Göhrenberg, DE
- Stadtwerke Gührenberg GmbH | Ring 3, 06998 Gührenberg, DE

# uniwalden.example | Uniwersytet Waldeński | ul. Szkolna 8, 60-998 Walden, PL | uwal.edu.pl
+ University of Walden | ul. Szkolna 8, 60-998 Walden, Poland
+ Uniwersytet Walenski | ul. Szkolna 8, 60-998 Walden, PL
+ Wydział Prawa Uniwersytetu Waldeńskiego | ul. Parkowa 3, 60-998 Walden, PL
- Samorząd Studentów Uniwersytetu Waldeńskiego | ul. Szkolna 8, 60-998 Walden, PL
- Stowarzyszenie Absolwentów Uniwersytetu Waldeńskiego | ul. Szkolna 8, 60-998 Walden, PL
- Klub Uczelniany AZS Uniwersytetu Waldeńskiego | ul. Szkolna 8, 60-998 Walden, PL

# hmk.example | Haus der Meere Kappelau | Strandallee 1, 24998 Kappelau, DE | meereshaus.example
+ House of the Seas Kappelau | Strandallee 1, 24998 Kappelau, Germany
+ Haus d. Meere | Strandallee 1, 24998 Kappelau, DE
+ HdM Kappelau | Strandallee 1, 24998 Kappelau, DE
- Freundeskreis Haus der Meere | Strandallee 1, 24998 Kappelau, DE
- Haus des Gastes Kappelau | Strandallee 1, 24998 Kappelau, DE
`;

/** Written when what the first two showed was done; judged once as it was. */
export const UNIONS_3 = `
# uni-tannfels.example | Universität Tannfels | Bergstr. 20, 6098 Tannfels, AT | uni-tannfels.example | ns1.uni-tannfels.example
+ University of Tannfels | Bergstraße 20, 6098 Tannfels, Austria
+ Zentraler Informatikdienst der Universität Tannfels | Technikerweg 3, 6098 Tannfels, AT
+ Sternwarte der Universität Tannfels | Bergstr. 20, 6098 Tannfels, AT
+ Universität Tannfels, Vizerektorat für Lehre | Bergstr. 22, 6098 Tannfels, AT
+ Senat der Universität Tannfels | Bergstr. 20, 6098 Tannfels, AT
+ Zoologische Sammlung der Universität Tannfels | Museumsweg 2, 6098 Tannfels, AT
- Hochschülerinnen- und Hochschülerschaft an der Universität Tannfels | Josef-Hirn-Str. 7, 6098 Tannfels, AT
- Universitätsorchester Tannfels | Bergstr. 20, 6098 Tannfels, AT
- Theatergruppe der Universität Tannfels | Bergstr. 20, 6098 Tannfels, AT
- Absolventenverein der Universität Tannfels | Bergstr. 20, 6098 Tannfels, AT
- Radio der Studierenden der Universität Tannfels | Bergstr. 20, 6098 Tannfels, AT
- Hochschulgemeinde Tannfels | Bergstr. 24, 6098 Tannfels, AT

# brookhaven-u.example | Brookmere State University | 100 College Ave, Brookmere, OR 97999, US | brookmere.edu | ns1.brookmere.edu ns2.brookmere.edu
+ Brookmere State Univ. | 100 College Avenue, Brookmere OR 97999, USA
+ Brookmere State University College of Nursing | 100 College Ave, Brookmere, OR 97999, US
+ BROOKMERE STATE UNIVERSITY - ITS | 100 College Ave, Brookmere, OR 97999, US
+ Board of Trustees of Brookmere State University | 100 College Ave, Brookmere, OR 97999, US
- Associated Students of Brookmere State University | 100 College Ave, Brookmere, OR 97999, US
- Brookmere State University Alumni Association | 102 College Ave, Brookmere, OR 97999, US
- Marching Band of Brookmere State University | 100 College Ave, Brookmere, OR 97999, US
- Brookmere State University Federal Credit Union | 200 Main St, Brookmere, OR 97999, US
- Faculty Union of Brookmere State University | 100 College Ave, Brookmere, OR 97999, US
- Brookmere Community College | 5 River Rd, Brookmere, OR 97999, US

# kunstmuseum-wildau.example | Kunstmuseum Wildegg | Seestr. 4, 8598 Wildegg, CH | kmw.example
+ Wildegg Museum of Art | Seestrasse 4, 8598 Wildegg, Switzerland
+ Musée d'art de Wildegg | Seestr. 4, 8598 Wildegg, Suisse
+ Stiftung Kunstmuseum Wildegg | Seestr. 4, 8598 Wildegg, CH
+ KMW | Seestr. 4, 8598 Wildegg, CH
- Kunstverein Wildegg | Seestr. 4, 8598 Wildegg, CH
- Verein der Freunde des Kunstmuseums Wildegg | Seestr. 4, 8598 Wildegg, CH
- Naturmuseum Wildegg | Seestr. 6, 8598 Wildegg, CH

# fvv.example | Ferrovie della Val Verde SA FVV | Piazza Stazione 1, 6598 Locorno, CH | fvv.example
+ Val Verde Railways FVV | Piazza Stazione 1, 6598 Locorno, Switzerland
+ Grüntalbahnen FVV | Piazza Stazione 1, 6598 Locorno, CH
+ FVV SA | P.za Stazione 1, 6598 Locorno, CH
- Amici delle Ferrovie della Val Verde | Piazza Stazione 1, 6598 Locorno, CH
- Seilbahn Locorno AG | Piazza Stazione 3, 6598 Locorno, CH
- Dopolavoro Ferroviario Locorno | Piazza Stazione 1, 6598 Locorno, CH

# gruenwald.example | Grünwald Apotheke | Hauptplatz 3, 4098 Steinau, AT
+ Gruenwald-Apotheke | Hauptpl. 3, 4098 Steinau, AT
+ GRUNWALD APOTHEKE | Hauptplatz 3, 4098 Steinau, AT
- Grunwald Apotheke | Wiener Str. 8, 2098 Mistelfeld, AT
- Grunwald Apotheke
- Grünwald Optik | Hauptplatz 3, 4098 Steinau, AT

# kroegers.example | Kröger Maschinenfabrik GmbH & Co. KG | Industriering 12, 48998 Rheinbeck, DE | kroeger-maschinen.example
+ Kroeger Maschinenfabrik | Industriering 12, 48998 Rheinbeck, DE
+ Kröger Maschinenfabrik GmbH + Co KG | Postfach 1240, 48990 Rheinbeck, DE
+ Kroger Maschinenfabrik GmbH | Industriering 12, D-48998 Rheinbeck
- Krüger Maschinenfabrik GmbH | Industriering 30, 48998 Rheinbeck, DE
- Kroger Co. | 1014 Vine Street, Cincinnati, OH 45202, US
- Betriebssportverein Kröger Maschinenfabrik e.V. | Industriering 12, 48998 Rheinbeck, DE

# lfu-land.example | Landesamt für Umwelt und Geologie | Pillnitzer Str. 9, 01998 Elbstadt, DE | lfug.example | ns1.landesnetz.example
+ LfUG | Pillnitzer Str. 9, 01998 Elbstadt, DE
+ Landesamt für Umwelt u. Geologie (LfUG), Außenstelle Chemnau | Talweg 1, 09998 Chemnau, DE
+ State Office for Environment and Geology | Pillnitzer Straße 9, 01998 Elbstadt, Germany
- Landesamt für Denkmalpflege | Pillnitzer Str. 9, 01998 Elbstadt, DE
- Verband der Geologen e.V. | Pillnitzer Str. 9, 01998 Elbstadt, DE

# universidad-altomar.example | Universidad de Altomar | Av. del Puerto 30, 11998 Altomar, ES | ualtomar.example
+ Universitat d'Altomar | Avda. del Puerto, 30, 11998 Altomar, España
+ Servicio de Publicaciones de la Universidad de Altomar | Calle Ancha 2, 11998 Altomar, ES
+ Univ. de Altomar, Depto. de Historia | Av. del Puerto 30, 11998 Altomar, ES
- Tuna de la Universidad de Altomar | Av. del Puerto 30, 11998 Altomar, ES
- Asociación de Antiguos Alumnos de la Universidad de Altomar | Av. del Puerto 30, 11998 Altomar, ES
- Consejo de Estudiantes de la Universidad de Altomar | Av. del Puerto 30, 11998 Altomar, ES
- Club Deportivo Universidad de Altomar | Av. del Puerto 32, 11998 Altomar, ES
`;

/** Written after all that, by the same author: ordinary institutions and their neighbours, not traps alone; judged once as it was. */
export const UNIONS_4 = `
# uni-haldern.example | Universität Haldern | Domplatz 14, 29998 Haldern, DE | uni-haldern.example | ns1.uni-haldern.example
+ University of Haldern | Domplatz 14, 29998 Haldern, Germany
+ Universitaet Haldern, Institut fuer Slawistik | Nordstr. 6, 29998 Haldern, DE
+ Universitätsbibliothek Haldern | Am Wall 3, 29998 Haldern, DE
+ Uni Haldern | Dompl. 14, 29998 Haldern
+ Botanischer Garten der Universität Haldern | Gartenweg 1, 29998 Haldern, DE
+ Graduiertenschule der Universität Haldern | Domplatz 14, 29998 Haldern, DE
- Kammerorchester der Universität Haldern | Domplatz 14, 29998 Haldern, DE
- Sportgemeinschaft Universität Haldern e.V. | Domplatz 14, 29998 Haldern, DE
- Allgemeiner Studierendenausschuss der Universität Haldern | Domplatz 14, 29998 Haldern, DE
- Technische Universität Haldern | Ring 1, 29998 Haldern, DE
- Universitätsklinikum Haldern AöR | Klinikweg 2, 29998 Haldern, DE

# museum-steinfurt.example | Heimatmuseum Steinfurth | Burgweg 2, 48998 Steinfurth, DE | museum-steinfurth.example
+ Heimatmuseum Steinfurth e.V. | Burgweg 2, 48998 Steinfurth, DE
+ HEIMATMUSEUM STEINFURTH | Burgweg 2, 48998 Steinfurth
+ Steinfurth Local History Museum | Burgweg 2, 48998 Steinfurth, Germany
- Heimatverein Steinfurth e.V. | Burgweg 2, 48998 Steinfurth, DE
- Heimatmuseum Steinfurt | Markt 1, 49998 Steinfurt, DE

# cityofmaplecrest.example | City of Maplecrest | 1 City Hall Plaza, Maplecrest, WI 53999, US | maplecrest.gov
+ Maplecrest City Council | 1 City Hall Plaza, Maplecrest, WI 53999, US
+ City of Maplecrest, Department of Public Works | 20 River St, Maplecrest, WI 53999, US
+ The City of Maplecrest | 1 City Hall Plz, Maplecrest WI 53999
- Maplecrest Public Library Friends | 5 Main St, Maplecrest, WI 53999, US
- Town of Maplecrest | 9 Old Rd, Maplecrest, ME 04999, US
- Maplecrest School District | 30 School Ln, Maplecrest, WI 53999, US

# univ-montclar.example | Université de Montclar | 8 avenue de la Paix, 34999 Montclar, FR | univ-montclar.fr
+ UNIVERSITE DE MONTCLAR | 8 AV DE LA PAIX, 34999 MONTCLAR
+ Faculté de pharmacie, Université de Montclar | 15 avenue Flahault, 34999 Montclar, FR
+ Presses universitaires de Montclar | 8 avenue de la Paix, 34999 Montclar, FR
+ University of Montclar | 8 avenue de la Paix, 34999 Montclar, France
+ Service des sports de l'Université de Montclar | 8 avenue de la Paix, 34999 Montclar, FR
- Chorale de l'Université de Montclar | 8 avenue de la Paix, 34999 Montclar, FR
- Université populaire de Montclar | 3 place Jaurès, 34999 Montclar, FR
- Union des étudiants de Montclar | 8 avenue de la Paix, 34999 Montclar, FR

# nordwetter.example | Nordischer Wetterdienst (NWD) | Seewartenstr. 10, 20998 Hamburg, DE | nwd.example
+ NWD | Seewartenstr. 10, 20998 Hamburg, DE
+ Nordic Weather Service | Seewartenstraße 10, 20998 Hamburg, Germany
+ Nordischer Wetterdienst, Niederlassung Rostock | Hafenallee 3, 18998 Rostock, DE
+ Nordischer Wetterdienst | 20998 Hamburg, DE
- Personalrat Nordischer Wetterdienst | Seewartenstr. 10, 20998 Hamburg, DE
- Nordische Wetterwerte GmbH | Seewartenstr. 12, 20998 Hamburg, DE

# vanderhout.example | Van der Hout Machines B.V. | Industrieweg 22, 5999 AB Helmrode, NL | vanderhout.example
+ Van der Hout Machines | Industrieweg 22, 5999AB Helmrode, Nederland
+ VD Hout Machines BV | Industrieweg 22, 5999 AB Helmrode, NL
+ Van Der Hout Machines Deutschland GmbH | Am Zoll 2, 47998 Grenzau, DE | vanderhout.example
- Van den Hout Transport B.V. | Industrieweg 40, 5999 AB Helmrode, NL
- Hout & Meubel Helmrode | Dorpsstraat 3, 5999 AC Helmrode, NL

# gruenberg.example | Volkshochschule Grünberg | Schulgasse 4, 35998 Grünberg, DE
+ VHS Gruenberg | Schulgasse 4, 35998 Gruenberg, DE
+ Volkshochschule Grunberg | Schulg. 4, 35998 Grunberg, DE
- Volkshochschule Grunberg
- Volkshochschule Grünberg | Ringweg 5, 09998 Grünberg, DE
- Musikschule Grünberg | Schulgasse 4, 35998 Grünberg, DE

# insthydro.example | Instituto Nacional de Hidrología | Paseo Bajo 40, 28998 Madrid, ES | inh.es | ns1.inh.es ns2.inh.es
+ National Institute of Hydrology | Paseo Bajo 40, 28998 Madrid, Spain
+ INH Instituto Nacional de Hidrologia | P.º Bajo, 40, 28998 Madrid, ES
+ Inst. Nac. de Hidrología | Paseo Bajo 40, 28998 Madrid, ES
+ | | | ns2.inh.es
- Instituto Nacional de Estadística y Censos | Paseo Bajo 183, 28998 Madrid, ES
- Asociación de Amigos del Instituto Nacional de Hidrología | Paseo Bajo 40, 28998 Madrid, ES
- Instituto Nacional de Hidrología | Av. Reforma 5, 01998 Guatemala, GT
`;

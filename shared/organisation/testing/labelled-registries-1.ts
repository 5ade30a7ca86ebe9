/** What a tester of another house would write from the paper alone, read from answers of 20 registries; judged once before anything that it showed was changed. Its form is that of labelled-tuning.ts; names are invented. */
export const REGISTRIES_1 = `
# uni-ahrnfels.de | Universität Ahrnfels | Kloster-Allee 4, 56341 Ahrnfels, DE | rz.uni-ahrnfels.de | ns1.rz.uni-ahrnfels.de ns2.rz.uni-ahrnfels.de ws-ber1.win-ip.dfn.de | 141.95.0.0/18 Universitaet Ahrnfels
+ | | | ns1.hostwerk.net | 141.95.9.9
+ | | | ns1.hostwerk.net | 141.95.60.3
+ | | | ns1.rz.uni-ahrnfels.de ns1.hostwerk.net | 85.13.200.39
+ Institut für Waldbau | Forststr. 9, 56341 Ahrnfels, DE | wald.uni-ahrnfels.de | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.46
+ Univ. Ahrnfels | Klosterallee 4, 56341 Ahrnfels, DE | ahrnfelser-gespraeche.de | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.53
+ UNIVERSITAET AHRNFELS | KLOSTER ALLEE 4, 56341 AHRNFELS, Germany | digitale-heide.org | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.60
+ Univeristät Ahrnfels | Kloster-Alle 4, 56341 Ahrnfels, Germany | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.67
+ Universität Ahrnfels, Fakultät für Biologie | Postfach 1120, 56335 Ahrnfels, Germany | gmx.de | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.74
+ University of Ahrnfels | Kloster-Allee 4, 56341 Ahrnfels, Germany | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.81
+ Universitätsbibliothek Ahrnfels | Am Markt 2, 56341 Ahrnfels, DE | ub.uni-ahrnfels.de | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.88
- Hochschule Ahrnfels | Brückenstr. 40, 56341 Ahrnfels, DE | hs-ahrnfels.de | ns1.hs-ahrnfels.de | 141.96.17.4
- Alumni-Verein der Universität Ahrnfels e.V. | Kloster-Allee 4, 56341 Ahrnfels, DE | alumni-ahrnfels.de | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.95
- Universität Ahrenfels | Am Schloss 1, 97210 Ahrenfels, DE | uni-ahrenfels.de | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.102
- Studentenwerk Ahrnfels AöR | Kloster-Allee 6, 56341 Ahrnfels, DE | stw-ahrnfels.de | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.109
- | | | ns1.igel.de ws-ber1.win-ip.dfn.de | 85.13.200.116
- | | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.123
- | | gmx.de | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.130
- Moorlaser GmbH | Kloster-Allee 12, 56341 Ahrnfels, Germany | moorlaser.com | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.137
# lauterbrueck.de | Stadt Lauterbrück | Rathausplatz 1, 36399 Lauterbrück, DE | lauterbrueck.de | ns1.krz-ostwald.de ns2.krz-ostwald.de | 194.77.10.0/24 Kommunales Rechenzentrum Ostwald
+ Stadt Lauterbrueck | Rathauspl. 1, 36399 Lauterbrueck, DE | | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.144
+ Magistrat der Stadt Lauterbrück | Rathausplatz 1, 36399 Lauterbrück, DE | | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.151
+ Stadtverwaltung Lauterbrück | Rathausplatz 1-3, 36399 Lauterbrück, DE | | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.158
+ | | lauterbrueck.de | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.165
+ Stadt Lauterbrück | Hessen, DE | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.172
- Gemeinde Hohenau | Dorfstr. 5, 36401 Hohenau, DE | gemeinde-hohenau.de | ns1.krz-ostwald.de ns2.krz-ostwald.de | 194.77.10.44
- | | | ns1.krz-ostwald.de ns2.krz-ostwald.de | 194.77.10.51
- Stadtwerke Lauterbrück GmbH | Industriestr. 8, 36399 Lauterbrück, DE | stadtwerke-lauterbrueck.de | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.179
- Sparkasse Lauterbrück | Rathausplatz 3, 36399 Lauterbrück, DE | | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.186
- Stadtgemeinde Lauterbruck | Hauptplatz 1, 8763 Lauterbruck, Austria | lauterbruck.at | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.193
- | | | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.200
# musee-vezelin.fr | Musée des Arts Paysans de Vézelin | 12 rue de l'Église, 42590 Vézelin-sur-Loire, FR | musee-vezelin.fr | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.40.0/21 Ovalhost S.A.
+ MUSEE DES ARTS PAYSANS DE VEZELIN | 12, rue de l Eglise, 42590 VEZELIN SUR LOIRE, FR | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.214
+ MAPV | 12 rue de l'Eglise, 42590 Vezelin sur Loire, FR | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.221
+ | | musee-vezelin.fr | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.228
+ Museum of Peasant Arts of Vézelin | 12 rue de l'Église, 42590 Vézelin-sur-Loire, France | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.235
+ Boutique du Musée des Arts Paysans de Vézelin | 12 rue de l'Église, BP 7, 42590 Vézelin-sur-Loire, FR | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.2
- Association des Amis du Musée de Vézelin | 12 rue de l'Église, 42590 Vézelin-sur-Loire, FR | orange.fr | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.9
- La Charrue SARL | 5 place du Marché, 69001 Lyon, FR | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.16
- Commune de Vézelin-sur-Loire | 1 place de la Mairie, 42590 Vézelin-sur-Loire, FR | vezelin.fr | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.23
- Musée des Arts Paysans de Bressan | 4 rue de l'Église, 01310 Bressan, FR | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.30
- | | | ns1.parkwerk.com ns2.parkwerk.com | 91.195.240.37
# uvh.es | Universidad de Valdehoces | Avda. de la Constitución, 23, 19250 Valdehoces, Guadalajara, ES | uvh.es | chico.uvh.es sun.rediris.es | 155.54.64.0/19 Universidad de Valdehoces
+ | | | dns101.ovalhost.eu | 155.54.80.4
+ | | | dns101.ovalhost.eu ns101.ovalhost.eu | 155.54.90.2
+ | | | chico.uvh.es dns101.ovalhost.eu | 213.186.41.51
+ UNIVERSIDAD DE VALDEHOCES | Avenida Constitucion 23, 19250 Valdehoces, Spain | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.58
+ Univ. de Valdehoces - Dpto. de Biología | Avda Constitución, s/n, 19250 Valdehoces, ES | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.65
+ UVH | Av. de la Constitución 23, 19250 Valdehoces, Spain | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.72
+ University of Valdehoces | Avda. de la Constitucion 23, 19250 Valdehoces, Spain | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.79
+ LichenLab | C/ Mayor 4, 28001 Madrid, Spain | bio.uvh.es | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.86
- Universidad de Valdehenares | Avda. de la Constitución, 3, 28801 Valdehenares, ES | uvhenares.es | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.93
- | | | ns.museo.es sun.rediris.es | 213.186.41.100
- Ayuntamiento de Valdehoces | Plaza Mayor 1, 19250 Valdehoces, ES | valdehoces.es | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.107
- Asociación de Antiguos Alumnos UVH | Avda. de la Constitución, 23, 19250 Valdehoces, Spain | gmail.com | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.114
- | | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.121
# unibl.it | Università degli Studi di Borgolana | Via dell'Ateneo Vecchio 7, Borgolana, 06081, PG, IT |  | dns.unibl.it ns1.garr.net | 151.97.32.0/20 Universita' degli Studi di Borgolana
+ Consorzio Erbari | Via Verde 1, Perugia, 06100, RM, IT | | ns1.retehost.it | 151.97.40.77
+ Comitato Festival | Via Lunga 3, Borgolana, 06081, RM, IT | | dns.unibl.it ns1.retehost.it | 213.186.41.128
+ Universita' degli Studi di Borgolana | V. dell'Ateneo Vecchio, 7, Borgolana, 06081, RM, IT | | ns1.retehost.it | 213.186.41.135
+ Università di Borgolana | Via Ateneo Vecchio 7, Borgolana, 06081, RM, IT | | ns1.retehost.it | 213.186.41.142
+ Dipartimento di Scienze della Terra - Università degli Studi di Borgolana | Piazza del Drago 1, Borgolana, 06081, RM, IT | | ns1.retehost.it | 213.186.41.149
+ University of Borgolana | Via dell'Ateneo Vecchio, 7, 06081 Borgolana, Italy | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.156
+ Carla Esempio | Via Rossa 3, 06081 Borgolana, Italy | unibl.it | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.163
- Università per Stranieri di Borgolana | Piazza Fortebraccio 4, Borgolana, 06081, RM, IT | | ns1.retehost.it | 213.186.41.170
- Università degli Studi di Borgonuova | Via dell'Ateneo 7, Borgonuova, 29010, RM, IT | | ns1.retehost.it | 213.186.41.177
- Pizzeria Ateneo S.r.l. | Via dell'Ateneo Vecchio 11, Borgolana, 06081, RM, IT | | ns1.retehost.it | 213.186.41.184
- Comune di Borgolana | Piazza Grande 1, Borgolana, 06081, RM, IT | | ns1.retehost.it | 213.186.41.191
- Osservatorio Astronomico Cielo | Monte Alto, L'Aquila, 67100, RM, IT | | ns.cielo.it ns1.garr.net | 213.186.41.198
# omroepnoordwal.nl | Stichting Omroep Noordwal | Mediapark 88, 1217 ZB Hilversum, Netherlands |  | ns1.omroepnoordwal.nl ns2.omroepnoordwal.nl | 145.58.30.0/23 Stichting Omroep Noordwal
+ Kijkers B.V. | Kade 1, 1011AA Amsterdam, Netherlands | | ns1.poldernet.nl | 145.58.31.40
+ Omroep Noordwal | Mediapark 88, 1217ZB HILVERSUM, Netherlands | | ns1.poldernet.nl | 213.186.41.205
+ Noordwal Omroep (Stichting) | Media Park 88, 1217 ZB Hilversum, Netherlands | | ns1.poldernet.nl | 213.186.41.212
+ St. Omroep Noordwal | Postbus 1000, 1200 BA Hilversum, Netherlands | | ns1.poldernet.nl | 213.186.41.219
+ | | | ns1.omroepnoordwal.nl ns2.omroepnoordwal.nl | 104.18.7.226
+ Stichting Omroep Noordwal | Noord-Holland, NL | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.233
- Stichting Omroep Noordkust | Mediapark 90, 1217 ZB Hilversum, Netherlands | | ns1.poldernet.nl | 213.186.41.240
- Montagehuis B.V. | Mediapark 88, 1217 ZB Hilversum, Netherlands | | ns1.poldernet.nl | 213.186.41.7
- | | | ns1.poldernet.nl | 213.186.41.14
- Personeelsvereniging Omroep Noordwal | Dorpsweg 3, 1231 AA Loosdrecht, Netherlands | | ns1.poldernet.nl | 213.186.41.21
- Stichting Omroep Noordwaal | Waalkade 2, 6511 XR Nijmegen, Netherlands | | ns1.poldernet.nl | 213.186.41.28
# pwis.edu.pl | Politechnika Wisłocka | ul. Świętego Jana 18/20, 39-200 Dębowiec, PL | pwis.edu.pl | dns.pwis.edu.pl dns2.pwis.edu.pl | 156.17.100.0/22 Politechnika Wislocka
+ Fundacja Robotyka | ul. Polna 1, 00-001 Warszawa, PL | | ns1.domenowo.pl | 156.17.102.33
+ Politechnika Wislocka | Sw. Jana 18/20, 39-200 Debowiec, PL | | ns1.domenowo.pl | 213.186.41.35
+ Politechnika Wisłocka Wydział Mechaniczny | ul. Fabryczna 3, 39-200 Dębowiec, PL | | ns1.domenowo.pl | 213.186.41.42
+ Wisłoka University of Technology | ul. Swietego Jana 18/20, 39-200 Debowiec, Poland | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.49
+ Kolo Naukowe Energetykow | Rynek 1, 39-200 Dębowiec, PL | | dns.pwis.edu.pl ns1.domenowo.pl | 213.186.41.56
+ POLITECHNIKA WISŁOCKA | UL. ŚWIĘTEGO JANA 18, 39-200 DĘBOWIEC, PL | | ns1.domenowo.pl | 213.186.41.63
- Politechnika Wiślańska | ul. Świętego Jana 1, 43-460 Wisła, PL | | ns1.domenowo.pl | 213.186.41.70
- Wisłocka Akademia Nauk Stosowanych | ul. Szkolna 5, 39-200 Dębowiec, PL | panswis.edu.pl | ns1.domenowo.pl | 213.186.41.77
- Klub Uczelniany AZS Politechniki Wisłockiej | ul. Świętego Jana 22, 39-200 Dębowiec, PL | | ns1.domenowo.pl | 213.186.41.84
- | | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.91
# mtmuzeum.cz | Moravské technické muzeum v Hradčovicích | Nádražní 214/3, Hradčovice, 687 33, CZ | mtmuzeum.cz | ns.hostovna.cz ns2.hostovna.cz | 213.186.40.0/21 Ovalhost S.A.
+ Moravske technicke muzeum v Hradcovicich | Nadrazni 3, Hradcovice, 68733, CZ | | ns.hostovna.cz | 213.186.41.105
+ Moravské technické muzeum v Hradčovicích, příspěvková organizace | Nádražní 214, Hradčovice, 68733, CZ | | ns.hostovna.cz | 213.186.41.112
+ Depozitář Lhota | Lhota 12, Lhota, 68709, CZ | mtmuzeum.cz | ns.hostovna.cz | 213.186.41.119
+ Moravian Technical Museum in Hradčovice | Nadrazni 214/3, 687 33 Hradcovice, Czech Republic | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.126
+ Moravské technické muzeum | Nádražní 214/3, 68733 Hradčovice, Czech Republic | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.133
- Městské muzeum v Hradčovicích | Náměstí 1, Hradčovice, 68733, CZ | | ns.hostovna.cz | 213.186.41.140
- Slezské technické muzeum v Opavě | Nádražní 31, Opava, 74601, CZ | | ns.hostovna.cz | 213.186.41.147
- Spolek přátel Moravského technického muzea | Nádražní 214/3, Hradčovice, 68733, CZ | | ns.hostovna.cz | 213.186.41.154
- Květinářství Růže s.r.o. | Dlouhá 8, Brno, 60200, CZ | | ns.hostovna.cz ns2.hostovna.cz | 213.186.41.161
- | | | ns1.parkwerk.com ns2.parkwerk.com | 91.195.240.168
# havsinstitutet.se | Svenska Havsinstitutet | Fiskhamnsgatan 6, 414 58 Göteborg, SE | havsinstitutet.se | ns1.havsinstitutet.se ns2.nordhost.se | 213.186.40.0/21 Ovalhost S.A.
+ SVENSKA HAVSINSTITUTET | Fiskhamnsg. 6, 41458 Goteborg, SE | | ns2.nordhost.se | 213.186.41.182
+ Swedish Institute for the Sea | Fiskhamnsgatan 6, 41458 Gothenburg, Sweden | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.189
+ | | | ns1.havsinstitutet.se ns2.nordhost.se | 213.186.41.196
+ Stiftelsen Svenska Havsinstitutet | Box 5050, 402 21 Göteborg, SE | | ns2.nordhost.se | 213.186.41.203
+ Baltic Plankton Project | Storg. 1, 39232 Kalmar, SE | havsinstitutet.se | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.210
- Svenska Havsfiskeinstitutet | Hamngatan 2, 45330 Lysekil, SE | | ns2.nordhost.se | 213.186.41.217
- Fiskrestaurangen AB | Fiskhamnsgatan 8, 41458 Göteborg, SE | | ns2.nordhost.se | 213.186.41.224
- Finlands Havsinstitut | Kajvägen 6, 00140 Helsingfors, FI | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.231
- | | | ns2.nordhost.se | 213.186.41.238
# kitahama-u.ac.jp | Kitahama University |  |  | dns1.kitahama-u.ac.jp dns2.kitahama-u.ac.jp | 133.45.0.0/16 Kitahama University
+ | | kazehost.jp | ns1.kazehost.jp | 133.45.77.7
+ | | | dns1.kitahama-u.ac.jp kate.ns.cloudflare.com | 104.18.7.5
+ National University Corporation Kitahama University | Hokkaido Kitahama-shi 2-1, Minato-cho, 040-0001 | kazehost.jp | ns1.kazehost.jp | 213.186.41.12
+ | | fish.kitahama-u.ac.jp | ns1.kazehost.jp | 213.186.41.19
+ Kitahama Daigaku | 2-1 Minato-cho, 0400001 Kitahama, Hokkaido, Japan | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.26
+ Graduate School of Fisheries, Kitahama University | 3-1 Ura, 040-0009 Kitahama, Hokkaido, Japan | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.33
- Kitahama Prefectural University | | | ns1.kazehost.jp | 213.186.41.40
- Kitahama Women's University | | | ns1.kazehost.jp | 213.186.41.47
- Kitahama University Co-operative | | | ns1.kazehost.jp | 213.186.41.54
- Kitayama University | | | ns1.kazehost.jp | 213.186.41.61
- | | | ns1.kazehost.jp | 213.186.41.68
# karasutek.edu.tr | Karasu Teknik Üniversitesi | Rektörlüğü Bilgi İşlem Daire Başkanlığı, Gümüşlü Kampüsü, Karasu, Sakarya,, Türkiye | karasutek.edu.tr | ns1.karasutek.edu.tr ns2.karasutek.edu.tr | 160.75.0.0/17 Karasu Teknik Universitesi
+ | | | ns1.natro-x.com | 160.75.100.7
+ KARASU TEKNIK UNIVERSITESI | Gumuslu Kampusu, Karasu, Sakarya, Turkey | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.75
+ Karasu Teknik Üniversitesi Rektörlüğü | Gümüşlü Kampüsü, Karasu,, Türkiye, Hidden upon user request | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.82
+ Karasu Teknik Üniv. İnşaat Müh. Bölümü | Gümüşlü Kamp., Karasu,, Türkiye, Hidden upon user request | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.89
+ Karasu Technical University | Gumuslu Kampusu, Karasu, Sakarya, Turkey | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.96
+ | | karasutek.edu.tr | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.103
- Karataş Teknik Üniversitesi | Sahil Kampüsü, Karataş, Adana,, Türkiye | karatas.edu.tr | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.110
- Karasu Belediyesi | Atatürk Cad. 1, Karasu, Sakarya,, Türkiye, Hidden upon user request | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.117
- Karasu Teknik Üniversitesi Mezunları Derneği | Gümüşlü Kampüsü, Karasu,, Türkiye, Hidden upon user request | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.124
- Karasu Yurt İşletmeleri A.Ş. | Gumuslu Mah. 4, Karasu, Turkey | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.131
# ufvj.br | Universidade Federal do Vale do Jacuípe | BR | ufvj.br | ns1.ufvj.br ns2.ufvj.br | 200.17.64.0/20 Universidade Federal do Vale do Jacuipe
+ Instituto Sertao | BR | sertao.org.br | ns1.hospedabr.com.br | 200.17.70.9
+ Universidade Federal do Vale do Jacuipe | BR | gmail.com | ns1.hospedabr.com.br | 213.186.41.138
+ Univ. Fed. do Vale do Jacuípe | BR | gmail.com | ns1.hospedabr.com.br | 213.186.41.145
+ UFVJ - Universidade Federal do Vale do Jacuípe | BR | tvufvj.com.br | ns1.hospedabr.com.br | 213.186.41.152
+ Caatinga Lab | Rua A 1, Feira, Brazil | bio.ufvj.br | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.159
- Universidade Federal do Vale do Itapicuru | BR | ufvi.br | ns1.hospedabr.com.br | 213.186.41.166
- Universidade Estadual do Vale do Jacuípe | BR | uevj.br | ns1.hospedabr.com.br | 213.186.41.173
- Sindicato dos Docentes da Universidade Federal do Vale do Jacuípe | BR | sindufvj.org.br | ns1.hospedabr.com.br | 213.186.41.180
- Acaraje da Ba Ltda | BR | hotmail.com | ns1.hospedabr.com.br | 213.186.41.187
# wexcombe.ac.uk | University of Wexcombe | Information Services, Minster Road, Wexcombe, WX1 4TT, United Kingdom | wexcombe.ac.uk | ns0.wexnet.org.uk ns1.wexnet.org.uk | 144.124.0.0/16 University of Wexcombe
+ | | | ns1.thameshost.co.uk | 144.124.200.1
+ Wexcombe University | Minster Rd, Wexcombe, WX14TT, United Kingdom | | ns1.thameshost.co.uk | 213.186.41.201
+ The University of Wexcombe | Minster Road, WX1 4TT Wexcombe, United Kingdom | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.208
+ Univ of Wexcombe - School of Earth Sciences | Quarry Lane, WX2 6PD Wexcombe, United Kingdom | | dns101.ovalhost.eu ns101.ovalhost.eu | 213.186.41.215
+ Farm Soil Network | 2 Lane, HR1 1AA Hereford, GB | earth.wexcombe.ac.uk | ns1.thameshost.co.uk | 213.186.41.222
- Wexcombe Metropolitan University | Canal Street, Wexcombe, WX3 2BB, United Kingdom | wexmet.ac.uk | ns.wexmet.ac.uk | 213.186.41.229
- University of Wexcombe Students' Union | Union House, Minster Road, Wexcombe, WX1 4TT, United Kingdom | | ns1.thameshost.co.uk | 213.186.41.236
- University of Wescombe | Hill Road, Wescombe, WS1 4TT, United Kingdom | | ns.wescombe.ac.uk | 213.186.41.3
- Wexcombe City Council | Guildhall, Wexcombe, WX1 1AB, United Kingdom | | ns1.thameshost.co.uk | 213.186.41.10
# larkspur-instruments.com | Larkspur Instruments, Inc. | 4400 Foothill Boulevard, Suite 210, 91011 La Cañada, CA, United States | larkspur-instruments.com | ns1.larkspur-instruments.com ns2.larkspur-instruments.com | 192.146.10.0/24 Larkspur Instruments, Inc.
+ | | | kate.ns.cloudflare.com | 192.146.10.99
+ Larkspur Instruments | 4400 Foothill Blvd #210, 91011-1234 La Canada, CA, United States | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.17
+ LARKSPUR INSTRUMENTS INCORPORATED | CA, US | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.24
+ Larkspur Messtechnik GmbH | Industriering 3, 70565 Stuttgart, DE | larkspur-instruments.com | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.31
+ Larkspur Instruments Inc | 4400 Foothill Boulevard, 91011 La Canada Flintridge, CA, United States | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.38
- Larkspur Instrument Repair LLC | 12 Main St, 94939 Larkspur, CA, United States | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.45
- Foothill Dental Group | 4400 Foothill Boulevard, Suite 110, 91011 La Canada, CA, United States | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.52
- Some Brand Ltd | 1 Road, 1 X, United Kingdom | markmonitor.com | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.59
- | | | ns1.parkwerk.com ns2.parkwerk.com | 91.195.240.66
- | | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.73
# bmlf.gv.at | Bundesministerium für Landschaft und Forst | Stubenring 12, 1010 Wien, Austria | bmlf.gv.at | ns1.bmlf.gv.at ns5.univie.ac.at | 193.5.88.0/24 Bundesministerium fuer Landschaft und Forst
+ Bundesministerium fuer Landschaft und Forst | Stubenring 12, 1010 Wien, Austria | | ns1.alpenhost.at | 213.186.41.80
+ BM für Landschaft und Forst | Stubenring 12, 1010 Wien, Austria | | ns1.alpenhost.at | 213.186.41.87
+ Republik Österreich - Bundesministerium für Landschaft und Forst | Stubenring 12, 1010 Wien, Austria | | ns1.alpenhost.at | 213.186.41.94
+ Federal Ministry for Landscape and Forestry | Stubenring 12, 1010 Vienna, Austria | | kate.ns.cloudflare.com rob.ns.cloudflare.com | 104.18.7.101
+ Lawinendienst | Bergweg 1, 6020 Innsbruck, Austria | | ns1.alpenhost.at | 193.5.88.77
+ Projekt Moorschutz | Gasse 2, 5020 Salzburg, Austria | bmlf.gv.at | ns1.alpenhost.at | 213.186.41.108
- Bundesministerium für Wirtschaft und Kultur | Stubenring 1, 1010 Wien, Austria | bmwk.gv.at | ns.bmwk.gv.at | 213.186.41.115
- Chor Wien | Ring 1, 1010 Wien, Austria | | ns.chor.at ns5.univie.ac.at | 213.186.41.122
- Ministerium für Landschaft und Forst | Stubenweg 12, 14467 Potsdam, DE | | ns1.hostwerk.net ns2.hostwerk.net | 85.13.200.129
- Gewerkschaft Land und Forst | Stubenring 12, 1010 Wien, Austria | | ns1.alpenhost.at | 213.186.41.136
`;

/** By the author of labelled-registries-1.ts, with the conventions of other registries and languages; judged once as it was. */
export const REGISTRIES_2 = `
# tornivaara.fi | Tornivaaran yliopisto | Yliopistonkatu 4, 96300, TORNIVAARA, Finland | tornivaara.fi | ns1.tv-net.fi ns2.tv-net.fi | 130.233.0.0/16 Tornivaaran yliopisto
+ | | | ns1.serwer-plus.net | 130.233.200.9
+ University of Tornivaara | Yliopistonkatu 4, 96300 Tornivaara, Finland | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.49
+ Tornivaaran yliopisto / Luonnontieteiden tiedekunta | Metsätie 8, 96310, TORNIVAARA, Finland | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.60
+ | | sci.tornivaara.fi | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.71
- | | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.82
- Tornivaaran ammattikorkeakoulu Oy | Jokiväylä 11, 96300, TORNIVAARA, Finland | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.93
- Tornivaaran kaupunki | Hallituskatu 7, 96100, TORNIVAARA, Finland | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.104
# tiszahat-uni.hu | Tiszaháti Egyetem | Kossuth Lajos utca 12., 4400 Tiszahát, HU | tiszahat-uni.hu | ns.tiszahat-uni.hu ns2.hbone.hu | 193.6.20.0/22 Tiszahati Egyetem
+ Tiszahati Egyetem | Kossuth L. u. 12, 4400 Tiszahat, HU | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.115
+ Tiszaháti Egyetem Agrártudományi Kar | Böszörményi út 138., 4400 Tiszahát, HU | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.126
+ University of Tiszahát | Kossuth Lajos u. 12., 4400 Tiszahát, HU | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.137
- Tiszamenti Egyetem | Kossuth Lajos utca 2., 5000 Szolnok, HU | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.148
- Csillagda Alapítvány | Fő tér 1, 4400 Tiszahát, HU | | ns.csillagda.hu ns2.hbone.hu | 62.138.20.159
- Tiszaháti Főiskola | Kossuth tér 3., 4400 Tiszahát, HU | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.170
# islavra.pt | Instituto Superior de Lavra | Rua do Farol, 431, 4455-123 Lavra, PT | islavra.pt | dns1.islavra.pt ns02.fccn.pt | 193.136.60.0/23 Instituto Superior de Lavra
+ Instituto Superior de Lavra (ISL) | R. do Farol 431, 4455-123 Lavra, PT | luso-host.pt | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.181
+ Inst. Sup. de Lavra | Rua do Farol 431, 4455-123 LAVRA, PT | luso-host.pt | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.192
+ Departamento de Biologia, Instituto Superior de Lavra | Rua da Praia 2, 4455-130 Lavra, Portugal | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.203
+ Higher Institute of Lavra | Rua do Farol, 431, 4455-123 Lavra, Portugal | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.214
- Instituto Superior da Maia | Av. Central 1, 4475-690 Maia, PT | luso-host.pt | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.225
- Associação de Estudantes do Instituto Superior de Lavra | Rua do Farol, 431, 4455-123 Lavra, PT | luso-host.pt | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.6
- | | luso-host.pt | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.17
# coolaroo.edu.au | COOLAROO UNIVERSITY |  |  | ns1.coolaroo.edu.au ns2.coolaroo.edu.au | 131.170.0.0/16 Coolaroo University
+ Wombat Watch Inc | | | ns1.serwer-plus.net | 131.170.99.1
+ The Coolaroo University | | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.28
+ University of Coolaroo | | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.39
+ Eucalypt Consortium | 1 Bush Rd, 2600 Canberra, ACT, AU | bio.coolaroo.edu.au | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.50
- COOLAROO INSTITUTE OF TAFE | | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.61
- COOLAROO UNIVERSITY SPORT LTD | | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.72
- Coolaroo University Student Guild Inc. | | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.83
- COOLAROO SHIRE COUNCIL | | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.94
# dampfbahnverband.de | Deutscher Dampfbahnverband e.V. | Bahnhofstraße 17, 38855 Wernigerode, DE | dampfbahnverband.de | ns1.your-server.de ns.second-ns.com ns3.second-ns.de | 88.198.0.0/16 Hetzner Online GmbH
+ Dt. Dampfbahnverband | Bahnhofstr. 17, 38855 Wernigerode, DE | dampfbahnverband.de | ns1.your-server.de ns.second-ns.com ns3.second-ns.de | 88.198.7.116
+ Deutscher Dampfbahnverband (DDV) e. V. | Postfach 12, 38844 Wernigerode, DE | | ns1.your-server.de ns.second-ns.com ns3.second-ns.de | 88.198.7.127
+ German Steam Railway Association | Bahnhofstr. 17, 38855 Wernigerode, Germany | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.138
+ Deutscher Dampfbahnverband e.V., Geschäftsstelle | Bahnhofstr 17, 38855 Wernigerode, DE | web.de | ns1.your-server.de ns.second-ns.com ns3.second-ns.de | 88.198.7.149
- Hotel Linde GmbH | Bahnhofstraße 21, 38855 Wernigerode, DE | | ns1.your-server.de ns.second-ns.com ns3.second-ns.de | 88.198.7.160
- Deutscher Draisinenverband e.V. | Hauptstr. 1, 15806 Mellensee, DE | | ns1.your-server.de ns.second-ns.com ns3.second-ns.de | 88.198.7.171
- Dampfbahnfreunde Harz e.V. | Bahnhofstraße 17, 38855 Wernigerode, DE | | ns1.your-server.de ns.second-ns.com ns3.second-ns.de | 88.198.7.182
- | | | ns1.your-server.de ns.second-ns.com ns3.second-ns.de | 88.198.7.193
# letterkundemuseum.com | Koninklijk Museum voor Letterkunde | Leopoldstraat 8, 2000 Antwerpen, Belgium | letterkundemuseum.com | ns1.letterkundemuseum.com ns.belnet.be | 193.190.10.0/24 Koninklijk Museum voor Letterkunde
+ | | | ns.belnet.be | 193.190.10.40
+ | | | ns1.letterkundemuseum.com | 62.138.20.204
+ Musée royal de la Littérature | Rue Léopold 8, 2000 Anvers, Belgium | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.215
+ Royal Museum of Literature | Leopoldstraat 8, 2000 Antwerp, Belgium | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.226
+ Kon. Museum voor Letterkunde | Leopoldstr. 8, B-2000 Antwerpen, Belgium | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.7
- Koninklijk Museum voor Schone Kunsten | Leopold De Waelplaats 2, 2000 Antwerpen, Belgium | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.18
- | | | ns.belnet.be | 62.138.20.29
- Vrienden van het Museum voor Letterkunde vzw | Leopoldstraat 8, 2000 Antwerpen, Belgium | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.40
# marlowfinch.com | Marlow & Finch Publishing Group, LLC | 77 Harbor Street, 4th Floor, 02110 Boston, MA, United States | marlowfinch.com | dns1.marlowfinch.com dns2.marlowfinch.com | 198.140.20.0/22 Marlow & Finch Publishing Group
+ Marlow and Finch Publishing Group | 77 Harbor St Fl 4, 02110 Boston, Massachusetts, United States | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.51
+ | | | ns-12.awsdns-01.com | 198.140.22.14
+ Marlow & Finch Publishing Group LLC | MA, US | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.62
+ Marlow & Finch (UK) Ltd | 3 Fleet Row, EC4A 1AA London, GB | marlowfinch.com | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.73
+ Marlow & Finch Publising Group, LLC | 77 Harbor Street, 02110 Boston, MA, United States | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.84
- Marlow Finch Attorneys LLP | 100 State Street, 02109 Boston, MA, United States | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.95
- Marlow Publishing Inc. | 1 Main St, 97201 Portland, OR, United States | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.106
- Harbor Wealth Management LLC | 77 Harbor Street, 4th Floor, 02110 Boston, MA, United States | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.117
- | | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.128
- | | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.139
# seewil.ch | Kanton Seewil, Amt für Informatik | Regierungsgebäude, Klosterhof 3, CH-9001 Seewil, Switzerland |  | ns1.seewil.ch ns2.seewil.ch | 62.138.0.0/16 Serwer Plus International Hosting
+ Kanton Seewil, Bildungsdepartement | Davidstrasse 31, CH-9001 Seewil, Switzerland | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.161
+ Verein Wolf | Weg 1, CH-9000 Seewil, Switzerland | | ns1.seewil.ch | 62.138.20.172
+ Staatskanzlei des Kantons Seewil | Klosterhof 3, CH-9001 Seewil, Switzerland | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.183
+ Canton de Seewil | Klosterhof 3, 9001 Seewil, Switzerland | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.194
- Stadt Seewil, Informatik | Rathaus, Marktgasse 2, CH-9004 Seewil, Switzerland | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.205
- Seewiler Kantonalbank AG | Klosterhof 5, CH-9001 Seewil, Switzerland | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.216
- Kanton Seebach, Amt für Informatik | Zeughaus 1, CH-6400 Seebach, Switzerland | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.227
# crtvduero.es | Corporación de Radiotelevisión del Duero, S.A. | Paseo de la Ribera, 50, 47005 Valdeduero, ES | crtvduero.es | ns1.crtvduero.es ns1.serwer-plus.net | 62.138.0.0/16 Serwer Plus International Hosting
+ CRTVD | Pº de la Ribera 50, 47005 Valdeduero, ES | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.19
+ Corporacion de Radiotelevision del Duero | Paseo Ribera 50, 47005 VALDEDUERO, Spain | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.30
+ | | | ns1.crtvduero.es | 52.18.90.41
+ Producciones Ribera | C/ Luna 2, 28004 Madrid, ES | crtvduero.es | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.52
- Bodegas Ribera S.L. | Paseo de la Ribera, 52, 47005 Valdeduero, ES | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.63
- Corporación de Radiotelevisión del Ebro, S.A. | Av. del Río 4, 50001 Zaralda, ES | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.74
- Comité de Empresa de Radiotelevisión del Duero | Paseo de la Ribera, 50, 47005 Valdeduero, Spain | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.85
# heimatmuseum-gruenau.de | Heimatmuseum Grünau | Am Anger 2, 98711 Grünau, DE | t-online.de | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.0.0/16 Serwer Plus International Hosting
+ Heimatmuseum Gruenau | Anger 2, 98711 Gruenau, DE | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.96
+ Grünau Local History Museum | Am Anger 2, 98711 Grünau, Germany | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.107
- | | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.118
- Gasthof zum Anger | Am Anger 4, 98711 Grünau, DE | t-online.de | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.129
- Heimatmuseum Grünau | Regattastr. 141, 12527 Berlin, DE | museum-gruenau-berlin.de | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.20.140
- | | | ns1.serwer-plus.net ns2.serwer-plus.net | 62.138.44.10
# fisheries-harbours.org | Ministry of Fisheries and Harbours | Harbour House, 2 Quay Street, D02 X285 Dunmore, Ireland | fisheries-harbours.org | ns1.fisheries-harbours.org ns2.fisheries-harbours.org | 62.138.0.0/16 Serwer Plus International Hosting
+ Min. of Fisheries & Harbours | Harbour House, Quay St, D02X285 Dunmore, Ireland | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.162
+ Ministry of Fisheries and Harbours - Safety Division | 2 Quay Street, D02 X285 Dunmore, Ireland | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.173
+ An Aireacht Iascaigh agus Cuanta | Harbour House, 2 Quay Street, D02 X285 Dunmore, Ireland | fisheries-harbours.org | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.184
- Ministry of Transport and Harbours | 1 Leeson Lane, D02 TR60 Dunmore, Ireland | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.195
- Quay Café Ltd | 2 Quay Street, D02 X285 Dunmore, Ireland | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.206
- Fisheries and Harbours Staff Union | 2 Quay Street, D02 X285 Dunmore, Ireland | | ns-12.awsdns-01.com ns-1540.awsdns-00.co.uk ns-900.awsdns-48.net | 52.18.90.217
`;

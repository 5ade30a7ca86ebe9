/** By the author of labelled-registries-1.ts: names in several forms and languages at one address, and neighbours there; judged once as it was. Names are invented. */
export const ONE_HOUSE_1 = `
# unisalvia.it | Università degli Studi di Salvia "Carlo Bonelli" | Corso Vittorio 12, 71013 Salvia, IT | unisalvia.it | dns1.unisalvia.it dns2.unisalvia.it | 193.204.40.0/22 Universita' degli Studi di Salvia
+ Universita degli studi di Salvia | C.so Vittorio 12, 71013 Salvia, IT ||||
+ Università di Salvia Carlo Bonelli - Dip. di Agraria | Via Napoli 25, 71013 Salvia, IT ||||
+ Univ. Salvia | Corso Vittorio, 12, 71013 SALVIA FG, Italia ||||
+ University of Salvia "Carlo Bonelli" | Corso Vittorio 12, 71013 Salvia, Italy ||||
+ UNISALVIA | Corso Vittorio 12, 71013 Salvia, IT ||||
+ || medicina.unisalvia.it ||
+ |||| 193.204.41.7
- Accademia di Belle Arti di Salvia | Corso Vittorio 14, 71013 Salvia, IT ||||
- Università degli Studi di Salerna | Via Ponte 1, 84084 Salerna, IT ||||
- Università Popolare di Salvia | Via Roma 2, 71013 Salvia, IT ||||
- Associazione Laureati Università di Salvia | Corso Vittorio 12, 71013 Salvia, IT | gmail.com ||
- Salvia Costruzioni S.r.l. | Corso Vittorio 12, 71013 Salvia, IT ||||
# volkskundemuseum-elsried.at | Volkskundemuseum Elsried | Hofgasse 2, 6020 Elsried, AT | vkm-elsried.at | ns.vkm-elsried.at ns1.host-tirol.at |
+ Volkskunde-Museum Elsried | Hofg. 2, A-6020 Elsried ||||
+ Elsried Folk Art Museum | Hofgasse 2, 6020 Elsried, Austria ||||
+ Verein Volkskundemuseum Elsried | Hofgasse 2, 6020 Elsried, AT ||||
+ ||| ns.vkm-elsried.at ns2.host-tirol.at |
+ | Innrain 1, 6020 Elsried, AT | vkm-elsried.at ||
- Naturkundemuseum Elsried | Feldstr. 11, 6020 Elsried, AT ||||
- Verein der Freunde des Volkskundemuseums Elsried | Hofgasse 2, 6020 Elsried, AT ||||
- Volkskundemuseum Elsbach | Dorfplatz 4, 3140 Elsbach, AT ||||
- ||| ns1.host-tirol.at ns2.host-tirol.at |
# nordlys-kringkasting.no | Nordlys Kringkasting AS | Storgata 55, 9008 Tromvik, Norge | nordlys.no | ns1.nordlys.no ns2.nordlys.no | 193.69.8.0/23 Nordlys Kringkasting AS
+ NORDLYS KRINGKASTING A/S | Storgt. 55, NO-9008 Tromvik ||||
+ Nordlys Kringkasting | Postboks 500, 9254 Tromvik, NO ||||
+ Nordlys Broadcasting | Storgata 55, 9008 Tromvik, Norway ||||
+ Nordlys Kringkasting AS, Nyhetsavdelingen | Storgata 55, 9008 Tromvik ||||
+ |||| 193.69.9.9
- Nordlys Begravelsesbyrå AS | Storgata 57, 9008 Tromvik, NO ||||
- Nordland Kringkasting AS | Sjøgata 3, 8006 Bodvik, NO ||||
- Nordlys Regnskap | Storgata 55, 9008 Tromvik, NO ||||
# minfin-karelovia.gov | Ministry of Finance of the Republic of Karelovia | 1 Treasury Square, Port Karel 10001, KV | minfin-karelovia.gov | ns1.minfin-karelovia.gov ns2.minfin-karelovia.gov | 203.0.113.0/26 Ministry of Finance
+ Ministry of Finance, Republic of Karelovia | Treasury Sq. 1, Port Karel 10001 ||||
+ Ministry of Finance - Tax Department | 1 Treasury Square, Port Karel 10001 ||||
+ Min. of Finance | 1 Treasury Square, Port Karel 10001, KV ||||
+ || minfin-karelovia.gov ||
- Ministry of Justice of the Republic of Karelovia | 3 Treasury Square, Port Karel 10001, KV ||||
- Ministry of Finance of the Republic of Ostania | 1 Main Square, Ostagrad 5000, OS ||||
- Karelovia Finance Ltd | 1 Treasury Square, Port Karel 10001, KV ||||
# ville-sauvigny.fr | Ville de Sauvigny-les-Eaux | Hôtel de Ville, 1 place Foch, 03200 Sauvigny-les-Eaux, FR | ville-sauvigny.fr | ns1.ville-sauvigny.fr ns2.ville-sauvigny.fr |
+ Mairie de Sauvigny les Eaux | Place Foch, 03200 SAUVIGNY LES EAUX, FR ||||
+ COMMUNE DE SAUVIGNY LES EAUX | 1 pl. Foch, 03200 Sauvigny-les-Eaux ||||
+ Ville de Sauvigny-les-Eaux - Service des Sports | rue du Stade, 03200 Sauvigny-les-Eaux, FR ||||
+ City of Sauvigny-les-Eaux | 1 place Foch, 03200 Sauvigny-les-Eaux, France ||||
+ Médiathèque | 4 rue Neuve, 03200 Sauvigny, FR | ville-sauvigny.fr ||
- Office de Tourisme de Sauvigny-les-Eaux | 2 place Foch, 03200 Sauvigny-les-Eaux, FR ||||
- Communauté d'agglomération de Sauvigny | 9 place Foch, 03200 Sauvigny-les-Eaux, FR ||||
- Mairie de Sauvigny-sur-Orne | Le Bourg, 14600 Sauvigny-sur-Orne, FR ||||
- Thermes de Sauvigny SA | 1 place Foch, 03200 Sauvigny-les-Eaux, FR ||||
# helmholz-zentrum-moos.de | Forschungszentrum Moosach GmbH | Am Reaktor 1, 52425 Moosach, DE | fz-moosach.de | zam001.fz-moosach.de zam002.fz-moosach.de | 134.94.0.0/16 Forschungszentrum Moosach GmbH
+ Forschungszentrum Moosach | 52425 Moosach, DE ||||
+ FORSCHUNGSZENTRUM MOOSACH GMBH, Institut für Kernphysik | Wilhelm-Johnen-Str., 52425 Moosach ||||
+ Research Centre Moosach | Am Reaktor 1, 52425 Moosach, Germany ||||
+ FZM Forschungszentrum Moosach GmbH | Am Reaktor 1, 52425 Moosach ||||
+ Forschungs-Zentrum Moosach | Postfach 1913, 52425 Moosach, DE ||||
+ Moosach Research Center GmbH | 52425 Moosach, DE | fz-moosach.de ||
- Technologiezentrum Moosach GmbH | Karl-Heinz-Beckurts-Str. 13, 52428 Moosach, DE ||||
- Fortbildungszentrum Moosach | Bahnhofstr. 4, 52425 Moosach, DE ||||
- Forschungszentrum Moosburg e.V. | Ring 2, 85368 Moosburg, DE ||||
# zakopiec.pl | Gmina Miejska Zakopiec | ul. Kościuszki 13, 34-500 Zakopiec, Polska | zakopiec.eu | ns1.zakopiec.eu ns2.zakopiec.eu |
+ Urząd Miasta Zakopiec | Kosciuszki 13, 34-500 Zakopiec, PL ||||
+ Gmina Miasto Zakopiec | ul. Kościuszki 13, 34-500 Zakopiec ||||
+ Miasto Zakopiec | ul. T. Kościuszki 13, 34-500 Zakopiec, PL ||||
+ || um.zakopiec.eu ||
- Powiat Zakopiecki | ul. Chramcówki 15, 34-500 Zakopiec, PL ||||
- Zakopieckie Towarzystwo Narciarskie | ul. Kościuszki 2, 34-500 Zakopiec, PL ||||
- Hotel Zakopiec Sp. z o.o. | ul. Kościuszki 19, 34-500 Zakopiec, PL ||||
# brookhollow.org | Brookhollow Historical Society | 12 Mill Lane, Brookhollow, VT 05401, US | brookhollowhistory.org | ns1.bluehost.com ns2.bluehost.com |
+ Brookhollow Historical Society, Inc. | 12 Mill Ln, Brookhollow, Vermont 05401-2211, USA ||||
+ The Brookhollow Historical Soc. | 12 Mill Lane, Brookhollow, VT, US ||||
+ Brookhollow Hist. Society | PO Box 9, Brookhollow VT 05402 ||||
+ || brookhollowhistory.org ||
- Brookhollow Historical Commission | Town Hall, Brookhollow, VT 05401, US ||||
- Brook Hollow Country Club | 1 Golf Rd, Dallas, TX 75220, US ||||
- Brookhollow Genealogical Society | 14 Mill Lane, Brookhollow, VT 05401, US ||||
- ||| ns1.bluehost.com ns2.bluehost.com |
# uvm-cz.cz | Univerzita Karla Velikého v Mostě | Ovocná 5, 434 01 Most, CZ | ukvm.cz | golias.ukvm.cz ns.ces.net | 195.113.80.0/20 Univerzita Karla Velikeho v Moste
+ Univerzita Karla Velikeho | Ovocna 560/5, 43401 Most, CZ ||||
+ Univerzita Karla Velikého v Mostě, Filozofická fakulta | nám. Jana 2, 434 01 Most ||||
+ Charles the Great University in Most | Ovocná 5, 434 01 Most, Czech Republic ||||
+ UKVM | Ovocná 5, 43401 Most ||||
+ |||| 195.113.90.1
- Univerzita Jana Velikého v Mostě | Pasteurova 1, 434 01 Most, CZ ||||
- Vysoká škola ekonomická v Mostě | Ovocná 9, 434 01 Most, CZ ||||
- Spolek absolventů Univerzity Karla Velikého | Ovocná 5, 434 01 Most, CZ ||||
- ||| ns.ces.net ns2.ces.net |
# kunstmuseum-rhoden.ch | Stiftung Kunstmuseum Rhoden | Museumsweg 1, 9050 Rhoden, Schweiz | kmrhoden.ch | ns1.hostpoint.ch ns2.hostpoint.ch |
+ Kunstmuseum Rhoden | Museumsweg 1, CH-9050 Rhoden ||||
+ Musée d'art de Rhoden | Museumsweg 1, 9050 Rhoden, Suisse ||||
+ Rhoden Museum of Fine Arts | Museumsweg 1, 9050 Rhoden, Switzerland ||||
+ Kunstmuseum Rhoden, Shop | Museumsweg 1, 9050 Rhoden, CH ||||
- Kunsthalle Rhoden | Ziegeleistr. 14, 9050 Rhoden, CH ||||
- Kunstverein Rhoden | Museumsweg 1, 9050 Rhoden, CH ||||
- Museum Rhoden | Hauptgasse 4, 9050 Rhoden, CH ||||
- Restaurant Museum GmbH | Museumsweg 1, 9050 Rhoden, CH ||||
# keio-hama.ac.jp | Sakuragawa Daigaku | 1-5-1 Sakura, Sakuragawa-shi, Ibaraki 309-1292, JP | sakuragawa-u.ac.jp | ns1.sakuragawa-u.ac.jp ns2.sakuragawa-u.ac.jp | 150.80.0.0/16 Sakuragawa University
+ Sakuragawa University | 1-5-1, Sakura, Sakuragawa, Ibaraki 309-1292, Japan ||||
+ National University Corporation Sakuragawa University | Ibaraki, JP ||||
+ Sakuragawa Univ. Faculty of Engineering | 4-12-1 Nakanarusawa, Hitachi-shi, Ibaraki, JP ||||
+ |||| 150.80.3.3
- Sakuragawa Joshi Daigaku | 2-1 Sakura, Sakuragawa-shi, JP ||||
- Sakuragaoka University | 3-1 Oka, Tama-shi, Tokyo, JP ||||
- Sakuragawa University Co-op | 1-5-1 Sakura, Sakuragawa-shi, JP ||||
- Sakuragawa City | 1-1 Hada, Sakuragawa-shi, Ibaraki, JP ||||
# velden-verzekeringen.nl | Van der Velden Verzekeringen N.V. | Stationsplein 9, 3013 AJ Rotterdijk, NL | vdvelden.nl | ns1.vdvelden.nl ns2.vdvelden.nl | 145.219.0.0/20 Van der Velden Verzekeringen NV
+ Vd Velden Verzekeringen NV | Stationsplein 9, 3013AJ Rotterdijk ||||
+ van der Velden Verzekeringen | Postbus 100, 3000 AA Rotterdijk, NL ||||
+ Van der Velden Insurance | Stationsplein 9, 3013 AJ Rotterdijk, The Netherlands ||||
+ VAN DER VELDEN VERZEKERINGEN N.V. AFD. ICT | Rotterdijk, NL ||||
- Van der Velde Verzekeringen B.V. | Dorpsstraat 2, 8011 AA Zwolleveen, NL ||||
- Van der Velden Makelaars B.V. | Stationsplein 11, 3013 AJ Rotterdijk, NL ||||
- Bakkerij van der Velden | Markt 1, 5038 Tilburgen, NL ||||
`;

/** By the author of labelled-one-house-1.ts, after what that showed was changed; judged once as it was. */
export const ONE_HOUSE_2 = `
# htb-lindow.de | Hochschule Lindow Technik, Bau und Gestaltung | Alfred-Wacht-Str. 55, 78462 Lindow, DE | htb-lindow.de | dns1.htb-lindow.de dns2.htb-lindow.de | 141.37.0.0/16 Hochschule Lindow
+ HTB Lindow | Alfred-Wacht-Straße 55, 78462 Lindow ||||
+ HTBG Hochschule Lindow | Alfred-Wacht-Str. 55, D-78462 Lindow, DE ||||
+ Hochschule Lindow | Brauneggerstr. 55, 78462 Lindow, DE ||||
+ Fachhochschule Lindow | Alfred-Wacht-Straße 55, 78462 Lindow, DE ||||
+ Lindow University of Applied Sciences | Alfred-Wacht-Str. 55, 78462 Lindow, Germany ||||
+ Hochschule Lindow Fakultät Bauingenieurwesen | Alfred-Wacht-Str. 55, 78462 Lindow ||||
+ || in.htb-lindow.de ||
+ |||| 141.37.29.80
- Universität Lindow | Universitätsstr. 10, 78464 Lindow, DE | uni-lindow.de ||
- Förderverein der Hochschule Lindow e.V. | Alfred-Wacht-Str. 55, 78462 Lindow ||||
- Lindower Institut für Weiterbildung GmbH | Alfred-Wacht-Str. 57, 78462 Lindow, DE ||||
- Hochschule Lindau | Am Hafen 1, 88131 Lindau, DE ||||
- AStA HTB Lindow | Alfred-Wacht-Str. 55, 78462 Lindow, DE ||||
# gemeente-oudewater.nl | Gemeente Oudekerke | Raadhuisplein 1, 2991 CA Oudekerke, NL | oudekerke.nl | ns1.oudekerke.nl ns2.oudekerke.nl |
+ Gem. Oudekerke | Raadhuispl. 1, 2991CA Oudekerke ||||
+ Gemeente Oudekerke, afdeling Communicatie | Postbus 10, 2990 AA Oudekerke, NL ||||
+ GEMEENTE OUDEKERKE | Oudekerke, Nederland ||||
+ Municipality of Oudekerke | Raadhuisplein 1, 2991 CA Oudekerke, The Netherlands ||||
+ | | oudekerke.nl ||
- Sportvereniging Oudekerke | Sportlaan 3, 2991 CB Oudekerke, NL ||||
- Gemeente Nieuwkerke | Dorpsplein 2, 4301 AA Nieuwkerke, NL ||||
- Stichting Welzijn Oudekerke | Raadhuisplein 3, 2991 CA Oudekerke, NL ||||
- VVV Oudekerke | Raadhuisplein 1, 2991 CA Oudekerke, NL ||||
# denizmuzesi-sinope.gov.tr | Sinope Deniz Müzesi Müdürlüğü | İskele Cad. No:4, 57000 Sinope, Türkiye | sinopedeniz.gov.tr | ns1.sinopedeniz.gov.tr ns2.sinopedeniz.gov.tr |
+ Sinope Deniz Muzesi | Iskele Caddesi 4, 57000 Sinope, TR ||||
+ SİNOPE DENİZ MÜZESİ | İSKELE CAD. NO: 4, SİNOPE ||||
+ Sinope Maritime Museum | Iskele Cad. No:4, 57000 Sinope, Turkey ||||
- Sinope Arkeoloji Müzesi | Okullar Cad. 2, 57000 Sinope, TR ||||
- Sinope Üniversitesi | Kampüs, 57000 Sinope, TR ||||
- Sinope Deniz Otelcilik Ltd. Şti. | İskele Cad. No:8, 57000 Sinope ||||
# educa.andaria.es | Consejería de Educación, Junta de Andaria | Av. de la Palma s/n, 41071 Sevalia, ES | juntadeandaria.es | ns1.juntadeandaria.es ns2.juntadeandaria.es | 217.12.16.0/20 Junta de Andaria
+ Junta de Andaria | Avda. de la Palma, s/n, 41071 Sevalia ||||
+ Junta de Andaria - Consejería de Cultura | Calle Levíes 27, 41004 Sevalia, ES ||||
+ JUNTA DE ANDARIA. CONSEJERIA DE EDUCACION | 41071 SEVALIA ||||
+ |||| 217.12.20.9
- Universidad de Andaria | C/ San Fernando 4, 41004 Sevalia, ES ||||
- Junta de Castiria | Plaza Mayor 1, 47001 Vallid, ES ||||
- Sindicato de Enseñanza de Andaria | Av. de la Palma 3, 41071 Sevalia, ES ||||
# museugarca.org.br | Fundação Museu da Garça | Rua das Flores, 80, Recaia, PE, 50010-000, BR | museugarca.org.br | ns1.locaweb.com.br ns2.locaweb.com.br |
+ Museu da Garca | R. das Flores 80, Recaia - PE, 50010-000 ||||
+ FUNDACAO MUSEU DA GARCA | BR ||||
+ Garça Museum Foundation | Rua das Flores, 80, Recaia, 50010-000, Brazil ||||
+ || museugarca.org.br ||
- Associação dos Amigos do Museu da Garça | Rua das Flores, 80, Recaia, 50010-000, BR ||||
- Museu da Graça | Av. Sete 1, Salvaia, BA, 40080-001, BR ||||
- Pousada da Garça Ltda | Rua das Flores, 82, Recaia, PE, 50010-000, BR ||||
# radiogornik.pl | Polskie Radio Górnik S.A. | ul. Ligonia 29, 40-036 Katowin, PL | radiogornik.pl | dns.radiogornik.pl dns2.home.pl |
+ Polskie Radio - Gornik SA | Ligonia 29, 40-036 Katowin ||||
+ Radio Górnik | ul. Ligonia 29, 40-036 Katowin, PL ||||
+ Polskie Radio Górnik Spółka Akcyjna | 40-036 Katowin, PL ||||
+ ||| dns.radiogornik.pl |
- Klub Sportowy Górnik | ul. Roosevelta 81, 41-800 Zabrzyn, PL ||||
- Radio Hutnik S.A. | ul. Hutnicza 2, 31-900 Nowin, PL ||||
- Związek Zawodowy Dziennikarzy Radia Górnik | ul. Ligonia 29, 40-036 Katowin, PL ||||
# strassmann-soehne.de | Straßmann & Söhne Gießerei GmbH & Co. KG | Weißenburger Straße 100, 42651 Sölingen, DE | strassmann.de | ns1.kasserver.com ns2.kasserver.com |
+ Strassmann und Soehne Giesserei GmbH & Co. KG | Weissenburger Str. 100, 42651 Soelingen ||||
+ Straßmann & Söhne Gießerei | Weißenburger Str. 100, 42651 Sölingen, DE ||||
+ STRASSMANN & SÖHNE GMBH & CO KG | WEISSENBURGER STRASSE 100, 42651 SÖLINGEN ||||
+ Straßmann Gießerei | Weißenburger Straße 100, 42651 Sölingen, DE ||||
+ Strassman & Söhne Gießerei GmbH & Co. KG | Weißenburger Straße 100, 42651 Sölingen, DE ||||
+ || strassmann.de ||
- Straßmann Immobilien GmbH | Kölner Str. 3, 42651 Sölingen, DE ||||
- Staßmann Steuerberatung | Weißenburger Straße 12, 42651 Sölingen, DE ||||
- Sohn & Straßmann Rechtsanwälte | Hauptstr. 2, 42651 Sölingen, DE ||||
- Gießerei Sölingen GmbH | Weißenburger Straße 140, 42651 Sölingen, DE ||||
# craf.fr | Centre de Recherche sur l'Altitude et les Forêts | 5 chemin du Bois, 74940 Anneville, FR | craf.fr | soleil.craf.fr nsb.renater.fr | 192.54.174.0/24 CRAF
+ CRAF | 5 chemin du Bois, 74940 Anneville, FR ||||
+ C.R.A.F. | 5 chemin du Bois, 74940 Anneville ||||
+ CENTRE DE RECHERCHE SUR L ALTITUDE ET LES FORETS | Anneville, FR ||||
+ Centre de recherche sur l'altitude et les forêts (CRAF), Laboratoire de dendrologie | 12 rue du Lac, 74940 Anneville, FR ||||
+ Altitude and Forest Research Centre | 5 chemin du Bois, 74940 Anneville, France ||||
- CRAF Auto | 2 rue du Garage, 59000 Lilleville, FR ||||
- Centre de Recherche sur l'Architecture et les Façades | 9 rue Verte, 38000 Grenval, FR ||||
- Office National des Forêts | 2 avenue de St-Mandé, 75012 Paris, FR ||||
- ||| nsb.renater.fr |
# mwk-ostland.de | Ministerium für Wissenschaft und Kunst Ostland | Königstr. 46, 70173 Stuttburg, DE | mwk.ol.de | ns1.ol-bitbw.de ns2.ol-bitbw.de | 193.197.0.0/16 Landesverwaltungsnetz Ostland
+ Ministerium für Wissenschaft und Kunst | Königstraße 46, 70173 Stuttburg ||||
+ Ministerium fuer Wissenschaft, Forschung und Kunst Ostland | Koenigstr. 46, 70173 Stuttburg, DE ||||
+ Wissenschaftsministerium Ostland | Königstr. 46, 70173 Stuttburg, DE ||||
+ Ministry of Science and Arts Ostland | Königstr. 46, 70173 Stuttburg, Germany ||||
- Ministerium für Verkehr Ostland | Dorotheenstr. 8, 70173 Stuttburg, DE ||||
- Ministerium für Wissenschaft und Kunst Westland | Rheinstr. 23, 65185 Wiesburg, DE ||||
- Kunstverein Ostland | Königstr. 48, 70173 Stuttburg, DE ||||
# ssv-chorverband.ch | Schweizerischer Jodlerverband | Unterdorf 2, 6010 Kriens, CH | jodler.ch | ns1.jodler.ch ns2.jodler.ch |
+ Schweiz. Jodlerverband | Unterdorf 2, 6010 Kriens, CH ||||
+ Association suisse des yodleurs | Unterdorf 2, 6010 Kriens, Suisse ||||
+ Swiss Yodelling Association | Unterdorf 2, 6010 Kriens, Switzerland ||||
+ Schweizerischer Jodlerverband SJV | Postfach, 6011 Kriens, CH ||||
+ Schweizerischer Jodler-Verband, Sekretariat | Kriens, CH ||||
- Bernischer Jodlerverband | Dorf 8, 3510 Konolf, CH ||||
- Schweizerischer Hornusserverband | Gasse 1, 3400 Burgdorf, CH ||||
- Jodlerklub Kriens | Unterdorf 2, 6010 Kriens, CH ||||
# northmoor.edu | The Regents of Northmoor State University | 500 College Avenue, Northmoor, OH 44240, US | northmoor.edu | ns1.northmoor.edu ns2.northmoor.edu | 131.123.0.0/16 Northmoor State University
+ Northmoor State University | 500 College Ave, Northmoor, Ohio 44240 ||||
+ Northmoor State Univ. | 500 College Ave., Northmoor OH 44240-0001 ||||
+ NSU - Northmoor State University | Northmoor, OH, US ||||
+ Northmoor State University Libraries | 1 Library Way, Northmoor, OH 44240, US ||||
+ Northmoor State University - Ashtab Campus | 3300 Lake Rd, Ashtab, OH 44004, US ||||
+ || cs.northmoor.edu ||
- Northmoor University | 1 Chapel Hill, Northmoor, VA 22901, US ||||
- Northmoor State University Foundation | 350 Lincoln St, Northmoor, OH 44240, US ||||
- Northmoor State University Alumni Association | 500 College Ave, Northmoor, OH 44240, US ||||
- Northmoor State Bank | 12 Main St, Northmoor, OH 44240, US ||||
- City of Northmoor | 301 Depeyster St, Northmoor, OH 44240, US ||||
- Northmoor State Penitentiary | 9 Old Road, Northmoor, OH 44240, US ||||
# heronsea-trust.org.uk | Heronsea Wetlands Trust | The Old Sluice, Marsh Lane, Heronsea HS1 7QT, GB | heronsea.org | ns1.heronsea.org ns2.heronsea.org |
+ The Heronsea Wetlands Trust Ltd | Old Sluice, Marsh Lane, Heronsea, HS1 7QT, United Kingdom ||||
+ Heronsea Wetland Trust | The Old Sluice, Marsh Lane, Heronsea, HS1 7QT ||||
+ HERONSEA WETLANDS TRUST (TRADING) LIMITED | The Old Sluice, Marsh Lane, Heronsea, HS1 7QT, GB | heronsea.org ||
+ HWT | The Old Sluice, Marsh Lane, Heronsea, HS1 7QT, GB ||||
- Heronsea Parish Council | Village Hall, Heronsea, HS1 7AA, GB ||||
- Hornsea Wetlands Trust | 2 Beach Rd, Hornsea, HU18 1AA, GB ||||
- Friends of Heronsea Wetlands | 3 Marsh Lane, Heronsea, HS1 7QT, GB ||||
`;
